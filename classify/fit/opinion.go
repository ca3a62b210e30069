package fit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"tariffdesk/classify"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/classify/internal/opinion"
	"tariffdesk/tariff"
)

// ownShare is the weight of a name of the tariff, a row of a catalogue being 1: catalogues tell how goods are written of,
// the names keep what people call goods that no catalogue has.
const ownShare = 0.2

// lesson is a text that is learnt, and what it is of.
type lesson struct {
	words []string
	codes []string // of six digits; those of a heading's name share it
	share float64
	fold  int  // of equal texts it is the same
	row   *row // nil for a name of the tariff
	from  string
}

// opinion learns the second opinion from the names of the tariff and the catalogues, and fits what it weighs, and from
// which lead on, on fifths of the catalogues held out. No other labelled file takes part.
func (f *fitter) opinion(ctx context.Context) ([]byte, error) {
	names, own := f.names()
	rows, err := f.lessons()
	if err != nil {
		return nil, err
	}
	var asked []verdict
	for fold := range folds {
		list, err := f.heard(ctx, names, rows, fold)
		if err != nil {
			return nil, err
		}
		asked = append(asked, list...)
	}
	m := learn(append(names, rows...))
	m.Trust = weigh(asked)
	m.Provenance = coefficient.Provenance{
		Origin: fmt.Sprintf("log-odds of words and pairs of words seen in %d texts or more; weights and margin by rows held out", leastTexts),
		Date:   f.date, Files: []coefficient.Source{own}, Folds: folds, HeldOut: gains(asked, m),
	}
	for _, c := range f.labels.catalogues {
		m.Provenance.Files = append(m.Provenance.Files, c.source)
	}
	f.report("held out", m.Provenance.HeldOut)
	_, _ = fmt.Fprintf(f.log, "  %d words and pairs, %d codes\n", len(m.Features), len(m.Codes))
	return m.Write()
}

// names are the lessons of the tariff's own names, and how the file calls them.
func (f *fitter) names() (out []lesson, source coefficient.Source) {
	sum := sha256.New()
	add := func(codes []string, text string) {
		_, _ = fmt.Fprintf(sum, "%s\t%s\n", strings.Join(codes, ","), text)
		source.Rows++
		out = append(out, lesson{words: classify.Words(f.engine, text), codes: codes, share: ownShare})
	}
	for _, chapter := range f.knowledge.Chapters() {
		for _, heading := range chapter.Children {
			var below []string
			for _, sub := range heading.Children {
				below = append(below, sub.Code)
				called(sub, func(name string) { add([]string{sub.Code}, name) })
			}
			called(heading, func(name string) { add(below, name) })
		}
	}
	source.Name, source.SHA256 = "names of the tariff", hex.EncodeToString(sum.Sum(nil))
	return out, source
}

// called goes through the names of an entry in both languages.
func called(e *tariff.Entry, each func(name string)) {
	each(e.Title.English)
	each(e.Title.Spanish)
	for _, list := range []tariff.Names{e.English, e.Spanish} {
		for name := range list.All() {
			each(name)
		}
	}
}

// lessons returns the rows of the catalogues. Rows whose code the tariff lacks are left out and counted in the
// report.
func (f *fitter) lessons() (out []lesson, err error) {
	for _, c := range f.labels.catalogues {
		unknown := 0
		for _, p := range c.rows {
			code := p.HS[:tariff.SubheadingDigits]
			if !f.knowledge.HasSubheading(code) {
				unknown++
				continue
			}
			words := classify.Words(f.engine, p.Description)
			hash := fnv.New32a()
			_, _ = hash.Write([]byte(strings.Join(words, "\n")))
			r := &row{Description: p.Description, HS: code, All: []string{code}}
			out = append(out, lesson{words: words, codes: []string{code}, share: 1, fold: int(hash.Sum32() % folds), row: r, from: c.name})
		}
		if unknown > 0 {
			_, _ = fmt.Fprintf(f.log, "  %s: %d rows of codes that the tariff lacks are left out\n", c.name, unknown)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no row of a catalogue has a code of the tariff: nothing can be fitted")
	}
	return out, nil
}

// verdict is a held-out row with the candidates of the engine and of an opinion that was not fitted to it.
type verdict struct {
	from   string
	style  opinion.Style
	lead   float32
	right  []bool
	engine []float32 // scores without the opinion
	odds   []float32
}

// heardOnly is a weight so small that the opinion adds candidates and changes no order.
const heardOnly = 1e-6

// heard asks an opinion that learnt all but one fold about the rows of that fold.
func (f *fitter) heard(ctx context.Context, names, rows []lesson, fold int) (out []verdict, err error) {
	learnt := append([]lesson(nil), names...)
	for i := range rows {
		if rows[i].fold != fold {
			learnt = append(learnt, rows[i])
		}
	}
	m := learn(learnt)
	m.Provenance.Origin, m.Provenance.Date = "a part held out", f.date
	for s := range m.Trust {
		m.Trust[s] = opinion.Trust{Weight: heardOnly, Temper: 1}
	}
	raw, err := m.Write()
	if err != nil {
		return nil, err
	}
	before, laid := f.files.laid[classify.OpinionFile]
	f.files.laid[classify.OpinionFile] = raw
	engine, err := classify.New(f.knowledge, f.options())
	delete(f.files.laid, classify.OpinionFile)
	if laid {
		f.files.laid[classify.OpinionFile] = before
	}
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if rows[i].fold != fold {
			continue
		}
		o, err := engine.Observe(ctx, classify.Request{Description: rows[i].row.Description, Model: classify.ModelFast})
		if err != nil {
			return nil, fmt.Errorf("row of %s: %w", rows[i].from, err)
		}
		out = append(out, rows[i].judged(&o))
	}
	return out, nil
}

