package table

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
)

// What stands above the items as their header.
const (
	headerLines   = 6   // at most
	headerGap     = 4.2 // line heights of white between a header and the items
	pitchGap      = 1.2 // … where items stand as far apart
	widestGap     = 9.0 // but no farther than this
	headerPitch   = 1.5 // between its lines
	aboveGap      = 0.9 // above a header that names all columns already
	headerReach   = 2.5 // beyond the columns' print
	sentence      = 9   // words of a piece that is running text
	figureShare   = 0.5 // of the pieces of a line that is none of a header
	wholeWidth    = 0.75
	mostNamed     = 0.75 // of the columns, by the lines of a header below a drawn line
	sectionLines  = 2    // titles of sections between header and items
	groupCoverage = 0.35
	exactly       = 0.2 // line heights by which what stands over headers is set off from them
)

// header is the lines over the items, each column's words from the top down.
type header struct {
	from   int // index of the first line, that of the first item where there is none
	cells  [][]page.Word
	groups [][]page.Word
}

func (h header) named() int {
	n := 0
	for _, c := range h.cells {
		if len(c) > 0 {
			n++
		}
	}
	return n
}

// headerOf finds the lines above the first item that name its columns.
func (f finder) headerOf(lines []line, c chain, least int, zones []zone, height float64) header {
	first := c.first()
	widest := max(headerGap*height, min(pitchGap*c.pitch(lines), widestGap*height))
	h := header{from: first, cells: make([][]page.Word, len(zones)), groups: make([][]page.Word, len(zones))}
	borders := middles(zones)
	below, taken, skipped := lines[first].box.Y0, 0, 0
	for i := first - 1; i >= least && taken < headerLines; i-- {
		l := within(lines[i], zones, headerReach*height)
		if len(l.pieces) == 0 {
			continue
		}
		if taken > 0 && lines[i+1].parted && float64(h.named()) >= mostNamed*float64(len(zones)) && !grouping(l, zones) {
			break // what a drawn line closes
		}
		if taken > 0 && h.named() == len(zones) && (lines[i+1].framed && !lines[i].framed || !overHeaders(l, h.cells, height)) {
			break // captions with their values
		}
		limit := headerPitch * height
		switch {
		case taken == 0:
			limit = widest
		case h.named() == len(zones):
			limit = aboveGap * height
		}
		if below-l.box.Y1 > limit {
			break
		}
		section := len(l.pieces) == 1 || f.counts(lines[i], zones) || lines[i].parted && 2*len(l.pieces) <= len(zones) && ofNoItem(lines, first, i, zones)
		if taken == 0 && section && len(zones) > 2 && skipped < sectionLines && i > least {
			skipped, below = skipped+1, l.box.Y0
			continue
		}
		if !heading(l, zones) && (lines[i].band == 0 || l.figures > 0) {
			break
		}
		if taken > 0 && len(l.pieces) == 1 && l.box.Width() > wholeWidth*(zones[len(zones)-1].x1-zones[0].x0) {
			break // a title
		}
		h.take(l, zones, borders)
		below, h.from, taken = l.box.Y0, i, taken+1
	}
	return h
}

// endsCell reports whether a piece is the last line of a header cell beyond the first column: "EC No." close below "CAS No.".
func endsCell(above line, p piece, zones []zone, height float64) bool {
	return p.box.X0 > zones[0].x1 && p.box.Y0-above.box.Y1 < headerPitch*height && above.figures == 0 && len(above.pieces) > 1 &&
		slices.ContainsFunc(above.pieces, func(o piece) bool { return o.box.OverlapX(p.box) > 0 && len(covered(o.box, zones)) < 2 })
}

// grouping reports whether a line has headers that stand over several columns.
func grouping(l line, zones []zone) bool {
	return len(l.pieces) > 1 && slices.ContainsFunc(l.pieces, func(p piece) bool { return len(covered(p.box, zones)) > 1 })
}

// overHeaders reports whether the pieces of a line stand over headers, each over one or several of them: at their left or right edge or
// over their middle. What stands alone at the edge of several is a title.
func overHeaders(l line, cells [][]page.Word, height float64) bool {
	near := exactly * height
	return !slices.ContainsFunc(l.pieces, func(p piece) bool {
		for from := range cells {
			over := page.Box{}
			for to, words := range cells[from:] {
				over = over.Union(page.Bounds(words))
				alone := len(l.pieces) == 1 && (to > 0 || from+1 < len(cells) && p.box.X1 > page.Bounds(cells[from+1]).X0)
				edges := !alone && min(math.Abs(p.box.X0-over.X0), math.Abs(p.box.X1-over.X1)) < near
				if edges || math.Abs(p.box.MidX()-over.MidX()) < near {
					return false
				}
			}
		}
		return true
	})
}

