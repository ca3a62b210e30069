package tariff

import (
	"strings"
	"testing"
	"testing/fstest"
)

func lexiconOf(text string) fstest.MapFS { return fstest.MapFS{"lexicon.txt": {Data: []byte(text)}} }

func TestLexiconIsReadAsWritten(t *testing.T) {
	t.Parallel()
	got, err := readLexicon(lexiconOf("# names\n\nbolt = perno; tornillo\nhair dryer = secadora de pelo\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].English != "bolt" || strings.Join(got[0].Spanish, ",") != "perno,tornillo" || got[1].Spanish[0] != "secadora de pelo" {
		t.Errorf("%+v", got)
	}
	if none, err := readLexicon(fstest.MapFS{}); err != nil || len(none) != 0 {
		t.Errorf("without the file: %v, %v", none, err)
	}
}

func TestMistakesInTheLexiconAreNamedWithTheirLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"no sign":        {"# x\nbolt perno", "lexicon.txt:2: an entry reads"},
		"nothing behind": {"bolt = ", "lexicon.txt:1: an entry reads"},
		"unsorted":       {"nut = tuerca\nbolt = perno", "lexicon.txt:2: \"bolt\" stands after \"nut\""},
		"twice":          {"nut = tuerca\nnut = nuez", "lexicon.txt:2: \"nut\" stands after \"nut\""},
		"same word":      {"nut = tuerca; tuerca", "lexicon.txt:1: \"nut\" has \"tuerca\" twice"},
		"capitals":       {"Nut = tuerca", "lexicon.txt:1: \"Nut\" is not in lower case"},
		"odd sign":       {"nut = tuerca|nuez", "lexicon.txt:1: \"tuerca|nuez\" holds '|'"},
		"two spaces":     {"wing  nut = mariposa", "lexicon.txt:1: \"wing  nut\" has a space too many"},
		"a sentence":     {"a nut for a short bolt = tuerca", "lexicon.txt:1: \"a nut for a short bolt\" has 6 words"},
		"open end":       {"nut = tuerca; ", "holds ';'"},
		"too many":       {"nut = " + strings.Repeat("a; ", 13) + "b", "has 14 equivalents, the limit is 12"},
		"too large":      {strings.Repeat("#", maxLexiconBytes+1), "the limit is"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := readLexicon(lexiconOf(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestTheEmbeddedLexiconTranslatesTradeWords(t *testing.T) {
	t.Parallel()
	entries := map[string][]string{}
	for _, e := range embeddedKnowledge(t).Lexicon() {
		entries[e.English] = e.Spanish
	}
	for english, spanish := range map[string]string{"cotton": "algodón", "stainless steel": "acero inoxidable", "pump": "bomba", "bolt": "perno"} {
		found := false
		for _, s := range entries[english] {
			found = found || s == spanish
		}
		if !found {
			t.Errorf("%s: %v lacks %s", english, entries[english], spanish)
		}
	}
}

func FuzzReadLexicon(f *testing.F) {
	f.Add("bolt = perno; tornillo\n")
	f.Add("# a\n = \n;")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := readLexicon(lexiconOf(text))
		if err != nil {
			return
		}
		for i, e := range entries {
			if len(e.Spanish) == 0 || i > 0 && e.English <= entries[i-1].English {
				t.Errorf("entry %d of %q is %+v", i, text, e)
			}
		}
	})
}