func (l *lesson) judged(o *classify.Observation) verdict {
	v := verdict{from: l.from, style: o.Second.Style, lead: o.Second.Lead, odds: o.Second.Odds, engine: o.Second.Scores}
	for _, code := range o.Codes {
		v.right = append(v.right, code == l.row.HS)
	}
	return v
}

// scores returns the scores of the candidates where the opinion counts so much.
func (v *verdict) scores(t opinion.Trust) []float64 {
	if v.lead < t.Margin {
		t = opinion.Trust{}
	}
	out := make([]float64, len(v.engine))
	for i := range out {
		out[i] = float64(v.engine[i]+t.Weight*v.odds[i]) / math.Max(float64(t.Temper), 1)
	}
	return out
}

// first reports whether the first code is right where the opinion counts so much.
func (v *verdict) first(t opinion.Trust) bool {
	s := v.scores(t)
	return len(s) > 0 && v.right[slices.Index(s, slices.Max(s))]
}

// likelihood is the logarithm of the probability of the right code, 0 where it is no candidate.
func (v *verdict) likelihood(t opinion.Trust) float64 {
	right := slices.Index(v.right, true)
	if right < 0 {
		return 0
	}
	s := v.scores(t)
	most, sum := slices.Max(s), 0.0
	for _, x := range s {
		sum += math.Exp(x - most)
	}
	return s[right] - most - math.Log(sum)
}

// What the trust in the opinion is chosen by, on rows held out.
const (
	dearness   = 2.5 // of a right answer turned wrong, a wrong one turned right being 1
	reluctance = 5   // what a weight of 1 must gain at least in each style
	leastRows  = 500 // of a style, below which it is not known what the opinion is worth
)

// The values that are tried.
var (
	weights = []float32{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3}
	margins = []float32{0, 0.2, 0.4, 0.6, 0.8, 1, 1.5, 2}
	tempers = []float32{1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6}
)

// weigh chooses how far the opinion counts for texts of each style. Of sentences, shop listings and plain names
// it is not asked: those of a catalogue do not stand for others, and the tariff's own names and notes know the last better.
func weigh(asked []verdict) (trust [opinion.StyleCount]opinion.Trust) {
	var byStyle [opinion.StyleCount][]*verdict
	for i := range asked {
		byStyle[asked[i].style] = append(byStyle[asked[i].style], &asked[i])
	}
	for s, list := range byStyle {
		if len(list) < leastRows || !opinion.Style(s).Commercial() {
			continue
		}
		most := 0.0
		for _, margin := range margins {
			for _, weight := range weights {
				t := opinion.Trust{Weight: weight, Margin: margin, Temper: 1}
				if g := gained(list, t); g > most {
					most, trust[s] = g, t
				}
			}
		}
		trust[s] = tempered(list, trust[s])
	}
	return trust
}

// gained returns how much rows gain by an opinion.
func gained(list []*verdict, t opinion.Trust) float64 {
	sum := -reluctance * float64(t.Weight)
	for _, v := range list {
		switch before, now := v.first(opinion.Trust{}), v.first(t); {
		case now && !before:
			sum++
		case before && !now:
			sum -= dearness
		}
	}
	return sum
}

// tempered chooses what makes the probabilities of both together fit best where the opinion counts.
func tempered(list []*verdict, t opinion.Trust) opinion.Trust {
	if t.Weight == 0 {
		return t
	}
	best, most := t, math.Inf(-1)
	for _, t.Temper = range tempers {
		sum := 0.0
		for _, v := range list {
			if v.lead >= t.Margin {
				sum += v.likelihood(t)
			}
		}
		if sum > most {
			best, most = t, sum
		}
	}
	return best
}

// gains are the figures of the rows held out, by catalogue: how often a right code is first without and with the opinion.
func gains(asked []verdict, m *opinion.Model) map[string]map[string]float64 {
	out := map[string]map[string]float64{}
	for i := range asked {
		v := &asked[i]
		of := out[v.from]
		if of == nil {
			of = map[string]float64{}
			out[v.from] = of
		}
		of["rows"]++
		if v.first(opinion.Trust{}) {
			of["first_without"]++
		}
		if v.first(m.Trust[v.style]) {
			of["first"]++
		}
	}
	for _, of := range out {
		of["first_without"], of["first"] = rounded(of["first_without"]/of["rows"]), rounded(of["first"]/of["rows"])
	}
	return out
}
