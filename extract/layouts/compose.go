package layouts

import (
	"slices"
	"strings"
)

// chosen are the fields that the layout prints of those that may be.
func (s composed) chosen(always, free []string) []string {
	all := slices.Clone(always)
	share := s.between("fields", 15, 70)
	for _, key := range free {
		if s.chance("print "+key, share) {
			all = append(all, key)
		}
	}
	if d := s.of("order"); d.chance("shuffle", 40) {
		slices.SortFunc(all, func(a, b string) int { return int(d.roll(a)>>33) - int(d.roll(b)>>33) })
	}
	return all
}

// roles are the parties beside the issuer that the layout prints.
func (s composed) roles() []string {
	var all []string
	for _, role := range s.kind.parties {
		name, optional := strings.CutSuffix(role, "?")
		if !optional || s.chance("party "+name, 40) {
			all = append(all, name)
		}
	}
	return all
}

// compose draws a whole document.
func (s composed) compose() {
	meta := s.metaPairs(s.chosen(s.kind.always, s.kind.free))
	if s.kind.sums == "none" && s.chance("form", 65) || s.chance("all in boxes", 14) {
		s.asForm(meta)
	} else {
		templates := []func([]pair) []pair{s.plainHead, s.splitHead, s.windowHead, s.listHead, s.splitHead, s.bandHead, s.officialHead}
		if s.kind.name == "fiscal_document" {
			templates = append(templates, s.officialHead, s.officialHead, s.officialHead)
		}
		rest := pick(s.dice, "template", templates)(meta)
		s.skip(s.size1)
		s.table()
		s.pairs("after table", rest)
	}
	s.foot()
}

// blocks draws parties side by side, or one under the other.
func (s composed) blocks(roles []string) {
	if len(roles) == 0 {
		return
	}
	if s.chance("parties below each other", 12) {
		for _, r := range roles {
			s.block(r)
			s.skip(5)
		}
		return
	}
	shares, draws := make([]float64, len(roles)), make([]func(), len(roles))
	for i, r := range roles {
		shares[i] = 1 / float64(len(roles))
		draws[i] = func() { s.block(r) }
	}
	s.beside(shares, draws...)
}

// later keeps some of the fields for after the table.
func (s composed) later(meta []pair) (now, rest []pair) {
	if len(meta) > 5 && s.chance("some below", 25) {
		return meta[:len(meta)-2], meta[len(meta)-2:]
	}
	return meta, nil
}

// plainHead: letterhead, title, parties, fields.
func (s composed) plainHead(meta []pair) []pair {
	s.letterhead()
	s.skip(s.size1)
	meta, rest := s.later(s.heading(meta))
	if s.chance("fields first", 40) {
		s.pairs("fields", meta)
		s.skip(s.size1)
		s.blocks(s.roles())
		return rest
	}
	s.blocks(s.roles())
	s.skip(s.size1)
	s.pairs("fields", meta)
	return rest
}

// splitHead: letterhead on one side, title and fields on the other.
func (s composed) splitHead(meta []pair) []pair {
	var rest []pair
	share := s.size("head share", 0.45, 0.62)
	right := func() {
		meta = s.heading(meta)
		n := min(len(meta), s.between("fields beside", 3, 7))
		now := meta[:n]
		rest = meta[n:]
		s.pairs("fields", now)
	}
	if s.chance("letterhead right", 25) {
		s.beside([]float64{1 - share, share}, right, s.letterhead)
	} else {
		s.beside([]float64{share, 1 - share}, s.letterhead, right)
	}
	s.skip(s.size1)
	s.blocks(s.roles())
	s.skip(s.size1 / 2)
	s.pairs("more fields", rest)
	return nil
}

// windowHead: the addressee stands where an envelope has its window, the issuer small above it; its
// details are at the foot.
func (s composed) windowHead(meta []pair) []pair {
	if s.chance("name at top", 60) {
		s.set("B", 1.7)
		s.line(s.tell(s.deal.party(s.kind.issuer).facts["name"]), pick(s.dice, "name side", []string{"R", "L", "C"}))
		s.skip(s.size1 * 2)
	}
	roles := s.roles()
	var now []pair
	s.beside([]float64{0.55, 0.45}, func() {
		s.set("", 0.65)
		s.paragraph(strings.Join(s.address(s.of("window"), s.deal.party(s.kind.issuer)), " · "), "L")
		s.skip(4)
		s.set("", 1)
		p := s.deal.party(roles[0])
		for _, l := range s.address(s.of("addressee"), p) {
			s.paragraph(l, "L")
		}
	}, func() {
		n := min(len(meta), s.between("fields beside", 2, 8))
		now, meta = meta[:n], meta[n:]
		s.pairs("fields", now)
	})
	s.skip(s.size1 * 2)
	meta = s.heading(meta)
	s.pairs("more fields", meta)
	if len(roles) > 1 {
		s.blocks(roles[1:])
	}
	return nil
}

