package dialogue

import (
	"strings"
	"tariffdesk/classify/internal/text"
)

// partly is the weight below which a value is stated of a part of the goods only: it stays.
const partly = 0.4

func (d *dialogue) strike(words map[string]bool) {
	if len(words) > 0 {
		d.Text = strike(d.Text, words)
	}
}

// wordsDenied are the words that a reply says are not there: "sin marco".
func wordsDenied(description *text.Description) map[string]bool {
	words := map[string]bool{}
	for i := range description.Mentions {
		if m := &description.Mentions[i]; m.Negated && !m.Number {
			words[m.Text] = true
		}
	}
	return words
}

// strike leaves words, folded ones, out of a text.
func strike(s string, words map[string]bool) string {
	var b strings.Builder
	for from := 0; from < len(s); {
		to := from
		for to < len(s) && !text.BetweenWords(rune(s[to])) {
			to++
		}
		if word := s[from:to]; !words[strings.Trim(text.Fold(word), "-'!?¿¡")] {
			b.WriteString(word)
		}
		if to < len(s) {
			b.WriteByte(s[to])
		}
		from = to + 1
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
