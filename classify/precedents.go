package classify

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tariffdesk/bounded"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// Precedent is one description an organisation has already classified.
type Precedent = precedent.Row

// Precedents is one organisation's catalogue of classified goods. One index an organisation keeps them apart. It grows
// by Add and may be searched at the same time.
type Precedents struct{ index *precedent.Index }

// NewPrecedents returns an index of rows, which reads words as the engine does. Rows without a known-looking code or
// without words are skipped.
func (e *Engine) NewPrecedents(rows []Precedent) *Precedents {
	return &Precedents{precedent.New(e.words.reader, rows)}
}

// Add takes further rows in.
func (p *Precedents) Add(rows ...Precedent) { p.index.Add(rows...) }

// Len returns the number of rows held.
func (p *Precedents) Len() int { return p.index.Len() }

// search finds the nearest precedents of a description; no precedents find none.
func (p *Precedents) search(description string) *precedent.Neighbors {
	if p == nil {
		return nil
	}
	return p.index.Search(description)
}

// PrecedentSource is where some of an organisation's precedents came from.
type PrecedentSource struct {
	Source     string // the imported file's name, or "confirmed"
	Count      int
	ImportedAt time.Time // the newest
}

// memory is a code that the organisation chose before for the same goods, or that a person of it decided for similar ones.
type memory struct {
	precedent.Kept
	sub     int32
	likest  float64
	similar *statement // what the similar goods state; nil of the same goods
}

// How sure is what an organisation chose for the same goods, and what a person decided for similar ones: as often as it was right among 351
// declarations and 43 terms (docs/measurements/2026-11-27-decisions.md).
const (
	sureOfSame    = 0.97
	sureOfLikest  = 0.75
	sureOfLike    = 0.62
	sureOfDigits  = 0.85
	leftBySame    = 0.01 // of the probability, to the other subheadings
	leftBySimilar = 0.08
)

// How much of their words goods share to be similar: for the digits below a subheading that they are in anyway, for the subheading, and to be
// the likest; and how much of those that name them.
const (
	similarFrom      = 0.60
	similarSixFrom   = 0.80
	likestFrom       = 0.85
	similarGoodsFrom = 0.50
)

// recall finds what the organisation chose before for these goods and for similar ones: the same goods first, of equals the latest.
func (f *finding) recall(p *Precedents) (out []memory) {
	e := f.engine
	if f.neighbors == nil {
		return nil
	}
	for _, k := range f.neighbors.Kept {
		sub, known := e.tree.SubAt[k.Code[:tariff.SubheadingDigits]]
		if !known {
			continue
		}
		m := memory{Kept: k, sub: sub, likest: 1}
		if !k.Same {
			m.similar = e.stated(k.Description)
			if m.likest = f.alike(p.index, m.similar); m.likest < similarFrom || f.differs(m) {
				continue
			}
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b memory) int {
		if a.similar == nil || b.similar == nil {
			return 0 // the same goods are first, and in order
		}
		return cmp.Or(cmp.Compare(b.likest, a.likest), b.Row-a.Row)
	})
	return out
}

// maxLikewise bounds the similar goods that are searched for themselves.
const maxLikewise = 3

// likewise leaves out the similar goods that the tariff's own words lead elsewhere: "plastic garden hose" is no "plastic garden gnome", and a
// tube of stainless steel none of steel. What led to a wrong code for the ones leads there for the others.
func (f *finding) likewise() {
	left := maxLikewise
	f.memories = slices.DeleteFunc(f.memories, func(m memory) bool {
		if m.similar == nil {
			return false
		}
		if left--; left < 0 || len(f.ranking.Candidates) == 0 {
			return true
		}
		mine, headings := f.ranking.Candidates[0], f.engine.tree.HeadingOf
		if mine.Sub == m.sub {
			return false
		}
		theirs := leadsTo(f.engine, m.Description)
		alike := theirs >= 0 && headings[mine.Sub] == headings[theirs]
		if headings[mine.Sub] != headings[m.sub] {
			return !alike
		}
		return alike && mine.Sub != theirs && !slices.ContainsFunc(f.ranking.Candidates, func(c rank.Candidate) bool { return c.Sub == m.sub && clearly*c.P >= mine.P })
	})
}

// clearly is how many times more probable one subheading is than another of its heading where the words of goods tell them apart.
const clearly = 2

