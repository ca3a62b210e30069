package excel

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
)

// markup reads the tokens of a part. The parser holds each of them whole, a comment or a list of
// attributes too, so that what one may take is bounded below it.
type markup struct {
	parser *xml.Decoder
	piece  *piecewise
	tags   int
}

func newMarkup(r io.Reader) *markup {
	piece := &piecewise{from: r, full: bad("the workbook has a text or a tag of more than %d KB in one piece", maxTokenBytes>>10), most: maxTokenBytes}
	parser := xml.NewDecoder(bufio.NewReaderSize(piece, 64<<10))
	parser.Strict = false
	return &markup{parser: parser, piece: piece}
}

// next returns the next token as it stands in the part, io.EOF behind the last. It is overwritten by
// the following call. Any other error has its public form.
func (m *markup) next() (xml.Token, error) {
	m.piece.begin()
	token, err := m.parser.RawToken()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, asPublic(err)
	}
	if _, ok := token.(xml.StartElement); ok {
		if m.tags++; m.tags > maxTags {
			return nil, bad("a sheet of the workbook has more than %d million cells and tags", maxTags/1_000_000)
		}
	}
	return token, nil
}

// inside is next where the part may not end yet.
func (m *markup) inside() (xml.Token, error) {
	token, err := m.next()
	if errors.Is(err, io.EOF) {
		return nil, corrupt(io.ErrUnexpectedEOF)
	}
	return token, err
}

// piecewise bounds what is read of a stream since begin was last called; beyond it reading fails with
// full. What a reader above it holds in its buffer counts for the piece in which it was read.
type piecewise struct {
	from io.Reader
	full error
	most int
	read int
}

func (p *piecewise) begin() { p.read = 0 }

func (p *piecewise) Read(b []byte) (int, error) {
	if p.read > p.most {
		return 0, p.full
	}
	n, err := p.from.Read(b)
	p.read += n
	return n, err
}
