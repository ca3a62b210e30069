package line

import (
	"fmt"
	"slices"
	"strconv"

	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// Words are the small words that reading turns on. They do not change.
type Words struct {
	denials, absences, purposes, small map[string]bool
	quantities                         *quantity.Reader
	secondHand, quota                  []phrase
	taken                              map[string]map[string]float64 // by measure, then word: the number taken for granted
	reader                             *text.Reader
	stems                              *text.Stems
}

// NewWords asks a book for the sections of this room.
func NewWords(book *vocabulary.Book, reader *text.Reader, quantities *quantity.Reader) *Words {
	w := &Words{
		denials: book.Set("line denials"), absences: book.Set("line absences"), purposes: book.Set("line purposes"),
		small: book.Set("line small words"), quantities: quantities,
		taken: map[string]map[string]float64{
			"count:seats": vocabulary.Values(book, "line seats", number64), "count:doors": vocabulary.Values(book, "line doors", number64),
		},
		reader: reader, stems: text.NewStems(reader),
	}
	w.secondHand, w.quota = w.compileAll(book.Phrases("line second-hand")), w.compileAll(book.Phrases("line quota"))
	return w
}

func number64(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number", s)
	}
	return v, nil
}

func (w *Words) compileAll(texts []string) (phrases []phrase) {
	for _, s := range texts {
		p, ok := w.compile(s)
		if ok && !slices.ContainsFunc(phrases, p.equal) {
			phrases = append(phrases, p)
		}
	}
	return phrases
}
