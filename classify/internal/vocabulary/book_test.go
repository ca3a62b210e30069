package vocabulary

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func bookOf(t *testing.T, content string) *Book {
	t.Helper()
	b, err := Read(fstest.MapFS{"vocabulary/words.txt": {Data: []byte(content)}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// asked reads the three kinds of sections.
func asked(b *Book) (map[string]bool, []string, map[string]string) {
	return b.Set("colours"), b.Phrases("labels"), b.Names("codes")
}

const whole = `# Words of this test.

[colours]
red green
blue

[labels]
item type; name
# in Spanish
tipo de producto

[codes]
co ctn = cotton
ss = stainless steel
`

func TestSectionsAreReadAsWordsPhrasesAndNames(t *testing.T) {
	t.Parallel()
	b := bookOf(t, whole)
	set, phrases, names := asked(b)
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	if len(set) != 3 || !set["blue"] {
		t.Errorf("%v", set)
	}
	if !slices.Equal(phrases, []string{"item type", "name", "tipo de producto"}) {
		t.Errorf("%q", phrases)
	}
	if !maps.Equal(names, map[string]string{"co": "cotton", "ctn": "cotton", "ss": "stainless steel"}) {
		t.Errorf("%q", names)
	}
}

func TestWhatIsWrongIsNamedByFileAndLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ old, replacement, want string }{
		"a word twice":           {"blue", "blue red", `vocabulary/words.txt:5: "red" stands in [colours] twice`},
		"a meaning in a list":    {"blue", "blue = azul", "words.txt:5: [colours] is a list"},
		"a phrase twice":         {"tipo de producto", "name", `words.txt:10: "name" stands in [labels] twice`},
		"an empty phrase":        {"item type;", "item type;;", "words.txt:8: a phrase of [labels] is empty"},
		"no meaning":             {"co ctn = cotton", "co ctn", "words.txt:13: in [codes]"},
		"nothing behind":         {"co ctn = cotton", "co ctn =", "words.txt:13: in [codes]"},
		"a code twice":           {"ss =", "co =", `words.txt:14: "co" stands in [codes] twice`},
		"a section twice":        {"[labels]", "[colours]", "words.txt:7: the section [colours] stands at vocabulary/words.txt:3 already"},
		"a title left open":      {"[labels]", "[labels", "words.txt:7: the title"},
		"a missing section":      {"[labels]", "[tables]", "vocabulary: the section [labels] is missing"},
		"a section nobody reads": {"[labels]", "[tables]", "words.txt:7: nothing reads the section [tables]"},
		"an empty section":       {"red green\nblue", "", "words.txt:3: the section [colours] is empty"},
		"words before a section": {"# Words", "Words", "words.txt:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := bookOf(t, strings.Replace(whole, tc.old, tc.replacement, 1))
			asked(b)
			if err := b.Err(); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
	b := bookOf(t, whole)
	Values(b, "codes", func(string) (int, error) { return 0, errors.New("no number") })
	if err := b.Err(); err == nil || !strings.Contains(err.Error(), "words.txt:13: no number") {
		t.Errorf("a meaning that cannot be read: %v", err)
	}
	if _, err := Read(fstest.MapFS{}); err == nil {
		t.Error("no files at all")
	}
}

// TestATableIsReadByItsColumns and each of its faults is named by file and line.
func TestATableIsReadByItsColumns(t *testing.T) {
	t.Parallel()
	b, err := Read(fstest.MapFS{
		"vocabulary/words.txt": {Data: []byte("[colours]\nred\n")},
		"vocabulary/short.tsv": {Data: []byte("# language\tword\n\nen\tbolt\nes\t\nes\ttornillo\tmas\nfr\tvis\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Set("colours")
	var rows []string
	b.Table("short", 2, func(row []string) error {
		if row[0] == "fr" {
			return errors.New("no language of ours")
		}
		rows = append(rows, strings.Join(row, "="))
		return nil
	})
	if !slices.Equal(rows, []string{"en=bolt", "es="}) {
		t.Errorf("%q", rows)
	}
	for _, want := range []string{"short.tsv:5: 3 columns, not 2", "short.tsv:6: no language of ours"} {
		if err := b.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
