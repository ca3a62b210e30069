package excel

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// workbook is one being written. Sheets of rows are streamed: excelize spills them to the temp folder.
type workbook struct {
	file   *excelize.File
	styles map[string]int // by number format code
	header map[string]int // by colour of the fill
}

// maxStyles bounds the number formats that are taken over from a caller's workbook.
const maxStyles = 500

func newWorkbook() *workbook {
	return &workbook{excelize.NewFile(), map[string]int{}, map[string]int{}}
}

// format returns the style of a number format, 0 for the plain one.
func (w *workbook) format(code string) int {
	if code == "" || code == "General" {
		return 0
	}
	id, ok := w.styles[code]
	if !ok && len(w.styles) < maxStyles {
		var err error
		if id, err = w.file.NewStyle(&excelize.Style{CustomNumFmt: &code}); err != nil {
			id = 0 // a code that is not understood: the value stays
		}
		w.styles[code] = id
	}
	return id
}

// The fills of headers: what is the caller's and what was added.
const (
	fillOwn   = "E7E6E6"
	fillAdded = "1F4E78"
)

func (w *workbook) headerStyle(fill string) (int, error) {
	if id, ok := w.header[fill]; ok {
		return id, nil
	}
	font := &excelize.Font{Bold: true, Family: "Calibri", Size: 11}
	if fill == fillAdded {
		font.Color = "FFFFFF"
	}
	id, err := w.file.NewStyle(&excelize.Style{
		Font: font, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{fill}},
		Alignment: &excelize.Alignment{Vertical: "center", WrapText: true},
	})
	if err != nil {
		return 0, fmt.Errorf("style of headers: %w", err)
	}
	w.header[fill] = id
	return id, nil
}

// column is a column of a streamed sheet.
type column struct {
	title string
	width float64
	fill  string
}

// stream writes the rows of a sheet in order.
type stream struct {
	book    *workbook
	writer  *excelize.StreamWriter
	sheet   string
	columns []column
	row     int
}

// addSheet begins a sheet: widths, a frozen header. The first one takes the place of the empty one
// that a new workbook has.
func (w *workbook) addSheet(name string, columns []column) (*stream, error) {
	if len(w.file.GetSheetList()) == 1 && w.file.GetSheetName(0) == "Sheet1" && name != "Sheet1" {
		if err := w.file.SetSheetName("Sheet1", name); err != nil {
			return nil, fmt.Errorf("sheet %s: %w", name, err)
		}
	} else if _, err := w.file.NewSheet(name); err != nil {
		return nil, fmt.Errorf("sheet %s: %w", name, err)
	}
	writer, err := w.file.NewStreamWriter(name)
	if err != nil {
		return nil, fmt.Errorf("sheet %s: %w", name, err)
	}
	s := &stream{book: w, writer: writer, sheet: name, columns: columns, row: 1}
	return s, s.begin()
}

func (s *stream) begin() error {
	header := make([]any, len(s.columns))
	for i, c := range s.columns {
		style, err := s.book.headerStyle(c.fill)
		if err != nil {
			return err
		}
		header[i] = excelize.Cell{StyleID: style, Value: cellText(c.title)}
	}
	for i := len(s.columns); i > 0; i-- { // each is written before the others, and they have to ascend
		if width := s.columns[i-1].width; width > 0 {
			if err := s.writer.SetColWidth(i, i, width); err != nil {
				return fmt.Errorf("width of column %d: %w", i, err)
			}
		}
	}
	err := s.writer.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft",
		Selection: []excelize.Selection{{SQRef: "A2", ActiveCell: "A2", Pane: "bottomLeft"}}})
	if err != nil {
		return fmt.Errorf("freeze header: %w", err)
	}
	if len(header) == 0 {
		return nil
	}
	return s.write(header, excelize.RowOpts{Height: 32})
}

func (s *stream) write(values []any, opts ...excelize.RowOpts) error {
	if err := s.writer.SetRow(fmt.Sprintf("A%d", s.row), values, opts...); err != nil {
		return fmt.Errorf("row %d of sheet %s: %w", s.row, s.sheet, err)
	}
	s.row++
	return nil
}

