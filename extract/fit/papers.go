package fit

import (
	"context"
	_ "embed" // the types of kinds
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tariffdesk/extract/internal/engine"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/papers"
	"tariffdesk/extract/internal/read"
)

// PapersFile holds the coefficients of where papers begin and what they are.
const PapersFile = "papers.tsv"

//go:embed data/kinds.tsv
var kindsOfPapers string

// typeOfKind is the type of paper that a manifest's kind is; "" for one that is not known.
func typeOfKind(kind string) string {
	for line := range strings.Lines(kindsOfPapers) {
		if name, of, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && name == kind {
			return of
		}
	}
	return ""
}

// PaperOptions say what papers are joined, and what is done with them.
type PaperOptions struct {
	Each    func(do func(PaperFile) error) error // hands over the documents to be joined
	Pages   string                               // folder where what documents read as is kept
	From    string                               // folder of coefficients to measure with
	Out     string                               // folder for the coefficients; "" measures alone
	Seed    uint64
	Packets int // files that are made of the documents, each of 2 to 12
	Log     io.Writer
	Details bool
}

// PaperFile is a document with what its manifest calls it.
type PaperFile struct {
	Name, Kind, Type string
	Layout           string // documents that look alike share it
	Content          []byte
}

// paper is a document that was read.
type paper struct {
	file, kind, layout string
	pages              []*page.Page
}

