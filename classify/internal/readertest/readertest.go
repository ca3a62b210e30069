// Package readertest owns what the tests of several rooms need: the reader of the program's own vocabulary.
//
// It refuses to be imported by anything but tests.
package readertest

import (
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// New returns the reader.
func New(t testing.TB) *text.Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return text.NewReader(book)
}
