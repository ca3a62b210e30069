package describe

import (
	"slices"

	"tariffdesk/extract/internal/value"
)

var (
	possessives  = []string{"its", "their", "his", "her", "our", "my", "su", "sus", "mi", "mis", "nuestro", "nuestra", "seu", "sua", "seus", "suas", "ihr", "ihre", "ihren", "sein", "seine", "deren", "dessen", "unsere"}
	prepositions = []string{"from", "on", "in", "at", "of", "for", "de", "del", "en", "para", "do", "da", "dos", "das", "em", "von", "vom", "aus", "fur", "auf"}
	ofWords      = []string{"of", "de", "del", "do", "da", "dos", "das", "des", "der", "vom", "von"}
)

func (r *request) article(word string) bool {
	return r.tongue.is(roleArticle, value.Fold(word))
}

func (r *request) possessive(word string) bool { return slices.Contains(possessives, value.Fold(word)) }

func (r *request) withoutArticle(words []string) []string {
	for len(words) > 1 && r.article(words[0]) {
		words = words[1:]
	}
	return words
}

// stripped takes off what says nothing of the field: "please give me", "also".
func (r *request) stripped(words []string, opening bool) []string {
	for len(words) > 0 {
		f := folded(words)
		n := max(r.words.leading("also", f), r.words.leading("after", f))
		if opening {
			n = max(n, r.words.leading("lead", f))
		}
		if n == 0 && opening && r.article(words[0]) && len(words) > 1 && r.words.leading("lead", f[1:]) > 0 {
			n = 1
		}
		if n == 0 || n == len(words) && r.words.typeAt(f, r.tongue) != "" && r.words.leading("lead", f) == 0 {
			break
		}
		if n < len(words) && r.lines(f[n-1:n]) { // "each line …" begins a list
			break
		}
		words = words[n:]
	}
	return words
}

// withoutDocument takes the mention of the document off a piece: a title, "from our invoices".
func (r *request) withoutDocument(words []string, p piece, opening bool) []string {
	f := folded(words)
	d, at := r.words.document(f, r.tongue.name)
	if at < 0 {
		return r.untitled(words, p, opening)
	}
	end := at + len(d.words)
	tail := func() []string { // "… from our supplier invoices"
		for i := at - 1; i > 0 && at-i <= 4; i-- {
			if (f[i] == "from" || f[i] == "in" || f[i] == "on" || f[i] == "en") && end >= len(words)-1 {
				return words[:i]
			}
		}
		return words
	}
	switch {
	case opening && at <= 4 && (p.colon || end == len(words) && !r.saysField(f[:at])):
		return r.afterTitle(words, end, p)
	case opening && at <= 4 && slices.Contains(prepositions, f[0]) && (at == 1 || r.article(words[1]) || r.possessive(words[1]) || at <= 3):
		return r.stripped(r.beyondQualifier(words[end:]), true)
	case opening && at <= 3 && !r.saysField(f[:at]):
		if n := r.words.leading("with", f[end:]); n > 0 {
			return r.stripped(words[end+n:], true)
		}
		if _, rest, ok := r.partedBy(words[end-1:], "with"); ok && end < len(words) && slices.Contains(prepositions, f[end]) {
			return rest // factura de hotel con …
		}
	}
	return tail()
}

// afterTitle returns the words after a title in its piece: nothing, where the piece ends with it or a colon follows.
func (r *request) afterTitle(words []string, end int, p piece) []string {
	if p.colon {
		return nil
	}
	return words[end:]
}

// beyondQualifier skips what qualifies a document: "of a supermarket".
func (r *request) beyondQualifier(words []string) []string {
	if len(words) > 1 && folds(words[0], ofWords...) {
		return words[min(2, len(words)):]
	}
	if len(words) > 1 && folds(words[0], copulas...) {
		return words[1:] // what I need from it is …
	}
	return words
}

// untitled takes a heading off that names no document: "Fields:", "un formulario con".
func (r *request) untitled(words []string, p piece, opening bool) []string {
	if !opening || len(words) == 0 {
		return words
	}
	if title, rest, ok := r.partedBy(words, "with"); ok && p.mark == markSentence && r.named == 0 && r.titles() && !p.colon && !plural(value.Fold(title[len(title)-1])) &&
		r.words.noun(folded(title)[headOf(folded(title), r.tongue):][:1]) == "" && !r.words.is("party", folded(title)...) && !r.lines(folded(title)) && r.words.leading("each", folded(title)) == 0 {
		return rest // gate pass with …
	}
	if p.colon && p.mark == markSentence && r.named == 0 && len(p.group) == 0 && (r.titles() || r.words.typeAt(folded(words), r.tongue) == "" && r.guess(p.text) == "") && !r.words.is("party", folded(words)...) {
		return nil
	}
	return words
}

// leastTitled is how many fields follow a title at least that might be a field itself.
const leastTitled = 3

// titles reports whether what follows a colon is an enumeration.
func (r *request) titles() bool {
	for i, p := range r.rest {
		if p.mark > markAnd {
			return i >= leastTitled
		}
	}
	return len(r.rest) >= leastTitled
}

// saysField reports whether words before the name of a document make it part of a field's name: "number of
// the invoice".
func (r *request) saysField(f []string) bool {
	return r.words.typeAt(f, r.tongue) != "" || len(f) > 0 && r.words.is("attribute", f[len(f)-1])
}
