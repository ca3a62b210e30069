package extract

import (
	"context"
	"fmt"
	"os"
	"testing"

	"tariffdesk/extract/internal/page"
)

func TestDebug(t *testing.T) {
	file := os.Getenv("DBG")
	if file == "" {
		t.Skip()
	}
	e, _ := New(Config{})
	b, _ := os.ReadFile(file)
	pages, _, err := e.reader.Pages(context.Background(), b, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := newDocument(e.dict, pages, "", "")
	fmt.Println("mark", string(d.mark), "order", d.order, "es", d.spanish)
	for _, p := range pages {
		for i, r := range p.Rows {
			fmt.Printf("%d.%d", p.Number, i)
			for _, s := range r.Segments {
				fmt.Printf(" [%.0f:%s]", s.Box.X0, s.Text())
			}
			fmt.Println()
		}
	}
	for _, l := range d.labels {
		fmt.Printf("L %d.%d.%d %q bag=%q", l.page+1, l.row, l.segment, l.text, l.bag.Key)
		for _, c := range l.concepts {
			fmt.Print(" ", c.Name)
		}
		fmt.Print(" parts=", len(l.parts), " colon=", l.colon)
		for _, c := range d.candidates(l) {
			fmt.Printf(" <%s %.2f %q +%d>", c.place, c.score, page.Join(c.words), len(c.lines)-1)
		}
		fmt.Println()
	}
	for _, tb := range d.tables {
		fmt.Println("TABLE closed", tb.closed, "rows", len(tb.rows))
		for _, c := range tb.columns {
			fmt.Printf("  col %q bag=%q zone %.0f-%.0f n=%d parts=%d\n", c.text, c.bag.Key, c.left, c.right, len(c.concepts), len(c.parts))
		}
		for i, r := range tb.rows {
			if i < 4 {
				fmt.Printf("   %q\n", r.texts(len(tb.columns)))
			}
		}
		for _, x := range tb.totals {
			fmt.Println("   total", x.column, page.Join(x.words))
		}
	}
}
