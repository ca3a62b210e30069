package excel

import (
	"errors"
	"slices"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/fail"
)

// Choice is the layout of a workbook as the caller states it. What is empty is detected.
type Choice struct {
	Sheet       string
	Description string // header or letter of the column of descriptions
	ID          string // header or letter of the column of identifiers
	Code        string // header or letter of a column of codes that are stated
	HeaderRow   *int   // as the sheet numbers its rows, 0 for no header; nil to find it
}

// Layout is where the products of a workbook stand. Columns count from 0.
type Layout struct {
	Sheet       string
	HeaderRow   int // 0 where the sheet has none
	Headers     []string
	Widths      []float64 // as the sheet sets them, 0 for the usual
	Description int
	ID          int      // -1 for none
	Code        int      // from 1, 0 for none
	Columns     int      // of the widest row; 0 of layouts of before
	Unread      []string // the other sheets
}

const (
	sampleRows = 200      // by which a sheet is judged
	sampleText = 16 << 20 // bytes of text; rows beyond are no part of the sample
	headerRows = 30       // among which the header is sought
)

// sample is the beginning of a sheet.
type sample struct {
	sheet  string
	rows   []Row
	widths []float64
	usual  int // cells with something in them that half of the rows have
}

// Layout finds the products: in the sheet that was named, else in the first one shown that has a
// column of descriptions.
func (b *Book) Layout(c Choice) (Layout, error) {
	if c.Sheet != "" {
		s, err := b.find(c.Sheet)
		if err != nil {
			return Layout{}, err
		}
		l, err := b.layoutOf(s, c)
		l.Unread = b.others(l.Sheet)
		return l, err
	}
	l, err := b.found(c)
	l.Unread = b.others(l.Sheet)
	return l, err
}

// others names the sheets beside one.
func (b *Book) others(name string) (names []string) {
	for _, s := range b.sheets {
		if s.name != name && len(names) < maxUnreadNamed {
			names = append(names, bounded.First(s.name, maxSheetName))
		}
	}
	return names
}

// Bounds of the sheets that a layout names beside its own.
const (
	maxUnreadNamed = 50
	maxSheetName   = 100
)

// found is the layout of the first sheet shown that has a column of descriptions.
func (b *Book) found(c Choice) (Layout, error) {
	var usable *Layout // a layout that no header confirms
	var first error
	for _, s := range b.sheets {
		if s.hidden {
			continue
		}
		l, err := b.layoutOf(s, c)
		switch {
		case err == nil && (c.Description != "" || l.confirmed()):
			return l, nil
		case err == nil && usable == nil && (first == nil || errors.Is(first, errNoRows)):
			usable = &l
		case err != nil && fail.CodeOf(err) != fail.CodeBadRequest:
			return Layout{}, err
		case err != nil && usable == nil && (first == nil || errors.Is(first, errNoRows)):
			first = err
		}
	}
	if usable != nil && (first == nil || errors.Is(first, errNoRows)) {
		return *usable, nil
	}
	if first == nil {
		_, first = b.find("")
	}
	return Layout{}, first
}

// confirmed reports whether the header says that the column holds descriptions.
func (l Layout) confirmed() bool {
	return l.Description < len(l.Headers) && headerScore(l.Headers[l.Description]) >= goodHeader
}

// columns says by what a column can be named.
func (l Layout) columns() string {
	named := slices.DeleteFunc(slices.Clone(l.Headers), func(h string) bool { return h == "" })
	if len(named) == 0 {
		return "the sheet has no header row, so a column is named by its letter, such as A"
	}
	return "the columns are " + quoted(named)
}

var errNoRows = fail.New(fail.CodeBadRequest, "the sheet has no rows with a product")

