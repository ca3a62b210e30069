package table

import (
	"math"
	"slices"
)

// Lines of as many pieces, each at an edge of the one above: items of which some are told in words alone and some in figures.
const (
	leastRun   = 4   // lines, with the header
	samePitch  = 1.3 // times the least distance of two of them is the greatest
	apartLines = 1.6 // heights of print by which items stand apart that are no lines of one cell
)

// runUnder is the chain of the items under a header of as many pieces, without items where all of them have figures or none has: edges
// that repeat tell those.
func runUnder(lines []line, head int, height float64) chain {
	n := len(lines[head].pieces)
	if n < retitle || lines[head].figures > 0 {
		return chain{}
	}
	edges, end, least, most := make([][]piece, n), head, math.Inf(1), 0.0
	for ; end < len(lines) && len(lines[end].pieces) == n && !later(lines, end); end++ {
		if end > head+1 {
			pitch := lines[end].box.Y0 - lines[end-1].box.Y0
			if max(most, pitch) > samePitch*min(least, pitch) {
				break
			}
			least, most = min(least, pitch), max(most, pitch)
		}
		for k, p := range lines[end].pieces {
			edges[k] = append(edges[k], p)
		}
		if slices.ContainsFunc(edges, func(column []piece) bool { return !oneEdge(column, exactly*height) }) {
			break
		}
	}
	first := head + 1
	if first < end && !lines[first].parted && (least < apartLines*lines[head].box.Height() || lines[first].box.Y0-lines[head].box.Y0 < least/samePitch) {
		for first < end && lines[first].figures == 0 {
			first++ // a header of several lines
		}
	}
	told, c := 0, chain{}
	for i := first; i < end; i++ {
		c.anchors = append(c.anchors, i)
		if lines[i].figures == 0 {
			told++
		}
	}
	if end-head < leastRun || told == 0 || told == len(c.anchors) {
		return chain{}
	}
	return c
}

// oneEdge reports whether pieces begin, end or have their middle at one place.
func oneEdge(column []piece, near float64) bool {
	left, right, middle := true, true, true
	for _, p := range column[1:] {
		left = left && math.Abs(p.box.X0-column[0].box.X0) < near
		right = right && math.Abs(p.box.X1-column[0].box.X1) < near
		middle = middle && math.Abs(p.box.MidX()-column[0].box.MidX()) < near
	}
	return left || right || middle
}
