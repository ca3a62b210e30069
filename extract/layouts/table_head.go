package layouts

import "strings"

// headers are the lines of each heading, and how many the tallest has.
func (t *table1) headers() ([][]string, int) {
	t.set(pick(t.d, "header style", []string{"B", "B", ""}), t.type1)
	tall := 0
	all := make([][]string, len(t.cols))
	for i, c := range t.cols {
		all[i] = t.wrap(c.header, c.w-3)
		if c.under != "" {
			all[i] = append(all[i], c.under)
		}
		tall = max(tall, len(all[i]))
	}
	return all, tall
}

func (t *table1) headTall() float64 {
	_, tall := t.headers()
	return float64(tall)*t.leading() + 4
}

// head draws the header row.
func (t *table1) head() {
	all, tall := t.headers()
	t.from = t.y
	if t.d.chance("group", 12) {
		t.group()
	}
	h := float64(tall)*t.leading() + 4
	shaded := t.style == 3 || t.d.chance("shaded header", 35)
	if shaded {
		t.pdf.SetFillColor(205, 205, 215)
		t.pdf.Rect(t.x, t.y, t.total(), h, "F")
	}
	x := t.x
	for i, c := range t.cols {
		lines := all[i]
		y := t.y
		if t.d.chance("header at the bottom", 40) {
			y += float64(tall-len(lines)) * t.leading()
		}
		align := c.align
		if t.d.chance("headers centred", 30) {
			align = "C"
		}
		save := t.y
		t.y = y
		t.cellText(lines, x, c.w, align)
		t.y = save
		if t.style == 0 || t.style == 1 {
			t.pdf.Rect(x, t.y, c.w, h, "D")
		}
		x += c.w
	}
	t.y += h
	if t.style == 2 || t.style == 3 || t.style == 4 {
		t.pdf.Line(t.x, t.y, x, t.y)
	}
	t.skip(1)
}

// group draws a heading over the last columns.
func (t *table1) group() {
	n := len(t.cols)
	if n < 4 {
		return
	}
	x := t.x
	for _, c := range t.cols[:n-2] {
		x += c.w
	}
	w := t.cols[n-2].w + t.cols[n-1].w
	t.cellText([]string{pick(t.d, "group heading", []string{t.currency, strings.ToUpper(coin(t.d, "group")), "A / B"})}, x, w, "C")
	t.y += t.leading() + 2
	t.pdf.Line(x, t.y, x+w, t.y)
}

func (t *table1) total() float64 {
	w := 0.0
	for _, c := range t.cols {
		w += c.w
	}
	return w
}