// end adds filters over all columns and closes the sheet.
func (s *stream) end() error {
	if len(s.columns) > 0 {
		over := fmt.Sprintf("A1:%s%d", Letter(len(s.columns)-1), max(s.row-1, 1))
		if err := s.book.file.AutoFilter(s.sheet, over, nil); err != nil {
			return fmt.Errorf("filters of sheet %s: %w", s.sheet, err)
		}
	}
	if err := s.writer.Flush(); err != nil {
		return fmt.Errorf("sheet %s: %w", s.sheet, err)
	}
	return nil
}

// value is a cell as excelize takes it. Text is text whatever it begins with: excelize writes a
// formula only where its type says so.
func (w *workbook) value(c Cell) any {
	switch c.Kind {
	case KindNumber:
		if !held(c.Number) || whole(c.Text) && significant(c.Text) > maxDigits {
			return cellText(c.Text)
		}
		return styled(c.Number, w.format(c.Format))
	case KindDate:
		code := c.Format
		if code == "" {
			code = "yyyy-mm-dd"
		}
		return styled(c.Time, w.format(code))
	case KindBool:
		return c.Text == "true"
	case KindEmpty, KindUnknown:
		return nil
	case KindText, KindError:
	}
	return cellText(c.Text)
}

func styled(v any, style int) any {
	if style == 0 {
		return v
	}
	return excelize.Cell{StyleID: style, Value: v}
}

// cellText bounds a text to what a cell may hold, in the units spreadsheets count, and drops what XML
// cannot say.
func cellText(s string) string {
	if strings.ContainsFunc(s, unspeakable) {
		s = strings.Map(func(c rune) rune {
			if unspeakable(c) {
				return -1
			}
			return c
		}, s)
	}
	if len(s) <= MaxCellChars {
		return s
	}
	units := 0
	for i, c := range s {
		if units += utf16.RuneLen(c); units > MaxCellChars {
			return s[:i]
		}
	}
	return s
}

func unspeakable(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0xFFFE || c == 0xFFFF
}

// writeTo packs the workbook into to. The first sheet is the one shown, as in every new workbook: to have excelize say so
// anew, by SetActiveSheet, would decode all rows of all sheets and encode them again. excelize would gather the whole archive in memory first: its
// buffer is passed over and stays empty.
func (w *workbook) writeTo(to io.Writer) error {
	w.file.SetZipWriter(func(io.Writer) excelize.ZipWriter {
		z := zip.NewWriter(to)
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
			return flate.NewWriter(w, flate.BestSpeed) // a third of the time for a tenth more bytes
		})
		return z
	})
	if err := w.file.Write(io.Discard); err != nil {
		return fmt.Errorf("write workbook: %w", err)
	}
	return nil
}

func (w *workbook) close() error { return w.file.Close() }

// Sheet is a sheet to be written: Fill adds its rows in order.
type Sheet struct {
	Name    string
	Headers []string
	Widths  []float64 // by column; the usual one where there is none
	Fill    func(add func([]Cell) error) error
}

// WriteSheet writes a workbook of one sheet; fill adds its rows in order.
func WriteSheet(to io.Writer, name string, headers []string, fill func(add func([]Cell) error) error) error {
	return WriteSheets(to, []Sheet{{Name: name, Headers: headers, Fill: fill}})
}

// WriteSheets writes a workbook, its sheets in their order. Text is text, whatever it begins with.
func WriteSheets(to io.Writer, sheets []Sheet) (err error) {
	w := newWorkbook()
	defer func() {
		if closed := w.close(); err == nil {
			err = closed
		}
	}()
	for _, sheet := range sheets {
		if err := w.fill(sheet); err != nil {
			return err
		}
	}
	return w.writeTo(to)
}

func (w *workbook) fill(sheet Sheet) error {
	columns := make([]column, len(sheet.Headers))
	for i, h := range sheet.Headers {
		columns[i] = column{title: h, fill: fillOwn}
		if i < len(sheet.Widths) {
			columns[i].width = sheet.Widths[i]
		}
	}
	s, err := w.addSheet(sheet.Name, columns)
	if err != nil {
		return err
	}
	values := make([]any, len(sheet.Headers))
	err = sheet.Fill(func(cells []Cell) error {
		clear(values)
		for i, c := range cells[:min(len(cells), len(values))] {
			values[i] = w.value(c)
		}
		return s.write(values)
	})
	if err != nil {
		return err
	}
	return s.end()
}
