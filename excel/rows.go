package excel

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Row is a row with something in it. Cells end with the last one that is not empty.
type Row struct {
	Number int // from 1, as the sheet shows it
	Cells  []Cell
	Wide   bool // a cell of it is merged across columns
	Hidden bool // the sheet does not show it
}

// filled is how many cells of the row have something in them.
func (r Row) filled() (n int) {
	for i := range r.Cells {
		if !r.Cells[i].Empty() {
			n++
		}
	}
	return n
}

// captions reports whether the row is one text across columns: the title of a table, or of a part of it.
func (r Row) captions() bool { return r.Wide && r.filled() == 1 }

// At returns the cell of a column from 0, an empty one beyond the end.
func (r Row) At(column int) Cell {
	if column < 0 || column >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[column]
}

// text is how many bytes of text are in the row.
func (r Row) text() (n int) {
	for i := range r.Cells {
		n += len(r.Cells[i].Text)
	}
	return n
}

// Rows streams a sheet. It holds one row at a time.
type Rows struct {
	book    *Book
	part    io.ReadCloser
	in      *markup
	merges  *merges
	widths  []float64
	hidden  map[int]bool // columns that the sheet does not show
	row     Row
	columns int // of the row being read
	cells   int // of it, blank ones too
	raw     []byte
	text    int // bytes of text in the rows so far
	done    bool
}

// Rows opens a sheet by its name, the first one shown where it is "". The caller closes it.
func (b *Book) Rows(name string) (*Rows, error) {
	s, err := b.find(name)
	if err != nil {
		return nil, err
	}
	merged, err := b.readMerges(s.part)
	if err != nil {
		return nil, err
	}
	return b.rows(s, merged)
}

func (b *Book) rows(s sheet, merged *merges) (*Rows, error) {
	if err := b.readShared(); err != nil {
		return nil, err
	}
	part, err := b.open(s.part, maxSheetBytes)
	if err != nil {
		return nil, err
	}
	return &Rows{book: b, part: part, merges: merged, in: newMarkup(part)}, nil
}

// Close releases the sheet.
func (r *Rows) Close() error { return r.part.Close() }

// Next returns the next row that is not blank, false after the last. The row is overwritten by the
// following call.
func (r *Rows) Next() (Row, bool, error) {
	for !r.done {
		token, err := r.in.inside()
		if err != nil {
			return Row{}, false, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "col":
				r.noteColumns(t)
			case "row":
				found, err := r.readRow(t)
				if err != nil {
					return Row{}, false, err
				}
				if found {
					return r.row, true, nil
				}
			}
		case xml.EndElement:
			r.done = t.Name.Local == "sheetData" || t.Name.Local == "worksheet"
		}
	}
	return Row{}, false, nil
}

// Widths are the widths of the columns that the sheet sets, 0 for the others; known once a row was read.
func (r *Rows) Widths() []float64 { return r.widths }

// Hides reports whether the sheet does not show a column, from 0; known once a row was read.
func (r *Rows) Hides(column int) bool { return r.hidden[column] }

// hides reports whether a row or a column has the mark of what is not shown.
func hides(e xml.StartElement) bool { return attr(e, "hidden") == "1" || attr(e, "hidden") == "true" }

func (r *Rows) noteColumns(e xml.StartElement) {
	first, _ := strconv.Atoi(attr(e, "min"))
	last, _ := strconv.Atoi(attr(e, "max"))
	for c := max(first, 1); hides(e) && c <= min(last, MaxColumns); c++ {
		if r.hidden == nil {
			r.hidden = map[int]bool{}
		}
		r.hidden[c-1] = true
	}
	width, err := strconv.ParseFloat(attr(e, "width"), 64)
	if err != nil || first < 1 || !(width > 0 && width <= 255) {
		return
	}
	for c := first; c <= min(last, MaxColumns); c++ {
		for len(r.widths) < c {
			r.widths = append(r.widths, 0)
		}
		r.widths[c-1] = width
	}
}

// readRow reads up to the row's end tag and says whether something is in it.
func (r *Rows) readRow(start xml.StartElement) (bool, error) {
	number := r.row.Number + 1
	if n, err := strconv.Atoi(attr(start, "r")); err == nil && n >= number && n <= 1<<20 {
		number = n
	}
	r.row.Number, r.row.Hidden = number, hides(start)
	clear(r.row.Cells)
	r.row.Cells, r.columns, r.cells = r.row.Cells[:0], 0, 0
	for {
		token, err := r.in.inside()
		if err != nil {
			return false, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "c" {
				if err := r.readCell(t); err != nil {
					return false, err
				}
			}
		case xml.EndElement:
			if t.Name.Local == "row" {
				return r.finishRow()
			}
		}
	}
}

