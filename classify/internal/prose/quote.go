package prose

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// says names a stated value: by the vocabulary, and by the description's own words where they differ.
func (w *quoter) says(s facet.Statement) string {
	said := w.said(s)
	value := w.Vocabulary.Value(w.Facets.Values[s.Value].ID)
	if value == nil {
		return w.Quote(said)
	}
	name := value.Name.In(w.Language)
	if said == "" || text.Fold(said) == text.Fold(name) {
		return name
	}
	return name + " (" + w.Quote(said) + ")"
}

// said returns the words of the description that a statement was read from.
func (w *quoter) said(s facet.Statement) string {
	mentions := w.Description.Mentions
	end := min(s.Mention+max(int(s.Words), 1), len(mentions))
	words := w.written(withoutGlosses(mentions[s.Mention:end]))
	if mentions[s.Mention].Negated && !w.Reader.Turns(mentions[s.Mention].Text) {
		return w.Say("denied", "what", words)
	}
	return words
}

// withoutGlosses leaves out what was written out of another of the words: the flax of "linen".
func withoutGlosses(mentions []text.Mention) []text.Mention {
	isGloss := func(m text.Mention) bool {
		return m.Of != "" && slices.ContainsFunc(mentions, func(other text.Mention) bool { return other.Text == m.Of })
	}
	if !slices.ContainsFunc(mentions, isGloss) {
		return mentions
	}
	return slices.DeleteFunc(slices.Clone(mentions), isGloss)
}

// written returns words as the description has them, with what stands between them.
func (w *quoter) written(mentions []text.Mention) string {
	w.spelling("")
	for start := range w.original[:w.fields] {
		if len(mentions) > 1 && w.original[start].plain == joined(mentions) { // plomo-ácido
			return strings.Trim(w.original[start].original, wordMarks)
		}
		at := start
		for i, m := range mentions {
			limit := at + 1
			if i > 0 {
				limit = min(at+nameSlack+1, w.fields)
			}
			next := slices.IndexFunc(w.original[min(at, limit):limit], func(s spelling) bool { return s.plain == m.Text })
			if next < 0 {
				at = -1
				break
			}
			at += next + 1
		}
		if at > start {
			return w.between(start, at)
		}
	}
	var out []string
	for _, m := range mentions {
		out = append(out, w.spelled(m.Text))
	}
	return strings.Join(out, " ")
}

// between returns words of the description as it has them, with a comma where they stand in several parts of it.
func (w *quoter) between(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		switch {
		case i > from && w.original[i].segment != w.original[i-1].segment:
			b.WriteString(", ")
		case i > from:
			b.WriteString(" ")
		}
		b.WriteString(strings.Trim(w.original[i].original, wordMarks))
	}
	return b.String()
}

// joined are words without what stands between them.
func joined(mentions []text.Mention) string {
	var b strings.Builder
	for _, m := range mentions {
		b.WriteString(m.Text)
	}
	return b.String()
}

// wordMarks are the marks around a word that are no part of it.
const wordMarks = "-'’*!?¿¡"

// spelling is a word as the index reads it and as the description spells it.
type spelling struct {
	plain, original string
	segment         int // of the description, between commas and other marks
}

// Spelled returns a word as the description spells it, accents, capitals and hyphens included.
func (w *quoter) Spelled(word string) string {
	if s, ok := w.spelling(word); ok {
		return s
	}
	return word
}

// spelled returns a word as the description spells it, accents, capitals and hyphens included; beside a word that
// the description does not hold stands what it was read from.
func (w *quoter) spelled(word string) string {
	if s, ok := w.spelling(word); ok {
		return s
	}
	for i := 1; i < w.fields; i++ { // "sin costura" is read as one word
		if first, second := &w.original[i-1], &w.original[i]; len(first.plain)+len(second.plain) == len(word) && first.plain+second.plain == word {
			return first.original + " " + strings.Trim(second.original, wordMarks)
		}
	}
	for i := range w.Description.Mentions {
		if m := &w.Description.Mentions[i]; m.Text == word && m.Of != "" {
			from, ok := w.spelling(m.Of)
			if !ok {
				from = m.Of
			}
			return word + " (" + from + ")"
		}
	}
	return word
}

func (w *quoter) spelling(word string) (string, bool) {
	if w.original == nil {
		w.original = make([]spelling, 0, 2*len(w.Description.Mentions))
		segment := 0
		add := func(field string) {
			plain := strings.Map(func(r rune) rune {
				if text.IsWordRune(r) {
					return r
				}
				return -1
			}, text.Fold(field))
			w.original = append(w.original, spelling{plain, field, segment})
		}
		for part := range strings.FieldsFuncSeq(w.Text, betweenSegments) {
			for field := range strings.FieldsFuncSeq(part, text.BetweenWords) {
				add(field)
			}
			segment++
		}
		w.fields = len(w.original)
		for field := range strings.FieldsSeq(w.Text) {
			if strings.Contains(field, "/") { // a unit of two: g/m²
				add(strings.Trim(field, ".,;:()"))
			}
		}
	}
	for _, s := range w.original {
		if s.plain == word && len(s.original) <= 2*len(s.plain) {
			return strings.Trim(s.original, wordMarks), true
		}
	}
	return "", false
}

func betweenSegments(r rune) bool { return r == ',' || r == ';' || r == '|' || r == '\n' }
