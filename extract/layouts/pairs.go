package layouts

import "strings"

// pair is a caption and what is told beside it.
type pair struct {
	caption string
	facts   []fact // told on one line
}

func (p pair) key() string { return p.facts[0].key }

func (s labelled) told(p pair) string {
	var all []string
	for _, f := range p.facts {
		all = append(all, s.tell(f))
	}
	return strings.Join(all, " ")
}

// metaPairs are the fields of the head.
func (s labelled) metaPairs(keys []string) []pair {
	var all []pair
	for _, key := range keys {
		all = append(all, pair{s.caption(key), []fact{s.deal.fact(key)}})
	}
	return all
}

// pairs draws captions and values in the form of a layout's part.
func (s labelled) pairs(part string, all []pair) {
	if len(all) == 0 {
		return
	}
	d := s.of(part)
	forms := []func(d dice, all []pair){s.tabbed, s.tabbed, s.inline, s.inline, s.stacked, s.boxed, s.strip, s.spread, s.listed, s.boxed}
	pick(d, "form", forms)(d, all)
}

// label is a caption as it stands before its value.
func (s labelled) label(caption string) string {
	if strings.HasSuffix(caption, ".") && s.colon == "." || strings.HasSuffix(caption, "#") {
		return caption
	}
	return caption + s.colon
}

// tabbed sets captions left and values at one stop.
func (s labelled) tabbed(d dice, all []pair) {
	style := pick(d, "captions", []string{"", "B", ""})
	s.set(style, 1)
	stop := 0.0
	for _, p := range all {
		stop = max(stop, s.width(s.label(p.caption)))
	}
	stop = min(stop+d.size("gap", 4, 30), s.w*0.6)
	right := d.chance("captions right", 15)
	for _, p := range all {
		s.set(style, 1)
		caption := s.wrap(s.label(p.caption), stop)
		s.set(pick(d, "values", []string{"", "", "B"}), 1)
		values := s.wrap(s.told(p), s.w-stop)
		for i := range max(len(caption), len(values)) {
			if i < len(caption) {
				s.set(style, 1)
				x := s.x
				if right {
					x += stop - s.width(caption[i]) - 3
				}
				s.put(x, s.y+s.points, caption[i])
			}
			s.set(pick(d, "values", []string{"", "", "B"}), 1)
			if i < len(values) {
				s.put(s.x+stop, s.y+s.points, values[i])
			}
			s.y += s.leading()
		}
	}
}

// inline sets "caption: value" on lines of their own.
func (s labelled) inline(d dice, all []pair) {
	s.set(pick(d, "style", []string{"", "", "B"}), 1)
	for _, p := range all {
		caption := s.label(p.caption)
		if strings.HasPrefix(p.key(), "free.") && s.colon == "" { // nothing else would part the two
			caption += ":"
		}
		s.paragraph(caption+" "+s.told(p), pick(d, "align", []string{"L", "L", "R", "L"}))
	}
}

// stacked sets the value under its caption, in one to four columns.
func (s labelled) stacked(d dice, all []pair) {
	s.grid(all, d.between("columns", 1, 4), func(p pair) {
		s.set(pick(d, "captions", []string{"", "B"}), d.size("small", 0.7, 1))
		s.ink(d.n("grey", 2) * 90)
		s.paragraph(p.caption, "L")
		s.ink(0)
		s.set(pick(d, "values", []string{"", "B"}), 1)
		s.paragraph(s.told(p), "L")
		s.skip(3)
	})
}

// grid draws pairs row by row in columns.
func (s labelled) grid(all []pair, columns int, draw func(p pair)) {
	columns = max(1, min(columns, len(all), int(s.w/95)))
	for len(all) > 0 {
		n := min(columns, len(all))
		shares := make([]float64, n)
		draws := make([]func(), n)
		for i := range n {
			shares[i] = 1 / float64(columns)
			draws[i] = func() { draw(all[i]) }
		}
		s.beside(shares, draws...)
		all = all[n:]
	}
}

