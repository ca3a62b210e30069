package packets

import (
	"slices"
	"strings"
)

// thirdSheet draws the papers of the third pool.
type thirdSheet struct{ *sheet }

// paper draws a paper below y of its first page.
func (s thirdSheet) paper(y float64) {
	f := s.form
	if f.stamp != "" {
		s.put(margin, 4.5, width, "B", 12, "C", f.stamp)
	}
	switch f.design {
	case designGrid:
		y = s.gridHead(y)
	case designBand:
		y = s.bandHead(y)
	case designLetter:
		y = s.letterHead(y)
	case designPrintout:
		y = s.printoutHead(y)
	case designSheet:
		y = s.sheetHead(y)
	case designLading:
		y = s.ladingHead(y)
	case designHouse:
		y = s.houseHead(y)
	case designNumbered:
		y = s.numberedHead(y)
	}
	if len(f.columns) > 0 {
		y = s.thirdTable(y+s.gap()) + s.gap()
	}
	y = s.thirdSums(y)
	if len(f.boxes) > 0 {
		y = s.room(y, 14)
		y = s.cells(margin, y, width, len(f.boxes), 11, f.boxes)
	}
	s.ending(y)
	s.overleaf()
}

// framed reports whether the parts of the paper hang together as one form of boxes.
func (s thirdSheet) framed() bool {
	return slices.Contains([]int{designGrid, designLading, designHouse, designNumbered}, s.form.design)
}

// gap is the space between the parts of a paper.
func (s thirdSheet) gap() float64 {
	if s.framed() {
		return 0
	}
	return 4
}

// cells draws boxes, n beside each other, a small caption above each value, and gives where they end. The last of a row takes
// what is left of it.
func (s thirdSheet) cells(x, y, w float64, n int, least float64, all []field) float64 {
	for i := 0; i < len(all); i += n {
		row := all[i:min(i+n, len(all))]
		each, height := w/float64(n), least
		wide := func(k int) float64 {
			if k == len(row)-1 {
				return w - float64(k)*each
			}
			return each
		}
		for k, one := range row {
			left := x + float64(k)*each
			h := s.put(left+1, y+0.8, wide(k)-2, "", 6.5, "L", one.caption) + 0.4
			h += s.put(left+1, y+0.8+h, wide(k)-2, "", 9, "L", one.value)
			height = max(height, h+2)
		}
		for k := range row {
			s.Rect(x+float64(k)*each, y, wide(k), height, "D")
		}
		y += height
	}
	return y
}

// sides draws boxes of parties at the left and of facts at the right, two beside each other, as high as each other.
func (s thirdSheet) sides(y float64, parties, facts []field) float64 {
	left := s.cells(margin, y, width/2, 1, 20, parties)
	right := s.cells(margin+width/2, y, width/2, 2, 10, facts)
	end := max(left, right)
	s.Rect(margin, y, width/2, end-y, "D")
	s.Rect(margin+width/2, y, width/2, end-y, "D")
	return end
}

// letterhead draws the issuer where no box names it.
func (s thirdSheet) letterhead(y float64, align string) float64 {
	f := s.form
	if slices.ContainsFunc(f.parties, func(p field) bool { return strings.HasPrefix(p.value, f.issuer.name) }) {
		return y
	}
	y += s.put(margin, y, width, "B", 12, align, f.issuer.name)
	return y + s.put(margin, y, width, "", 7.5, align, strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city)) + 2
}

func (s thirdSheet) gridHead(y float64) float64 {
	y = s.letterhead(y, "L")
	y += s.put(margin, y, width, "B", 14, "C", s.form.title) + 2
	if len(s.form.parties) == 0 {
		return s.cells(margin, y, width, 2, 10, s.form.facts)
	}
	return s.sides(y, s.form.parties, s.form.facts)
}

