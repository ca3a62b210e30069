package read

import "testing"

// laid is a sheet of paper with a dark bar on it, on a ground that shows to the left and above.
func laid(ground byte, margin int) gray {
	g := newGray(100, 100)
	for y := range g.h {
		for x := range g.w {
			switch {
			case x < margin || y < margin:
				g.pix[y*g.w+x] = ground
			case x > 80 && x < 90 && y > 80 && y < 84:
			default:
				g.pix[y*g.w+x] = 230
			}
		}
	}
	return g
}

func TestTheTableUnderThePaperIsTakenOutAndThePrintIsNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		margin int
		corner byte
	}{
		"a table":     {15, 0xff},
		"a dark page": {60, 0},
		"no margin":   {0, 230},
	} {
		g := laid(0, c.margin)
		g.withoutTable(100)
		if g.pix[0] != c.corner || g.pix[82*g.w+85] != 0 {
			t.Errorf("%s: corner %d, print %d", name, g.pix[0], g.pix[82*g.w+85])
		}
	}
	bar := laid(0, 0)
	for y := range 10 {
		bar.pix[y*bar.w] = 0
	}
	if bar.withoutTable(100); bar.pix[0] != 0 {
		t.Error("a mark at the edge is no table")
	}
}
