package layouts

// cell is a box of a form.
type cell struct {
	caption string
	lines   func() []string
	share   float64 // of the row; equal shares where none is given
}

// boxes draws a row of boxes of one height.
func (s labelled) boxes(d dice, row []cell) {
	total, tall := 0.0, 0.0
	for i := range row {
		if row[i].share == 0 {
			row[i].share = 1
		}
		total += row[i].share
	}
	form := d.n("caption form", 4)
	small := d.size("caption size", 0.62, 0.85)
	texts, captions := make([][]string, len(row)), make([][]string, len(row))
	for i, c := range row {
		w := s.w*c.share/total - 6
		s.set("", small)
		caption := c.caption
		if form == 1 {
			caption = s.label(caption)
		}
		captions[i] = s.wrap(caption, w)
		h := float64(len(captions[i])) * s.points * 1.2
		s.set(s.valueStyle(d), 0.95)
		for _, l := range c.lines() {
			texts[i] = append(texts[i], s.wrap(l, w-4)...)
		}
		tall = max(tall, h+float64(len(texts[i]))*s.leading()+5)
	}
	s.room(tall)
	x := s.x
	for i, c := range row {
		w := s.w * c.share / total
		if !d.chance("no frame", 12) {
			s.pdf.Rect(x, s.y, w, tall, "D")
		}
		s.box(d, form, small, x, w, captions[i], texts[i])
		x += w
	}
	s.y += tall
}

// valueStyle is the type of the values of boxes.
func (s labelled) valueStyle(d dice) string { return pick(d, "values", []string{"", "", "B"}) }

// box writes the caption and the lines of one box.
func (s labelled) box(d dice, form int, small, x, w float64, captions, lines []string) {
	s.set(pick(d, "captions", []string{"", "", "B"}), small)
	y := s.y + s.points + 1
	for _, l := range captions {
		at := x + 2
		if form == 2 {
			at = x + (w-s.width(l))/2
		}
		s.put(at, y, l)
		y += s.points * 1.2
	}
	s.set(s.valueStyle(d), 0.95)
	y += s.points - s.points*0.9*small/0.95
	indent := pick(d, "indent", []float64{2, 2, 6})
	for _, l := range lines {
		at := x + indent
		if form == 3 && len(lines) == 1 {
			at = x + (w-s.width(l))/2
		}
		s.put(at, y+2, l)
		y += s.leading()
	}
}
