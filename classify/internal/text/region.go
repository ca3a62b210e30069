package text

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
)

// Regional are words that mean other goods in one country than elsewhere: manteca is butter in Argentina. It does not change.
type Regional struct {
	senses map[string]map[string][]sense // by country, then by folded words
	opens  map[string]bool               // first words of these
}

// sense is the meaning of words in a country.
type sense struct {
	meaning     string
	only, never map[string]bool // words beside
	alone       bool            // as the whole text too, where only words beside are listed
}

// Rendering is a word of a country and what it was read as.
type Rendering struct{ From, As string }

// Columns of the table, and the words that one entry may have.
const (
	regionalColumns = 5
	maxRegional     = 4
)

// NewRegional reads the table. The book reports what is wrong with it.
func NewRegional(b *vocabulary.Book) *Regional {
	r := &Regional{senses: map[string]map[string][]sense{}, opens: map[string]bool{}}
	b.Table("regional", regionalColumns, func(row []string) error {
		s := sense{meaning: row[2], only: foldedWords(row[3]), never: foldedWords(row[4])}
		s.alone = s.only["alone"]
		delete(s.only, "alone")
		if s.meaning == "" {
			return fmt.Errorf("%q has no meaning", row[1])
		}
		for country := range strings.FieldsSeq(row[0]) {
			known := r.senses[country]
			if known == nil {
				known = map[string][]sense{}
				r.senses[country] = known
			}
			for words := range strings.SplitSeq(row[1], ";") {
				words = Fold(strings.TrimSpace(words))
				if n := len(strings.Fields(words)); n == 0 || n > maxRegional {
					return fmt.Errorf("%q has %d words; 1 to %d are read", words, n, maxRegional)
				}
				first, _, _ := strings.Cut(words, " ")
				r.opens[first] = true
				known[words] = append(known[words], s)
			}
		}
		return nil
	})
	return r
}

func foldedWords(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[Fold(w)] = true
	}
	return out
}

// place of a word in a text.
type placed struct {
	word     string // folded
	from, to int
}

// Read replaces words that have another meaning in a country, and returns which ones it replaced.
func (r *Regional) Read(country, s string) (read string, found []Rendering) {
	senses := r.senses[country]
	if len(senses) == 0 {
		return s, nil
	}
	words := placesOf(s)
	var b strings.Builder
	done := 0
	for i := 0; i < len(words); i++ {
		if !r.opens[words[i].word] {
			continue
		}
		for n := min(maxRegional, len(words)-i); n > 0; n-- {
			phrase := words[i].word
			for _, w := range words[i+1 : i+n] {
				phrase += " " + w.word
			}
			at := slices.IndexFunc(senses[phrase], func(x sense) bool { return x.fits(words, i, n) })
			if at < 0 {
				continue
			}
			meaning := senses[phrase][at].meaning
			b.WriteString(s[done:words[i].from] + meaning)
			done = words[i+n-1].to
			found = append(found, Rendering{s[words[i].from:done], meaning})
			i += n - 1
			break
		}
	}
	if len(found) == 0 {
		return s, nil
	}
	return b.String() + s[done:], found
}

// fits reports whether the words beside those from i on let them have a sense.
func (x *sense) fits(words []placed, i, n int) bool {
	only := len(x.only) == 0 || x.alone && len(words) == n
	for j := range words {
		if j >= i && j < i+n {
			continue
		}
		if x.never[words[j].word] {
			return false
		}
		only = only || x.only[words[j].word]
	}
	return only
}

// maxPlaced bounds the words that are looked at.
const maxPlaced = 400

// placesOf lists the words of a text.
func placesOf(s string) (words []placed) {
	from := -1
	for i, c := range s + " " {
		switch {
		case !BetweenWords(c) && from < 0:
			from = i
		case BetweenWords(c) && from >= 0:
			if len(words) == maxPlaced {
				return words
			}
			words, from = append(words, placed{Fold(s[from:i]), from, i}), -1
		}
	}
	return words
}