// listHead: sections with a band as a heading and a list of captions and values under it.
func (s composed) listHead(meta []pair) []pair {
	meta = s.heading(meta)
	d := s.of("sections")
	section := func(caption string, all []pair) {
		s.room(60)
		s.set("B", 1)
		s.pdf.SetFillColor(205, 225+d.n("tint", 25), 240)
		s.pdf.Rect(s.x, s.y, s.w, s.leading()+2, "F")
		s.line(" "+caption, "L")
		s.skip(2)
		s.listed(d, all)
		s.skip(s.size1)
	}
	s.pairs("fields", meta)
	s.skip(s.size1)
	for _, role := range append([]string{s.kind.issuer}, s.roles()...) {
		p := s.deal.party(role)
		section(s.caption(role), s.full(p, s.attributes(s.of("attributes "+role), p, role == s.kind.issuer)))
	}
	return nil
}

// officialHead: a heading over the width for each party, and under it a box for each thing that is known of it, with captions
// that say the same for all.
func (s composed) officialHead(meta []pair) []pair {
	d := s.of("official")
	if d.chance("letterhead", 60) {
		s.letterhead()
	} else {
		s.cells(d, s.kind.issuer)
	}
	meta, rest := s.later(s.heading(meta))
	s.boxed(d.of("fields"), meta)
	roles := s.roles()
	if len(roles) > 1 && d.chance("side by side", 35) {
		s.beside([]float64{0.5, 0.5}, func() { s.cells(d, roles[0]) }, func() { s.cells(d, roles[1]) })
		roles = roles[2:]
	}
	for _, role := range roles {
		s.cells(d, role)
	}
	return rest
}

// cells draws a party under its heading: boxes, or lines of several captions with their values.
func (s composed) cells(d dice, role string) {
	p := s.deal.party(role)
	all := s.full(p, s.attributes(s.of("attributes "+role), p, true))
	s.room(60)
	s.set(pick(d, "heading", []string{"B", "B", ""}), d.size("heading size", 0.7, 1))
	s.skip(2)
	s.paragraph(s.caption(role), "L")
	lined := d.chance("lines", 30)
	for len(all) > 0 {
		n := min(len(all), d.between("in a row", 2, 4))
		if w := s.w / 110; float64(n) > w {
			n = max(1, int(w))
		}
		if lined {
			s.set("", 0.85)
			shares, draws := make([]float64, n), make([]func(), n)
			for i, q := range all[:n] {
				shares[i], draws[i] = 1/float64(n), func() { s.paragraph(s.label(q.caption)+" "+s.told(q), "L") }
			}
			s.beside(shares, draws...)
		} else {
			var row []cell
			for i, q := range all[:n] {
				row = append(row, cell{caption: q.caption, lines: func() []string { return []string{s.told(q)} }, share: float64(n - i)})
			}
			s.boxes(d, row)
		}
		all = all[n:]
	}
	s.skip(3)
}

// bandHead: letterhead in a frame or a band, parties under it in a frame, fields in a strip.
func (s composed) bandHead(meta []pair) []pair {
	from := s.y
	s.skip(4)
	s.letterhead()
	s.skip(4)
	s.pdf.Rect(s.x-3, from, s.w+6, s.y-from, "D")
	s.skip(4)
	meta = s.heading(meta)
	from = s.y
	s.skip(3)
	s.blocks(s.roles())
	s.skip(3)
	if s.chance("frame parties", 50) {
		s.pdf.Rect(s.x-3, from, s.w+6, s.y-from, "D")
	}
	s.skip(6)
	s.pairs("fields", meta)
	return nil
}

// asForm sets everything into boxes, numbered or not, with the table in one of them.
func (s composed) asForm(meta []pair) {
	d := s.of("form")
	numbered, n := d.chance("numbered", 45), 0
	caption := func(c string) string {
		n++
		if numbered {
			return decimal{int64(n), 0}.print(numerals{}) + pick(d, "after number", []string{" ", ". ", ") "}) + c
		}
		return c
	}
	ofParty := func(role string) cell {
		p := s.deal.party(role)
		return cell{caption: caption(s.caption(role)), share: 1, lines: func() []string {
			lines := s.address(s.of("address"), p)
			for _, q := range s.known(p, s.attributes(s.of("attributes "+role), p, role == s.kind.issuer)) {
				lines = append(lines, s.label(q.caption)+" "+s.told(q))
			}
			return lines
		}}
	}
	ofPair := func(p pair) cell {
		return cell{caption: caption(p.caption), lines: func() []string { return []string{s.told(p)} }}
	}
	if d.chance("title above", 60) {
		s.heading(nil)
	} else {
		s.letterhead()
		s.heading(nil)
	}
	roles := append([]string{s.kind.issuer}, s.roles()...)
	if len(meta) > 0 {
		roles = append(roles, "")
	}
	for len(roles) > 0 { // parties and fields share the upper rows
		row := roles[:min(2, len(roles))]
		roles = roles[len(row):]
		var cells []cell
		for _, role := range row {
			if role != "" {
				cells = append(cells, ofParty(role))
				continue
			}
			take := min(1, len(meta))
			for _, p := range meta[:take] {
				cells = append(cells, ofPair(p))
			}
			meta = meta[take:]
		}
		s.boxes(d, cells)
	}
	columns := d.between("columns", 2, 5)
	for i := 0; len(meta) > 0; i++ {
		take := min(len(meta), max(1, columns-i%2))
		var cells []cell
		for _, p := range meta[:take] {
			cells = append(cells, ofPair(p))
		}
		meta = meta[take:]
		s.boxes(d, cells)
	}
	s.skip(4)
	s.table()
}
