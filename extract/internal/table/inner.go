package table

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
)

// Columns inside of columns: captions with their values below a description, a code in brackets before it.
const (
	innerShare   = 0.4 // of the items have the caption, or
	surelyInner  = 3   // of them
	bracketShare = 0.6 // of the items begin with a code in brackets
	maxInner     = 12  // columns of a grid that are found so
	captionWords = 4   // of a caption
	innerLetters = 2   // of a caption, at least
)

// caption is one of a cell: what it says and the words of its value.
type caption struct {
	row    int
	column int
	label  []page.Word
	value  []page.Word
}

// open makes columns of their own of what the cells of other columns hold under captions and in brackets.
func (g *Grid) open() {
	if len(g.Columns) > MaxColumns {
		return
	}
	g.openBrackets()
	g.openUnder()
	g.openStacked()
	byLabel := map[string][]caption{}
	var order []string
	for _, c := range g.inside() {
		key := value.Alnum(page.Join(c.label))
		if len(byLabel[key]) == 0 {
			order = append(order, key)
		}
		if !slices.ContainsFunc(byLabel[key], func(o caption) bool { return o.row == c.row }) {
			byLabel[key] = append(byLabel[key], c)
		}
	}
	added := 0
	for _, key := range order {
		all := byLabel[key]
		if float64(len(all)) < innerShare*float64(len(g.Rows)) && len(all) < surelyInner || added == maxInner {
			continue
		}
		added++
		g.inner(all[0].label, func(row int) []page.Word {
			for _, c := range all {
				if c.row == row {
					return c.value
				}
			}
			return nil
		})
	}
}

// openStacked makes columns of the lines of cells that hold as many values as their header has names: "CAS No." over "EC No.".
func (g *Grid) openStacked() {
	for at := range g.Columns {
		names := stackedNames(g.Columns[at].Header)
		if len(names) < 2 || len(names) > mostStacked {
			continue
		}
		filled, whole := 0, 0
		for _, r := range g.Rows {
			if len(r.Cells[at]) == 0 || r.Total {
				continue
			}
			filled++
			if len(r.Cells[at]) == len(names) && !slices.ContainsFunc(r.Cells[at], func(line []page.Word) bool { return !formOf(page.Join(line)).value() }) {
				whole++
			}
		}
		if whole < leastAgree || float64(whole) < bracketShare*float64(filled) {
			continue
		}
		for k, name := range names {
			g.inner(name, func(row int) []page.Word {
				if lines := g.Rows[row].Cells[at]; len(lines) == len(names) {
					return lines[k]
				}
				return nil
			})
		}
	}
}

// mostStacked is how many names a header has one below the other, at most.
const mostStacked = 3

// stackedNames are the names that a header has, line by line, or parted by slashes on one line.
func stackedNames(header []page.Word) (names [][]page.Word) {
	begins := true
	for i, w := range header {
		switch {
		case w.Text == "/":
			begins = true
			continue
		case begins || w.Box.MidY() > header[i-1].Box.Y1:
			names = append(names, nil)
		}
		begins = false
		names[len(names)-1] = append(names[len(names)-1], w)
	}
	return names
}

// inner adds a column that stands inside of others.
func (g *Grid) inner(label []page.Word, words func(row int) []page.Word) {
	c := Column{Header: label, inside: true, Left: g.Columns[len(g.Columns)-1].Right, Right: g.Columns[len(g.Columns)-1].Right}
	for i := range g.Rows {
		var cell [][]page.Word
		if w := words(i); len(w) > 0 {
			cell = [][]page.Word{w}
		}
		g.Rows[i].Cells = append(g.Rows[i].Cells, cell)
	}
	g.Columns = append(g.Columns, c)
}

// inside are the captions in the cells of a grid with values behind or below them.
func (g *Grid) inside() []caption {
	var all []caption
	for ri, r := range g.Rows {
		for at, lines := range r.Cells {
			for i, line := range lines {
				k := captionEnd(line)
				if k == 0 {
					continue
				}
				c := caption{row: ri, column: at, label: line[:k], value: line[k:]}
				if len(c.value) == 0 && i+1 < len(lines) && captionEnd(lines[i+1]) == 0 {
					c.value = lines[i+1]
				}
				if len(c.value) > 0 {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// captionEnd is how many words of a line are its caption, 0 for none.
func captionEnd(line []page.Word) int {
	for k, w := range line[:min(len(line), captionWords)] {
		if strings.HasSuffix(w.Text, ":") {
			if letters, _ := value.Counts(page.Join(line[:k+1])); letters >= innerLetters {
				return k + 1
			}
			return 0
		}
	}
	return 0
}

// openBrackets makes a column of the codes in brackets before the texts of another.
func (g *Grid) openBrackets() {
	for at := range g.Columns {
		n := 0
		for _, r := range g.Rows {
			if bracketed(r, at) {
				n++
			}
		}
		if n == 0 || float64(n) < bracketShare*float64(len(g.Rows)) {
			continue
		}
		codes := make([][]page.Word, len(g.Rows))
		for i, r := range g.Rows {
			if !bracketed(r, at) {
				continue
			}
			code := r.Cells[at][0][0]
			code.Text = strings.Trim(code.Text, "[]")
			codes[i] = []page.Word{code}
			lines := slices.Clone(r.Cells[at])
			lines[0] = lines[0][1:]
			g.Rows[i].Cells[at] = lines
		}
		g.Columns = slices.Insert(g.Columns, at, Column{Left: g.Columns[at].Left, Right: g.Columns[at].Left})
		for i := range g.Rows {
			var cell [][]page.Word
			if len(codes[i]) > 0 {
				cell = [][]page.Word{codes[i]}
			}
			g.Rows[i].Cells = slices.Insert(g.Rows[i].Cells, at, cell)
		}
		return
	}
}

func bracketed(r Row, at int) bool {
	if at >= len(r.Cells) || len(r.Cells[at]) == 0 || len(r.Cells[at][0]) < 2 {
		return false
	}
	text := r.Cells[at][0][0].Text
	return len(text) > 3 && text[0] == '[' && text[len(text)-1] == ']'
}