func (b *Book) layoutOf(s sheet, c Choice) (Layout, error) {
	sampled, err := b.sample(s, c.HeaderRow)
	if err != nil {
		return Layout{}, err
	}
	if len(sampled.rows) == 0 {
		return Layout{}, errNoRows
	}
	l := Layout{Sheet: s.name, Widths: sampled.widths, ID: -1}
	header, err := sampled.headerOf(c)
	if err != nil {
		return Layout{}, err
	}
	body := sampled.rows
	if header >= 0 {
		l.HeaderRow, body = sampled.rows[header].Number, sampled.rows[header+1:]
		for _, cell := range sampled.rows[header].Cells {
			l.Headers = append(l.Headers, strings.TrimSpace(cell.Text))
		}
	} else if titles := sampled.titles(); titles > 0 && c.HeaderRow == nil { // above a table without a header
		l.HeaderRow, body = sampled.rows[titles-1].Number, sampled.rows[titles:]
	}
	body = slices.DeleteFunc(slices.Clone(body), Row.captions)
	if len(body) == 0 {
		return Layout{}, errNoRows
	}
	if l.Description, err = l.choose("description_column", c.Description, func() (int, error) { return l.guess(body) }); err != nil {
		return Layout{}, err
	}
	if first := body[0].At(l.Description); header < 0 && c.Description == "" && c.HeaderRow == nil && mayBeHeader(first, l.measure(body[1:]), l.Description) {
		return Layout{}, bad("description_column: the first row (%q) may be a header: name the column by it, or by its letter %s where it is a product",
			clip(first.Text), Letter(l.Description))
	}
	if l.ID, err = l.choose("id_column", c.ID, func() (int, error) { return l.guessID(), nil }); err != nil {
		return Layout{}, err
	}
	code, err := l.choose("code_column", c.Code, func() (int, error) { return -1, nil })
	l.Code = code + 1
	return l, err
}

// sample reads the beginning of a sheet, from a row that was named as its header on.
func (b *Book) sample(s sheet, header *int) (sample, error) {
	merged, err := b.readMerges(s.part)
	if err != nil {
		return sample{}, err
	}
	rows, err := b.rows(s, merged)
	if err != nil {
		return sample{}, err
	}
	defer func() { _ = rows.Close() }() // only read
	from := &from{rows: rows}
	if header != nil {
		from.row = *header
	}
	out := sample{sheet: s.name}
	if out.rows, err = firstRows(from); err != nil {
		return sample{}, err
	}
	if header != nil && *header > 0 && (len(out.rows) == 0 || out.rows[0].Number != *header) {
		return sample{}, bad("header_row: row %d of the sheet %q is empty or beyond its end", *header, clip(s.name))
	}
	out.widths = rows.Widths()
	counts := make([]int, len(out.rows))
	for i, row := range out.rows {
		counts[i] = row.filled()
	}
	if slices.Sort(counts); len(counts) > 0 {
		out.usual = counts[len(counts)/2]
	}
	return out, nil
}

// from are the rows of a sheet from one on.
type from struct {
	rows *Rows
	row  int
}

// Next implements RowSource.
func (f *from) Next() (Row, bool, error) {
	for {
		row, ok, err := f.rows.Next()
		if err != nil || !ok || row.Number >= f.row {
			return row, ok, err
		}
	}
}

// titles is how many rows stand above the table: texts across its columns, or rows of far fewer cells than it has.
func (s sample) titles() int {
	for i, row := range s.rows[:min(headerRows, len(s.rows))] {
		if !s.title(row) {
			return i
		}
	}
	return 0
}

// title reports whether a row is one above the table, or between its parts.
func (s sample) title(row Row) bool {
	return row.captions() || s.usual >= leastUsual && 2*row.filled() < s.usual
}

// leastUsual is how many cells the rows of a table have for rows of fewer to be titles of it.
const leastUsual = 3

// headerOf is the row that names the columns: the one a caller named, or the one found.
func (s sample) headerOf(c Choice) (int, error) {
	switch {
	case c.HeaderRow == nil:
		return s.headerFor(c.Description)
	case *c.HeaderRow == 0:
		return -1, nil
	}
	return 0, nil // the sample begins with it
}

// firstRows keeps the rows by which a sheet is judged.
func firstRows(rows RowSource) (first []Row, err error) {
	for text := 0; len(first) < sampleRows && text < sampleText; {
		row, ok, err := rows.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		text += row.text()
		first = append(first, Row{row.Number, append([]Cell(nil), row.Cells...), row.Wide, row.Hidden})
	}
	return first, nil
}

