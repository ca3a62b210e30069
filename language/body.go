package language

import (
	"bytes"
	"encoding/json"
	"io"
)

// spied is a body of which the member "language" is read on its way to the handler. It keeps no more of the body
// than a name and a short value.
type spied struct {
	io.ReadCloser
	tell func(value string)

	depth   int
	quoted  bool
	escaped bool
	text    []byte // of the string that is being read, with its quotes
	named   bool   // the last string of the outer object was "language"
	value   bool   // a colon has followed it
	ended   bool   // no more is wanted
}

// maxSpied bounds a name or value: longer ones are neither "language" nor a language.
const maxSpied = 64

func (b *spied) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	for _, c := range p[:n] {
		if b.ended {
			break
		}
		b.next(c)
	}
	return n, err
}

func (b *spied) next(c byte) {
	if b.quoted {
		b.inString(c)
		return
	}
	switch c {
	case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF: // with the mark of UTF-8
	case '"':
		b.quoted, b.text = true, append(b.text[:0], c)
	case '{', '[':
		if b.depth++; b.depth == 1 && c == '[' {
			b.ended = true
		}
		b.named = false
	case '}', ']':
		if b.depth--; b.depth <= 0 {
			b.ended = true
		}
	case ':':
		b.value = true
	case ',':
		b.named, b.value = false, false
	default:
		b.named, b.ended = false, b.depth == 0
	}
}

func (b *spied) inString(c byte) {
	if len(b.text) < maxSpied {
		b.text = append(b.text, c)
	}
	switch {
	case b.escaped:
		b.escaped = false
	case c == '\\':
		b.escaped = true
	case c == '"':
		b.quoted = false
		b.string()
	}
}

// string judges a string that has ended.
func (b *spied) string() {
	if b.depth != 1 {
		b.ended = b.depth == 0
		return
	}
	switch {
	case !b.value:
		b.named = b.says("language")
	case b.named:
		b.tell(b.decoded())
		b.ended = true
	}
}

// says reports whether the string is a word. A body may have a million names: without an escape none is decoded.
func (b *spied) says(word string) bool {
	if bytes.IndexByte(b.text, '\\') < 0 {
		return len(b.text) == len(word)+2 && string(b.text[1:len(b.text)-1]) == word
	}
	return b.decoded() == word
}

// decoded is empty for a string that was cut off.
func (b *spied) decoded() string {
	var text string
	if json.Unmarshal(b.text, &text) != nil {
		return ""
	}
	return text
}
