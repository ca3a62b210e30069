package read

import "testing"

func TestARuleLeavesNeitherItsSoftEdgesNorAGroove(t *testing.T) {
	t.Parallel()
	const shade = 180 // the paper of a heading
	g := newGray(400, 60)
	g.dpi = 200
	for i := range g.pix {
		g.pix[i] = shade
	}
	for x := range g.w {
		for y, tone := range map[int]byte{28: 150, 29: 150, 30: 0, 31: 0, 32: 150, 33: 150} {
			g.pix[y*g.w+x] = tone
		}
	}
	g.withoutRules(100)
	for i, tone := range g.pix {
		if tone != shade {
			t.Fatalf("pixel %d, %d is %d, want the paper's %d", i%g.w, i/g.w, tone, shade)
		}
	}
}
