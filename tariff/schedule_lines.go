package tariff

import (
	"iter"
	"slices"
	"sort"
	"strings"
)

// lineTable holds the lines of a schedule by code. Some thousands of combinations of unit, rates, dates and subdivisions
// repeat over all of them: each is held once. The zero value has none; it is immutable once a schedule is built.
type lineTable struct {
	rows   []lineRow
	shared []Line // without code and title
}

type lineRow struct {
	code   string
	title  Text
	shared int32
}

// packer builds lines one after the other.
type packer struct {
	lineTable
	met map[Line]int32
}

func (p *packer) add(line Line) {
	row := lineRow{code: line.Code, title: line.Title}
	line.Code, line.Title = "", Text{}
	at, known := p.met[line]
	if !known {
		if p.met == nil {
			p.met = make(map[Line]int32, 1<<10)
		}
		at = int32(len(p.shared))
		p.met[line], p.shared = at, append(p.shared, line)
	}
	row.shared = at
	p.rows = append(p.rows, row)
}

// packLines puts list in order of the codes.
func packLines(list []Line) lineTable {
	slices.SortFunc(list, func(a, b Line) int { return strings.Compare(a.Code, b.Code) })
	p := packer{lineTable: lineTable{rows: make([]lineRow, 0, len(list))}}
	for _, line := range list {
		p.add(line)
	}
	return p.lineTable
}

func (l *lineTable) len() int { return len(l.rows) }

func (l *lineTable) at(i int) Line {
	row := &l.rows[i]
	line := l.shared[row.shared]
	line.Code, line.Title = row.code, row.title
	return line
}

// between yields the lines from one place to before another.
func (l *lineTable) between(from, to int) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for i := from; i < to; i++ {
			if !yield(l.at(i)) {
				return
			}
		}
	}
}

// search finds the first line whose code is not below code.
func (l *lineTable) search(code string) int {
	return sort.Search(len(l.rows), func(i int) bool { return l.rows[i].code >= code })
}

// below finds the places of the lines whose codes begin with prefix.
func (l *lineTable) below(prefix string) (from, to int) {
	from = l.search(prefix)
	return from, from + sort.Search(len(l.rows)-from, func(i int) bool { return !strings.HasPrefix(l.rows[from+i].code, prefix) })
}

// find returns the place of a line.
func (l *lineTable) find(code string) (int, bool) {
	i := l.search(code)
	return i, i < len(l.rows) && l.rows[i].code == code
}
