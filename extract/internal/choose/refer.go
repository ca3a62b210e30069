package choose

import (
	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// The trust in what a box says by naming another, and how often a box may name a box that names a further one.
const (
	referred     = 0.95
	mostReferred = 3
)

// refer gives a party whose box names another party that one's values: "Same as certifier" in the exporter's box. A property that the
// schema does not ask of the other party stays without a value.
func refer(f *candidate.Chosen) {
	for range mostReferred {
		for _, w := range f.Wants {
			if w.Role == "" || !candidate.Identifies(w.Attr) || f.Found[w.Pointer] != nil {
				continue
			}
			other := referredTo(f, w)
			if other == "" || other == w.Role {
				continue
			}
			if m := foundOf(f, other, w.Attr); m != nil {
				same := *m
				same.Score *= referred
				f.Found[w.Pointer] = &same
			}
		}
	}
}

// referredTo is the role that the box of a property's party names in place of a party, "" for none.
func referredTo(f *candidate.Chosen, w *want.Want) string {
	for _, b := range f.Doc.PartyBlocks(w.Role) {
		if len(b.Lines) == 0 {
			continue
		}
		if role, _, ok := want.RoleIn(f.Doc.Dict.Bag(party.Refers(page.Join(b.Lines[0]), f.Doc.Dict))); ok {
			return role
		}
	}
	return ""
}

// foundOf is the value that was found for a property of a party, nil for none.
func foundOf(f *candidate.Chosen, role string, attr want.Attr) *candidate.Match {
	for _, w := range f.Wants {
		if w.Role == role && (w.Attr == attr || sheet.IsName(w.Attr) && sheet.IsName(attr)) && f.Found[w.Pointer] != nil {
			return f.Found[w.Pointer]
		}
	}
	return nil
}
