package extract

import (
	"slices"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// leastTelling is the letters of a word at least that tells one party from another of its role.
const leastTelling = 4

// ofTwin reports whether an option stands under the heading of a party that plays the same part as the one wanted and that the
// schema asks for too: who sends the goods and who hands them over are two where both are asked for.
func (f *filling) ofTwin(w *want.Want, o *option) bool {
	if w.Role == "" || len(o.Words) == 0 {
		return false
	}
	at := f.doc.headingAt(o.page, page.Bounds(o.Words))
	if at == noHeading {
		return false
	}
	h := f.doc.headingsOf(o.page)[at]
	return h.role == w.Role && !f.says(h, w) && slices.ContainsFunc(f.wants, func(other *want.Want) bool {
		return other != w && other.Role == w.Role && other.Attr == w.Attr && f.says(h, other)
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
