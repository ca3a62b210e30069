package candidate

import (
	"slices"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/want"
)

// leastTelling is the letters of a word at least that tells one party from another of its role.
const leastTelling = 4

// leaveTwins takes out the options that stand under the heading of a party of the same side that the schema asks for too: who
// sends the goods and who hands them over are two where both are asked for. Of another part than the one wanted they are
// kept where nothing else is left, for one firm may play both.
func (f *Chosen) leaveTwins(w *want.Want, all []*Option) []*Option {
	var twins []*want.Want
	for _, other := range f.Wants {
		if other != w && other.Role != "" && sheet.Side(other.Role) == sheet.Side(w.Role) && other.Attr == w.Attr {
			twins = append(twins, other)
		}
	}
	if len(twins) == 0 {
		return all
	}
	all = slices.DeleteFunc(all, func(o *Option) bool { return f.ofTwin(w, o, twins, true) })
	own := slices.DeleteFunc(slices.Clone(all), func(o *Option) bool { return f.ofTwin(w, o, twins, false) })
	if len(own) == 0 {
		return all
	}
	return own
}

// ofTwin reports whether an option stands under a heading, or at a label of its own, that names one of other parties and not that of the property: of its
// part in other words, or of another part.
func (f *Chosen) ofTwin(w *want.Want, o *Option, twins []*want.Want, samePart bool) bool {
	h := sheet.Heading{}
	if role := LabelRole(o); role != "" {
		h.Role, h.Text = role, o.Label.Text
	} else if at := f.Doc.HeadingAt(o.Page, page.Bounds(o.Words)); at != sheet.NoHeading {
		h = f.Doc.HeadingsOf(o.Page)[at]
	}
	if (h.Role == w.Role) != samePart || f.Says(h, w) {
		return false
	}
	return slices.ContainsFunc(twins, func(twin *want.Want) bool {
		return twin.Role == h.Role && (!samePart || f.Says(h, twin))
	})
}

// Says reports whether a heading has a telling word of a property or of the party that it is of.
func (f *Chosen) Says(h sheet.Heading, w *want.Want) bool {
	tokens := f.Doc.Dict.Tokens(h.Text)
	return slices.ContainsFunc(w.Path, func(name string) bool {
		return slices.ContainsFunc(f.Doc.Dict.Tokens(name), func(token string) bool {
			return len(token) >= leastTelling && tells(f.Doc, token) && slices.ContainsFunc(tokens, func(t string) bool { return t == token || grid.SameStem(t, token) })
		})
	})
}

// tells reports whether a word is more than one of the names of a thing that is told of every party: of exporter name, exporter.
func tells(d *Finder, token string) bool {
	bag := d.Dict.Bag(token)
	_, _, role := want.RoleIn(bag)
	return role || !slices.ContainsFunc(bag.Words, vague)
}
