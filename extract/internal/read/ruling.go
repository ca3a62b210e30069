package read

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
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
	rulingPixels = 1000 // of the longer side of the picture
	toneStep     = 24   // of 255, by which the two sides of an edge differ at least
	leastAcross  = 28.0 // points of a line that runs across
	leastDown    = 16.0 // … and down: no letter of a page's print is as tall
	gapPixels    = 2    // white in a line that is one all the same
	thickness    = 3    // pixels between the two edges of one line
	mostRulings  = 3000 // of a page: more are those of a picture
	mostEdges    = 4 * mostRulings
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

// rulings are the straight edges of a picture of a page, in points. They are none where the picture has not the form of the page.
func (g gray) rulings(p *page.Page) (page.Rulings, bool) {
	scale := p.Width / float64(g.w)
	if math.Abs(p.Height/float64(g.h)-scale) > 0.01*scale {
		return page.Rulings{}, false
	}
	across, down := joined(g.across(int(leastAcross/scale))), joined(g.down(int(leastDown/scale)))
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
	return r, true
}

func differ(a, b byte) bool { return a > b && a-b >= toneStep || b > a && b-a >= toneStep }

// edge is a straight run of pixels that differ from their neighbours.
type edge struct{ at, last, from, to int }

func (e edge) scaled(scale float64) page.Ruling {
	return page.Ruling{At: float64(e.at+e.last+2) / 2 * scale, From: float64(e.from) * scale, To: float64(e.to) * scale}
}

// edgeRun is a straight run of edges in the making.
type edgeRun struct{ from, last int }

// grow adds an edge to a run, and gives what ended before it where white parts the two.
func (r *edgeRun) grow(at int) (ended edgeRun) {
	if r.from < 0 || at-r.last > gapPixels+1 {
		ended, r.from = *r, at
	}
	r.last = at
	return ended
}

// reaches reports whether a run is at least so long.
func (r *edgeRun) reaches(least int) bool { return r.from >= 0 && r.last-r.from+1 >= least }

// noRun is a run without an edge.
func noRun() edgeRun { return edgeRun{from: -1} }

// across are the edges between rows of pixels.
func (g gray) across(least int) []edge {
	var all []edge
	for y := 0; y+1 < g.h && len(all) <= mostEdges; y++ {
		r := noRun()
		a, b := g.pix[y*g.w:(y+1)*g.w], g.pix[(y+1)*g.w:(y+2)*g.w]
		each(a, b, func(x int) {
			if ended := r.grow(x); ended.reaches(least) {
				all = append(all, edge{y, y, ended.from, ended.last + 1})
			}
		})
		if r.reaches(least) {
			all = append(all, edge{y, y, r.from, r.last + 1})
		}
	}
	return all
}

// down are the edges between columns of pixels.
func (g gray) down(least int) []edge {
	var all []edge
	runs := slices.Repeat([]edgeRun{noRun()}, g.w)
	for y := 0; y < g.h && len(all) <= mostEdges; y++ {
		row := g.pix[y*g.w : (y+1)*g.w]
		each(row[:g.w-1], row[1:], func(x int) {
			if ended := runs[x].grow(y); ended.reaches(least) {
				all = append(all, edge{x, x, ended.from, ended.last + 1})
			}
		})
	}
	for x, r := range runs {
		if r.reaches(least) {
			all = append(all, edge{x, x, r.from, r.last + 1})
		}
	}
	return all
}

// each calls found for each place where two lines of pixels differ. Most of a page is white: eight pixels at a time are the same.
func each(a, b []byte, found func(x int)) {
	for x := 0; x < len(a); x++ {
		if x+8 <= len(a) && binary.LittleEndian.Uint64(a[x:]) == binary.LittleEndian.Uint64(b[x:]) {
			x += 7
			continue
		}
		if differ(a[x], b[x]) {
			found(x)
		}
	}
}

// joined makes one of the two edges of a thin line.
func joined(all []edge) []edge {
	slices.SortFunc(all, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from)) })
	var lines []edge
	open := 0
	for _, e := range all {
		for open < len(lines) && e.at-lines[open].at > thickness {
			open++
		}
		at := slices.IndexFunc(lines[open:], func(o edge) bool { return min(o.to, e.to) > max(o.from, e.from) })
		if at < 0 {
			lines = append(lines, e)
			continue
		}
		o := &lines[open+at]
		o.last, o.from, o.to = e.at, min(o.from, e.from), max(o.to, e.to)
	}
	return lines
}
