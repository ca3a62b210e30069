package read

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
)

func reading(words ...page.Word) *page.Page { return page.New(1, 600, 800, page.SourceOCR, words) }

func at(text string, x, y, confidence float64) page.Word {
	return page.Word{Text: text, Box: page.Box{X0: x, Y0: y, X1: x + 8*float64(len(text)), Y1: y + 10}, Confidence: confidence}
}

func text(p *page.Page) string {
	var rows []string
	for _, r := range p.Rows {
		rows = append(rows, page.Join(r.Words()))
	}
	return strings.Join(rows, "/")
}

func TestOfTwoReadingsTheSurerWordOfEachPlaceIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b *page.Page
		want string
	}{
		"word by word":               {reading(at("T0TAL", 10, 10, 0.6), at("9.00", 100, 10, 0.9)), reading(at("TOTAL", 11, 11, 0.9), at("9.60", 100, 11, 0.7)), "TOTAL 9.00"},
		"a cut word against a whole": {reading(at("SUB", 10, 10, 0.6), at("OTAL", 50, 10, 0.6)), reading(at("SUBTOTAL", 12, 10, 0.9)), "SUBTOTAL"},
		"only one has it, surely":    {reading(at("Date", 10, 10, 0.9)), reading(at("Date", 10, 10, 0.9), at("Total", 10, 40, 0.8)), "Date/Total"},
		"only one has it, hardly":    {reading(at("Date", 10, 10, 0.9), at("x7.", 10, 60, 0.3)), reading(at("e;e", 10, 40, 0.2)), "Date"},
		"doubtful in both":           {reading(at("Tota1", 10, 10, 0.4)), reading(at("Total", 10, 10, 0.45)), "Total"},
		"neighbours are no rivals":   {reading(at("Net", 10, 10, 0.9), at("Gross", 36, 10, 0.9)), reading(at("Net", 10, 10, 0.8)), "Net Gross"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := text(merged(c.a, c.b)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTheSureWordsOfAReadingJudgeATextLayer(t *testing.T) {
	t.Parallel()
	print := "one two three four five six seven eight nine ten eleven twelve"
	lay := func(s string) *page.Page {
		var words []page.Word
		for i, w := range strings.Fields(s) {
			words = append(words, at(w, 10, float64(20*i), 0.95))
		}
		return reading(words...)
	}
	fresh := lay(strings.ReplaceAll(print, "two", "tvo"))
	if good := lay("ONE, two three four: five six seven eight nine ten eleven twelve."); judged(good, fresh) != good {
		t.Error("a layer that agrees was dropped")
	}
	if poor := lay("0ne twc thr33 f0ur five slx sev3n e1ght nine t3n elev3n twe1ve"); judged(poor, fresh) != fresh {
		t.Error("a layer that disagrees was kept")
	}
	if layer := lay(print); judged(layer, lay("blur and grey")) != layer {
		t.Error("a reading of a few words judged")
	}
}

func TestPicturesOfPagesAreFoundInTheBytes(t *testing.T) {
	t.Parallel()
	for dict, want := range map[string]bool{
		"5 0 obj<</Type/XObject/Subtype/Image/Width 1700/Height 2200>>stream": true,
		"5 0 obj<</Width 1700 /Height 2200 /Subtype /Image>>stream":           true,
		"5 0 obj<</Subtype/Image/Width 80/Height 60>>stream":                  false,
		"4 0 obj<</Width 9000/Height 9000>>endobj 5 0 obj<</Subtype/Image>>":  false,
		"/Subtype/ImageMask/Width 1700/Height 2200":                           false,
		"": false,
	} {
		if got := holdsScan([]byte(dict)); got != want {
			t.Errorf("%q: %v", dict, got)
		}
	}
}

func TestTheAreaOfPicturesIsReadFromTheirList(t *testing.T) {
	t.Parallel()
	areas := map[int]float64{}
	list := `page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
--------------------------------------------------------------------------------------------
   1     0 image    1700  2200  gray    1   1  ccitt  no         8  0   200   200 28.3K 5.6%
   1     1 smask    1700  2200  gray    1   1  ccitt  no         8  0   200   200 28.3K 5.6%
   2     2 image     100   100  rgb     3   8  jpeg   no         9  0     0   200 28.3K 5.6%
`
	if err := addAreas(strings.NewReader(list), areas); err != nil || areas[1] != 612*792 || areas[2] != 0 {
		t.Errorf("%v %v", areas, err)
	}
}

// filled is a picture of one shade with a bar of another across it.
func filled(paper, ink byte) gray {
	g := newGray(800, 600)
	for i := range g.pix {
		g.pix[i] = paper
	}
	for y := 100; y < 500; y += 40 {
		for x := 50; x < 750; x++ {
			if x%12 < 5 {
				for dy := range 14 {
					g.pix[(y+dy)*g.w+x] = ink
				}
			}
		}
	}
	return g
}

func TestPaperBecomesWhiteAndInkBlack(t *testing.T) {
	t.Parallel()
	clean := filled(255, 0)
	if got := clean.evened(); &got.pix[0] != &clean.pix[0] {
		t.Error("a clean page was touched")
	}
	shaded := filled(250, 40)
	for i := range shaded.pix {
		shaded.pix[i] = byte(int(shaded.pix[i]) * (400 + i%shaded.w) / 1200)
	}
	for name, g := range map[string]gray{"grey": filled(170, 60), "faint": filled(240, 190), "shaded": shaded} {
		e := g.evened()
		for _, x := range []int{60, 400, 730} {
			x -= x % 12
			if paper, ink := e.pix[50*e.w+x+2], e.pix[107*e.w+x+2]; paper < 225 || ink > 110 {
				t.Errorf("%s at %d: paper %d, ink %d", name, x, paper, ink)
			}
		}
	}
}