// bandHead draws a band with issuer and title, the two first facts in a small table, parties below bars, further facts in a strip.
func (s thirdSheet) bandHead(y float64) float64 {
	f := s.form
	s.SetFillColor(228, 228, 228)
	s.Rect(margin, y, width, 17, "F")
	s.put(margin+2, y+3, 92, "B", 12, "L", f.issuer.name)
	s.put(margin+96, y+3, width-98, "B", 14, "R", f.title)
	y += 20
	left := y + s.put(margin+2, y, 90, "", 8, "L", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city))
	small := min(2, len(f.facts))
	for _, fact := range f.facts[:small] {
		height := max(s.put(margin+109, y+1, 33, "", 8, "L", fact.caption), s.put(margin+145, y+1, 40, "B", 8.5, "L", fact.value)) + 2
		s.Rect(margin+108, y, 36, height, "D")
		s.Rect(margin+144, y, width-144, height, "D")
		y += height
	}
	y = max(left, y) + 4
	if n := float64(len(f.parties)); n > 0 {
		end := y
		for i, p := range f.parties {
			x, w := margin+float64(i)*width/n, width/n-2
			s.Rect(x, y, w, 5, "F")
			s.put(x+1, y+0.8, w-2, "B", 8, "L", p.caption)
			end = max(end, y+6+s.put(x+1, y+6, w-2, "", 8.5, "L", p.value))
		}
		y = end + 4
	}
	rest := f.facts[small:]
	for i := 0; i < len(rest); i += 4 {
		y = s.strip(y, rest[i:min(i+4, len(rest))])
	}
	return y
}

// strip draws facts as a table of two rows: captions on grey, values below them.
func (s thirdSheet) strip(y float64, facts []field) float64 {
	each, head, height := width/float64(len(facts)), 0.0, 0.0
	for _, draw := range []bool{false, true} { // measured first, for the grey to be below the text
		if draw {
			s.Rect(margin, y, width, head+1.6, "FD")
		}
		for i, fact := range facts {
			x := margin + float64(i)*each
			if !draw {
				head = max(head, s.high(each-2, "B", 7.5, fact.caption))
				height = max(height, s.high(each-2, "", 8.5, fact.value))
				continue
			}
			s.put(x+1, y+0.8, each-2, "B", 7.5, "L", fact.caption)
			s.put(x+1, y+head+2.6, each-2, "", 8.5, "L", fact.value)
			s.Rect(x, y, each, head+height+4, "D")
		}
	}
	return y + head + height + 5
}

// high is the height that text takes.
func (s thirdSheet) high(w float64, style string, size float64, text string) float64 {
	s.font(style, size)
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		lines += len(s.SplitLines([]byte(s.text(line)), w))
	}
	return float64(lines) * size * 0.42
}

// letterHead draws a letter: the receiver in the window, without a caption, the facts at the right.
func (s thirdSheet) letterHead(y float64) float64 {
	f := s.form
	y += s.put(margin, y, width, "B", 15, "R", f.issuer.name)
	y += s.put(margin, y, width, "", 8, "R", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city))
	s.Line(margin, y+2, margin+width, y+2)
	y += 10
	city, _, _ := strings.Cut(f.issuer.city, "\n")
	s.put(margin, y, 95, "", 6.5, "L", f.issuer.name+" - "+city)
	left, right := y+8, y
	var others []field
	receiver := false
	for _, p := range f.parties {
		switch {
		case strings.HasPrefix(p.value, f.issuer.name):
		case !receiver:
			receiver = true
			left += s.put(margin, left, 85, "", 10, "L", p.value) + 4
		default:
			others = append(others, p)
		}
	}
	for _, fact := range f.facts {
		height := max(s.high(38, "", 8.5, fact.caption+":"), s.high(42, "", 8.5, fact.value))
		s.put(margin+104, right, 38, "", 8.5, "L", fact.caption+":")
		s.put(margin+144, right, 42, "", 8.5, "L", fact.value)
		right += height + 0.8
	}
	y = max(left, right) + 6
	title := f.title
	if f.kind != "other" && s.deal.number%2 == 0 {
		title += " " + f.facts[0].value
	}
	y += s.put(margin, y, width, "B", 13, "L", title) + 3
	for _, p := range others {
		y += s.put(margin, y, width, "", 9, "L", p.caption+": "+strings.ReplaceAll(p.value, "\n", ", ")) + 1.5
	}
	return y
}

