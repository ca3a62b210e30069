package tariff

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
)

// Equivalent is an English word, or expression of up to five words, with the Spanish ones traders use for it.
type Equivalent struct {
	English string
	Spanish []string
}

// Bounds of the lexicon: far above what is written, low enough to refuse a wrong file at once.
const (
	maxLexiconBytes    = 4 << 20
	maxLexiconSpanish  = 12
	maxExpressionWords = 5
)

// Lexicon returns the bilingual word list in order of its English side.
func (k *Knowledge) Lexicon() []Equivalent { return k.lexicon }

// readLexicon reads lexicon.txt, lines "english = español; español", sorted by the English side, each of them once.
// Knowledge without the file has an empty lexicon.
func readLexicon(data fs.FS) ([]Equivalent, error) {
	const name = "lexicon.txt"
	content, err := fs.ReadFile(data, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > maxLexiconBytes {
		return nil, fmt.Errorf("%s: %d bytes, the limit is %d", name, len(content), maxLexiconBytes)
	}
	rest := string(content)
	out := make([]Equivalent, 0, strings.Count(rest, "\n"))
	last := ""
	for n := 1; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimRight(line, " \t\r")
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := parseEquivalent(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if e.English <= last {
			return nil, fmt.Errorf("%s:%d: %q stands after %q: entries are sorted and occur once", name, n, e.English, last)
		}
		last = e.English
		out = append(out, e)
	}
	return out, nil
}

func parseEquivalent(line string) (Equivalent, error) {
	english, spanish, ok := strings.Cut(line, " = ")
	if !ok {
		return Equivalent{}, errors.New("an entry reads \"english = español; español\"")
	}
	e := Equivalent{English: english, Spanish: strings.Split(spanish, "; ")}
	if len(e.Spanish) > maxLexiconSpanish {
		return Equivalent{}, fmt.Errorf("%q has %d equivalents, the limit is %d", english, len(e.Spanish), maxLexiconSpanish)
	}
	if err := checkExpression(english); err != nil {
		return Equivalent{}, err
	}
	for i, s := range e.Spanish {
		if err := checkExpression(s); err != nil {
			return Equivalent{}, err
		}
		for _, before := range e.Spanish[:i] {
			if before == s {
				return Equivalent{}, fmt.Errorf("%q has %q twice", english, s)
			}
		}
	}
	return e, nil
}

// checkExpression takes one to five words of letters and digits, single spaces between them.
func checkExpression(s string) error {
	words := 1
	gap := true
	for _, r := range s {
		switch {
		case r == ' ':
			if gap {
				return fmt.Errorf("%q has a space too many", s)
			}
			words++
			gap = true
			continue
		case unicode.IsUpper(r):
			return fmt.Errorf("%q is not in lower case", s)
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-'/.,", r):
			return fmt.Errorf("%q holds %q", s, r)
		}
		gap = false
	}
	if gap {
		return fmt.Errorf("%q is empty or ends in a space", s)
	}
	if words > maxExpressionWords {
		return fmt.Errorf("%q has %d words, the limit is %d", s, words, maxExpressionWords)
	}
	return nil
}
