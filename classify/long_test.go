package classify

import (
	"strings"
	"testing"
	"time"

	"tariffdesk/tariff"
)

// A text as long as any that is read costs no more than its length: words without end, and signs without figures, took seconds.
func TestLongTextsAreBounded(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for name, unit := range map[string]string{
		"one word": "a", "letters of a name": "steelpump", "signs": "x ", "sizes": "10 x ", "figures": "12 ", "hyphens": "acero-", "sentences": "steel pump with valve. ",
	} {
		words := strings.Repeat(unit, MaxDescription/len(unit))
		least := time.Hour
		for range 3 { // the machine may be busy
			at := time.Now()
			if _, err := e.Classify(t.Context(), Request{Description: words, Language: tariff.LanguageEnglish}); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(at))
		}
		if least > 3*time.Second {
			t.Errorf("%s: %v", name, least)
		}
	}
}
