package classify

import (
	"cmp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/precedent"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff/ruling"
)

// Rulings are published rulings, shared by all organisations. They do not change and may be searched by many at once.
type Rulings struct {
	list    []ruling.Ruling
	counted library // those that say where goods belong today
	others  library // revoked and modified ones, and those whose codes went to several: found, but without a vote
}

// library is an index of some of the rulings.
type library struct {
	index *precedent.Index
	at    []int // by row: its place in the list
}

// NewRulings returns an index of rulings. What Model returned for the same rulings spares learning again.
func (e *Engine) NewRulings(list []ruling.Ruling, model []byte) *Rulings {
	r := &Rulings{list: list}
	var counted, others []Precedent
	for i := range list {
		x := &list[i]
		row := Precedent{Description: strings.TrimSpace(x.Keywords + " " + x.Description), HS: x.Today}
		if x.Counts() {
			counted, r.counted.at = append(counted, row), append(r.counted.at, i)
			continue
		}
		row.HS = x.Codes[0]
		others, r.others.at = append(others, row), append(r.others.at, i)
	}
	r.counted.index = precedent.NewLibrary(e.words.reader, counted, model)
	r.others.index = precedent.NewShelf(e.words.reader, others)
	return r
}

// Len returns the number of rulings, and of those that count; no rulings have none.
func (r *Rulings) Len() (all, counted int) {
	if r == nil {
		return 0, 0
	}
	return len(r.list), r.counted.index.Len()
}

// Model returns what was learnt of the rulings, for keeping.
func (r *Rulings) Model() []byte { return r.counted.index.Model() }

// maxFound bounds what a search by words goes through.
const maxFound = 500

// Find returns rulings whose words are like those of query, nearest first, or without a query the newest first, with a code
// beginning with digits where any are given: at most limit, after the one with an ID. Known is false where no such ruling is found.
func (r *Rulings) Find(query, digits, after string, limit int) (found []ruling.Ruling, known bool) {
	if r == nil {
		return nil, after == ""
	}
	known = after == ""
	for _, i := range r.order(query) {
		x := &r.list[i]
		switch {
		case digits != "" && !x.Has(digits):
		case !known:
			known = x.ID() == after
		case len(found) < limit:
			found = append(found, *x)
		default:
			return found, true
		}
	}
	return found, known
}

// order are places in the list, best first.
func (r *Rulings) order(query string) (places []int) {
	if strings.TrimSpace(query) == "" {
		for i := range r.list {
			places = append(places, i)
		}
		slices.SortStableFunc(places, func(a, b int) int { return strings.Compare(r.list[b].Date, r.list[a].Date) })
		return places
	}
	near := r.counted.nearest(query, maxFound)
	near = append(near, r.others.nearest(query, maxFound)...)
	sortNear(near)
	for _, n := range near[:min(len(near), maxFound)] {
		places = append(places, n.Row)
	}
	return places
}

func sortNear(near []precedent.Near) {
	slices.SortStableFunc(near, func(a, b precedent.Near) int { return cmp.Compare(b.Similarity, a.Similarity) })
}

// nearest are the rows nearest to a text, by their places in the list.
func (l *library) nearest(text string, most int) []precedent.Near {
	return l.placed(l.index.Nearest(text, most))
}

func (l *library) placed(near []precedent.Near) []precedent.Near {
	out := make([]precedent.Near, len(near))
	for i, n := range near {
		out[i] = n
		out[i].Row = l.at[n.Row]
	}
	return out
}

// consulted holds the rulings that bear on a description.
type consulted struct {
	rulings   *Rulings
	neighbors *precedent.Neighbors // of those that count
	near      []precedent.Near     // of all, nearest first
}

// maxShelved bounds the rulings without a vote that are shown.
const maxShelved = 4

// consult finds the rulings nearest to a description; no rulings say nothing.
func (r *Rulings) consult(description string) (c consulted) {
	if r == nil {
		return c
	}
	c.rulings = r
	if c.neighbors = r.counted.index.Search(description); c.neighbors != nil {
		c.near = r.counted.placed(c.neighbors.Near)
	}
	c.near = append(c.near, r.others.nearest(description, maxShelved)...)
	sortNear(c.near)
	return c
}