// Papers joins the documents of manifests at random to files, tells how many of their beginnings and types are found, and how many
// documents of several pages are told as more than one; with Out it fits the coefficients to the files first.
func Papers(ctx context.Context, o PaperOptions) error {
	parts, err := engine.New(engine.Config{Pages: o.Pages, Coefficients: o.From})
	if err != nil {
		return err
	}
	var all []paper
	err = o.Each(func(d PaperFile) error {
		kind := typeOfKind(d.Kind)
		if kind == "" {
			kind = typeOfKind(d.Type)
		}
		pages, _, err := parts.Reader.Pages(ctx, d.Content, read.MaxPages, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && kind != "" {
			all = append(all, paper{d.Name, kind, d.Layout, pages})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New("no manifest has a document of a known kind")
	}
	dice := rand.New(rand.NewPCG(o.Seed, 1)) // it draws no secret
	model := parts.Papers
	if o.Out != "" {
		longer := slices.Clone(all)
		for _, one := range all {
			longer = append(longer, cut(dice, one))
		}
		model = fitPapers(papers.NewFinder(parts.Dict, model), longer, packets(dice, longer, 2*o.Packets))
		text := model.Text("Coefficients of where a paper begins and what it is, made by `tariffdesk fit papers`: what of, name, value.")
		if err := os.WriteFile(filepath.Join(o.Out, PapersFile), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write coefficients: %w", err)
		}
	}
	return measurePapers(o, papers.NewFinder(parts.Dict, model), all, packets(dice, all, o.Packets))
}

// cut makes a document of two pages of one page, as if it had been longer: where the head is repeated, the second page begins with it.
// Print on the second is a little larger or smaller, for a text layer does not measure all pages alike.
func cut(dice *rand.Rand, one paper) paper {
	p := one.pages[0]
	at := p.Height * (0.4 + 0.35*dice.Float64())
	head := 0.0
	if dice.IntN(2) == 0 {
		head = p.Height * (0.08 + 0.15*dice.Float64())
	}
	grown := 0.85 + 0.3*dice.Float64()
	var first, second []page.Word
	for _, w := range p.Words {
		if w.Box.Y0 < at {
			first = append(first, w)
		}
		if w.Box.Y0 >= head && w.Box.Y0 < at {
			continue
		}
		if w.Box.Y0 >= at {
			w.Box.Y0, w.Box.Y1 = w.Box.Y0-at+head+20, w.Box.Y1-at+head+20
		}
		w.Box.Y0 = w.Box.Y1 - grown*w.Box.Height()
		second = append(second, w)
	}
	two := paper{one.file, one.kind, one.layout, []*page.Page{page.New(1, p.Width, p.Height, p.Source, first), page.New(2, p.Width, p.Height, p.Source, second)}}
	for _, rest := range one.pages[1:] {
		two.pages = append(two.pages, page.New(len(two.pages)+1, rest.Width, rest.Height, rest.Source, rest.Words))
	}
	return two
}

// packet is a file of several papers.
type packet struct {
	papers []paper
	pages  []*page.Page
	starts []int
}

// packets joins papers at random; one in three is of papers of one type, which are the hardest to part.
func packets(dice *rand.Rand, all []paper, n int) []packet {
	made := make([]packet, n)
	for i := range made {
		p := &made[i]
		alike := dice.IntN(3) == 0
		first := all[dice.IntN(len(all))]
		for k := 2 + dice.IntN(11); len(p.papers) < k; {
			one := all[dice.IntN(len(all))]
			if n := len(p.papers); n > 0 && dice.IntN(3) == 0 {
				one = another(dice, all, p.papers[n-1])
			} else if alike && one.kind != first.kind && dice.IntN(4) > 0 {
				continue
			}
			p.add(one)
		}
	}
	return made
}

// another is a paper of the layout of one, and so of its issuer, with another number: the series that files hold most. any paper
// where there is none.
func another(dice *rand.Rand, all []paper, one paper) paper {
	var same []paper
	for _, p := range all {
		if p.layout == one.layout && p.file != one.file && one.layout != "" {
			same = append(same, p)
		}
	}
	if len(same) == 0 {
		return all[dice.IntN(len(all))]
	}
	return same[dice.IntN(len(same))]
}

func (p *packet) add(one paper) {
	p.papers = append(p.papers, one)
	p.starts = append(p.starts, len(p.pages))
	for _, from := range one.pages {
		p.pages = append(p.pages, page.New(len(p.pages)+1, from.Width, from.Height, from.Source, from.Words))
	}
}

// measurePapers prints how many beginnings and types are found.
func measurePapers(o PaperOptions, f *papers.Finder, all []paper, files []packet) error {
	var began, found, told, typed, papersOf int
	for _, p := range files {
		at := map[int]papers.Paper{}
		for _, one := range f.Find(p.pages) {
			at[one.Pages[0]] = one
		}
		told += len(at)
		for i, start := range p.starts {
			papersOf++
			one, ok := at[start]
			if i > 0 {
				began++
			}
			if i > 0 && ok {
				found++
			}
			switch {
			case ok && one.Type == p.papers[i].kind:
				typed++
			case o.Details && !ok:
				_, _ = fmt.Fprintf(o.Log, "merged\t%s\tbehind %s\n", p.papers[i].file, p.papers[max(0, i-1)].file)
			case o.Details:
				_, _ = fmt.Fprintf(o.Log, "type\t%s\t%s\tis %s\t%.2f\n", p.papers[i].file, p.papers[i].kind, one.Type, one.Confidence)
			}
		}
	}
	several, parted := 0, 0
	for _, one := range all {
		if len(one.pages) < 2 {
			continue
		}
		several++
		if n := len(f.Find(one.pages)); n > 1 {
			parted++
			if o.Details {
				_, _ = fmt.Fprintf(o.Log, "parted\t%s\t%d pages\tinto %d\n", one.file, len(one.pages), n)
			}
		}
	}
	extra := told - papersOf + (began - found)
	_, err := fmt.Fprintf(o.Log, "files %d, papers %d\nbeginnings found %d of %d (%.1f %%), %d told that are none\ntypes right %d of %d (%.1f %%)\ndocuments of several pages told as more than one %d of %d, of all documents %.1f %%\n",
		len(files), papersOf, found, began, percent(found, began), extra, typed, papersOf, percent(typed, papersOf), parted, several, percent(parted, len(all)))
	return err
}

func percent(n, of int) float64 { return 100 * float64(n) / math.Max(1, float64(of)) }

// The fit of papers.
const (
	paperRounds = 1500
	paperRate   = 0.5
	paperDecay  = 0.0003 // of the coefficients, for each observation
	whole       = 4.0    // the weight of a page that goes on: to tear a document apart is worse than to miss one
)

// fitPapers fits both parts of the model.
func fitPapers(f *papers.Finder, all []paper, files []packet) papers.Model {
	m := papers.NewModel()
	begin, kind, prior := m.Coefficients()
	var seen []papers.Seen
	for _, p := range files {
		seen = append(seen, f.Observe(p.pages, p.starts)...)
	}
	for _, one := range all {
		seen = append(seen, f.Observe(one.pages, []int{0})...)
	}
	fitBegin(begin, seen)
	fitKind(f, all, kind, prior)
	return m
}

// fitBegin climbs the likelihood of what pages are.
func fitBegin(c []float64, seen []papers.Seen) {
	total := 0.0
	for _, s := range seen {
		total += weightOf(s)
	}
	for range paperRounds {
		step := make([]float64, len(c))
		for _, s := range seen {
			z := 0.0
			for i, v := range s.Traits {
				z += c[i] * v
			}
			miss := -1 / (1 + math.Exp(-z))
			if s.Begins {
				miss++
			}
			for i, v := range s.Traits {
				step[i] += weightOf(s) * miss * v
			}
		}
		for i := range c {
			c[i] += 4 * paperRate * (step[i]/total - paperDecay*c[i])
		}
	}
}

func weightOf(s papers.Seen) float64 {
	if s.Begins {
		return 1
	}
	return whole
}

// fitKind climbs the likelihood of the types of papers; each type counts alike, however many papers are of it.
func fitKind(f *papers.Finder, all []paper, c []float64, prior map[string]float64) {
	types := papers.Types()
	count := map[string]float64{}
	observed := make([][][]float64, len(all))
	for i, one := range all {
		observed[i] = f.ObserveKind(one.pages)
		count[one.kind]++
	}
	for range paperRounds {
		step, shift := make([]float64, len(c)), map[string]float64{}
		for i, one := range all {
			weight := 1 / math.Sqrt(count[one.kind]*float64(len(all)))
			p := make([]float64, len(types))
			sum := 0.0
			for t, name := range types {
				z := prior[name]
				for k, v := range observed[i][t] {
					z += c[k] * v
				}
				p[t] = math.Exp(z)
				sum += p[t]
			}
			for t, name := range types {
				miss := -p[t] / sum
				if name == one.kind {
					miss++
				}
				shift[name] += weight * miss
				for k, v := range observed[i][t] {
					step[k] += weight * miss * v
				}
			}
		}
		for k := range c {
			c[k] += paperRate * (step[k]/3 - paperDecay*c[k])
		}
		for _, name := range types {
			prior[name] += paperRate * (shift[name]/3 - 10*paperDecay*prior[name])
		}
	}
}
