package candidate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// How many letters a word has that may be a word of a caption with one letter misread.
const (
	leastMendable = 5
	mostMendable  = 30
)

// findMendedCaptions are the captions of pictures that mean something once a letter of a word is read otherwise: IMANUFACTURER,
// Kudennummer, Tota!.
func (f *Chosen) findMendedCaptions() []sheet.Caption {
	d := f.Doc
	all := []sheet.Caption{}
	names := map[string]bool{}
	for _, w := range f.Wants {
		for _, token := range d.Dict.Tokens(w.Node.Name) {
			names[token] = true
		}
	}
	known := func(token string) bool { return names[token] || d.Dict.Known(token) }
	for _, c := range d.Captions() {
		if !d.ReadByOCR(c.Label.Page) || len(d.Dict.Named(c.Bag)) > 0 {
			continue
		}
		tokens, mended := strings.Fields(value.Fold(c.Label.Text)), false
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
		l := *c.Label
		l.Text = strings.Join(tokens, " ")
		l.Bag = d.Dict.Bag(l.Text)
		l.Concepts = d.Dict.Named(l.Bag)
		all = append(all, d.CaptionAs(&l))
	}
	return all
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
func (f *Chosen) misreadOptions(w *want.Want, add func(Match, way, ...Trait)) {
	for _, c := range f.MendedCaptions() {
		named, affinity := f.Doc.LabelScore(w, c.Label), affinity(f.Doc, w, c)
		if named < 0.45 && affinity < sheet.LeastAffinity {
			continue
		}
		if m, ok := valueOf(f.Doc, w, c.Label); ok {
			m.Score *= sheet.CaptionScore * max(named, affinity)
			add(m, WayMisread, Trait{"named by a misread caption", named}, Trait{"affinity of a misread caption", affinity})
		}
	}
}
