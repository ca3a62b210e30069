package table

import (
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
)

// cell is a text of a page in characters: its left edge and line.
type cell struct {
	x    float64
	text string
}

const (
	charWidth  = 5.0
	lineHeight = 10.0
	linePitch  = 14.0
)

// sheet sets lines of cells on a page; words of a cell stand a space apart. A nil line is white.
func sheet(number int, lines ...[]cell) *page.Page {
	var words []page.Word
	for i, cells := range lines {
		y := 20 + float64(i)*linePitch
		for _, c := range cells {
			x := c.x
			for _, text := range strings.Fields(c.text) {
				width := charWidth * float64(len([]rune(text)))
				words = append(words, page.Word{Text: text, Box: page.Box{X0: x, Y0: y, X1: x + width, Y1: y + lineHeight}, Confidence: 1})
				x += width + 3
			}
		}
	}
	return page.New(number, 600, 40+linePitch*float64(len(lines)), page.SourceText, words)
}

// row sets texts at the left edges 40, 160, 280 …
func row(texts ...string) []cell {
	var all []cell
	for i, t := range texts {
		if t != "" {
			all = append(all, cell{40 + 120*float64(i), t})
		}
	}
	return all
}

func saysTotal(text string) bool { return strings.HasPrefix(strings.ToLower(text), "total") }

func carries(text string) bool { return strings.HasPrefix(strings.ToLower(text), "carried") }

// texts are the rows of a grid, totals marked.
func texts(g *Grid) []string {
	var all []string
	for _, r := range g.Rows {
		cells := make([]string, len(g.Columns))
		for i := range cells {
			cells[i] = page.Join(concat(g.Says(r, i)))
		}
		line := strings.Join(cells, "|")
		if r.Total {
			line += " (total)"
		}
		all = append(all, line)
	}
	return all
}

func concat(lines [][]page.Word) []page.Word {
	var all []page.Word
	for _, l := range lines {
		all = append(all, l...)
	}
	return all
}

func headers(g *Grid) string {
	var all []string
	for _, c := range g.Columns {
		all = append(all, c.Text())
	}
	return strings.Join(all, "|")
}

func TestTablesAreFoundByAlignmentAndRepetition(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page    *page.Page
		headers string
		rows    []string
	}{
		"no word of the header known": {sheet(1, row("Blorp", "Quux", "Zim"), row("alpha", "12", "1.50"), row("beta", "7", "22.00"), row("gamma", "130", "3.75")),
			"Blorp|Quux|Zim", []string{"alpha|12|1.50", "beta|7|22.00", "gamma|130|3.75"}},
		"a header of two lines": {sheet(1, row("", "Net", "Gross"), row("Item", "weight", "weight"), row("alpha", "12.5", "13.5"), row("beta", "7.5", "8.5")),
			"Item|Net weight|Gross weight", []string{"alpha|12.5|13.5", "beta|7.5|8.5"}},
		"years name columns": {sheet(1, row("Country", "2009", "2010"), row("Chile", "10.5", "11"), row("Peru", "3.5", "4.5")),
			"Country|2009|2010", []string{"Chile|10.5|11", "Peru|3.5|4.5"}},
		"a wrapped name": {sheet(1, row("Name", "Qty", "Sum"), row("a long name of a", "1", "5.00"), row("thing", "", ""), row("other", "2", "6.00")),
			"Name|Qty|Sum", []string{"a long name of a thing|1|5.00", "other|2|6.00"}},
		"dashes stand for nothing": {sheet(1, row("Gas", "Air", "Land"), row("one", "100", "-"), row("two", "-", "-"), row("three", "-", "50")),
			"Gas|Air|Land", []string{"one|100|-", "two|-|-", "three|-|50"}},
		"a total": {sheet(1, row("Name", "Qty", "Sum"), row("one", "1", "5.00"), row("two", "2", "6.00"), row("Total", "3", "11.00")),
			"Name|Qty|Sum", []string{"one|1|5.00", "two|2|6.00", "Total|3|11.00 (total)"}},
		"one item": {sheet(1, row("Code", "Name", "Sum"), row("A-17", "bolts", "5.00")), "Code|Name|Sum", []string{"A-17|bolts|5.00"}},
		"a caption in a cell": {sheet(1, row("Name", "Qty", "Sum"), row("one of them", "1", "5.00"), row("EAN: 4001"), row("two of them", "2", "6.00"), row("EAN: 4002")),
			"Name|Qty|Sum|EAN:", []string{"one of them|1|5.00|4001", "two of them|2|6.00|4002"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grids := Find([]*page.Page{c.page}, saysTotal, carries)
			if len(grids) != 1 {
				t.Fatalf("%d grids", len(grids))
			}
			if got := headers(grids[0]); got != c.headers {
				t.Errorf("headers %q, want %q", got, c.headers)
			}
			if got := texts(grids[0]); strings.Join(got, "\n") != strings.Join(c.rows, "\n") {
				t.Errorf("rows %q, want %q", got, c.rows)
			}
		})
	}
}

func TestATableGoesOnOverThePage(t *testing.T) {
	t.Parallel()
	first := sheet(1, row("Name", "Qty", "Sum"), row("one", "1", "5.00"), row("two", "2", "6.00"))
	for name, second := range map[string]*page.Page{
		"the header again": sheet(2, row("Name", "Qty", "Sum"), row("three", "3", "7.00"), row("four", "4", "8.00")),
		"no header":        sheet(2, row("three", "3", "7.00"), row("four", "4", "8.00"), nil, nil, nil, nil, nil, nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grids := Find([]*page.Page{first, second}, saysTotal, carries)
			if len(grids) != 1 || len(grids[0].Rows) != 4 || len(grids[0].Parts) != 2 {
				t.Errorf("%d grids, %q", len(grids), texts(grids[0]))
			}
		})
	}
}

func TestProseIsNoTable(t *testing.T) {
	t.Parallel()
	var lines [][]cell
	for range 12 {
		lines = append(lines, []cell{{40, "words of a text that runs on over the left column"}, {330, "and words of another that does so over the right"}})
	}
	if grids := Find([]*page.Page{sheet(1, lines...)}, saysTotal, carries); len(grids) != 0 {
		t.Errorf("%d grids", len(grids))
	}
}

func engine(t testing.TB) (*term.Dictionary, Model) {
	t.Helper()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return dict, m
}

// wantsOf are wants of the given names; a name that ends in # asks for a number.
func wantsOf(dict *term.Dictionary, names ...string) []Want {
	var all []Want
	for i, name := range names {
		node := &schema.Node{Name: strings.TrimSuffix(name, "#"), Type: schema.TypeString}
		w := Want{Node: node, Names: []string{node.Name}, Order: i, Kind: term.KindText}
		if node.Name != name {
			node.Type, w.Kind = schema.TypeNumber, term.KindNumber
		}
		bag := dict.Bag(node.Name)
		w.Bags = []term.Bag{bag}
		for _, c := range dict.Named(bag) {
			w.Concepts = append(w.Concepts, term.Scored{Concept: c, Score: 1})
		}
		if len(w.Concepts) > 0 {
			w.Kind = w.Concepts[0].Concept.Kind
		}
		all = append(all, w)
	}
	return all
}
