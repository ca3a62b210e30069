package excel

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// sharedStrings is a workbook's table of texts, in one block: a file may hold a million small ones.
type sharedStrings struct {
	text string
	ends []uint32 // entry i is text[ends[i-1]:ends[i]]
}

func (s *sharedStrings) at(i int) (string, bool) {
	if s == nil || i < 0 || i >= len(s.ends) {
		return "", false
	}
	from := uint32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.text[from:s.ends[i]], true
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
	var text strings.Builder
	d := newDecoder(bufio.NewReaderSize(r, 64<<10))
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return asPublic(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "si" {
			continue
		}
		if err := readText(d, "si", &text); err != nil {
			return err
		}
		if text.Len() > maxStringsText {
			return tooLarge("the texts of the workbook exceed the limit of %d MB", maxStringsText>>20)
		}
		shared.ends = append(shared.ends, uint32(text.Len()))
	}
	shared.text = text.String()
	b.shared = shared
	return nil
}

// readText appends the text of an entry up to its end tag: all runs, without phonetic guides.
func readText(d *xml.Decoder, until string, to *strings.Builder) error {
	inText, guide, from := false, false, to.Len()
	for {
		token, err := d.RawToken()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return asPublic(err)
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
				return nil
			}
		case xml.CharData:
			if inText && to.Len()-from < 4*MaxCellChars {
				_, _ = to.WriteString(unescape(string(t)))
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