// printoutHead draws what a printer of lines gives: rules of signs, leaders of dots.
func (s thirdSheet) printoutHead(y float64) float64 {
	f := s.form
	y += s.put(margin, y, width, "B", 10, "L", f.issuer.name)
	y += s.put(margin, y, width, "", 9, "L", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city)) + 3
	y = s.signs(y, "=")
	y += s.put(margin, y, width, "B", 12, "L", f.title) + 1
	y = s.signs(y, "=") + 2
	if n := float64(len(f.parties)); n > 0 {
		end := y
		for i, p := range f.parties {
			x, w := margin+float64(i)*width/n, width/n-3
			h := s.put(x, y, w, "B", 9, "L", strings.ToUpper(p.caption)+":")
			end = max(end, y+h+s.put(x, y+h, w, "", 9, "L", p.value))
		}
		y = end + 4
	}
	for _, fact := range f.facts {
		caption := fact.caption + " " + strings.Repeat(".", max(2, 34-len([]rune(fact.caption))))
		h := s.put(margin, y, 72, "", 9, "L", caption)
		y += max(h, s.put(margin+72, y, width-72, "", 9, "L", ": "+fact.value)) + 0.4
	}
	return y
}

// signs draws a rule of signs.
func (s thirdSheet) signs(y float64, sign string) float64 {
	s.font("", 9)
	n := int((width - 2) / s.GetStringWidth(sign))
	return y + s.put(margin, y, width+2, "", 9, "L", strings.Repeat(sign, n))
}

// sheetHead draws what a spreadsheet prints: issuer and title in the middle, parties left, facts right.
func (s thirdSheet) sheetHead(y float64) float64 {
	f := s.form
	y += s.put(margin, y, width, "B", 15, "C", f.issuer.name)
	y += s.put(margin, y, width, "", 9, "C", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city)) + 4
	y += s.put(margin, y, width, "BU", 14, "C", f.title) + 5
	left, right := y, y
	for _, p := range f.parties {
		if strings.HasPrefix(p.value, f.issuer.name) && len(f.parties) > 1 && f.kind == "commercial_invoice" {
			continue // the letterhead names it
		}
		left += s.put(margin, left, 98, "B", 9, "L", strings.ToUpper(p.caption)+":")
		left += s.put(margin+3, left, 95, "", 9.5, "L", p.value) + 2.5
	}
	for _, fact := range f.facts {
		text := fact.caption + ": " + fact.value
		right += s.put(margin+110, right, width-110, "", 9.5, "L", text) + 1
	}
	return max(left, right)
}

// ladingHead draws the form of a carrier: parties at the left, title, number and carrier at the right, the voyage below.
func (s thirdSheet) ladingHead(y float64) float64 {
	f := s.form
	top, x := y, margin+width/2
	left := s.cells(margin, y, width/2, 1, 24, f.parties)
	y += s.put(x+2, y+2, width/2-4, "B", 13, "L", f.title) + 5
	y = s.cells(x, y, width/2, 2, 10, f.facts[:2])
	y += 4 + s.put(x+2, y+4, width/2-4, "B", 12, "C", f.issuer.name)
	y += s.put(x+2, y, width/2-4, "", 7.5, "C", strings.TrimSpace(f.issuer.street+"\n"+f.issuer.city))
	end := max(left, y+3)
	s.Rect(margin, top, width/2, end-top, "D")
	s.Rect(x, top, width/2, end-top, "D")
	return s.cells(margin, end, width, 4, 10, f.facts[2:])
}

// houseHead draws another form of a carrier: its name and the title on top, everything else in boxes.
func (s thirdSheet) houseHead(y float64) float64 {
	f := s.form
	y += s.put(margin, y, width, "B", 14, "L", f.issuer.name)
	y += s.put(margin, y, width, "", 7.5, "L", strings.ReplaceAll(f.issuer.street+", "+f.issuer.city, "\n", ", ")) + 2
	y += s.put(margin, y, width, "B", 13, "C", f.title) + 2
	y = s.cells(margin, y, width, 2, 22, append([]field{f.parties[0]}, f.facts[0]))
	y = s.cells(margin, y, width, 2, 20, f.parties[1:])
	return s.cells(margin, y, width, 3, 9, f.facts[1:])
}

