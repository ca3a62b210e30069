package lookup

import (
	"testing"

	"tariffdesk/classify/internal/text"
)

// TestASingularAsksForAPlural and the other way round, but a word of another gender is another word.
func TestASingularAsksForAPlural(t *testing.T) {
	t.Parallel()
	building := newWholesBuilder(text.NewLexicon(&text.Reader{}))
	for i, name := range []string{"zapata", "knitting needles", "berry", "luz", "gas mask"} {
		building.add(text.Tokenize(text.Fold(name), text.MaxTermTokens, nil), int32(i))
	}
	w := building.pack()
	for asked, want := range map[string]int32{"zapatas": 0, "knitting needle": 1, "berries": 2, "luces": 3, "gas masks": 4, "zapato": text.NoWord, "needles knitting": text.NoWord, "gas": text.NoWord} {
		found := append(w.find(text.Tokenize(text.Fold(asked), text.MaxTermTokens, nil)), text.NoWord)
		if got := found[0]; got != want {
			t.Errorf("%q is term %d, want %d", asked, got, want)
		}
	}
}