// Bounds of the rulings an answer names, by their likeness to the description.
const (
	likeEnough    = 0.45 // of one for the code
	likeObjection = 0.60 // of one for another code, or of one that no longer holds
	maxAgreeing   = 3
	maxObjecting  = 2
)

// cited is a ruling named for a candidate.
type cited struct {
	*ruling.Ruling
	status EvidenceStatus
	like   float32
}

// on returns the rulings worth naming for a code: first those for it; of the leading code, too, those for others, and of any
// those that once stood for it.
func (c *consulted) on(code string, leading bool) (out []cited) {
	agreeing, objecting := 0, 0
	for _, n := range c.near {
		x := &c.rulings.list[n.Row]
		switch own := x.Has(code); {
		case x.Counts() && x.Today == code && n.Similarity >= likeEnough && agreeing < maxAgreeing:
			agreeing++
			out = append(out, cited{x, EvidenceStatusSupports, n.Similarity})
		case n.Similarity < likeObjection || objecting == maxObjecting:
		case x.Counts() && x.Today != code && leading:
			objecting++
			out = append(out, cited{x, EvidenceStatusOpposes, n.Similarity})
		case own && x.Status == ruling.StatusRevoked:
			objecting++
			out = append(out, cited{x, EvidenceStatusRevoked, n.Similarity})
		case own && x.Status == ruling.StatusModified:
			objecting++
			out = append(out, cited{x, EvidenceStatusModified, n.Similarity})
		}
	}
	slices.SortStableFunc(out, func(a, b cited) int { return cmp.Compare(weightOf(a.status), weightOf(b.status)) })
	return out
}

// weightOf orders what is named: what supports a code first.
func weightOf(s EvidenceStatus) int {
	return slices.Index([]EvidenceStatus{EvidenceStatusSupports, EvidenceStatusOpposes, EvidenceStatusModified, EvidenceStatusRevoked}, s)
}

// ruled is the evidence of the rulings on a code.
func (w *writer) ruled(i int, code string) (out []Evidence) {
	for _, c := range w.f.rulings.on(code, i == 0) {
		out = append(out, Evidence{
			Kind: EvidenceRuling, Reference: c.Reference, Text: w.tells(c), Code: cmp.Or(c.Today, c.Codes[0]), Status: c.status,
			Source: w.rulingSource(c), URL: c.URL,
		})
	}
	return out
}

// cite states the nearest ruling for a subheading, and the nearest against the leading one.
func (w *writer) cite(sub int32) (out []string) {
	last := EvidenceStatus("")
	for _, c := range w.f.rulings.on(w.e.tree.Subs[sub].Code, sub == w.f.candidates[0].Sub) {
		if c.status != last && (c.status == EvidenceStatusSupports || c.status == EvidenceStatusOpposes) {
			out = append(out, w.tells(c))
		}
		last = c.status
	}
	return out
}

// tells is the sentence about a ruling.
func (w *writer) tells(c cited) string {
	number := func(from int) string { return strings.TrimLeft(c.Date[from:from+2], "0") }
	day := w.Say("date", "day", number(8), "month", w.Say("month "+number(5)), "year", c.Date[:4])
	return w.Say("ruling_"+string(c.status), "number", c.Reference, "day", day, "source", w.rulingSource(c),
		"code", cmp.Or(c.Today, c.Codes[0]), "likeness", voice.Percent(min(c.like, 1)))
}

func (w *writer) rulingSource(c cited) string { return w.Say("ruling_source " + string(c.Source)) }

// alike states how similar the nearest of the organisation's own goods with a code are.
func (w *writer) alike(code string) string {
	for _, n := range w.f.neighbors.Near {
		if n.Code == code {
			return " " + w.Say("nearest_precedent", "percent", voice.Percent(min(n.Similarity, 1)))
		}
	}
	return ""
}
