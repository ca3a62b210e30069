package read

import "slices"

// What of a picture's tones needs mending, in levels of grey.
const (
	paperBlocks  = 100 // blocks of paper along the long side
	paperShare   = 85  // percent: the paper is brighter than this much of a block
	evenPaper    = 24  // spread of the paper's brightness that OCR does not mind
	brightPaper  = 235 // darker paper is brought up
	surroundings = 0.4 // of the usual paper: darker blocks are the table that the paper lies on
	faintInk     = 90  // brighter ink is brought down
	strokeShare  = 250 // strokes in the long side
	plainly      = 25  // levels between a stroke and the paper beside it
	grain        = 5.0 // mean difference between neighbours on paper: more is noise
	faint        = 40  // levels by which light grey print is darker than its paper at least
	cleanPaper   = 1.5 // mean difference between neighbours on paper on which such print stands out
)

// evened is the picture with its paper made white and its ink made black, where shadows, a grey
// ground or faint print call for it; a clean page is returned as it is.
func (g gray) evened() gray {
	if g.noise() > grain {
		g = g.blurred()
	}
	p := g.paper()
	sorted := slices.Clone(p.pix)
	slices.Sort(sorted)
	low, high := sorted[len(sorted)/20], sorted[len(sorted)*19/20]
	if int(high)-int(low) > evenPaper || high < brightPaper {
		g = g.without(p, surroundings*float64(sorted[len(sorted)*3/4]))
	}
	if ink := g.inkLevel(); ink > faintInk {
		return g.stretched(ink, 245)
	}
	return g
}

// paper is the brightness of the paper, block by block: its dpi is the blocks' share of the pixels.
func (g gray) paper() gray {
	size := max(8, max(g.w, g.h)/paperBlocks)
	p := newGray((g.w+size-1)/size, (g.h+size-1)/size)
	step := max(1, size/8) // a sample of each block suffices
	var block []byte
	for by := range p.h {
		for bx := range p.w {
			block = block[:0]
			for y := by * size; y < min(g.h, (by+1)*size); y += step {
				for x := bx * size; x < min(g.w, (bx+1)*size); x += step {
					block = append(block, g.pix[y*g.w+x])
				}
			}
			slices.Sort(block)
			p.pix[by*p.w+bx] = block[len(block)*paperShare/100]
		}
	}
	p = p.filtered(1, slices.Max[[]byte]) // print darkens no block that stands beside bare paper
	p = p.filtered(2, mean)
	p.dpi = float64(size)
	return p
}

func mean(v []byte) byte {
	sum := 0
	for _, b := range v {
		sum += int(b)
	}
	return byte(sum / len(v))
}

// filtered gives each pixel what f makes of its surroundings.
func (g gray) filtered(radius int, f func([]byte) byte) gray {
	out := newGray(g.w, g.h)
	var around []byte
	for y := range g.h {
		for x := range g.w {
			around = around[:0]
			for yy := max(0, y-radius); yy <= min(g.h-1, y+radius); yy++ {
				around = append(around, g.pix[yy*g.w+max(0, x-radius):yy*g.w+min(g.w, x+radius+1)]...)
			}
			out.pix[y*g.w+x] = f(around)
		}
	}
	return out
}

// without divides the picture by its paper; where that is darker than least there is none.
func (g gray) without(paper gray, least float64) gray {
	out := newGray(g.w, g.h)
	out.dpi = g.dpi
	factor := paper.dpi
	at, part := make([]int, g.w), make([]int, g.w)
	for x := range g.w {
		at[x], part[x] = place(x, factor, paper.w)
	}
	for y := range g.h {
		y0, fy := place(y, factor, paper.h)
		upper, lower := paper.pix[y0*paper.w:(y0+1)*paper.w], paper.pix[min(y0+1, paper.h-1)*paper.w:][:paper.w]
		row := out.pix[y*g.w : (y+1)*g.w]
		for x := range row {
			x0, x1 := at[x], min(at[x]+1, paper.w-1)
			a := int(upper[x0])*(256-part[x]) + int(upper[x1])*part[x]
			b := int(lower[x0])*(256-part[x]) + int(lower[x1])*part[x]
			ground := (a*(256-fy) + b*fy) >> 16
			if ground < 1 || float64(ground) < least {
				row[x] = 0xff
				continue
			}
			row[x] = byte(min(0xff, int(g.pix[y*g.w+x])*0xff/ground))
		}
	}
	return out
}

