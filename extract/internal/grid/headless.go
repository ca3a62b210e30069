package grid

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// A receipt lists what was bought without the header of a table.
var (
	priceForm    = regexp.MustCompile(`^-?(?:[$€£]|RM|S/\.?|USD|EUR)?\s?\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}(?:\s?[A-Z€]{1,2})?$`)
	countForm    = regexp.MustCompile(`^\d{1,3}(?:[xX]|\.0+)?$`)
	countTimes   = regexp.MustCompile(`(?i)^(\d+(?:[.,]\d+)?)\s*(?:[a-z]{1,4}\.?)?\s*(?:x|@|×|a)\s*(?:[$€£]|RM)?\s?(\d+[.,]\d{2,3})`)
	taxLetter    = regexp.MustCompile(`^[A-Z*]{1,2}$`)
	headlessGaps = 3.0 // line heights between two goods
)

// headlessColumns names the columns of goods on a receipt.
const (
	headlessQuantity = iota
	headlessName
	headlessPrice
	headlessAmount
	headlessWidth
)

// headless reads the goods of a receipt, which stand above its first sum: each a name and an amount at the
// right, with a count before it or a line "3 x 27.50" beside it.
func headless(d *Tabled) *Table {
	t := &Table{}
	for _, names := range []string{"quantity", "description", "unit price", "amount"} {
		c := &column{Text: names}
		nameColumn(d, c)
		t.Columns = append(t.Columns, c)
	}
	for pi, p := range d.Pages {
		for ri, r := range p.Rows {
			if isSum(d, pi, ri) {
				if len(t.Rows) > 0 {
					return t.goods()
				}
				continue
			}
			if n := len(t.Rows); n > 0 && r.Box.Y0-t.Rows[n-1].box.Y1 > 2*headlessGaps*p.LineHeight {
				t.Rows = nil
			}
			t.addGoods(d, pi, r)
		}
	}
	return nil // no sum ends them
}

// isSum reports whether a row names a sum of a receipt.
func isSum(d *Tabled, pi, ri int) bool {
	if isTotals(d, d.Pages[pi].Rows[ri]) {
		return true
	}
	for _, l := range d.BySegment[label.At(pi, ri, 0)] {
		for _, c := range l.Concepts {
			switch c.Name {
			case "subtotal", "total_amount", "amount_due", "tax", "cash", "total_quantity":
				return true
			}
		}
	}
	return false
}

// addGoods adds what a row sells, or how many of what the row above or below it sells.
func (t *Table) addGoods(d *Tabled, pi int, r page.Row) {
	words := r.Words()
	text := page.Join(words)
	row := &TableRow{Page: pi, Cells: make([][][]page.Word, headlessWidth), box: r.Box}
	if n := len(words); n > 2 && taxLetter.MatchString(words[n-1].Text) && priceForm.MatchString(words[n-2].Text) {
		words = words[:n-1] // the letter of its rate of tax
	}
	n := len(words)
	if times := countTimes.FindStringSubmatch(text); times != nil {
		if len(t.Rows) == 0 || t.Rows[len(t.Rows)-1].Cells[headlessPrice] != nil {
			return
		}
		last := t.Rows[len(t.Rows)-1]
		last.Cells[headlessQuantity] = [][]page.Word{reading.WordsOf(words, times[1])}
		last.Cells[headlessPrice] = [][]page.Word{reading.WordsOf(words, times[2])}
		last.box = last.box.Union(r.Box)
		return
	}
	for _, l := range d.Labels {
		if l.Page == pi && l.Box.Y0 >= r.Box.Y0-1 && l.Box.Y1 <= r.Box.Y1+1 && l.Colon {
			return
		}
	}
	to := n
	for to > 0 && priceForm.MatchString(words[to-1].Text) {
		to--
	}
	if to == n || to == 0 {
		return
	}
	row.Cells[headlessAmount] = [][]page.Word{words[n-1:]}
	if n-to == 2 {
		row.Cells[headlessPrice] = [][]page.Word{words[to : to+1]}
	}
	from := 0
	if to > 1 && countForm.MatchString(words[0].Text) {
		row.Cells[headlessQuantity] = [][]page.Word{words[:1]}
		from = 1
	}
	if letters, _ := value.Counts(page.Join(words[from:to])); letters < 2 {
		return
	}
	row.Cells[headlessName] = [][]page.Word{words[from:to]}
	t.Rows = append(t.Rows, row)
}

// goods is the table with its amounts also as prices where few are multiplied.
func (t *Table) goods() *Table {
	priced := 0
	for _, r := range t.Rows {
		if r.Cells[headlessPrice] != nil {
			priced++
		}
	}
	if 2*priced < len(t.Rows) {
		t.Columns[headlessAmount].Concepts = append(slices.Clone(t.Columns[headlessAmount].Concepts), t.Columns[headlessPrice].Concepts...)
		t.Columns[headlessPrice] = &column{}
		for _, r := range t.Rows {
			r.Cells[headlessPrice] = nil
		}
	}
	return t
}

// isReceipt reports whether the caller or the print calls the document a receipt.
func isReceipt(d *Tabled) bool {
	return term.DocumentKind(strings.ReplaceAll(d.Kind, "_", " ")) == "receipt"
}
