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
	twins := slices.DeleteFunc(slices.Clone(f.wants), func(other *want.Want) bool {
		return other == w || other.Role != w.Role || other.Attr != w.Attr
	})
	if len(twins) == 0 {
		return false
	}
	at := f.doc.headingAt(o.page, page.Bounds(o.Words))
	if at == noHeading {
		return false
	}
	h := f.doc.headingsOf(o.page)[at]
	return h.role == w.Role && !f.says(h, w) && slices.ContainsFunc(twins, func(twin *want.Want) bool { return f.says(h, twin) })
}

// says reports whether a heading has a word of a property or of the party that it is of.
func (f *filling) says(h heading, w *want.Want) bool {
	tokens := f.doc.Dict.Tokens(h.text)
	return slices.ContainsFunc(w.Path, func(name string) bool {
		return slices.ContainsFunc(f.doc.Dict.Tokens(name), func(token string) bool {
			return len(token) >= leastTelling && slices.ContainsFunc(tokens, func(t string) bool { return t == token || sameStem(t, token) })
		})
	})
}
