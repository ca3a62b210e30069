package grid

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// A header is recognised by its names.
const (
	leastColumns    = 2   // that are known
	leastKnown      = 0.5 // share of its columns that are known
	maxHeaderRows   = 4
	headerRowGap    = 0.9  // between the rows of one header, in line heights
	lineOfOne       = 0.35 // between the lines of one heading
	sameScore       = 0.5  // less than a column that is known
	bodyApart       = 0.15 // by which the rows below a header stand farther off
	fewHeaderDigits = 3    // in the first word of a cell: it is a value
	leastTableRead  = 3    // known columns, unless the next row is plainly a row of values
)

// headerAt tells whether a row begins the header of a table: its columns and its last row, or nil.
func headerAt(d *Tabled, pi, ri int) ([]*column, int) {
	p := d.Pages[pi]
	if p.Later(ri) || d.FilledAbove(label.At(pi, ri, 0)) || d.isBeside(pi, ri) {
		return nil, 0
	}
	if !maybeHeader(d, p.Rows[ri]) {
		return gridAt(d, pi, ri), ri
	}
	var best []*column
	bestScore, bestLast := 0.0, ri
	columns := headerCells(d, p, ri)
	for last := ri; ; {
		if score := headerScore(columns); score > 0 && score > bestScore-sameScore {
			best, bestScore, bestLast = columns, max(score, bestScore), last
		}
		next := last + 1
		if next >= len(p.Rows) || next-ri >= maxHeaderRows || !continuesHeader(p, last, next) {
			break
		}
		lower := headerCells(d, p, next)
		merged, partly := mergeHeaders(d, columns, lower)
		alone := headerScore(lower)
		switch {
		case alone == 0 && partly && !(tight(p, last) && endsHeader(p, next)):
			lower = nil
		case alone > headerScore(merged), alone > 0 && bestScore == 0 && sameNames(merged, lower),
			!tight(p, last) && bestScore > 0 && alone > bestScore:
			return nil, 0 // what stands above the header is none of it
		}
		if lower == nil {
			break
		}
		columns, last = merged, next
	}
	if best == nil || !followedByValues(d, pi, best, bestLast) {
		return gridAt(d, pi, ri), ri
	}
	return best, bestLast
}

// maybeHeader judges a row quickly: several segments, hardly a digit.
func maybeHeader(d *Tabled, r page.Row) bool {
	digits, words, known := 0, 0, 0
	for _, s := range r.Segments {
		if _, n := value.Counts(s.Words[0].Text); n >= fewHeaderDigits || label.IsAmount(s.Text()) {
			return false // a reference, a date or an amount beside its caption
		}
		for _, w := range s.Words[label.Numbered(s.Words):] {
			words++
			if _, n := value.Counts(w.Text); n > 0 && !strings.ContainsAny(w.Text, "³3%") && !label.Enumerator.MatchString(w.Text) {
				digits++
			}
			if strings.HasSuffix(w.Text, ":") {
				digits++
			}
			if d.Dict.Known(w.Text) {
				known++
			}
		}
	}
	return words >= 2 && words <= 60 && digits*4 <= words && known >= leastColumns
}

// headerCells reads the segments of a row as columns; one that joins several names is cut.
func headerCells(d *Tabled, p *page.Page, ri int) []*column {
	return cellsOver(d, p, ri, valueRows(p, ri))
}

// cellsOver reads the segments of a row as the columns of the rows of a body.
func cellsOver(d *Tabled, p *page.Page, ri int, body []page.Row) []*column {
	var all []*column
	for _, s := range p.Rows[ri].Segments {
		for _, words := range headings(d, p, s, body) {
			if len(d.Dict.Named(d.Dict.Bag(page.Join(words)))) > 0 || len(words) == 1 {
				all = append(all, columnOver(d, words))
				continue
			}
			for _, piece := range cut(d, words) {
				all = append(all, columnOver(d, piece))
			}
		}
	}
	if p.Source != page.SourceOCR {
		return all
	}
	return slices.DeleteFunc(all, func(c *column) bool { return isDirt(c.Text) })
}

// isDirt reports whether a text has neither letters nor digits nor a sign that heads a column.
func isDirt(text string) bool {
	l, n := value.Counts(text)
	return l+n == 0 && !strings.ContainsAny(text, "#%№$€£")
}

