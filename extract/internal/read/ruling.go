package read

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"tariffdesk/extract/internal/page"
)

// How the lines that are drawn on a page are found in a small picture of it.
const (
	rulingPixels = 1200 // of the longer side of the picture
	toneStep     = 24   // of 255, by which the two sides of an edge differ at least
	leastAcross  = 28.0 // points of a line that runs across
	leastDown    = 16.0 // … and down: no letter of a page's print is as tall
	gapPixels    = 2    // white in a line that is one all the same
	thickness    = 3    // pixels between the two edges of one line
	mostRulings  = 3000 // of a page: more are those of a picture
	mostCrossed  = 0.05 // of the words, by lines that are theirs: more, and the picture does not fit the words
)

// rule finds the drawn lines of pages with a text layer, which part cells that stand close and bound the rows of tables. It is a help:
// a page that cannot be drawn is read without.
func (d *document) rule(ctx context.Context, pages []*page.Page) error {
	for from := 0; from < len(pages); {
		to := from
		for to < len(pages) && pages[to].Source == page.SourceText && len(pages[to].Words) > 0 && (to == from || pages[to].Number == pages[to-1].Number+1) {
			to++
		}
		if to > from {
			if err := drawnLines(ctx, d.path, pages[from:to]); err != nil {
				return err
			}
		}
		from = max(to, from+1)
	}
	return nil
}

// drawnLines draws consecutive pages small and gives each its lines.
func drawnLines(ctx context.Context, path string, pages []*page.Page) error {
	drawing, cancel := metered(ctx, drawTime)
	defer cancel()
	parse := func(r io.Reader) error {
		in := bufio.NewReaderSize(r, 1<<16)
		for _, p := range pages {
			g, err := readPGM(in)
			if err != nil {
				return err
			}
			if lines, ok := g.rulings(p); ok {
				p.Rule(lines)
			}
		}
		return nil
	}
	err := run(drawing, nil, parse, "pdftoppm", unlocking(ctx, "-q", "-gray", "-aa", "no", "-aaVector", "no", "-scale-to", strconv.Itoa(rulingPixels),
		"-f", strconv.Itoa(pages[0].Number), "-l", strconv.Itoa(pages[len(pages)-1].Number), path)...)
	if ctx.Err() != nil {
		return fmt.Errorf("draw lines of pages: %w", errors.Join(ctx.Err(), err))
	}
	return nil
}

// rulings are the straight edges of a picture of a page, in points. They are none where the picture has not the form of the page or
// crosses its words.
func (g gray) rulings(p *page.Page) (page.Rulings, bool) {
	scale := p.Width / float64(g.w)
	if math.Abs(p.Height/float64(g.h)-scale) > 0.01*scale {
		return page.Rulings{}, false
	}
	across := edges(g.h-1, g.w, int(leastAcross/scale), func(y, x int) bool { return differ(g.pix[y*g.w+x], g.pix[(y+1)*g.w+x]) })
	down := edges(g.w-1, g.h, int(leastDown/scale), func(x, y int) bool { return differ(g.pix[y*g.w+x], g.pix[y*g.w+x+1]) })
	if len(across) > mostRulings || len(down) > mostRulings {
		return page.Rulings{}, false
	}
	var r page.Rulings
	for _, e := range across {
		r.Across = append(r.Across, e.scaled(scale))
	}
	for _, e := range down {
		r.Down = append(r.Down, e.scaled(scale))
	}
	crossed := 0
	for _, w := range p.Words {
		if r.Crosses(w) {
			crossed++
		}
	}
	return r, float64(crossed) <= mostCrossed*float64(len(p.Words))
}

func differ(a, b byte) bool { return a > b && a-b >= toneStep || b > a && b-a >= toneStep }

// edge is a straight run of pixels that differ from their neighbours.
type edge struct{ at, last, from, to int }

func (e edge) scaled(scale float64) page.Ruling {
	return page.Ruling{At: float64(e.at+e.last+2) / 2 * scale, From: float64(e.from) * scale, To: float64(e.to) * scale}
}

// edges are the runs of at least so many pixels along lines that differ says are edges. The two edges of a thin line are one.
func edges(lines, length, least int, differ func(line, at int) bool) []edge {
	var all, open []edge
	for y := range lines {
		from, last := -1, -gapPixels-2
		flush := func() {
			if from >= 0 && last-from+1 >= least {
				open = joined(open, edge{y, y, from, last + 1})
			}
			from = -1
		}
		for x := range length {
			if !differ(y, x) {
				continue
			}
			if x-last > gapPixels+1 {
				flush()
				from = x
			}
			last = x
		}
		flush()
		open = slices.DeleteFunc(open, func(e edge) bool {
			done := y-e.last >= thickness
			if done {
				all = append(all, e)
			}
			return done
		})
		if len(all) > mostRulings {
			return all
		}
	}
	return append(all, open...)
}

// joined adds an edge to that of the same thin line above it.
func joined(open []edge, e edge) []edge {
	for i := range open {
		if o := &open[i]; e.at-o.at <= thickness && min(o.to, e.to) > max(o.from, e.from) {
			o.last, o.from, o.to = e.at, min(o.from, e.from), max(o.to, e.to)
			return open
		}
	}
	return slices.SortedFunc(slices.Values(append(open, e)), func(a, b edge) int { return cmp.Compare(a.from, b.from) })
}
