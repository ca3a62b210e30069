package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// How many letters a word has that may be a word of a caption with one letter misread.
const (
	leastMendable = 5
	mostMendable  = 30
)

// mendedCaptions are the captions of pictures that mean something once a letter of a word is read otherwise: IMANUFACTURER,
// Kudennummer, Tota!.
func (f *filling) mendedCaptions() []caption {
	d := f.doc
	if d.mended != nil {
		return d.mended
	}
	d.mended = []caption{}
	names := map[string]bool{}
	for _, w := range f.wants {
		for _, token := range d.Dict.Tokens(w.Node.Name) {
			names[token] = true
		}
	}
	known := func(token string) bool { return names[token] || d.Dict.Known(token) }
	for _, c := range d.captions() {
		if !d.readByOCR(c.label.Page) || len(d.Dict.Named(c.bag)) > 0 {
			continue
		}
		tokens, mended := strings.Fields(value.Fold(c.label.Text)), false
		for i, token := range tokens {
			token = strings.Trim(token, ".,;:()'\"“”‘’*_-")
			if n := utf8.RuneCountInString(token); n < leastMendable || n > mostMendable || known(token) {
				continue
			}
			if read, ok := reread(token, known); ok {
				tokens[i], mended = read, true
			}
		}
		if !mended {
			continue
		}
		l := *c.label
		l.Text = strings.Join(tokens, " ")
		l.Bag = d.Dict.Bag(l.Text)
		l.Concepts = d.Dict.Named(l.Bag)
		d.mended = append(d.mended, d.captionAs(&l))
	}
	return d.mended
}

// reread is a word with one letter dropped, put in or read otherwise that is known; what stands at its ends is dropped first.
func reread(token string, known func(string) bool) (string, bool) {
	letters := []rune(token)
	n := len(letters)
	for _, i := range []int{0, n - 1} {
		if word := string(slices.Concat(letters[:i], letters[i+1:])); known(word) {
			return word, true
		}
	}
	for i := range letters {
		for c := 'a'; c <= 'z'; c++ {
			if word := string(slices.Concat(letters[:i], []rune{c}, letters[i+1:])); known(word) {
				return word, true
			}
			if word := string(slices.Concat(letters[:i], []rune{c}, letters[i:])); known(word) {
				return word, true
			}
		}
	}
	return "", false
}

// misreadOptions are the values at captions that OCR has misread.
func (f *filling) misreadOptions(w *want.Want, add func(match, way, ...trait)) {
	for _, c := range f.mendedCaptions() {
		named, affinity := f.doc.labelScore(w, c.label), f.doc.affinity(w, c)
		if named < 0.45 && affinity < leastAffinity {
			continue
		}
		if m, ok := f.doc.valueOf(w, c.label, claims{}); ok {
			m.score *= captionScore * max(named, affinity)
			add(m, wayMisread, trait{"named by a misread caption", named}, trait{"affinity of a misread caption", affinity})
		}
	}
}
