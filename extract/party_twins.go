package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// leastTelling is the letters of a word at least that tells one party from another of its role.
const leastTelling = 4

// leaveTwins takes out the options that stand under the heading of a party of the same side that the schema asks for too: who
// sends the goods and who hands them over are two where both are asked for. Of another part than the one wanted they are
// kept where nothing else is left, for one firm may play both.
func (f *filling) leaveTwins(w *want.Want, all []*option) []*option {
	var twins []*want.Want
	for _, other := range f.wants {
		if other != w && other.Role != "" && side(other.Role) == side(w.Role) && other.Attr == w.Attr {
			twins = append(twins, other)
		}
	}
	if len(twins) == 0 {
		return all
	}
	all = slices.DeleteFunc(all, func(o *option) bool { return f.ofTwin(w, o, twins, true) })
	own := slices.DeleteFunc(slices.Clone(all), func(o *option) bool { return f.ofTwin(w, o, twins, false) })
	if len(own) == 0 {
		return all
	}
	return own
}

// ofTwin reports whether an option stands under a heading, or at a label of its own, that names one of other parties and not that of the property: of its
// part in other words, or of another part.
func (f *filling) ofTwin(w *want.Want, o *option, twins []*want.Want, samePart bool) bool {
	h := heading{}
	if role := labelRole(o); role != "" {
		h.role, h.text = role, o.label.Text
	} else if at := f.doc.headingAt(o.page, page.Bounds(o.Words)); at != noHeading {
		h = f.doc.headingsOf(o.page)[at]
	}
	if (h.role == w.Role) != samePart || f.says(h, w) {
		return false
	}
	return slices.ContainsFunc(twins, func(twin *want.Want) bool {
		return twin.Role == h.role && (!samePart || f.says(h, twin))
	})
}

// says reports whether a heading has a telling word of a property or of the party that it is of.
func (f *filling) says(h heading, w *want.Want) bool {
	tokens := f.doc.Dict.Tokens(h.text)
	return slices.ContainsFunc(w.Path, func(name string) bool {
		return slices.ContainsFunc(f.doc.Dict.Tokens(name), func(token string) bool {
			return len(token) >= leastTelling && f.doc.tells(token) && slices.ContainsFunc(tokens, func(t string) bool { return t == token || sameStem(t, token) })
		})
	})
}

// tells reports whether a word is more than one of the names of a thing that is told of every party: of exporter name, exporter.
func (d *document) tells(token string) bool {
	bag := d.Dict.Bag(token)
	_, _, role := want.RoleIn(bag)
	return role || !slices.ContainsFunc(bag.Words, vague)
}