// leadsTo is the subheading that the tariff's own words lead a description to, -1 for none.
func leadsTo(e *Engine, description string) int32 {
	r := e.rankings.Get().(*rank.Ranking)
	defer e.rankings.Put(r)
	defer r.Reset()
	d := e.words.reader.Describe(description)
	q := e.ask(&d)
	readings, measures := e.facets.Read(&d), e.facets.Quantities(&d)
	r.Search.Run(&q)
	r.Collect(rank.WidthFast, nil)
	r.Weigh(&d, &q, readings, measures)
	r.Rank()
	if len(r.Candidates) == 0 {
		return -1
	}
	return r.Candidates[0].Sub
}

// alike is how much of their words goods share; 0 where what names them differs.
func (f *finding) alike(index *precedent.Index, s *statement) float64 {
	mine, named := content(f.engine.words.reader, f.description.Parsed)
	theirs, namedToo := content(f.engine.words.reader, s.description.Parsed)
	if index.Alike(named, namedToo) < similarGoodsFrom {
		return 0
	}
	return index.Alike(mine, theirs)
}

// content lists the words that say what goods are and of what, and of them those that name the goods. Sizes are held against the
// conditions of lines, and colours say nothing of the goods.
func content(reader *text.Reader, words []parse.Word) (all, goods []string) {
	for _, w := range words {
		if w.Role.Silent() || w.Role == parse.Tie || w.Role == parse.Packing || w.Number || reader.IsColour(w.Text) || reader.IsMeasure(w.Text) {
			continue
		}
		all = append(all, w.Text)
		if w.Role == parse.Goods {
			goods = append(goods, w.Text)
		}
	}
	return all, goods
}

// differs reports whether a description states of its goods what similar ones are not: another material, another wearer, what the
// subheading that was decided for those is never of, or the opposite of what its titles say.
func (f *finding) differs(m memory) bool {
	e := f.engine
	if opposedBy(f, m.similar) {
		return true
	}
	for _, s := range f.readings.Central {
		saidToo := slices.ContainsFunc(m.similar.readings.Central, func(o facet.Statement) bool { return e.facets.Overlap([]int32{o.Value}, []int32{s.Value}) })
		if !saidToo && s.Weight >= facet.OfGoods && e.facets.Contradicts(m.sub, s.Value) {
			return true
		}
	}
	return opposite(f, m.sub, m.similar) || e.facets.RulesOut(e.tree.HeadingOf[m.sub], m.sub, f.measures)
}

// opposedBy reports whether other goods state what excludes what a description states outright.
func opposedBy(f *finding, goods *statement) bool {
	mine := &statement{description: f.description, readings: f.readings, quantities: f.measures}
	return slices.ContainsFunc(f.readings.Central, func(s facet.Statement) bool {
		_, opposed := f.engine.opposed(s, mine, goods)
		return opposed
	})
}

// opposite reports whether a description states the opposite of what the titles of a subheading say, and other goods of it do not.
func opposite(f *finding, sub int32, goods *statement) bool {
	theirs := goods.readings.Sides()
	stated := slices.DeleteFunc(f.readings.Sides(), func(s facet.Side) bool { return slices.Contains(theirs, s) })
	return facet.Opposes(f.engine.facets, sub, stated, nil)
}

// vouched reports whether the organisation has enough near goods in a subheading for them to stand against what is stated. Decided
// goods do not where these are the opposite or of another material: knitted shirts say nothing of where woven ones belong, nor steel bolts of
// brass ones.
func vouched(f *finding, sub int32) bool {
	if f.neighbors.Share(sub) < precedentVisible {
		return false
	}
	code, unlike, some := f.engine.tree.Subs[sub].Code, map[int]bool{}, false
	for _, k := range f.neighbors.Kept {
		if k.Decided && !k.Same && strings.HasPrefix(k.Code, code) {
			goods := f.engine.stated(k.Description)
			unlike[k.Row] = opposite(f, sub, goods) || opposedBy(f, goods)
			some = some || unlike[k.Row]
		}
	}
	return !some || slices.ContainsFunc(f.neighbors.Near, func(n precedent.Near) bool { return n.Code == code && !unlike[n.Row] })
}

// held is the memory that a finding stands on; nil where it stands on none.
func (f *finding) held() *memory {
	if len(f.candidates) == 0 {
		return nil
	}
	for i := range f.memories {
		if m := &f.memories[i]; m.holds() {
			if m.sub == f.candidates[0].Sub {
				return m
			}
			return nil // what was decided last, or of the likest goods, was overruled by answers
		}
	}
	return nil
}

