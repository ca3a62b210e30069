package fit

import (
	"cmp"
	"context"
	"crypto/sha256"
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
	Packet           string // papers about one deal share it
	Content          []byte
}

// paper is a document that was read.
type paper struct {
	file, kind, layout, packet string
	pages                      []*page.Page
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
			all = append(all, paper{d.Name, kind, d.Layout, d.Packet, pages})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New("no manifest has a document of a known kind")
	}
	if o.Out != "" {
		m := fitAndChoose(parts, o, all)
		text := m.Text("Coefficients of where a paper begins and what it is, made by `tariffdesk fit papers`: what of, name, value.")
		if err := os.WriteFile(filepath.Join(o.Out, PapersFile), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write coefficients: %w", err)
		}
		return nil
	}
	t := tally{log: o.Log, details: o.Details}
	loose, drawn := parted(all)
	t.measure(papers.NewFinder(parts.Dict, parts.Papers), loose, slices.Concat(packets(rand.New(rand.NewPCG(o.Seed, 1)), loose, o.Packets), drawn))
	return t.print()
}

// folds is how many parts documents are fitted and measured in, so that no figure is of what was fitted.
const folds = 5

// fitAndChoose fits to all documents. How sure the beginning of a paper has to be is chosen on documents that were not fitted on:
// as low as leaves 99 in 100 whole.
func fitAndChoose(parts engine.Parts, o PaperOptions, all []paper) papers.Model {
	var surest []float64
	held := make([]papers.Model, folds)
	for k := range folds {
		held[k] = fitPapers(parts, o, keepFold(all, k, false))
		f := papers.NewFinder(parts.Dict, held[k])
		for _, one := range keepFold(all, k, true) {
			most := math.Inf(-1)
			for _, seen := range f.Observe(one.pages, []int{0}) {
				most = max(most, held[k].Beginning(seen.Traits))
			}
			surest = append(surest, most)
		}
	}
	slices.Sort(surest)
	least := max(0, surest[int(float64(len(surest))*wholeShare)]+0.01)
	t := tally{log: o.Log, details: o.Details}
	for k := range folds {
		held[k].Doubt(least)
		loose, drawn := parted(keepFold(all, k, true))
		t.measure(papers.NewFinder(parts.Dict, held[k]), loose, slices.Concat(packets(rand.New(rand.NewPCG(o.Seed, uint64(k))), loose, o.Packets/folds), drawn))
	}
	_, _ = fmt.Fprintf(o.Log, "fitted in %d parts, each measured by a fit to the others; a beginning is as sure as %.2f\n", folds, 1/(1+math.Exp(-least)))
	_ = t.print()
	m := fitPapers(parts, o, all)
	m.Doubt(least)
	return m
}

// wholeShare is the share of documents that is to be left whole.
const wholeShare = 0.99

// keepFold are the documents of a part, or all others. Documents that look alike or lie in one packet are in one part.
func keepFold(all []paper, k int, in bool) (some []paper) {
	for _, one := range all {
		group := cmp.Or(one.packet, one.layout, one.file)
		if (int(sha256.Sum256([]byte(group))[1])%folds == k) == in {
			some = append(some, one)
		}
	}
	return some
}