// finishRow cuts trailing blanks and lets vertical merges fill what they cover; the fill alone does
// not make a row.
func (r *Rows) finishRow() (bool, error) {
	cells := r.row.Cells
	for len(cells) > 0 && cells[len(cells)-1].Empty() {
		cells = cells[:len(cells)-1]
	}
	_, r.row.Wide = r.merges.wide[r.row.Number]
	r.row.Cells = r.merges.apply(r.row.Number, cells)
	if len(cells) == 0 {
		return false, nil
	}
	text := r.row.text()
	if r.text += text; text > maxRowText {
		return false, bad("row %d holds more than %d MB of text", r.row.Number, maxRowText>>20)
	}
	if r.text > maxSheetText {
		return false, bad("the sheet holds more than %d MB of text", maxSheetText>>20)
	}
	return true, nil
}

// readCell reads up to the cell's end tag.
func (r *Rows) readCell(start xml.StartElement) error {
	if r.cells++; r.cells > maxRowCells {
		return bad("row %d has more than %d cells", r.row.Number, maxRowCells)
	}
	column, style, kind := r.columns, -1, ""
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "r":
			if c, ok := columnOf(a.Value); ok {
				column = c
			}
		case "s":
			if n, err := strconv.Atoi(a.Value); err == nil {
				style = n
			}
		case "t":
			kind = a.Value
		}
	}
	value, formula, err := r.readValue(kind == "inlineStr")
	if err != nil {
		return err
	}
	r.columns = column + 1
	cell := r.cell(kind, value, style, formula)
	if cell.Kind == KindEmpty {
		return nil
	}
	if column >= MaxColumns {
		return bad("row %d has a value in column %s: the limit is %d columns", r.row.Number, Letter(column), MaxColumns)
	}
	for len(r.row.Cells) <= column {
		r.row.Cells = append(r.row.Cells, Cell{})
	}
	r.row.Cells[column] = cell
	return nil
}

// readValue reads the stored value, and whether there is a formula.
func (r *Rows) readValue(inline bool) (value string, formula bool, err error) {
	inValue := false
	r.raw = r.raw[:0]
	for {
		token, err := r.in.inside()
		if err != nil {
			return "", false, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "f":
				formula = true
			case "v":
				inValue = true
			case "is":
				if !inline {
					continue
				}
				if r.raw, err = appendText(r.in, "is", r.raw[:0]); err != nil {
					return "", false, err
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "v":
				inValue = false
			case "c":
				return string(r.raw), formula, nil
			}
		case xml.CharData:
			if !inValue {
				continue
			}
			if r.raw = append(r.raw, t...); len(r.raw) > maxCellBytes {
				return "", false, errLongCell
			}
		}
	}
}

func (r *Rows) cell(kind, value string, style int, formula bool) Cell {
	switch {
	case value == "" && formula:
		return Cell{Kind: KindUnknown}
	case value == "":
		return Cell{}
	}
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		if text, ok := r.book.shared.at(i); err == nil && ok && text != "" {
			return Cell{Kind: KindText, Text: text}
		}
		return Cell{}
	case "str":
		return Cell{Kind: KindText, Text: unescape(value)}
	case "inlineStr":
		return Cell{Kind: KindText, Text: value}
	case "b":
		return Cell{Kind: KindBool, Text: strconv.FormatBool(strings.TrimSpace(value) == "1")}
	case "e":
		return Cell{Kind: KindError, Text: value}
	case "d":
		return Cell{Kind: KindText, Text: value}
	}
	return r.book.number(value, style)
}

// columnOf reads the letters of a cell reference, A being 0; columns beyond any sheet are no reference.
func columnOf(ref string) (int, bool) {
	column := 0
	for i := 0; i < len(ref) && i < 4; i++ {
		switch c := ref[i]; {
		case c >= 'A' && c <= 'Z':
			column = column*26 + int(c-'A'+1)
		case c >= 'a' && c <= 'z':
			column = column*26 + int(c-'a'+1)
		case c == '$':
		default:
			return column - 1, column > 0
		}
	}
	return column - 1, column > 0 && column <= 1<<14
}

// Letter names a column from 0 as spreadsheets do: A, B, … AA.
func Letter(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = fmt.Sprintf("%c%s", 'A'+(column-1)%26, name)
	}
	return name
}
