package table

import (
	"fmt"
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
)

// many are pages of one table with so many rows and columns.
func many(rows, columns, perPage int) []*page.Page {
	var pages []*page.Page
	line := func(text func(column int) string) []cell {
		var all []cell
		for c := range columns {
			all = append(all, cell{20 + 60*float64(c), text(c)})
		}
		return all
	}
	for from := 0; from < rows; from += perPage {
		lines := [][]cell{line(func(c int) string { return fmt.Sprintf("Head%c%c", 'a'+c/26, 'a'+c%26) })}
		for r := from; r < min(rows, from+perPage); r++ {
			lines = append(lines, line(func(c int) string {
				if c == 0 {
					return "item" + string(rune('a'+r%26))
				}
				return fmt.Sprintf("%d.50", 1+(r*7+c)%900)
			}))
		}
		pages = append(pages, sheet(len(pages)+1, lines...))
	}
	return pages
}

func TestAListOverManyPagesIsOneTable(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{358, 5000} {
		grids := Find(many(rows, 6, 60), saysTotal, carries)
		if len(grids) != 1 || len(grids[0].Rows) != rows {
			t.Errorf("%d rows: %d grids, %d rows in the first", rows, len(grids), len(grids[0].Rows))
		}
	}
}

func TestATableOfSixtyColumnsIsRead(t *testing.T) {
	t.Parallel()
	grids := Find(many(20, 60, 20), saysTotal, carries)
	if len(grids) != 1 || len(grids[0].Columns) != 60 || len(grids[0].Rows) != 20 {
		t.Fatalf("%d grids", len(grids))
	}
	dict, m := engine(t)
	if c := Serve(dict, m, []List{{Wants: wantsOf(dict, "headaa", "headab#", "headbc#")}}, grids)[0]; c == nil || c.Columns[1] != 1 {
		t.Errorf("%+v", c)
	}
}

func TestTwoHundredTablesAreBounded(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for p := range 50 {
		var lines [][]cell
		for k := range 4 {
			name := fmt.Sprintf("H%c%c", 'a'+p%26, 'a'+k)
			lines = append(lines, row(name, name+"x", name+"y"), row("one", "1", "5.00"), row("two", "2", "6.00"), nil, nil, nil, nil, nil, nil)
		}
		pages = append(pages, sheet(p+1, lines...))
	}
	grids := Find(pages, saysTotal, carries)
	if len(grids) < 150 || len(grids) > MaxGrids {
		t.Errorf("%d grids", len(grids))
	}
	dict, m := engine(t)
	if got := Serve(dict, m, []List{{Wants: wantsOf(dict, "hbc", "hbcx#", "hbcy#")}}, grids); got[0] == nil {
		t.Error("none of them serves")
	}
}

// TestNothingIsMadeOfStrangePages reads pages that no printer makes.
func TestNothingIsMadeOfStrangePages(t *testing.T) {
	t.Parallel()
	var dots, tall []cell
	for i := range 3000 {
		dots = append(dots, cell{float64(i) * 6, "."})
		tall = append(tall, cell{1, strings.Repeat("x", 50)})
	}
	for name, p := range map[string]*page.Page{
		"empty": sheet(1), "dots": sheet(1, dots, dots, dots), "words on words": sheet(1, tall, tall),
	} {
		for _, g := range Find([]*page.Page{p}, saysTotal, carries) {
			if len(g.Columns) > MaxColumns+maxInner {
				t.Errorf("%s: %d columns", name, len(g.Columns))
			}
		}
	}
}

// FuzzFind lays words at random and expects every cell to hold words of its page, each once.
func FuzzFind(f *testing.F) {
	f.Add([]byte("\x10\x20\x05a\x30\x20\x051\x10\x30\x05b\x30\x30\x052"))
	f.Add([]byte(strings.Repeat("\x00\x00\xff7", 40)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var words []page.Word
		for i := 0; i+4 <= min(len(raw), 4*400); i += 4 {
			x, y, w := float64(raw[i])*2, float64(raw[i+1])*3, 1+float64(raw[i+2])
			words = append(words, page.Word{Text: string(rune(raw[i+3])), Box: page.Box{X0: x, Y0: y, X1: x + w, Y1: y + 8}, Confidence: 1})
		}
		p := page.New(1, 600, 800, page.SourceText, words)
		for _, g := range Find([]*page.Page{p, p}, saysTotal, carries) {
			n := 0
			for _, r := range g.Rows {
				if len(r.Cells) != len(g.Columns) {
					t.Fatalf("%d cells, %d columns", len(r.Cells), len(g.Columns))
				}
				for at, c := range r.Cells {
					if !g.Columns[at].inside {
						n += len(concat(c))
					}
					g.Says(r, at)
				}
			}
			if n > 2*len(words) {
				t.Fatalf("%d words in cells of %d on two pages", n, len(words))
			}
		}
	})
}

// BenchmarkFind measures the tables of a page of 60 rows and 10 columns; it is to stay below 10 ms.
func BenchmarkFind(b *testing.B) {
	pages := many(60, 10, 60)
	for b.Loop() {
		Find(pages, saysTotal, carries)
	}
}
