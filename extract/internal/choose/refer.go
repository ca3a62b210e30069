package choose

import (
	"maps"
	"slices"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/confidence"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// The trust in what a box says by naming another, and how often a box may name a box that names a further one.
const (
	referred     = 0.95
	mostReferred = 3
)

// refer gives a party whose box names another party that one's values: "Same as certifier" in the exporter's box. What the schema does
// not ask of the other party is looked for in its name.
func refer(f *candidate.Chosen, model confidence.Model) {
	others, named := map[*want.Want]string{}, map[string]*candidate.Match{}
	for _, w := range f.Wants {
		if w.Role == "" || !candidate.Identifies(w.Attr) {
			continue
		}
		other := w.Role
		for range mostReferred {
			if next := referredTo(f, other); next != "" {
				other = next
			}
		}
		if other != w.Role {
			others[w] = other
			delete(f.Found, w.Pointer) // it is no value of the party that is named either
		}
	}
	for w, other := range others {
		if m := valueOf(f, model, other, w.Attr); m != nil {
			same := *m
			same.Score *= referred
			named[w.Pointer] = &same
		}
	}
	maps.Copy(f.Found, named)
}

// referredTo is the role that the box of a party names in place of its own, "" for none.
func referredTo(f *candidate.Chosen, role string) string {
	for _, b := range f.Doc.PartyBlocks(role) {
		if len(b.Lines) == 0 || !label.HasConcept(b.Label, role) {
			continue
		}
		rest, above := party.Refers(page.Join(b.Lines[0]), f.Doc.Dict)
		if above {
			return roleBefore(f, b.Label)
		}
		other, _, _ := want.RoleIn(f.Doc.Dict.Bag(rest))
		return other
	}
	return ""
}

// roleBefore is the role of the party that the last caption of one before another names, "" for none.
func roleBefore(f *candidate.Chosen, at *label.Label) string {
	last := ""
	for _, l := range f.Doc.Labels {
		if l.Page != at.Page || l.Row > at.Row || l.Row == at.Row && l.Segment >= at.Segment {
			continue
		}
		if role, attr, ok := want.RoleIn(l.Bag); ok && (attr == want.AttrNone || attr == want.AttrName) && !slices.Contains(at.Concepts, l.Concepts[0]) {
			last = role
		}
	}
	return last
}

// valueOf is the value of a property of a party, nil for none.
func valueOf(f *candidate.Chosen, model confidence.Model, role string, attr want.Attr) *candidate.Match {
	for _, w := range f.Wants {
		if w.Role == role && (w.Attr == attr || sheet.IsName(w.Attr) && sheet.IsName(attr)) && f.Found[w.Pointer] != nil {
			return f.Found[w.Pointer]
		}
	}
	if attr == want.AttrNone {
		attr = want.AttrName
	}
	node := &schema.Node{Name: role + "_" + candidate.NameOf(attr), Type: schema.TypeString}
	m, ok := One(f, model, want.New(f.Doc.Dict, node, []string{node.Name}, nil))
	if !ok {
		return nil
	}
	return &m
}