// header is the index of the row that names the columns, -1 where none does. A title above the
// table has fewer cells than the table.
func (s sample) header() int {
	best, bestScore := -1, 0
	for i, row := range s.rows[:min(headerRows, len(s.rows))] {
		if s.title(row) {
			continue
		}
		score := 0
		for _, cell := range row.Cells {
			if cell.Kind == KindText {
				score = max(score, 10*headerScore(cell.Text))
			}
		}
		if score > 0 && (len(row.Cells) == 1) == (s.usualCells() == 1) {
			score += 5
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	if best >= 0 {
		return best
	}
	if named := slices.IndexFunc(s.rows[:min(headerRows, len(s.rows))], func(r Row) bool { return !s.title(r) && namesColumns(r) }); named >= 0 {
		return named
	}
	titles := s.titles()
	if (sample{rows: s.rows[titles:]}).looksHeaded() {
		return titles
	}
	return -1
}

// usualCells is how many cells the longest row has.
func (s sample) usualCells() int {
	most := 0
	for _, row := range s.rows {
		most = max(most, len(row.Cells))
	}
	return most
}

// mayBeHeader doubts the first text above a column: far shorter than those below it.
func mayBeHeader(first Cell, below []columnText, column int) bool {
	return column < len(below) && below[column].wordsPerCell() > 2*float64(len(strings.Fields(first.Text)))
}

// looksHeaded judges a first row in words we do not know: all of it short text, above some column
// of numbers, of keys where it has a word, or of far longer text.
func (s sample) looksHeaded() bool {
	if len(s.rows) < 2 || len(s.rows[0].Cells) < 2 {
		return false
	}
	for _, cell := range s.rows[0].Cells {
		if cell.Kind != KindText || len(strings.Fields(cell.Text)) > maxHeaderWords {
			return false
		}
	}
	for column := range s.rows[0].Cells {
		numbers, keys, words := 0, 0, 0
		for _, row := range s.rows[1:] {
			switch cell := row.At(column); cell.Kind {
			case KindNumber, KindDate:
				numbers++
			case KindText:
				words += len(strings.Fields(cell.Text))
				if strings.ContainsAny(cell.Text, "0123456789") && !readsLikeText(cell.Text) {
					keys++
				}
			case KindEmpty, KindBool, KindError, KindUnknown:
			}
		}
		title := s.rows[0].Cells[column].Text
		if below := len(s.rows) - 1; 2*numbers > below || 2*keys > below && readsLikeText(title) || words > 2*below*len(strings.Fields(title)) {
			return true
		}
	}
	return false
}

// headerFor is the row that holds a header the caller named, or the usual one for none or a letter.
func (s sample) headerFor(name string) (int, error) {
	if name == "" {
		return s.header(), nil
	}
	wanted := fold(name)
	for i, row := range s.rows[:min(headerRows, len(s.rows))] {
		for _, cell := range row.Cells {
			if wanted != "" && cell.Kind == KindText && fold(cell.Text) == wanted {
				return i, nil
			}
		}
	}
	if _, ok := letterOf(name); ok {
		return s.header(), nil
	}
	return 0, bad("description_column: the sheet %q has no column %q", clip(s.sheet), clip(name))
}

// letterOf reads a caller's column letter.
func letterOf(name string) (int, bool) {
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, "0123456789$ ") || len(name) > 2 {
		return 0, false
	}
	column, ok := columnOf(name)
	return column, ok && column < MaxColumns
}

// choose finds a column by the caller's header or letter, else by guess.
func (l Layout) choose(field, name string, guess func() (int, error)) (int, error) {
	if name == "" {
		return guess()
	}
	var found []int
	for i, h := range l.Headers {
		if fold(h) == fold(name) && fold(name) != "" {
			found = append(found, i)
		}
	}
	if len(found) > 1 {
		return 0, bad("%s: the header %q stands above columns %s: name one by its letter", field, clip(name), letters(found))
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if column, ok := letterOf(name); ok {
		return column, nil
	}
	return 0, bad("%s: there is no column %q; %s", field, clip(name), l.columns())
}

func letters(columns []int) string {
	var names []string
	for _, c := range columns {
		names = append(names, Letter(c))
	}
	return strings.Join(names, ", ")
}
