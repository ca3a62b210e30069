package classify

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/parse"
	"tariffdesk/classify/internal/prose"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// EvidenceKind is the kind of an Evidence.
type EvidenceKind string

// The kinds of evidence.
const (
	EvidenceNote      EvidenceKind = "note"      // of a section, chapter or heading
	EvidenceExclusion EvidenceKind = "exclusion" // a heading leaves goods to another
	EvidenceRule      EvidenceKind = "rule"      // a general interpretive rule
	EvidencePrecedent EvidenceKind = "precedent" // goods the organisation has classified
	EvidenceRuling    EvidenceKind = "ruling"    // published by an authority
	EvidenceReading   EvidenceKind = "reading"   // what each part of the description was read as
)

// EvidenceStatus tells whether an Evidence supports or opposes its code.
type EvidenceStatus string

// The ways an Evidence stands to a code.
const (
	EvidenceStatusSupports EvidenceStatus = "supports"
	EvidenceStatusOpposes  EvidenceStatus = "opposes"
	EvidenceStatusModified EvidenceStatus = "modified" // a ruling that was modified since, and does not count
	EvidenceStatusRevoked  EvidenceStatus = "revoked"  // a ruling that was revoked, and does not count
)

// Evidence supports or opposes a code.
type Evidence struct {
	Kind      EvidenceKind   `json:"kind" enum:"note,exclusion,rule,precedent,ruling,reading" doc:"note, exclusion and rule are law; precedent and ruling are decided goods; reading is how the description was understood"`
	Reference string         `json:"reference" doc:"ch61-n6 for note 6 to chapter 61, s15-n2 for note 2 to section XV, GIR 3(b) for a rule, a heading for its exclusion, the number of a ruling, product_description for the reading of it"`
	Text      string         `json:"text" doc:"In our own words, or the organisation's own"`
	Code      string         `json:"code" doc:"The code that it supports or opposes, digits alone"`
	Status    EvidenceStatus `json:"status" enum:"supports,opposes,modified,revoked" doc:"A modified or revoked ruling is shown and does not count"`
	Source    string         `json:"source" doc:"Where it stands, such as the note of a chapter or the number of a ruling"`
	URL       string         `json:"url,omitempty" doc:"Page of the source; absent where it has none"`
	Parts     []Part         `json:"parts,omitempty" doc:"Of a reading: the parts of the description in their order"`
}

// Part is a part of a description with what it states about the goods.
type Part struct {
	Role string `json:"role" enum:"goods,with,of,purpose,clause,shape,packing,quantity,identifier,brand,origin,colour,promotion,absent" doc:"goods names them; with is what they carry, of a material or whole, absent what they do not have; those from packing on do not choose the code"`
	Name string `json:"name" doc:"The role in the language of the answer"`
	Text string `json:"text" doc:"As the description spells it"`
}

// maxParts bounds the parts that are shown of a description: enough for any listing.
const maxParts = 40

// roleAbsent is the role of what is named to say that the goods do not have it.
const roleAbsent = "absent"

// reading shows what each part of the description was read as.
func reading(w *writer, code string) (Evidence, bool) {
	var parts []Part
	var told []string
	for _, span := range parse.Spans(w.f.parsed) {
		if len(parts) == maxParts {
			break
		}
		role := span.Role
		if role == parse.Shade {
			role = parse.Colour
		}
		p := Part{Role: role.String()}
		if span.Denied {
			p.Role = roleAbsent
		}
		var words []string
		for _, word := range span.Words {
			words = append(words, w.Spelled(word.Text))
		}
		p.Name, p.Text = w.Say("role "+p.Role), strings.Join(words, " ")
		parts, told = append(parts, p), append(told, p.Name+": "+p.Text)
	}
	return Evidence{
		Kind: EvidenceReading, Reference: "product_description", Text: strings.Join(told, "; "), Code: code, Status: EvidenceStatusSupports,
		Source: w.Say("own_words"), Parts: parts,
	}, len(parts) > 0
}

// sourceHS names where notes and rules come from.
const sourceHS = "Harmonized System 2022"

// precedentVisible is the share of the precedents' votes that is worth a sentence.
const precedentVisible = 0.2

// precedent is the sentence on the organisation's own goods, a decision on them first, "" where too few point to a subheading.
func (w *writer) precedent(sub int32) string {
	if decided := w.f.recollection(sub, w.Voice); decided != "" {
		return decided
	}
	votes := w.f.neighbors.Share(sub)
	if votes < precedentVisible {
		return ""
	}
	return w.Say("precedent", "percent", voice.Percent(votes))
}

// proseGrounds collects the grounds for candidate i besides the words of the description.
func (w *writer) proseGrounds(i int, exclusion *Evidence) *prose.Grounds {
	sub, how := w.f.candidates[i].Sub, stanceGoverned
	if i == 0 {
		how = stanceSent
	}
	g := &prose.Grounds{Notes: w.f.notesOn(sub, how), Precedent: w.precedent(sub), Rulings: w.cite(sub)}
	if exclusion != nil {
		g.Exclusion = exclusion.Text
	}
	return g
}

// grounds gathers the evidence of candidate i. exclusion is the legal note that excludes it, nil for none.
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
			Kind: EvidenceRule, Reference: "GIR " + string(w.f.rule), Text: w.Say("rule " + string(w.f.rule)), Code: code, Status: EvidenceStatusSupports, Source: sourceHS,
		})
	}
	if said := w.precedent(w.f.candidates[i].Sub); said != "" {
		source := w.Say("own_goods")
		out = append(out, Evidence{
			Kind: EvidencePrecedent, Reference: source, Text: said + w.alike(code), Code: code, Status: EvidenceStatusSupports, Source: source,
		})
	}
	out = append(out, w.ruled(i, code)...)
	if i == 0 {
		if read, some := reading(w, code); some {
			out = append(out, read)
		}
	}
	return out
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
		if w.Tongue() == text.Spanish {
			names = x.Spanish
		}
		said, ok := w.e.lines.Says(w.e.reading(w.f), names)
		if !ok { // named in the description's other language
			said, ok = w.e.lines.Says(w.e.reading(w.f), append(x.English[:len(x.English):len(x.English)], x.Spanish...))
		}
		if !ok || !w.NamesGoods(said) {
			continue
		}
		return &Evidence{
			Kind: EvidenceExclusion, Reference: heading.Code, Text: w.Say("leaves", "heading", heading.Code, "goods", w.Quote(said), "to", to.Parent.Code),
			Code: code, Status: status, Source: sourceHS,
		}
	}
	return nil
}