// parted are the documents by themselves, and the packets of those that lie in one.
func parted(all []paper) (loose []paper, drawn []packet) {
	at := map[string]int{}
	for _, one := range all {
		if one.packet == "" {
			loose = append(loose, one)
			continue
		}
		if _, known := at[one.packet]; !known {
			at[one.packet] = len(drawn)
			drawn = append(drawn, packet{})
		}
		drawn[at[one.packet]].add(one)
	}
	return loose, drawn
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
	two := paper{one.file, one.kind, one.layout, one.packet, []*page.Page{page.New(1, p.Width, p.Height, p.Source, first), page.New(2, p.Width, p.Height, p.Source, second)}}
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

// tally counts how many beginnings and types are found.
type tally struct {
	log     io.Writer
	details bool

	files, papers, began, found, extra, typed int
	documents, several, torn                  int
}

func (t *tally) note(format string, args ...any) {
	if t.details {
		_, _ = fmt.Fprintf(t.log, format, args...)
	}
}

func (t *tally) measure(f *papers.Finder, all []paper, files []packet) {
	for _, p := range files {
		t.files++
		at := map[int]papers.Paper{}
		for _, one := range f.Find(p.pages) {
			at[one.Pages[0]] = one
		}
		matched := 0
		for i, start := range p.starts {
			t.papers++
			one, ok := at[start]
			if ok {
				matched++
			}
			if i > 0 {
				t.began++
			}
			if i > 0 && ok {
				t.found++
			}
			switch {
			case ok && one.Type == p.papers[i].kind:
				t.typed++
			case !ok:
				t.note("merged\t%s\tbehind %s\n", p.papers[i].file, p.papers[max(0, i-1)].file)
			default:
				t.note("type\t%s\t%s\tis %s\t%.2f\n", p.papers[i].file, p.papers[i].kind, one.Type, one.Confidence)
			}
		}
		t.extra += len(at) - matched
	}
	for _, one := range all {
		t.documents++
		if len(one.pages) < 2 {
			continue
		}
		t.several++
		if n := len(f.Find(one.pages)); n > 1 {
			t.torn++
			t.note("parted\t%s\t%d pages\tinto %d\n", one.file, len(one.pages), n)
		}
	}
}

func (t *tally) print() error {
	_, err := fmt.Fprintf(t.log, "files %d, papers %d\nbeginnings found %d of %d (%.1f %%), %d told that are none\ntypes right %d of %d (%.1f %%)\ndocuments of several pages told as more than one %d of %d, of all documents %.1f %%\n",
		t.files, t.papers, t.found, t.began, percent(t.found, t.began), t.extra, t.typed, t.papers, percent(t.typed, t.papers), t.torn, t.several, percent(t.torn, t.documents))
	return err
}

func percent(n, of int) float64 { return 100 * float64(n) / math.Max(1, float64(of)) }

// The fit of papers.
const (
	paperRounds = 1500
	paperRate   = 0.5
	paperDecay  = 0.0003 // of the coefficients, for each observation
	copyChance  = 8      // one paper in so many is followed by a copy
)

// fitPapers fits both parts of the model to documents joined at random, to packets, and to documents by themselves.
func fitPapers(parts engine.Parts, o PaperOptions, all []paper) papers.Model {
	m := papers.NewModel()
	f := papers.NewFinder(parts.Dict, m)
	dice := rand.New(rand.NewPCG(o.Seed, 1)) // it draws no secret
	loose, drawn := parted(all)
	longer := slices.Clone(loose)
	for _, one := range loose {
		longer = append(longer, cut(dice, one))
	}
	files := drawn
	if len(loose) > 0 {
		files = append(packets(dice, longer, 2*o.Packets), drawn...)
	}
	files = append(files, shortened(dice, drawn)...)
	begin, kind, prior := m.Coefficients()
	var seen []papers.Seen
	for _, p := range files {
		p = copied(dice, p)
		seen = append(seen, f.Observe(p.pages, p.starts)...)
	}
	for _, one := range longer {
		seen = append(seen, f.Observe(one.pages, []int{0})...)
	}
	fitBegin(begin, seen)
	for _, p := range drawn {
		longer = append(longer, p.papers...)
	}
	fitKind(f, longer, kind, prior)
	return m
}

// shortened are packets some papers of which end below their head, as letters and data sheets do.
func shortened(dice *rand.Rand, all []packet) []packet {
	made := make([]packet, len(all))
	for i, p := range all {
		for _, one := range p.papers {
			if dice.IntN(3) == 0 {
				one = head(dice, one)
			}
			made[i].add(one)
		}
	}
	return made
}

// head is the head of a document: a paper of a few lines.
func head(dice *rand.Rand, one paper) paper {
	p := one.pages[0]
	end := p.Height * (0.22 + 0.15*dice.Float64())
	var words []page.Word
	for _, w := range p.Words {
		if w.Box.Y1 < end {
			words = append(words, w)
		}
	}
	return paper{one.file, one.kind, one.layout, one.packet, []*page.Page{page.New(1, p.Width, p.Height, p.Source, words)}}
}

// copied is a packet in which some papers stand twice, the second time at once or at the end.
func copied(dice *rand.Rand, p packet) packet {
	var with packet
	var last []paper
	for _, one := range p.papers {
		with.add(one)
		switch dice.IntN(2 * copyChance) {
		case 0:
			with.add(one)
		case 1:
			last = append(last, one)
		}
	}
	for _, one := range last {
		with.add(one)
	}
	return with
}

// fitBegin climbs the likelihood of what pages are.
func fitBegin(c []float64, seen []papers.Seen) {
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
				step[i] += miss * v
			}
		}
		for i := range c {
			c[i] += 4 * paperRate * (step[i]/float64(len(seen)) - paperDecay*c[i])
		}
	}
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
