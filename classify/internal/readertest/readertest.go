// Package readertest owns what the tests of several rooms need: the reader of the program's own vocabulary.
//
// It refuses to be imported by anything but tests.
package readertest

import (
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
	"tariffdesk/tariff"
)

// Quantities returns the reader of quantities.
func Quantities(t testing.TB) *quantity.Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	measures, err := tariff.LoadMeasures()
	if err != nil {
		t.Fatal(err)
	}
	return quantity.New(book, measures)
}

// New returns the reader.
func New(t testing.TB) *text.Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return text.NewReader(book)
}
