package tariff

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// bilingual is a text of the tariff in both languages, with where it stands.
type bilingual struct{ place, english, spanish string }

var codedLine = regexp.MustCompile(`^\d{4}(?:\d{2})? `)

// printedTexts are the titles, questions and lines that an answer prints, as the files have them.
func printedTexts(t *testing.T) (texts []bilingual) {
	t.Helper()
	for _, root := range []string{"data/hs", "data/lines"} {
		err := fs.WalkDir(embedded, root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".txt") {
				return err
			}
			raw, err := fs.ReadFile(embedded, path)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(raw), "\n") {
				parts := strings.Split(line, "|")
				isFacet := strings.HasPrefix(strings.TrimSpace(line), "facet:")
				switch {
				case strings.HasPrefix(line, "#"), len(parts) < 2:
					continue
				case root == "data/hs" && codedLine.MatchString(line):
					parts = parts[:2]
				case root == "data/lines" && len(parts) > 2, isFacet && len(parts) > 2:
					parts = parts[1:3]
				default:
					continue
				}
				texts = append(texts, bilingual{fmt.Sprintf("%s:%d", path, n+1), strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

var longWord = regexp.MustCompile(`\p{L}{4,}`)

func longWords(s string) (words []string) {
	for _, w := range longWord.FindAllString(strings.ToLower(s), -1) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// englishIn finds the words of Spanish texts that are English: small ones, and those that the text beside has too and that English texts have many times
// as often. Loan words are none of them.
func englishIn(texts []bilingual, loans map[string]bool) (found []string) {
	english, spanish := map[string]int{}, map[string]int{}
	for _, text := range texts {
		for _, w := range longWords(text.english) {
			english[w]++
		}
		for _, w := range longWords(text.spanish) {
			spanish[w]++
		}
	}
	const often = 4
	for _, text := range texts {
		for w := range strings.FieldsFuncSeq(text.spanish, func(c rune) bool { return strings.ContainsRune(" ,;:()/", c) }) {
			if foreignInSpanish[w] {
				found = append(found, fmt.Sprintf("%s: %q in %q", text.place, w, text.spanish))
			}
		}
		own := longWords(text.english)
		for _, w := range longWords(text.spanish) {
			if !loans[w] && slices.Contains(own, w) && english[w] >= often && english[w] >= often*spanish[w] {
				found = append(found, fmt.Sprintf("%s: %q in %q", text.place, w, text.spanish))
			}
		}
	}
	return found
}

func TestNoSpanishTextOfTheTariffHoldsEnglish(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/loanwords.txt")
	if err != nil {
		t.Fatal(err)
	}
	loans := map[string]bool{}
	for _, w := range strings.Fields(string(raw)) {
		loans[w] = true
	}
	texts := printedTexts(t)
	if len(texts) < 40_000 {
		t.Fatalf("only %d texts", len(texts))
	}
	for _, f := range englishIn(texts, loans) {
		t.Error(f)
	}
	for _, planted := range []bilingual{{"a", "Cotton yarn", "Hilado (yarn) de algodón"}, {"b", "Sheets of steel, other than coated", "Chapas of acero"}} {
		if len(englishIn(append(slices.Clone(texts), planted), loans)) == 0 {
			t.Errorf("%q is not found", planted.spanish)
		}
	}
}
