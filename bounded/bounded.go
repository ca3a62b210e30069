// Package bounded owns what is read or shown up to a limit: the beginning of a text, a stream of at
// most so many bytes, and the content of a compressed one.
//
// It refuses to cut in silence: whoever reads past a limit is told so.
package bounded

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// ErrTooLarge is the error of a stream that has more bytes than its limit.
var ErrTooLarge = errors.New("more bytes than the limit")

// Cut returns the first n characters of s, and whether any were left out. It reads no more of s than it returns.
func Cut(s string, n int) (head string, cut bool) {
	for i := range s {
		if n--; n < 0 {
			return s[:i], true
		}
	}
	return s, false
}

// First returns the first n characters of s.
func First(s string, n int) string {
	head, _ := Cut(s, n)
	return head
}

// Clip returns the first n characters of s, with an ellipsis where any were left out.
func Clip(s string, n int) string {
	head, cut := Cut(s, n)
	if cut {
		return head + "…"
	}
	return head
}

// NewReader returns a reader of the first limit bytes of r; where r has more, it ends with ErrTooLarge.
func NewReader(r io.Reader, limit int64) io.Reader { return &reader{r, limit} }

type reader struct {
	from io.Reader
	left int64 // -1 once the limit was passed
}

func (r *reader) Read(p []byte) (int, error) {
	if r.left < 0 {
		return 0, ErrTooLarge
	}
	if int64(len(p)) > r.left+1 { // one more, to tell an end from an excess
		p = p[:r.left+1]
	}
	n, err := r.from.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return n - 1, ErrTooLarge
	}
	return n, err
}

// Read reads all of r, of which it accepts limit bytes: ErrTooLarge where it has more.
func Read(r io.Reader, limit int64) ([]byte, error) { return io.ReadAll(NewReader(r, limit)) }

// Gunzip returns a reader of what is packed with gzip in content, of which it accepts limit bytes unpacked:
// ErrTooLarge where it has more.
func Gunzip(content []byte, limit int64) (io.Reader, error) {
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return NewReader(z, limit), nil
}