// numberedHead draws the form of a certificate.
func (s thirdSheet) numberedHead(y float64) float64 {
	f := s.form
	top, x := y, margin+width/2
	left := s.cells(margin, y, width/2, 1, 26, f.parties)
	y = s.cells(x, y, width/2, 2, 10, f.facts[:2])
	y += 4 + s.put(x+2, y+4, width/2-4, "B", 13, "C", f.title)
	y += 3 + s.put(x+2, y+3, width/2-4, "", 9, "C", f.issuer.lines())
	end := max(left, y+3)
	s.Rect(margin, top, width/2, end-top, "D")
	s.Rect(x, top, width/2, end-top, "D")
	return s.cells(margin, end, width, 2, 11, f.facts[2:])
}

// thirdSums draws the sums below the table.
func (s thirdSheet) thirdSums(y float64) float64 {
	f := s.form
	for i, sum := range f.sums {
		last := i == len(f.sums)-1
		y = s.room(y, 7)
		switch f.design {
		case designPrintout:
			caption := sum.caption + " " + strings.Repeat(".", max(2, 30-len([]rune(sum.caption))))
			s.put(margin+66, y, 66, "", 9, "L", caption)
			s.put(margin+132, y, width-132, "B", 9, "R", sum.value)
			y += 4.4
		case designLetter:
			if last && i > 0 || len(f.sums) == 1 {
				s.Line(margin+100, y, margin+width, y)
			}
			s.put(margin+100, y+1, 50, map[bool]string{true: "B", false: ""}[last], 9, "L", sum.caption)
			s.put(margin+150, y+1, width-150, map[bool]string{true: "B", false: ""}[last], 9, "R", sum.value)
			y += 5.6
		case designSheet:
			s.put(margin, y+1.2, width-44, "B", 9, "R", sum.caption)
			s.put(margin+width-40, y+1.2, 39, "B", 9, "R", sum.value)
			s.Rect(margin, y, width-42, 6, "D")
			s.Rect(margin+width-42, y, 42, 6, "D")
			y += 6
		default:
			x := margin + width/2
			if last {
				s.SetFillColor(235, 235, 235)
				s.Rect(x, y, width/2, 6.4, "F")
			}
			s.put(x+1.5, y+1.3, 50, "B", 8.5, "L", sum.caption)
			s.put(x+52, y+1.3, width/2-53.5, "B", 8.5, "R", sum.value)
			s.Rect(x, y, width/2, 6.4, "D")
			if s.framed() {
				s.Rect(margin, y, width/2, 6.4, "D")
			}
			y += 6.4
		}
	}
	return y
}

// ending draws what stands below: sentences, and where a hand signs.
func (s thirdSheet) ending(y float64) {
	f := s.form
	texts, signature := f.closing, ""
	if f.kind != "other" && f.kind != "purchase_order" && f.kind != "certificate_of_origin" {
		texts, signature = f.closing[:len(f.closing)-1], f.closing[len(f.closing)-1]
	}
	if s.framed() {
		var all []field
		for _, text := range texts {
			all = append(all, field{"", text})
		}
		if signature != "" {
			all = append(all, field{signature, ""})
		}
		y = s.room(y, 24)
		s.cells(margin, y, width, min(2, len(all)), 22, all)
		return
	}
	for _, text := range texts {
		y = s.room(y+4, 12)
		y += s.put(margin, y, width, "", 9, "L", text)
	}
	if signature != "" {
		y = s.room(y+14, 10)
		s.Line(margin+112, y, margin+width, y)
		s.put(margin+112, y+1, width-112, "", 8, "C", signature)
	}
}

// foot draws the foot of a letter.
func (s *sheet) foot() {
	s.Line(margin, 279, margin+width, 279)
	s.put(margin, 280.5, width, "", 6.5, "C", s.form.footer)
}
