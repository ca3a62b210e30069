package excel

import (
	"fmt"
	"strings"
)

// columnText describes the texts in one column of a sample.
type columnText struct {
	filled, texts, words, letters int
	read                          int // texts that read like descriptions
	distinct                      map[string]bool
}

// describes reports whether most texts of the column read like descriptions.
func (t columnText) describes() bool { return t.texts > 0 && 2*t.read >= t.texts }

// labels reports whether the column repeats a few words, as one of countries or states does.
func (t columnText) labels() bool {
	return t.texts >= 10 && 5*len(t.distinct) <= t.texts && t.wordsPerCell() < 2
}

func (t columnText) wordsPerCell() float64 {
	if t.texts == 0 {
		return 0
	}
	return float64(t.words) / float64(t.texts)
}

// guess finds the column of descriptions: by its header, provided that what stands below it reads like
// descriptions, else by the text itself. Two columns that are equally likely are not decided for the caller, who pays.
func (l Layout) guess(body []Row) (int, error) {
	columns := l.measure(body)
	best, found := 0, []int{}
	for i, t := range columns {
		score := 0
		if i < len(l.Headers) {
			score = headerScore(l.Headers[i])
		}
		if score == 0 || 5*t.texts < t.filled || !t.describes() {
			continue
		}
		if score > best {
			best, found = score, found[:0]
		}
		if score == best {
			found = append(found, i)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1 && best > weakHeader:
		return 0, bad("description_column: columns %s may all hold the descriptions: name one", l.named(found))
	}
	return l.wordiest(columns)
}

func (l Layout) named(columns []int) string {
	var names []string
	for _, c := range columns {
		names = append(names, fmt.Sprintf("%s (%q)", Letter(c), clip(l.Headers[c])))
	}
	return strings.Join(names, ", ")
}

func (l Layout) measure(body []Row) []columnText {
	columns := make([]columnText, len(l.Headers))
	for _, row := range body {
		for i, cell := range row.Cells {
			if i >= len(columns) {
				columns = append(columns, make([]columnText, i+1-len(columns))...)
			}
			if cell.Empty() {
				continue
			}
			columns[i].filled++
			if cell.Kind == KindUnknown { // what a formula would give is not known: believe the header
				columns[i].texts++
				columns[i].read++
			}
			if cell.Kind == KindText && hasLetters(cell.Text) {
				columns[i].texts++
				if readsLikeText(cell.Text) {
					columns[i].read++
				}
				if columns[i].distinct == nil {
					columns[i].distinct = map[string]bool{}
				}
				columns[i].distinct[cell.Text] = true
				columns[i].words += len(strings.Fields(cell.Text))
				columns[i].letters += len(cell.Text)
			}
		}
	}
	return columns
}

func hasLetters(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 0x7f }) >= 0
}

// wordiest is the column with the longest texts, of those that read like descriptions and whose header
// names nothing else.
func (l Layout) wordiest(columns []columnText) (int, error) {
	best := -1
	for i, t := range columns {
		if i < len(l.Headers) && namesAnother(l.Headers[i]) || !t.describes() || t.labels() {
			continue
		}
		if 2*t.texts >= t.filled && (best < 0 || t.wordsPerCell() > columns[best].wordsPerCell() ||
			t.wordsPerCell() == columns[best].wordsPerCell() && t.letters > columns[best].letters) {
			best = i
		}
	}
	if best < 0 {
		return 0, bad("description_column: no column holds descriptions, going by what stands in them: name one; %s", l.columns())
	}
	return best, nil
}

func (l Layout) guessID() int {
	best, score := -1, 0
	for i, h := range l.Headers {
		if s := idScore(h); i != l.Description && s > score {
			best, score = i, s
		}
	}
	return best
}
