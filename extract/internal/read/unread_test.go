package read

import (
	"testing"

	"tariffdesk/extract/internal/page"
)

// written is a sheet with rows of letters: black frames of a letter's size.
func written(rows ...[2]int) gray {
	g := newGray(900, 600)
	g.dpi = pointsPer
	for i := range g.pix {
		g.pix[i] = 0xff
	}
	for _, at := range rows {
		for n := range 5 {
			x0 := at[0] + 18*n
			for y := at[1]; y < at[1]+20; y++ {
				for x := x0; x < x0+12; x++ {
					g.pix[y*g.w+x] = 0
				}
			}
		}
	}
	return g
}

func wordAt(x, y float64) page.Word {
	return page.Word{Text: "words", Box: page.Box{X0: x, Y0: y, X1: x + 84, Y1: y + 20}, Confidence: 0.9}
}

// TestPrintThatAReadingPassedOverIsCounted a word a row, and what was read is not.
func TestPrintThatAReadingPassedOverIsCounted(t *testing.T) {
	t.Parallel()
	g := written([2]int{50, 50}, [2]int{50, 100}, [2]int{600, 50}, [2]int{600, 100}, [2]int{600, 150})
	read := []page.Word{wordAt(50, 50), wordAt(50, 100)}
	if n := g.unread(page.New(1, 900, 600, page.SourceOCR, read), g.darkLevel()); n != 3 {
		t.Errorf("%d words unread, want the 3 of the column at the right", n)
	}
	read = append(read, wordAt(600, 50), wordAt(600, 100), wordAt(600, 150))
	if n := g.unread(page.New(1, 900, 600, page.SourceOCR, read), g.darkLevel()); n != 0 {
		t.Errorf("%d words unread where all were read", n)
	}
}

// TestDotsOfAPictureAreNoPrint however many look like letters: neither counted nor compared with each other.
func TestDotsOfAPictureAreNoPrint(t *testing.T) {
	t.Parallel()
	g := newGray(1600, 1600)
	g.dpi = pointsPer
	for i := range g.pix {
		g.pix[i] = 0xff
		if x, y := i%g.w, i/g.w; x%12 < 6 && y%12 < 8 {
			g.pix[i] = 0
		}
	}
	if n := len(g.letters(g.darkLevel())); n <= mostLetters {
		t.Fatalf("%d dots of a letter's shape, too few to tell", n)
	}
	if n := g.unread(page.New(1, 1600, 1600, page.SourceOCR, []page.Word{wordAt(50, 50)}), g.darkLevel()); n != 0 {
		t.Errorf("%d words unread among dots", n)
	}
}
