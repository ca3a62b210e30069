package classify

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// EvidenceKind says what an Evidence is.
type EvidenceKind string

// The kinds of evidence.
const (
	EvidenceNote      EvidenceKind = "note"      // of a section, chapter or heading
	EvidenceExclusion EvidenceKind = "exclusion" // a heading leaves goods to another
	EvidenceRule      EvidenceKind = "rule"      // a general interpretive rule
	EvidencePrecedent EvidenceKind = "precedent" // goods the organisation has classified
	EvidenceRuling    EvidenceKind = "ruling"    // published by an authority
)

// EvidenceStatus says how an Evidence stands to its code.
type EvidenceStatus string

// The ways an Evidence stands to a code.
const (
	EvidenceStatusSupports EvidenceStatus = "supports"
	EvidenceStatusOpposes  EvidenceStatus = "opposes"
	EvidenceStatusModified EvidenceStatus = "modified" // a ruling that was modified since, and does not count
	EvidenceStatusRevoked  EvidenceStatus = "revoked"  // a ruling that was revoked, and does not count
)

// Evidence is what supports or opposes a code.
type Evidence struct {
	Kind      EvidenceKind   `json:"kind" enum:"note,exclusion,rule,precedent,ruling"`
	Reference string         `json:"reference" doc:"ch61-n6 for note 6 to chapter 61, s15-n2 for note 2 to section XV, GIR 3(b) for a rule, a heading for its exclusion, the number of a ruling"`
	Text      string         `json:"text" doc:"In our own words, or the organisation's own"`
	Code      string         `json:"code" doc:"The code it speaks of"`
	Status    EvidenceStatus `json:"status" enum:"supports,opposes,modified,revoked" doc:"A modified or revoked ruling is shown and does not count"`
	Source    string         `json:"source"`
	URL       string         `json:"url,omitempty"`
}

// sourceHS names where notes and rules come from.
const sourceHS = "Harmonized System 2022"

// grounds gathers the evidence of candidate i; exclusion is that of exclusion, nil for none.
func (w *writer) grounds(i int, code string, exclusion *Evidence) (out []Evidence) {
	for _, n := range w.f.notesOn(w.f.candidates[i].Sub, stanceSent) {
		out = append(out, w.noteEvidence(n, code, EvidenceStatusSupports))
	}
	for _, n := range w.f.notesOn(w.f.candidates[i].Sub, stanceGoverned) {
		out = append(out, w.noteEvidence(n, code, EvidenceStatusOpposes))
	}
	if exclusion != nil {
		out = append(out, *exclusion)
	}
	if i == 0 {
		out = append(out, Evidence{
			Kind: EvidenceRule, Reference: "GIR " + string(w.f.rule), Text: w.p.rule[w.f.rule], Code: code, Status: EvidenceStatusSupports, Source: sourceHS,
		})
	}
	if votes := w.f.neighbors.Share(w.f.candidates[i].Sub); votes >= precedentVisible {
		out = append(out, Evidence{
			Kind: EvidencePrecedent, Reference: w.p.ownGoods, Text: strings.TrimSpace(fmt.Sprintf(w.p.precedent, 100*votes)) + w.alike(code),
			Code: code, Status: EvidenceStatusSupports, Source: w.p.ownGoods,
		})
	}
	return append(out, w.ruled(i, code)...)
}

func (w *writer) noteEvidence(n *tariff.Note, code string, status EvidenceStatus) Evidence {
	return Evidence{Kind: EvidenceNote, Reference: n.ID, Text: n.Text.In(w.language), Code: code, Status: status, Source: sourceHS}
}

// maxExcluding bounds the candidates whose exclusions are looked at.
const maxExcluding = 5

// exclusion finds a heading near candidate i that names the goods to leave them to its heading, or, for a candidate behind
// the first, its own heading's exclusion of goods that belong to the first.
func (w *writer) exclusion(i int) *Evidence {
	if w.e.lines == nil || w.f.query.Known == 0 {
		return nil
	}
	first := w.e.tree.Subs[w.f.candidates[0].Sub]
	if i > 0 {
		own := w.e.tree.Subs[w.f.candidates[i].Sub]
		return w.excludes(own.Parent, first, EvidenceStatusOpposes, own.Code)
	}
	for k := 1; k < min(len(w.f.candidates), maxExcluding); k++ {
		if x := w.excludes(w.e.tree.Subs[w.f.candidates[k].Sub].Parent, first, EvidenceStatusSupports, first.Code); x != nil {
			return x
		}
	}
	return nil
}

// excludes reports whether a heading names the goods of the description to leave them to what an entry is of.
func (w *writer) excludes(heading, to *tariff.Entry, status EvidenceStatus, code string) *Evidence {
	if heading == to.Parent {
		return nil
	}
	for _, x := range heading.Exclusions {
		if !slices.ContainsFunc(x.Codes, func(c string) bool { return strings.HasPrefix(to.Code, c) }) {
			continue
		}
		names := x.English
		if w.tongue() == text.Spanish {
			names = x.Spanish
		}
		said, ok := w.e.lines.Says(w.e.reading(w.f), names)
		if !ok { // named in the description's other language: the first name stands for it
			if _, ok = w.e.lines.Says(w.e.reading(w.f), append(x.English[:len(x.English):len(x.English)], x.Spanish...)); !ok {
				continue
			}
			said = names[0]
		}
		return &Evidence{
			Kind: EvidenceExclusion, Reference: heading.Code, Text: fmt.Sprintf(w.p.leaves, heading.Code, w.p.quote(said), to.Parent.Code),
			Code: code, Status: status, Source: sourceHS,
		}
	}
	return nil
}

// noteName names a note as a broker does: note 6 to chapter 61.
func (w *writer) noteName(id string) string {
	scope, number, numbered := strings.Cut(id, "-n")
	form, digits := w.p.noteOfHeading, strings.TrimLeft(scope, "sch")
	switch {
	case strings.HasPrefix(scope, "ch"):
		form = w.p.noteOfChapter
		digits = strings.TrimLeft(digits, "0")
	case strings.HasPrefix(scope, "s"):
		form = w.p.noteOfSection
		digits = roman(digits)
	}
	if !numbered {
		return fmt.Sprintf(w.p.termsOf, digits)
	}
	if last := number[len(number)-1]; last >= 'a' {
		number = number[:len(number)-1] + "(" + string(last) + ")"
	}
	return fmt.Sprintf(form, number, digits)
}

// roman writes the number of a section, 1 to 21.
func roman(digits string) string {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	var b strings.Builder
	for _, r := range []struct {
		value int
		sign  string
	}{{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}
