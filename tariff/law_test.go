package tariff

import (
	"testing"
	"testing/fstest"
)

func TestEveryNoteIsReadInBothLanguages(t *testing.T) {
	t.Parallel()
	k, err := LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range k.Law().Notes {
		if n.Text.English == "" || n.Text.Spanish == "" || n.Text.English == n.Text.Spanish {
			t.Errorf("%s is not written in both languages", n.ID)
		}
	}
	if len(k.Law().Notes) < 80 {
		t.Errorf("%d notes", len(k.Law().Notes))
	}
}

func TestAMistakeInTheLawIsNamedByItsLine(t *testing.T) {
	t.Parallel()
	measures := "unit length m=1, cm=0.01\nheight length default | height | altura | tall | alto\n"
	for name, c := range map[string]string{
		"id":         "x61 | 61 | 6111 | said: baby\n  a\n  b\n",
		"code":       "ch61-n6 | 61 | 6199 | said: baby\n  a\n  b\n",
		"condition":  "ch61-n6 | 61 | 6111 | seen: baby\n  a\n  b\n",
		"nothing":    "ch61-n6 | 61 | 6111 |\n  a\n  b\n",
		"parts":      "ch61-n6 | 61 | said: baby\n  a\n  b\n",
		"one text":   "ch61-n6 | 61 | 6111 | said: baby\n  a\n",
		"text alone": "  a\n",
		"no codes":   "ch61-n6 | | 6111 | said: baby\n  a\n  b\n",
	} {
		data := fstest.MapFS{"law.txt": {Data: []byte(c)}, "measures.txt": {Data: []byte(measures)}}
		known := func(prefix string) bool { return prefix == "61" || prefix == "6111" }
		if _, err := readLaw(data, &Vocabulary{}, known); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