// cut splits words into known names where all of them are known; else they stay together.
func cut(d *Tabled, words []page.Word) [][]page.Word {
	if len(d.Parts(page.Join(words))) > 0 {
		return [][]page.Word{words}
	}
	var pieces [][]page.Word
	for i := 0; i < len(words); {
		n := 0
		for to := min(len(words), i+5); to > i; to-- {
			if len(d.Dict.Named(d.Dict.Bag(page.Join(words[i:to])))) > 0 {
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

func columnOver(d *Tabled, words []page.Word) *column {
	c := &column{box: page.Bounds(words)}
	words = words[label.Numbered(words):]
	c.Text = strings.TrimRight(page.Join(words), ": ")
	nameColumn(d, c)
	return c
}

// nameColumn reads a column's text.
func nameColumn(d *Tabled, c *column) {
	c.bag = d.Dict.Bag(c.Text)
	c.Concepts, c.Parts, c.perPackage = d.Dict.Named(c.bag), nil, false
	for _, plain := range []string{want.WithoutParentheses(c.Text), withoutTax(c.Text)} {
		if b := d.Dict.Bag(plain); len(c.Concepts) == 0 && plain != c.Text && len(d.Dict.Named(b)) > 0 {
			c.bag, c.Concepts = b, d.Dict.Named(b)
		}
	}
	if strings.Contains(c.Text, "%") {
		callPercent(d, c)
	}
	if isPerPackage(d, c) {
		return
	}
	if len(c.Concepts) == 0 {
		c.Parts = d.Parts(c.Text)
	}
	nameOfLine(d, c)
	if words := strings.Fields(c.Text); len(c.Concepts) == 0 && len(c.Parts) == 0 && len(words) > 1 && label.BoxNumber.MatchString(words[0]) {
		c.Text = strings.Join(words[1:], " ")
		nameColumn(d, c)
		return
	}
	if len(c.Concepts) == 0 && len(c.Parts) == 0 {
		for _, s := range d.Dict.Closest(c.bag, 0.7) {
			c.Concepts = append(c.Concepts, s.Concept)
		}
	}
}

// headerScore counts the known columns, less the unknown ones; 0 for no header.
func headerScore(columns []*column) float64 {
	known, kinds := 0, map[string]bool{}
	numeric := 0
	for _, c := range columns {
		if !c.isKnown() {
			continue
		}
		known++
		kinds[c.bag.Key] = true
		for _, k := range c.Concepts {
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
	concepts := slices.Clone(c.Concepts)
	for _, p := range c.Parts {
		concepts = append(concepts, p.Concepts...)
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
func continuesHeader(p *page.Page, above, row int) bool {
	a, r := p.Rows[above], p.Rows[row]
	if r.Box.Y0-a.Box.Y1 > headerRowGap*p.LineHeight {
		return false
	}
	for _, s := range r.Segments {
		for _, w := range s.Words {
			if _, digits := value.Counts(w.Text); digits > 0 && !(strings.ContainsAny(w.Text, "³3%") && digits == 1) && !label.Enumerator.MatchString(w.Text) {
				return false
			}
		}
	}
	return true
}

// whiteBelow is the white under a row, in heights of a line; plenty under the last one.
func whiteBelow(p *page.Page, row int) float64 {
	if row+1 >= len(p.Rows) {
		return maxRowGap
	}
	return (p.Rows[row+1].Box.Y0 - p.Rows[row].Box.Y1) / p.LineHeight
}

// tight reports whether the row below stands as close as the next line of one heading.
func tight(p *page.Page, row int) bool { return whiteBelow(p, row) <= lineOfOne }

// endsHeader reports whether the row below stands farther off than the one above does.
func endsHeader(p *page.Page, row int) bool {
	return whiteBelow(p, row) > whiteBelow(p, row-1)+bodyApart
}

// followedByValues reports whether the next rows fill the columns as a table does; a header of few
// known columns must prove it more plainly.
func followedByValues(d *Tabled, pi int, columns []*column, last int) bool {
	p := d.Pages[pi]
	known, ofLines := 0, 0
	for _, c := range columns {
		if c.isKnown() {
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
			if label.ValueLike(s.Text()) {
				numbers++
			}
		}
		switch {
		case numbers >= 2, numbers >= 1 && known >= leastTableRead && filled >= 2:
			return true
		}
	}
	return false
}
