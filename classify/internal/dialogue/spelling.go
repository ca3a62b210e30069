package dialogue

import (
	"strings"

	"tariffdesk/classify/internal/text"
)

// respell puts what is meant in the place of a misspelt word.
func (d *dialogue) respell(word, meant string) {
	var b strings.Builder
	for from := 0; from < len(d.Text); {
		to := from
		for to < len(d.Text) && !text.BetweenWords(rune(d.Text[to])) {
			to++
		}
		if said := d.Text[from:to]; text.Fold(said) == word {
			b.WriteString(meant)
		} else {
			b.WriteString(said)
		}
		if to < len(d.Text) {
			b.WriteByte(d.Text[to])
		}
		from = to + 1
	}
	d.Text = b.String()
}
