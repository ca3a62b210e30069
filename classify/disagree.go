package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// maxDisagreements bounds the disagreements that an answer reports.
const maxDisagreements = 3

// disagreements says where what was read from attachments contradicts the words of the caller: another material, another weight.
func (w *writer) disagreements() (out []string) {
	own, found := strings.CutSuffix(w.request.Description, w.request.Attached)
	if !found || w.request.Attached == "" || strings.Trim(own, " .") == "" {
		return nil
	}
	said, read := w.e.stated(own), w.e.stated(w.request.Attached)
	for _, s := range said.readings.Central {
		if other, ok := w.e.opposed(s, said, read); ok {
			sentence := w.Say("disagrees", "said", w.valueName(s.Value), "read", w.valueName(other))
			if len(out) < maxDisagreements && !slices.Contains(out, sentence) {
				out = append(out, sentence)
			}
		}
	}
	for _, q := range said.quantities {
		at := slices.IndexFunc(read.quantities, func(o facet.Quantity) bool { return o.Class == q.Class })
		if at >= 0 && len(out) < maxDisagreements && said.only(q) && read.only(read.quantities[at]) && !q.Near(read.quantities[at]) {
			out = append(out, w.Say("disagrees", "said", said.written(q), "read", read.written(read.quantities[at])))
		}
	}
	return out
}

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

// written is a quantity as its text writes it.
func (s *statement) written(q facet.Quantity) string {
	return q.Written
}

// opposed returns the value of the same kind that the other text states instead. The two texts must agree on no value
// of that kind.
func (e *Engine) opposed(s facet.Statement, said, read *statement) (value int32, ok bool) {
	x := e.facets
	if !x.Exclusive(s.Value) || s.Weight < facet.Outright {
		return 0, false
	}
	best := float32(facet.Outright)
	for _, o := range read.readings.Central {
		if x.Values[o.Value].Facet != x.Values[s.Value].Facet {
			continue
		}
		if slices.ContainsFunc(said.readings.Central, func(mine facet.Statement) bool { return x.Overlap([]int32{mine.Value}, []int32{o.Value}) }) {
			return 0, false
		}
		if o.Weight > best {
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
