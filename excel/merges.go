package excel

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// merges are the merges of a sheet. The first cell of a vertical one stands for all below it; the value of one across columns stays in
// the first, which tells how far it goes.
type merges struct {
	spans  []span // by first row
	next   int
	active map[int]fill     // by column: merges never overlap, in a file that lies the later one wins
	wide   map[int][]across // merges across columns, by the row that they begin in; of more than maxMerges the rows alone
	kept   int              // of these merges
}

// across is where a merge across columns begins, and over how many more it goes.
type across struct{ column, more int }

type fill struct {
	span
	value Cell
}

type span struct{ first, last, column int }

// readMerges reads the merged ranges, which lie behind the rows. On the way it measures what the
// sheet unpacks to, so that a bomb is refused before anything else is done.
func (b *Book) readMerges(part string) (*merges, error) {
	r, err := b.open(part, maxSheetBytes)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // only read
	m := &merges{active: map[int]fill{}, wide: map[int][]across{}}
	tail, err := seekTag(r, "mergeCells")
	if err != nil || tail == nil {
		return m, err
	}
	in := newMarkup(tail)
	for {
		token, err := in.next()
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "mergeCells" || errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "mergeCell" {
			m.add(attr(e, "ref"))
		}
		if len(m.spans) > maxMerges {
			return nil, tooLarge("the sheet has more than %d merged cells", maxMerges)
		}
	}
	slices.SortFunc(m.spans, func(a, b span) int { return a.first - b.first })
	return m, nil
}

// seekTag reads up to a start tag by its bytes alone, far faster than a parser; nil where there is none.
// In text the sign < is always escaped.
func seekTag(r io.Reader, name string) (io.Reader, error) {
	const window, overlap = 128 << 10, 64
	buffer := make([]byte, 0, window+overlap)
	for {
		n, err := io.ReadFull(r, buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if at := tagAt(buffer, name); at >= 0 {
			return io.MultiReader(bytes.NewReader(slices.Clone(buffer[at:])), r), nil
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, nil
		case err != nil:
			return nil, asPublic(err)
		}
		kept := copy(buffer, buffer[len(buffer)-overlap:])
		buffer = buffer[:kept]
	}
}

func tagAt(b []byte, name string) int {
	for from := 0; ; {
		at := bytes.Index(b[from:], []byte(name))
		if at < 0 {
			return -1
		}
		at += from
		open := bytes.LastIndexByte(b[max(0, at-20):at], '<')
		if open >= 0 {
			open += max(0, at-20)
			if prefix := b[open+1 : at]; len(prefix) == 0 || prefix[len(prefix)-1] == ':' && !bytes.ContainsAny(prefix, " />\"'") {
				return open
			}
		}
		from = at + len(name)
	}
}

func (m *merges) add(ref string) {
	from, to, ok := strings.Cut(ref, ":")
	column, ok1 := columnOf(from)
	first, last := rowOf(from), rowOf(to)
	if end, known := columnOf(to); ok && ok1 && known && end > column && first > 0 {
		all := m.wide[first]
		if column < MaxColumns && m.kept < maxMerges {
			all = append(all, across{column, min(end, MaxColumns-1) - column})
			m.kept++
		}
		m.wide[first] = all
	}
	if ok && ok1 && column < MaxColumns && first > 0 && last > first {
		m.spans = append(m.spans, span{first, last, column})
	}
}

func rowOf(ref string) int {
	n, err := strconv.Atoi(strings.TrimLeft(ref, "$ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
	if err != nil {
		return 0
	}
	return n
}

// apply remembers first cells and fills the cells below them.
func (m *merges) apply(row int, cells []Cell) []Cell {
	for _, a := range m.wide[row] {
		if a.column < len(cells) {
			cells[a.column].Across = a.more
		}
	}
	if len(m.spans) == 0 {
		return cells
	}
	for column, f := range m.active {
		if f.last < row {
			delete(m.active, column)
			continue
		}
		for len(cells) <= column {
			cells = append(cells, Cell{})
		}
		if cells[column].Empty() {
			cells[column] = f.value
			cells[column].Spread = true
		}
	}
	for ; m.next < len(m.spans) && m.spans[m.next].first <= row; m.next++ {
		if s := m.spans[m.next]; s.first == row && s.column < len(cells) {
			m.active[s.column] = fill{s, cells[s.column]}
			cells[s.column].Spread = true
		}
	}
	return cells
}