// boxed sets each pair into a ruled box with its caption tiny in the corner, or before the value.
func (s labelled) boxed(d dice, all []pair) {
	var cells []cell
	for _, p := range all {
		cells = append(cells, cell{caption: p.caption, lines: func() []string { return []string{s.told(p)} }})
	}
	columns := max(1, min(d.between("columns", 2, 5), int(s.w/85)))
	for len(cells) > 0 {
		n := min(columns, len(cells))
		s.boxes(d, cells[:n])
		cells = cells[n:]
	}
}

// strip is a table of one row: captions above, values below.
func (s labelled) strip(d dice, all []pair) {
	columns := max(1, min(6, int(s.w/70)))
	for len(all) > 0 {
		n := min(columns, len(all))
		part := all[:n]
		w := s.w / float64(n)
		s.set(pick(d, "captions", []string{"B", ""}), 0.85)
		captions, values := make([][]string, n), make([][]string, n)
		tall := [2]int{1, 1}
		for i, p := range part {
			s.set(pick(d, "captions", []string{"B", ""}), 0.85)
			captions[i] = s.wrap(p.caption, w-4)
			s.set("", 0.95)
			values[i] = s.wrap(s.told(p), w-4)
			tall = [2]int{max(tall[0], len(captions[i])), max(tall[1], len(values[i]))}
		}
		for half, rows := range [][][]string{captions, values} {
			s.set([]string{pick(d, "captions", []string{"B", ""}), ""}[half], []float64{0.85, 0.95}[half])
			h := float64(tall[half])*s.leading() + 3
			style := "D"
			if half == 0 && d.chance("shade", 40) {
				s.pdf.SetFillColor(225, 225, 225)
				style = "FD"
			}
			for i, lines := range rows {
				x := s.x + w*float64(i)
				if !d.chance("bare", 35) {
					s.pdf.Rect(x, s.y, w, h, style)
				}
				s.cellText(lines, x, w, pick(d, "align", []string{"L", "C"}))
			}
			s.y += h
		}
		s.skip(3)
		all = all[n:]
	}
}

// cellText writes lines into a cell without moving the pen.
func (s labelled) cellText(lines []string, x, w float64, align string) {
	for i, l := range lines {
		at := x + 2
		switch align {
		case "C":
			at = x + (w-s.width(l))/2
		case "R":
			at = x + w - 2 - s.width(l)
		}
		s.put(at, s.y+s.points+1+float64(i)*s.leading(), l)
	}
}

// spread sets the caption at the left and the value at the right edge of the frame.
func (s labelled) spread(d dice, all []pair) {
	for _, p := range all {
		s.set(pick(d, "captions", []string{"", "B"}), 1)
		caption, value := s.label(p.caption), s.told(p)
		if d.chance("dots", 25) {
			for s.width(caption+"."+value) < s.w-12 {
				caption += "."
			}
		}
		if s.width(caption+" "+value) > s.w {
			s.line(caption, "L")
			s.paragraph(value, "R")
			continue
		}
		s.put(s.x, s.y+s.points, caption)
		s.line(value, "R")
	}
}

// listed is a banded list: caption and value in two columns of a ruled or shaded table.
func (s labelled) listed(d dice, all []pair) {
	share := d.size("share", 0.35, 0.55)
	for i, p := range all {
		s.set("", 0.95)
		captions := s.wrap(s.label(p.caption), s.w*share-6)
		values := s.wrap(s.told(p), s.w*(1-share)-6)
		h := float64(max(len(captions), len(values)))*s.leading() + 3
		switch d.n("bands", 3) {
		case 0:
			if i%2 == 0 {
				s.pdf.SetFillColor(238, 238, 238)
				s.pdf.Rect(s.x, s.y, s.w, h, "F")
			}
		case 1:
			s.pdf.Rect(s.x, s.y, s.w*share, h, "D")
			s.pdf.Rect(s.x+s.w*share, s.y, s.w*(1-share), h, "D")
		}
		s.cellText(captions, s.x, s.w*share, "L")
		s.cellText(values, s.x+s.w*share, s.w*(1-share), pick(d, "align", []string{"L", "L", "R"}))
		s.y += h
	}
}
