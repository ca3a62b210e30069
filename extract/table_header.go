package extract

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// A header is recognised by its names.
const (
	leastColumns    = 2   // that are known
	leastKnown      = 0.5 // share of its columns that are known
	maxHeaderRows   = 4
	headerRowGap    = 0.9 // between the rows of one header, in line heights
	fewHeaderDigits = 3   // in a cell of one word: it is a value
	leastTableRead  = 3   // known columns, unless the next row is plainly a row of values
)

// header tells whether a row begins the header of a table: its columns and its last row, or nil.
func (d *document) header(pi, ri int) ([]*column, int) {
	p := d.pages[pi]
	if !d.maybeHeader(p.Rows[ri]) {
		return nil, 0
	}
	var best []*column
	bestScore, bestLast := 0.0, ri
	columns := d.headerCells(p.Rows[ri])
	for last := ri; ; {
		if score := d.headerScore(columns); score > 0 && score >= bestScore {
			best, bestScore, bestLast = columns, score, last
		}
		next := last + 1
		if next >= len(p.Rows) || next-ri >= maxHeaderRows || !d.continuesHeader(p, last, next) {
			break
		}
		columns = d.merge(columns, d.headerCells(p.Rows[next]))
		last = next
	}
	if best == nil || !d.followedByValues(pi, best, bestLast) {
		return nil, 0
	}
	return best, bestLast
}

// maybeHeader judges a row quickly: several segments, hardly a digit.
func (d *document) maybeHeader(r page.Row) bool {
	digits, words, known := 0, 0, 0
	for _, s := range r.Segments {
		if _, n := value.Counts(s.Text()); len(s.Words) == 1 && n >= fewHeaderDigits {
			return false // a reference or an amount beside its caption
		}
		for _, w := range s.Words[numbered(s.Words):] {
			words++
			if _, n := value.Counts(w.Text); n > 0 && !strings.ContainsAny(w.Text, "³3%") && !enumerator.MatchString(w.Text) {
				digits++
			}
			if strings.HasSuffix(w.Text, ":") {
				digits++
			}
			if d.dict.Known(w.Text) {
				known++
			}
		}
	}
	return words >= 2 && words <= 60 && digits*4 <= words && known >= leastColumns
}

// headerCells reads the segments of a row as columns; one that joins several names is cut.
func (d *document) headerCells(r page.Row) []*column {
	var all []*column
	for _, s := range r.Segments {
		if len(d.dict.Named(d.dict.Bag(s.Text()))) > 0 || len(s.Words) == 1 {
			all = append(all, d.column(s.Words))
			continue
		}
		pieces := d.cut(s.Words)
		for _, piece := range pieces {
			all = append(all, d.column(piece))
		}
	}
	return all
}

// cut splits words into known names where all of them are known; else they stay together.
func (d *document) cut(words []page.Word) [][]page.Word {
	if len(d.parts(page.Join(words))) > 0 {
		return [][]page.Word{words}
	}
	var pieces [][]page.Word
	for i := 0; i < len(words); {
		n := 0
		for to := min(len(words), i+5); to > i; to-- {
			if len(d.dict.Named(d.dict.Bag(page.Join(words[i:to])))) > 0 {
				n = to - i
				break
			}
		}
		if n == 0 {
			return [][]page.Word{words}
		}
		pieces = append(pieces, words[i:i+n])
		i += n
	}
	return pieces
}

// enumerator is the number of a box in a form.
var enumerator = regexp.MustCompile(`^\(?\d{1,2}[a-z]?[.)]$`)

func (d *document) column(words []page.Word) *column {
	c := &column{box: page.Bounds(words)}
	words = words[numbered(words):]
	c.text = strings.TrimRight(page.Join(words), ": ")
	d.name(c)
	return c
}

// name reads a column's text.
func (d *document) name(c *column) {
	c.bag = d.dict.Bag(c.text)
	c.concepts, c.parts = d.dict.Named(c.bag), nil
	if len(c.concepts) == 0 {
		if plain := withoutParentheses(c.text); plain != c.text {
			if b := d.dict.Bag(plain); len(d.dict.Named(b)) > 0 {
				c.bag, c.concepts = b, d.dict.Named(b)
			}
		}
	}
	if strings.Contains(c.text, "%") {
		c.concepts = append(slices.Clone(d.dict.Named(c.bag.Join(d.dict.Bag("percent")))), c.concepts...)
	}
	if len(c.concepts) == 0 {
		c.parts = d.parts(c.text)
	}
	if words := strings.Fields(c.text); len(c.concepts) == 0 && len(c.parts) == 0 && len(words) > 1 && boxNumber.MatchString(words[0]) {
		c.text = strings.Join(words[1:], " ")
		d.name(c)
		return
	}
	if len(c.concepts) == 0 && len(c.parts) == 0 {
		for _, s := range d.dict.Closest(c.bag, 0.7) {
			c.concepts = append(c.concepts, s.Concept)
		}
	}
}

