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
	"tariffdesk/odds"
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
	// Threshold is the logarithm of the odds from which a page begins a paper; nil chooses it on documents of several pages that were not
	// fitted on. The file says which it is, so that the fit is repeated with it.
	Threshold *float64
	Log       io.Writer
	Details   bool
}

// PaperFile is a document with what its manifest calls it.
type PaperFile struct {
	Name, Kind, Type string
	Layout           string // documents that look alike share it
	Packet           string // papers about one deal share it
	Drawn            bool   // its truth is that of a drawing
	Content          []byte
}

// paper is a document that was read.
type paper struct {
	file, kind, layout, packet string
	drawn                      bool
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
			all = append(all, paper{d.Name, kind, d.Layout, d.Packet, d.Drawn, pages})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New("no manifest has a document of a known kind")
	}
	f := paperFit{PaperOptions: o, looks: newLooks(papers.NewFinder(parts.Dict, parts.Papers))}
	if o.Out != "" {
		m, threshold := f.choose(all)
		text := papersText(m, "Coefficients of where a paper begins and what it is, made by `tariffdesk fit papers`: what of, name, value.",
			fmt.Sprintf("Fitted to %d documents (%.12x) with --seed %d --packets %d --threshold %.2f; the threshold is taken off \"always\".", len(all), digest(all), o.Seed, o.Packets, threshold))
		if err := os.WriteFile(filepath.Join(o.Out, PapersFile), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write coefficients: %w", err)
		}
		return nil
	}
	t := tally{log: o.Log, details: o.Details}
	loose, drawn := parted(all)
	t.measure(f.looks, parts.Papers, loose, slices.Concat(packets(rand.New(rand.NewPCG(o.Seed, 1)), loose, o.Packets), drawn))
	return t.print()
}

// folds is how many parts documents are fitted and measured in, so that no figure is of what was fitted.
const folds = 5

// paperFit is a fit of papers.
type paperFit struct {
	PaperOptions

	looks *looks
}

// choose fits to all documents. How sure the beginning of a paper has to be is chosen on documents of several pages that were not fitted
// on: as low as leaves 94 in 100 whole, and 97 in 100 of those that are drawn. One document in five has several pages.
func (f paperFit) choose(all []paper) (m papers.Model, threshold float64) {
	dice := rand.New(rand.NewPCG(f.Seed, 1)) // it draws no secret
	with := slices.Clone(all)
	for _, one := range all {
		if one.packet == "" {
			with = append(with, cut(dice, one))
		} else if dice.IntN(3) == 0 {
			with = append(with, worn(dice, one))
		}
	}
	held, least := make([]papers.Model, folds), 0.0
	surest := map[bool][]float64{}
	for k := range folds {
		held[k] = f.fit(dice, keepFold(with, k, false))
		for _, one := range keepFold(all, k, true) {
			if one.packet != "" || len(one.pages) < 2 {
				continue
			}
			most := math.Inf(-1)
			for _, seen := range f.looks.begins(one.pages, []int{0}) {
				most = max(most, held[k].Beginning(seen.traits))
			}
			surest[one.drawn] = append(surest[one.drawn], most)
		}
	}
	for drawn, share := range map[bool]float64{false: wholeShare, true: wholeDrawn} {
		if some := surest[drawn]; len(some) > 0 {
			slices.Sort(some)
			_, _ = fmt.Fprintf(f.Log, "surest beginnings within one document (drawn: %t): %.2f\n", drawn, some[max(0, len(some)-10):])
			least = max(least, some[min(len(some)-1, int(float64(len(some))*share))]+0.02)
		}
	}
	if f.Threshold != nil {
		least = *f.Threshold
	}
	least = math.Round(100*least) / 100 // as it is written
	t := tally{log: f.Log, details: f.Details}
	for k := range folds {
		doubt(held[k], least)
		loose, drawn := parted(keepFold(all, k, true))
		t.measure(f.looks, held[k], loose, slices.Concat(packets(dice, loose, f.Packets/folds), drawn))
	}
	_, _ = fmt.Fprintf(f.Log, "fitted in %d parts, each measured by a fit to the others; a beginning is as sure as %.2f\n", folds, odds.Probability(least))
	_ = t.print()
	m = f.fit(dice, with)
	doubt(m, least)
	return m, least
}

// digest is a hash of the print of documents, in their order: the same documents make the same fit.
func digest(all []paper) []byte {
	h := sha256.New()
	for _, one := range all {
		_, _ = fmt.Fprintln(h, one.kind, one.layout, one.packet)
		for _, p := range one.pages {
			for _, w := range p.Words {
				_, _ = io.WriteString(h, w.Text+" ")
			}
		}
	}
	return h.Sum(nil)
}

// The shares of documents of several pages that are to be left whole.
const (
	wholeShare = 0.94
	wholeDrawn = 0.97
)

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
	two := paper{one.file, one.kind, one.layout, one.packet, one.drawn, []*page.Page{page.New(1, p.Width, p.Height, p.Source, first), page.New(2, p.Width, p.Height, p.Source, second)}}
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
	p.pages = append(p.pages, one.pages...)
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

func (t *tally) measure(looks *looks, m papers.Model, all []paper, files []packet) {
	for _, p := range files {
		t.files++
		at := map[int]papers.Paper{}
		for _, one := range looks.find(m, p.pages) {
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
		if n := len(looks.find(m, one.pages)); n > 1 {
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
