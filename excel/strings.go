package excel

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// sharedStrings is a workbook's table of texts, in blocks of many: a file may hold a million small
// ones, and one block of all would be copied each time it grows.
type sharedStrings struct {
	blocks []string // of blockStrings entries each
	ends   []uint32 // where each entry ends in its block
	size   int      // bytes of text
}

const blockStrings = 64

func (s *sharedStrings) at(i int) (string, bool) {
	if s == nil || i < 0 || i >= len(s.ends) {
		return "", false
	}
	from := uint32(0)
	if i%blockStrings > 0 {
		from = s.ends[i-1]
	}
	return s.blocks[i/blockStrings][from:s.ends[i]], true
}

// readShared reads the table once.
func (b *Book) readShared() error {
	if b.shared != nil {
		return nil
	}
	if b.strings == "" || b.parts[strings.ToLower(b.strings)] == nil {
		b.shared = &sharedStrings{}
		return nil
	}
	r, err := b.open(b.strings, maxStringsBytes)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // only read
	shared := &sharedStrings{}
	if err := shared.read(newMarkup(r)); err != nil {
		return err
	}
	b.shared = shared
	return nil
}

func (s *sharedStrings) read(m *markup) error {
	var block []byte
	for {
		token, err := m.next()
		if errors.Is(err, io.EOF) {
			s.blocks = append(s.blocks, string(block))
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "si" {
			continue
		}
		from := len(block)
		if block, err = appendText(m, "si", block); err != nil {
			return err
		}
		if s.size += len(block) - from; s.size > maxStringsText {
			return tooLarge("the texts of the workbook exceed the limit of %d MB", maxStringsText>>20)
		}
		if s.ends = append(s.ends, uint32(len(block))); len(s.ends) > maxStrings {
			return bad("the workbook has more than %d million different texts", maxStrings/1_000_000)
		}
		if len(s.ends)%blockStrings == 0 {
			s.blocks, block = append(s.blocks, string(block)), block[:0]
		}
	}
}

// errLongCell is a text that no spreadsheet program holds in a cell. It counts bytes: programs differ
// in what they take for a character.
var errLongCell = bad("a cell of the workbook holds more than %d characters, the limit of a cell", MaxCellChars)

// appendText appends the text of an entry up to its end tag: all runs, without phonetic guides.
func appendText(m *markup, until string, to []byte) ([]byte, error) {
	inText, guide, from := false, false, len(to)
	for {
		token, err := m.inside()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "t":
				inText = !guide
			case "rPh":
				guide = true
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t":
				inText = false
			case "rPh":
				guide = false
			case until:
				return to, nil
			}
		case xml.CharData:
			if !inText {
				continue
			}
			if to = append(to, unescape(string(t))...); len(to)-from > maxCellBytes {
				return nil, errLongCell
			}
		}
	}
}

// unescape replaces _xHHHH_, in which workbooks hide characters that XML cannot hold.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for {
		at := strings.Index(s, "_x")
		if at < 0 || at+7 > len(s) {
			_, _ = out.WriteString(s)
			return out.String()
		}
		_, _ = out.WriteString(s[:at])
		if c, ok := escaped(s[at : at+7]); ok {
			if c >= ' ' || c == '\n' || c == '\t' {
				_, _ = out.WriteRune(c)
			}
			s = s[at+7:]
			continue
		}
		_, _ = out.WriteString("_x")
		s = s[at+2:]
	}
}

func escaped(s string) (rune, bool) {
	if s[6] != '_' {
		return 0, false
	}
	var c rune
	for _, h := range []byte(s[2:6]) {
		switch {
		case h >= '0' && h <= '9':
			c = c<<4 | rune(h-'0')
		case h >= 'a' && h <= 'f':
			c = c<<4 | rune(h-'a'+10)
		case h >= 'A' && h <= 'F':
			c = c<<4 | rune(h-'A'+10)
		default:
			return 0, false
		}
	}
	return c, true
}