// within is a line less the pieces that stand beside the columns.
func within(l line, zones []zone, reach float64) line {
	kept := line{row: l.row}
	for _, p := range l.pieces {
		if p.box.X1 > zones[0].x0-reach && p.box.X0 < zones[len(zones)-1].x1+reach {
			kept.pieces = append(kept.pieces, p)
			kept.box = kept.box.Union(p.box)
			if p.form.numeric() && !yearForm.MatchString(page.Join(p.words)) {
				kept.figures++
			}
		}
	}
	return kept
}

// heading reports whether a line can be one of a header: no line of figures, no running text, no caption
// with its value.
func heading(l line, zones []zone) bool {
	if float64(l.figures) > figureShare*float64(len(l.pieces)) || l.figures > 0 && len(l.pieces) == 1 {
		return false
	}
	for _, p := range l.pieces {
		if p.form == FormDash && len(p.words[0].Text) < 3 && p.words[0].Text != "*" {
			return false // nothing is said of an item
		}
		if len(p.words) >= sentence && p.box.Width() > 0.5*(zones[len(zones)-1].x1-zones[0].x0) {
			return false
		}
	}
	if len(l.pieces) <= 2 {
		for i, p := range l.pieces {
			text := page.Join(p.words)
			if at := strings.IndexByte(text, ':'); at > 0 && (at+1 < len(text) || i+1 < len(l.pieces)) && len(zones) > 2 {
				return false
			}
		}
	}
	return true
}

// take puts a line above what the header holds already.
func (h *header) take(l line, zones []zone, borders []float64) {
	if len(l.pieces) == len(zones) && inOrder(l, zones, borders) {
		for i, p := range l.pieces {
			h.cells[i] = append(append([]page.Word{}, p.words...), h.cells[i]...)
		}
		return
	}
	cells := make([][]page.Word, len(zones))
	for _, p := range l.pieces {
		over := covered(p.box, zones)
		if len(over) < 2 {
			at := zoneOf(zones, borders, p.box)
			cells[at] = append(cells[at], p.words...)
			continue
		}
		free := 0
		for _, at := range over {
			if len(h.cells[at]) == 0 {
				free++
			}
		}
		if free == 0 || len(p.words) < len(over) {
			for _, at := range over {
				h.groups[at] = append(append([]page.Word{}, p.words...), h.groups[at]...)
			}
			continue
		}
		for _, w := range p.words {
			at := zoneOf(zones, borders, w.Box)
			cells[at] = append(cells[at], w)
		}
	}
	for i, c := range cells {
		h.cells[i] = append(c, h.cells[i]...)
	}
}

// withEmpty adds the columns that are empty on a page: the line over the items names each column that has print once, and stands beside
// them over white.
func withEmpty(zones []zone, head line) []zone {
	if head.figures > 0 || len(head.pieces) <= len(zones) || len(zones) < leastZones {
		return zones
	}
	all, named := slices.Clone(zones), make([]bool, len(zones))
	for _, p := range head.pieces {
		over := slices.IndexFunc(zones, func(z zone) bool { return z.overlap(p.box) > 0 })
		switch {
		case over < 0:
			all = append(all, zone{p.box.X0, p.box.X1})
		case named[over] || over+1 < len(zones) && zones[over+1].overlap(p.box) > 0:
			return zones
		default:
			named[over] = true
		}
	}
	if slices.Contains(named, false) || len(all) > len(head.pieces) {
		return zones
	}
	slices.SortFunc(all, func(a, b zone) int { return cmp.Compare(a.x0, b.x0) })
	return all
}

// inOrder reports whether each piece stands nearer to its own column than to one two away.
func inOrder(l line, zones []zone, borders []float64) bool {
	for i, p := range l.pieces {
		if at := zoneOf(zones, borders, p.box); at < i-1 || at > i+1 {
			return false
		}
	}
	return true
}

// covered are the columns over whose print a box stands.
func covered(b page.Box, zones []zone) []int {
	var over []int
	for i, z := range zones {
		if o := z.overlap(b); o > groupCoverage*min(z.x1-z.x0, b.Width()) {
			over = append(over, i)
		}
	}
	return over
}
