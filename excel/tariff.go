package excel

import "io"

// TariffRow is a tariff line as the tables show it.
type TariffRow struct {
	Requested   string
	Levels      [3]Level // chapter, heading, subheading
	Line        string
	Suffixes    string
	Unit        string
	ImportDuty  string
	ExportDuty  string
	Taxes       string
	Agreements  string
	Regulations string
	Vintage     string
	Note        string
}

// TariffBook writes a workbook of tariff tables: a sheet of lines, one of unknown codes.
type TariffBook struct {
	book           *workbook
	lines, unknown *stream
	values         []any
}

// NewTariffBook begins a workbook in a language. The caller closes it.
func NewTariffBook(language string) (*TariffBook, error) {
	l := labelsIn(language)
	t := &TariffBook{book: newWorkbook()}
	columns := []column{{l.requested, 16, fillOwn}}
	for _, name := range []string{l.chapter, l.heading, l.subheading} {
		columns = append(columns, column{name, 12, fillAdded}, column{name + ": " + l.name, 36, fillAdded})
	}
	columns = append(columns, column{l.line, 14, fillAdded}, column{l.statistical, 20, fillAdded}, column{l.unit, 8, fillAdded},
		column{l.importDuty, 20, fillAdded}, column{l.exportDuty, 20, fillAdded}, column{l.taxes, 30, fillAdded},
		column{l.agreements, 50, fillAdded}, column{l.regulations, 40, fillAdded}, column{l.vintage, 12, fillAdded}, column{l.note, 60, fillAdded})
	var err error
	if t.lines, err = t.book.addSheet(l.tables, columns); err == nil {
		t.unknown, err = t.book.addSheet(l.unknown, []column{{l.requested, 20, fillOwn}, {l.nearCode, 80, fillAdded}})
	}
	if err != nil {
		_ = t.Close()
		return nil, err
	}
	return t, nil
}

// Add writes a line.
func (t *TariffBook) Add(r TariffRow) error {
	t.values = append(t.values[:0], filled(r.Requested))
	for _, level := range r.Levels {
		t.values = append(t.values, filled(level.Code), filled(level.Name))
	}
	for _, s := range []string{r.Line, r.Suffixes, r.Unit, r.ImportDuty, r.ExportDuty, r.Taxes, r.Agreements, r.Regulations, r.Vintage, r.Note} {
		t.values = append(t.values, filled(s))
	}
	return t.lines.write(t.values)
}

// AddUnknown writes a code of which nothing is known, and why.
func (t *TariffBook) AddUnknown(requested, why string) error {
	return t.unknown.write([]any{filled(requested), filled(why)})
}

// Write ends the sheets and packs the workbook into to.
func (t *TariffBook) Write(to io.Writer) error {
	for _, s := range []*stream{t.lines, t.unknown} {
		if err := s.end(); err != nil {
			return err
		}
	}
	return t.book.writeTo(to)
}

// Close releases temporary files.
func (t *TariffBook) Close() error { return t.book.close() }
