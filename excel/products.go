package excel

import (
	"strings"
)

// Lack says why a row has no description.
type Lack string

// The reasons why a row has no description; LackNone is a row that has one.
const (
	LackNone     Lack = ""
	LackEmpty    Lack = "empty"
	LackNumber   Lack = "number"   // a number, date or truth value
	LackError    Lack = "error"    // the error of a formula
	LackUnstored Lack = "unstored" // a formula without a stored value
	LackCaption  Lack = "caption"  // a title across columns, or the header again
)

// Product is a row below the header.
type Product struct {
	Row         Row
	Description string // trimmed, "" with a Lack
	ID          string
	Code        string // as the row states it, "" without a column of codes
	Lack        Lack
}

// Products streams the rows of products.
type Products struct {
	rows   *Rows
	layout Layout
}

// Products opens the sheet of a layout. The caller closes it.
func (b *Book) Products(l Layout) (*Products, error) {
	rows, err := b.Rows(l.Sheet)
	if err != nil {
		return nil, err
	}
	return &Products{rows, l}, nil
}

// Close releases the sheet.
func (p *Products) Close() error { return p.rows.Close() }

// Next returns the next product, false after the last. Its cells are overwritten by the following call.
func (p *Products) Next() (Product, bool, error) {
	for {
		row, ok, err := p.rows.Next()
		if err != nil || !ok {
			return Product{}, false, err
		}
		if row.Number <= p.layout.HeaderRow {
			continue
		}
		out := Product{Row: row}
		if p.layout.ID >= 0 {
			out.ID = strings.TrimSpace(row.At(p.layout.ID).Text)
		}
		out.Description, out.Lack = describe(row.At(p.layout.Description))
		if out.Lack == LackNone && (row.captions() || p.layout.repeats(row)) {
			out.Description, out.Lack = "", LackCaption
		}
		if p.layout.Code > 0 {
			out.Code = CodeText(row.At(p.layout.Code - 1))
		}
		return out, true, nil
	}
}

func describe(c Cell) (string, Lack) {
	switch c.Kind {
	case KindText:
		if text := strings.TrimSpace(c.Text); text != "" {
			return text, LackNone
		}
	case KindNumber, KindDate, KindBool:
		return "", LackNumber
	case KindError:
		return "", LackError
	case KindUnknown:
		return "", LackUnstored
	case KindEmpty:
	}
	return "", LackEmpty
}

// repeats reports whether a row is the header again, as on each page of a printed list.
func (l Layout) repeats(row Row) bool {
	if l.HeaderRow == 0 || l.Description >= len(l.Headers) || l.Headers[l.Description] == "" {
		return false
	}
	for i, h := range l.Headers {
		if fold(h) != fold(row.At(i).Text) {
			return false
		}
	}
	return true
}
