package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// maxDisagreements bounds the disagreements that an answer reports.
const maxDisagreements = 3

// contradictory reports whether the description states and denies the same, and nobody has said since which holds.
func (f *finding) contradictory() bool {
	return len(f.both) > 0 && !f.settled.Answered[dialogue.IDMaterial]
}

// disputed returns the first value that the caller states and attachments contradict, a material or another of what goods have one of; ok is false where
// there is none, or somebody has said since which holds.
func disputed(f *finding) (value int32, ok bool) {
	at := slices.IndexFunc(f.apart, disagreement.isFact)
	if at < 0 || f.settled.Answered[dialogue.IDMaterial] {
		return 0, false
	}
	return f.apart[at].values[0], true
}

// disagreements says what contradicts itself: the description, or what was read from attachments and the words of the caller, that name
// other goods, another material, another weight.
func (w *writer) disagreements() (out []string) {
	if w.f.contradictory() {
		for _, value := range w.f.both[:min(len(w.f.both), maxDisagreements)] {
			out = append(out, w.Say("denies_itself", "said", w.valueName(value)))
		}
	}
	if s := w.f.several; s != nil && s.contrary && !s.settled {
		return append(out, w.Say("disagrees", "said", w.Quote(s.names[0]), "read", w.Quote(s.names[1])))
	}
	for _, d := range w.f.apart {
		if _, open := disputed(w.f); d.isFact() && !open {
			continue
		}
		sentence := w.Say("disagrees", "said", d.said, "read", d.read)
		if d.isFact() {
			sentence = w.Say("disagrees", "said", w.valueName(d.values[0]), "read", w.valueName(d.values[1]))
		}
		out = append(out, sentence)
	}
	return out
}

// disagreement holds what the caller says beside what attachments say of the same.
type disagreement struct {
	values     [2]int32 // of one kind; both 0 where it is a quantity
	said, read string   // quantities
}

// apartFrom finds where what was read from attachments contradicts the words of the caller in a material or a measure.
func apartFrom(e *Engine, request Request) (out []disagreement) {
	own, found := strings.CutSuffix(request.Description, request.Attached)
	if !found || request.Attached == "" || strings.Trim(own, " .") == "" {
		return nil
	}
	said, read := e.stated(own), e.stated(request.Attached)
	for _, s := range said.readings.Central {
		if other, ok := e.opposed(s, said, read); ok {
			if d := (disagreement{values: [2]int32{s.Value, other}}); len(out) < maxDisagreements && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	for _, q := range said.quantities {
		at := slices.IndexFunc(read.quantities, func(o facet.Quantity) bool { return o.Class == q.Class })
		if at >= 0 && len(out) < maxDisagreements && said.only(q) && read.only(read.quantities[at]) && !q.Near(read.quantities[at]) {
			out = append(out, disagreement{said: q.Written, read: read.quantities[at].Written})
		}
	}
	return out
}

// isFact reports whether a value is contradicted, not a quantity.
func (d disagreement) isFact() bool { return d.values != [2]int32{} }

// statement holds the facts that a text states.
type statement struct {
	description text.Description
	readings    *facet.Readings
	quantities  []facet.Quantity
}

func (e *Engine) stated(words string) *statement {
	s := &statement{description: e.words.reader.Describe(words)}
	e.index.Read(&s.description)
	s.readings, s.quantities = e.facets.Read(&s.description), e.facets.Quantities(&s.description)
	return s
}

// only reports whether a text has one quantity of a dimension: among several, which is which is not known.
func (s *statement) only(q facet.Quantity) bool {
	return !slices.ContainsFunc(s.quantities, func(o facet.Quantity) bool { return o.Class == q.Class && o.Mention != q.Mention })
}

// opposed returns the value of the same kind that the other text states instead. The two texts must agree on no value
// of that kind.
func (e *Engine) opposed(s facet.Statement, said, read *statement) (value int32, ok bool) {
	x := e.facets
	if !x.Exclusive(s.Value) || s.Weight < facet.Outright {
		return 0, false
	}
	best := float32(0)
	for _, o := range read.readings.Central {
		if x.Values[o.Value].Facet != x.Values[s.Value].Facet || x.Wider(o.Value, []int32{s.Value}) { // "fabric" takes no cotton back
			continue
		}
		least := float32(facet.Outright)
		if facet.Kin(x, o.Value, s.Value) { // "material: polyester" of a data sheet, where the caller says cotton
			least = facet.Stated
		}
		if slices.ContainsFunc(said.readings.Central, func(mine facet.Statement) bool {
			return !x.Wider(mine.Value, []int32{s.Value}) && x.Overlap([]int32{mine.Value}, []int32{o.Value})
		}) {
			return 0, false
		}
		if o.Weight >= least && o.Weight > best {
			value, best, ok = o.Value, o.Weight, true
		}
	}
	return value, ok
}

// valueName is a value's name in the answer's language.
func (w *writer) valueName(value int32) string {
	if v := w.e.knowledge.Vocabulary().Value(w.e.facets.Values[value].ID); v != nil {
		return v.Name.In(w.language)
	}
	return ""
}
