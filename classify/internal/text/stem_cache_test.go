package text

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// What is remembered lately is what the stemmer says, however many words fall on one place at once.
func TestRememberedStemsAreThoseOfTheStemmer(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	c := NewStems(reader)
	var wait sync.WaitGroup
	for from := range 4 {
		wait.Go(func() {
			for i := range 3 * len(c.words) / 2 {
				word := fmt.Sprintf("%c%cings", 'a'+i%26, 'a'+(i/26+from)%26)
				for l := range LangCount {
					if got, want := c.Stem(word, l), reader.stemOf(word, l); got != want {
						t.Errorf("%s: %q, want %q", word, got, want)
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

func TestLabelsAreFoundInAnyCaseAndOnlyAsWords(t *testing.T) {
	t.Parallel()
	reader := programReader(t)
	for text, want := range map[string][3]string{
		"Bag. Attributes: Color: red. CATEGORY : Bags > Totes": {"Bag.", " Color: red.", " Bags > Totes"},
		"Características: tela":                                {"", " tela", ""},
		"Subcategory: Bags > Totes":                            {"Subcategory: Bags > Totes", "", ""},
		"Bag; Category: Bags":                                  {"Bag; Category: Bags", "", ""},
		"Bag|Category: Bags|Category: Bags > Totes":            {"Bag|Category: Bags", "", " Bags > Totes"},
		"Bag" + strings.Repeat(":", 9) + "Attributes:":         {"Bag" + strings.Repeat(":", 9) + "Attributes:", "", ""},
	} {
		if got := reader.split(text); [3]string{got.title, got.attributes, got.category} != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
