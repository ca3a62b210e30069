package read

import (
	"image"
	"slices"
)

// printHeight is the usual height of letters: the median of the heights of connected ink.
func (g gray) printHeight(level byte) float64 {
	var heights []int
	for _, l := range g.letters(level) {
		heights = append(heights, l.Dy())
	}
	if len(heights) < 30 {
		return 0
	}
	slices.Sort(heights)
	return float64(heights[len(heights)/2])
}

// letters are the frames, in pixels, of what connected ink has the shape of letters, in no order.
func (g gray) letters(level byte) []image.Rectangle {
	type run struct{ from, to, id int }
	var parent []int
	type box struct{ x0, y0, x1, y1, n int }
	var boxes []box
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	var above, here []run
	for y := range g.h {
		row := g.pix[y*g.w : (y+1)*g.w]
		here = here[:0]
		k := 0
		for x := 0; x < g.w; {
			if row[x] > level {
				x++
				continue
			}
			from := x
			for x < g.w && row[x] <= level {
				x++
			}
			r := run{from, x, -1}
			for k < len(above) && above[k].to < from {
				k++
			}
			for j := k; j < len(above) && above[j].from <= x; j++ {
				id := find(above[j].id)
				if r.id < 0 {
					r.id = id
				} else if id != r.id {
					a, b := boxes[r.id], boxes[id]
					boxes[r.id] = box{min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1), a.n + b.n}
					parent[id] = r.id
				}
			}
			if r.id < 0 {
				r.id = len(parent)
				parent = append(parent, r.id)
				boxes = append(boxes, box{from, y, x, y + 1, 0})
			}
			b := &boxes[r.id]
			b.x0, b.x1, b.y1 = min(b.x0, from), max(b.x1, x), max(b.y1, y+1)
			b.n += x - from
			here = append(here, r)
		}
		above, here = here, above
	}
	var letters []image.Rectangle
	for i, b := range boxes {
		w, h := b.x1-b.x0, b.y1-b.y0
		if parent[i] == i && h >= 4 && w >= 2 && h <= g.h/8 && w <= 4*h && h <= 8*w && b.n*6 > w*h {
			letters = append(letters, image.Rect(b.x0, b.y0, b.x1, b.y1))
		}
	}
	return letters
}
