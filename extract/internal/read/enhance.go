package read

import (
	"math"
)

// darkLevel separates ink from paper: Otsu's threshold over the histogram.
func (g gray) darkLevel() byte {
	var histogram [256]int
	step := max(1, len(g.pix)/1_000_000)
	n := 0
	sum := 0.0
	for i := 0; i < len(g.pix); i += step {
		histogram[g.pix[i]]++
		n++
		sum += float64(g.pix[i])
	}
	var below, belowSum, best float64
	level := 127
	for v := range 255 {
		below += float64(histogram[v])
		belowSum += float64(v * histogram[v])
		above := float64(n) - below
		if below == 0 || above == 0 {
			continue
		}
		d := belowSum/below - (sum-belowSum)/above
		if between := below * above * d * d; between > best {
			best, level = between, v
		}
	}
	return byte(level)
}

// Bounds of the search for a skew, in degrees.
const (
	maxSkew     = 9.0
	coarseStep  = 0.5
	fineStep    = 0.1
	ignoredSkew = 0.25
	skewPoints  = 40_000
)

// skew finds the angle, in degrees clockwise, by which the text lines fall: the one under which the
// horizontal profile of the ink is sharpest.
func (g gray) skew(level byte) float64 {
	step := max(1, g.w/1000)
	type point struct{ x, y float64 }
	var ink []point
	for y := 0; y < g.h; y += step {
		for x := 0; x < g.w; x += step {
			if g.pix[y*g.w+x] <= level {
				ink = append(ink, point{float64(x / step), float64(y / step)})
			}
		}
	}
	if len(ink) < 200 || len(ink) > g.w/step*(g.h/step)/3 {
		return 0
	}
	thin := max(1, len(ink)/skewPoints)
	rows := g.h/step + 2*g.w/step
	profile := make([]int, rows)
	sharpness := func(degrees float64) float64 {
		clear(profile)
		t := math.Tan(degrees * math.Pi / 180)
		offset := float64(g.w / step)
		for i := 0; i < len(ink); i += thin {
			at := int(ink[i].y - ink[i].x*t + offset*0.5)
			if at >= 0 && at < rows {
				profile[at]++
			}
		}
		s := 0.0
		for i := 1; i < rows; i++ {
			d := float64(profile[i] - profile[i-1])
			s += d * d
		}
		return s
	}
	best, bestAt := sharpness(0)*1.02, 0.0
	for a := -maxSkew; a <= maxSkew; a += coarseStep {
		if s := sharpness(a); s > best {
			best, bestAt = s, a
		}
	}
	around := bestAt
	for a := around - coarseStep; a <= around+coarseStep; a += fineStep {
		if s := sharpness(a); s > best {
			best, bestAt = s, a
		}
	}
	if math.Abs(bestAt) < ignoredSkew {
		return 0
	}
	return bestAt
}

// straightened turns the picture back by a skew, interpolated linearly; paper fills the corners.
func (g gray) straightened(degrees float64) gray {
	out := newGray(g.w, g.h)
	out.dpi = g.dpi
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(g.w)/2, float64(g.h)/2
	const one = 1 << 16
	dx, dy := int(cos*one), int(sin*one)
	for y := range g.h {
		fx := int((cx-cos*cx-sin*(float64(y)-cy))*one + 0)
		fy := int((cy-sin*cx+cos*(float64(y)-cy))*one + 0)
		row := out.pix[y*g.w : (y+1)*g.w]
		for x := range row {
			ix, iy := fx>>16, fy>>16
			if ix < 0 || iy < 0 || ix >= g.w-1 || iy >= g.h-1 {
				row[x] = 0xff
			} else {
				px, py := fx&(one-1)>>8, fy&(one-1)>>8
				p := g.pix[iy*g.w+ix:]
				q := p[g.w:]
				row[x] = byte(((int(p[0])*(256-px)+int(p[1])*px)*(256-py) + (int(q[0])*(256-px)+int(q[1])*px)*py) >> 16)
			}
			fx += dx
			fy += dy
		}
	}
	return out
}

// Ruled lines are longer than a word and thinner than a stroke of large print, in inches. Their edges are
// soft, in pixels.
const (
	minRule  = 0.55
	maxThick = 0.035
	softEdge = 2
)

// withoutRules takes out long thin lines, their soft edges included: OCR loses whole rows of a table between
// them, and takes what is left of them for marks.
func (g gray) withoutRules(level byte) {
	long, thick := int(minRule*g.dpi), max(3, int(maxThick*g.dpi))
	for y := range g.h {
		row := g.pix[y*g.w : (y+1)*g.w]
		for x := 0; x < g.w; {
			if row[x] > level {
				x++
				continue
			}
			from := x
			for x < g.w && (row[x] <= level || x+2 < g.w && row[x+1] <= level) {
				x++
			}
			if x-from >= long {
				g.eraseRun(from, y, x-from, 1, g.w, thick, level)
			}
		}
	}
	for x := range g.w {
		for y := 0; y < g.h; {
			if g.pix[y*g.w+x] > level {
				y++
				continue
			}
			from := y
			for y < g.h && (g.pix[y*g.w+x] <= level || y+2 < g.h && g.pix[(y+1)*g.w+x] <= level) {
				y++
			}
			if y-from >= long {
				g.eraseRun(from, x, y-from, g.w, 1, thick, level)
			}
		}
	}
}

// eraseRun whitens the pixels of a run where the ink across it is thin: there it is a rule, elsewhere
// a letter stands on it. along and across are the strides of the run and of its normal.
func (g gray) eraseRun(from, lane, length, along, across, thick int, level byte) {
	lanes := len(g.pix) / across
	if across == 1 {
		lanes = g.w
	}
	at := func(i, l int) int { return i*along + l*across }
	inked := func(i, l int) bool { return l >= 0 && l < lanes && at(i, l) < len(g.pix) && g.pix[at(i, l)] <= level }
	for i := from; i < from+length; i++ {
		lo, hi := lane, lane
		for hi-lo <= thick && inked(i, lo-1) {
			lo--
		}
		for hi-lo <= thick && inked(i, hi+1) {
			hi++
		}
		if hi-lo >= thick {
			continue
		}
		paper := byte(0)
		for _, l := range []int{lo - softEdge - 1, hi + softEdge + 1} {
			if l >= 0 && l < lanes && at(i, l) < len(g.pix) {
				paper = max(paper, g.pix[at(i, l)])
			}
		}
		if paper <= level {
			paper = 0xff
		}
		for l := lo - softEdge; l <= hi+softEdge; l++ {
			if l >= lo && l <= hi || l >= 0 && l < lanes && at(i, l) < len(g.pix) && g.pix[at(i, l)] > level {
				g.pix[at(i, l)] = paper
			}
		}
	}
}