// headerScore counts the known columns, less the unknown ones; 0 for no header.
func (d *document) headerScore(columns []*column) float64 {
	known, kinds := 0, map[string]bool{}
	numeric := 0
	for _, c := range columns {
		if len(c.concepts) == 0 && len(c.parts) == 0 {
			continue
		}
		known++
		kinds[c.bag.Key] = true
		for _, k := range c.concepts {
			if k.Kind.Numeric() {
				numeric++
				break
			}
		}
	}
	if known < leastColumns || len(kinds) < leastColumns || float64(known) < leastKnown*float64(len(columns)) {
		return 0
	}
	return float64(known) - 0.6*float64(len(columns)-known) + 0.1*float64(numeric)
}

// ofLines reports whether a column holds what lines of documents hold, such as goods, quantities and
// prices: numbers and dates of documents stand in forms.
func (c *column) ofLines() bool {
	concepts := slices.Clone(c.concepts)
	for _, p := range c.parts {
		concepts = append(concepts, p.concepts...)
	}
	return slices.ContainsFunc(concepts, func(k *term.Concept) bool {
		switch k.Name {
		case "description", "item_or_product", "item_code", "line_number", "quantity", "quantity_ordered", "quantity_received", "unit",
			"unit_price", "amount", "hs_code", "nico", "country_of_origin", "net_weight", "gross_weight", "weight", "chargeable_weight",
			"volume", "packages", "pallets", "container_number", "seal_number", "marks", "serial_number", "lot_number", "model", "brand",
			"discount", "tax", "tax_rate", "criterion", "customs_value", "duty", "duty_rate", "dimensions", "category":
			return true
		}
		return false
	})
}

// continuesHeader reports whether a row belongs to the header above it: close, and without values.
func (d *document) continuesHeader(p *page.Page, above, row int) bool {
	a, r := p.Rows[above], p.Rows[row]
	if r.Box.Y0-a.Box.Y1 > headerRowGap*p.LineHeight {
		return false
	}
	for _, s := range r.Segments {
		for _, w := range s.Words {
			if _, digits := value.Counts(w.Text); digits > 0 && !(strings.ContainsAny(w.Text, "³3%") && digits == 1) && !enumerator.MatchString(w.Text) {
				return false
			}
		}
	}
	return true
}

// merge joins two rows of a header column by column.
func (d *document) merge(upper, lower []*column) []*column {
	merged := make([]*column, len(upper))
	for i, c := range upper {
		joined := *c
		merged[i] = &joined
	}
	split := spanned(upper, lower)
	for _, c := range lower {
		if split[c] != nil {
			joined := &column{text: split[c].text + " " + c.text, box: c.box}
			d.name(joined)
			merged = append(merged, joined)
			continue
		}
		best, overlap := -1, 0.0
		for i, u := range merged {
			if o := u.box.OverlapX(c.box) / max(min(u.box.Width(), c.box.Width()), 1); o > 0.2 && o > overlap {
				best, overlap = i, o
			}
		}
		if best < 0 {
			merged = append(merged, c)
			continue
		}
		merged[best].text += " " + c.text
		merged[best].box = merged[best].box.Union(c.box)
		d.name(merged[best])
	}
	merged = slices.DeleteFunc(merged, func(c *column) bool {
		return slices.ContainsFunc(upper, func(u *column) bool { return u.box == c.box && isSpan(split, u) })
	})
	slices.SortStableFunc(merged, func(a, b *column) int { return cmp.Compare(a.box.X0, b.box.X0) })
	return merged
}

// followedByValues reports whether the next rows fill the columns as a table does; a header of few
// known columns must prove it more plainly.
func (d *document) followedByValues(pi int, columns []*column, last int) bool {
	p := d.pages[pi]
	known, ofLines := 0, 0
	for _, c := range columns {
		if len(c.concepts) > 0 || len(c.parts) > 0 {
			known++
		}
		if c.ofLines() {
			ofLines++
		}
	}
	if ofLines < leastColumns || 2*ofLines < known {
		return false // a row of captions in a form
	}
	for ri := last + 1; ri < min(len(p.Rows), last+4); ri++ {
		filled, numbers := 0, 0
		for _, s := range p.Rows[ri].Segments {
			filled++
			if valueLike(s.Text()) {
				numbers++
			}
		}
		switch {
		case numbers >= 2, numbers >= 1 && known >= leastTableRead && filled >= 2, numbers >= 1 && filled >= 2 && len(columns) == 2:
			return true
		}
	}
	return false
}