// inkLevel is the usual brightness of strokes: of pixels plainly darker than what stands a stroke's
// width to either side. Borders and pictures do not count.
func (g gray) inkLevel() byte {
	stroke := max(4, max(g.w, g.h)/strokeShare)
	step := max(1, len(g.pix)/2_000_000)
	n, sum := 0, 0
	for i := stroke; i+stroke < len(g.pix); i += step {
		if v := int(g.pix[i]); int(g.pix[i-stroke])-v > plainly && int(g.pix[i+stroke])-v > plainly {
			n++
			sum += v
		}
	}
	if n == 0 {
		return 0
	}
	return byte(sum / n)
}

// noise is the mean difference between neighbours that are both paper.
func (g gray) noise() float64 {
	level := g.darkLevel()
	step := max(1, len(g.pix)/500_000)
	n, sum := 1, 0
	for i := 0; i+1 < len(g.pix); i += step {
		if v, w := g.pix[i], g.pix[i+1]; v > level && w > level {
			n++
			sum += max(int(v)-int(w), int(w)-int(v))
		}
	}
	return float64(sum) / float64(n)
}

// stretched maps the levels from black to white onto the whole range.
func (g gray) stretched(black, white byte) gray {
	span := int(white) - int(black)
	if span < 20 {
		return g
	}
	var curve [256]byte
	for v := range curve {
		curve[v] = byte(min(0xff, max(0, (v-int(black))*0xff/span)))
	}
	out := newGray(g.w, g.h)
	out.dpi = g.dpi
	for i, v := range g.pix {
		out.pix[i] = curve[v]
	}
	return out
}

// softened blurs the picture and restores its contrast: the dots of worn thermal and matrix print
// run together into strokes.
func (g gray) softened() gray {
	g = g.blurred()
	return g.stretched(g.inkLevel(), 245)
}

// blurred is the picture blurred by about a pixel.
func (g gray) blurred() gray {
	kernel := [5]int{1, 4, 6, 4, 1}
	across, out := newGray(g.w, g.h), newGray(g.w, g.h)
	out.dpi = g.dpi
	for y := range g.h {
		row := g.pix[y*g.w : (y+1)*g.w]
		for x := range g.w {
			sum := 0
			for i, k := range kernel {
				sum += k * int(row[min(max(x+i-2, 0), g.w-1)])
			}
			across.pix[y*g.w+x] = byte(sum >> 4)
		}
	}
	for y := range g.h {
		for x := range g.w {
			sum := 0
			for i, k := range kernel {
				sum += k * int(across.pix[min(max(y+i-2, 0), g.h-1)*g.w+x])
			}
			out.pix[y*g.w+x] = byte(sum >> 4)
		}
	}
	return out
}

// faintLevel parts light grey print from the paper, as most pixels are; clean is false where the paper is too uneven for it.
func (g gray) faintLevel() (level byte, clean bool) {
	var histogram [256]int
	step := max(1, len(g.pix)/1_000_000)
	n := 0
	for i := 0; i < len(g.pix); i += step {
		histogram[g.pix[i]]++
		n++
	}
	paper := 0
	for seen := 0; paper < 255; paper++ {
		if seen += histogram[paper]; 2*seen > n {
			break
		}
	}
	return byte(max(0, paper-faint)), paper > 2*faint && g.noise() <= cleanPaper
}

// inked is the picture with all that is darker than a level in black.
func (g gray) inked(level byte) gray {
	out := newGray(g.w, g.h)
	out.dpi = g.dpi
	for i, v := range g.pix {
		if v > level {
			out.pix[i] = 0xff
		}
	}
	return out
}