// hold puts the subheading that a person decided before the others.
func (f *finding) hold() {
	at := slices.IndexFunc(f.memories, func(m memory) bool { return m.holds() })
	if at < 0 || !slices.ContainsFunc(f.ranking.Candidates, func(c rank.Candidate) bool { return c.Sub == f.memories[at].sub }) {
		return
	}
	m := &f.memories[at]
	left := float32(leftBySame)
	if m.similar != nil {
		left = leftBySimilar
	}
	others := float32(0)
	for i := range f.ranking.Candidates {
		if c := &f.ranking.Candidates[i]; c.Sub != m.sub {
			others += c.P
		}
	}
	f.ranking.Scale(func(c *rank.Candidate) float32 {
		switch {
		case c.Sub == m.sub:
			return max(1, (1-left)/max(c.P, 1e-6))
		case others > left:
			return left / others
		}
		return 1
	})
}

// holds reports whether a memory decides the subheading.
func (m *memory) holds() bool { return m.Decided && m.likest >= similarSixFrom }

// sure is how sure the six digits of a memory that holds are.
func (m *memory) sure() float64 {
	switch {
	case m.similar == nil:
		return sureOfSame
	case m.likest >= likestFrom:
		return sureOfLikest
	}
	return sureOfLike
}

// sureOfLine is how sure the digits below them are.
func (m *memory) sureOfLine() float64 {
	switch {
	case m.similar != nil:
		return sureOfDigits
	case m.Decided:
		return 1
	}
	return sureOfSame
}

// remembered chooses the line below a subheading that the organisation chose before, unless answers chose another.
func (f *finding) remembered(country Country, sub int32, tree *tariff.Tree, choice line.Choice) (line.Choice, bool) {
	e := f.engine
	for i := range f.memories {
		m := &f.memories[i]
		code := m.Code
		if m.sub != sub || len(code) < 8 || !m.of(country, e.schedule) {
			continue
		}
		if len(code) > 8 && tree.Find(code) == nil { // a line that is not divided further
			code = code[:8]
		}
		if slices.ContainsFunc(f.settled.Leaves, func(leaf string) bool { return tree.Find(leaf) != nil }) {
			return choice, false
		}
		if m.similar != nil && !f.transfers(m, tree, code, &choice) {
			continue
		}
		kept, ok := e.lines.ChooseWithin(tree, e.reading(f), code, m.sureOfLine())
		if !ok {
			continue
		}
		if m.similar != nil { // the lines beside it stay in view
			for _, k := range choice.Candidates {
				if !strings.HasPrefix(k.Leaf.Code, code) {
					kept.Candidates = append(kept.Candidates, k)
				}
			}
			kept.Presumed = true
		}
		return kept, true
	}
	return choice, false
}

// of reports whether the digits of a memory beyond six are of a country's schedule. Where nobody said whose they are, the code has
// to be of no other's.
func (m *memory) of(country Country, schedule Schedule) bool {
	if m.Country != "" {
		return m.Country == string(country)
	}
	holds := func(c string) bool {
		return slices.ContainsFunc(schedule.Lines(Country(c), m.Code[:tariff.SubheadingDigits]), func(l tariff.Line) bool {
			if l.Code != m.Code[:8] || len(m.Code) == 8 {
				return l.Code == m.Code[:8]
			}
			return slices.ContainsFunc(l.Suffixes(), func(s tariff.Suffix) bool { return s.Code == m.Code })
		})
	}
	return holds(string(country)) && !slices.ContainsFunc(tariff.Countries(), func(c string) bool { return c != string(country) && c != tariff.WorldCode && holds(c) })
}

// transfers reports whether what was decided for similar goods holds for these below their subheading: the conditions of the lines
// tell the two apart nowhere.
func (f *finding) transfers(m *memory, tree *tariff.Tree, code string, choice *line.Choice) bool {
	e := f.engine
	theirs := e.lines.Read((&finding{description: m.similar.description, readings: m.similar.readings, settled: &dialogue.Settled{}}).facts(e.facets, m.Description))
	if e.lines.Excludes(tree, e.reading(f), code) && !e.lines.Excludes(tree, theirs, code) {
		return false
	}
	other := e.lines.Choose(tree, theirs)
	if choice.FillLine && choice.Line.Code != other.Line.Code {
		return false
	}
	return len(code) == 8 || !choice.FillStatistical || choice.Statistical.Code == other.Statistical.Code
}

// recollection states what a person decided for a subheading, for these goods or similar ones; "" where nobody did.
func (f *finding) recollection(sub int32, v voice.Voice) string {
	for i := range f.memories {
		m := &f.memories[i]
		switch {
		case !m.Decided || m.sub != sub || !m.holds() && f.candidates[0].Sub != sub:
		case m.similar == nil:
			return v.Say("decided_same", "code", m.Code)
		default:
			return v.Say("decided_similar", "code", m.Code, "goods", v.Quote(bounded.First(m.Description, maxRecalled)))
		}
	}
	return ""
}

// maxRecalled bounds what is quoted of the goods of a decision, in characters.
const maxRecalled = 120
