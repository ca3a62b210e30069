package classify

import (
	"io/fs"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/line"
	"tariffdesk/classify/internal/paper"
	"tariffdesk/classify/internal/prose"
	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// words are the vocabulary of an engine.
type words struct {
	reader     *text.Reader
	vague      *confidence.Words
	rules      ruleWords
	lines      *line.Words
	replies    *answer.Words
	quantities *quantity.Reader
	voices     *voice.Book
	prose      *prose.Words
	papers     *paper.Reader
	regional   *text.Regional

	finishes map[string]bool // beside a material: it is not that of the goods
}

// readWords reads the word lists. Errors name file and line.
func readWords(files fs.FS, measures *tariff.Measures) (words, error) {
	book, err := vocabulary.Read(files)
	if err != nil {
		return words{}, err
	}
	w := words{reader: text.NewReader(book), vague: confidence.NewWords(book), rules: newRuleWords(book), replies: answer.NewWords(book)}
	w.finishes = book.Set("finishes")
	w.voices, w.prose, w.papers = voice.NewBook(book), prose.NewWords(book), paper.New(book)
	w.regional = text.NewRegional(book)
	w.quantities = quantity.New(book, measures)
	w.lines = line.NewWords(book, w.reader, w.quantities)
	return w, book.Err()
}
