package read

// A photo shows the dark table that the paper lies on.
const (
	darkEdge  = 0.2 // the share of a picture's edge that is dark, from which there is a table
	darkShare = 0.5 // of the picture, above which it is no table but a dark page
)

// withoutTable whitens what is dark from the edges of the picture inwards: OCR takes it for a drawing
// and loses the print beside it.
func (g gray) withoutTable(level byte) {
	var reached []int32
	reach := func(i int) {
		if g.pix[i] <= level {
			g.pix[i] = 0xff
			reached = append(reached, int32(i))
		}
	}
	for x := range g.w {
		reach(x)
		reach((g.h-1)*g.w + x)
	}
	for y := range g.h {
		reach(y * g.w)
		reach(y*g.w + g.w - 1)
	}
	whole := float64(len(reached)) >= darkEdge*float64(2*(g.w+g.h))
	most := int(darkShare * float64(len(g.pix)))
	for n := 0; whole && n < len(reached) && len(reached) <= most; n++ {
		i := int(reached[n])
		if x := i % g.w; x > 0 {
			reach(i - 1)
		}
		if i%g.w < g.w-1 {
			reach(i + 1)
		}
		if i >= g.w {
			reach(i - g.w)
		}
		if i < len(g.pix)-g.w {
			reach(i + g.w)
		}
	}
	if !whole || len(reached) > most {
		for _, i := range reached {
			g.pix[i] = 0
		}
	}
}
