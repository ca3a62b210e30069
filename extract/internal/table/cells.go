package table

import (
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Bounds of what is looked at in the cells.
const (
	probed      = 60 // rows
	badlyFit    = 0.4
	fewWords    = 0.2
	mostProse   = 0.5
	productOf   = 0.6 // of the rows with three numbers multiply
	maxFigures  = 24  // columns tried as factors
	tolerance   = 0.006
	shortLength = 6 // letters of a unit
)

// cells sets the features of what a column holds.
func (v *Vector) cells(w Want, g *Grid, at int) {
	t := g.Columns[at].forms
	v[FeatureFilled] = float64(t.filled()) / float64(max(len(g.Rows), 1))
	fit := fitOf(w, t)
	if w.Kind == term.KindUnit || w.Kind == term.KindCurrency || w.Kind == term.KindCountry {
		fit = short(g, at)
	}
	if w.Kind == term.KindPercent && !w.numeric() {
		fit = g.shares(at)
	}
	counting := counts(g, at)
	switch {
	case counting && w.Kind == term.KindLine:
		v[FeatureCount] = 1
	case counting || w.Kind == term.KindLine:
		v[FeatureCount] = -1
	}
	v[FeatureFit] = fit
	switch {
	case w.numeric() || len(w.Concepts) == 0:
	case w.Kind == term.KindText && t.share(FormText) < fewWords, coded(w) && wordy(g, at) > mostProse:
		v[FeatureContrary] = 1
	}
	if fit < badlyFit {
		v[FeatureMisfit] = 1
	}
}

// fitOf is the share of the cells of the form that is wanted.
func fitOf(w Want, t tally) float64 {
	switch {
	case w.Kind == term.KindDate:
		return t.share(FormDate) + 0.3*t.share(FormInteger, FormText)
	case w.Kind == term.KindPercent && w.numeric():
		return t.share(FormPercent) + 0.8*t.share(FormInteger, FormNumber)
	case w.Node.Type == schema.TypeInteger:
		return t.share(FormInteger, FormDash) + 0.8*t.share(FormCode) + 0.7*t.share(FormNumber)
	case w.numeric() && (w.Kind == term.KindAmount || w.Kind == term.KindQuantity || w.Kind == term.KindWeight):
		return t.share(FormInteger, FormNumber, FormDash) + 0.3*t.share(FormPercent) + 0.4*t.share(FormCode)
	case w.numeric():
		return t.share(FormInteger, FormNumber, FormDash) + 0.8*t.share(FormPercent) + 0.4*t.share(FormCode)
	case w.Node.Type == schema.TypeBoolean:
		return t.share(FormText, FormDash)
	}
	switch w.Kind {
	case term.KindText, term.KindParty, term.KindPerson, term.KindAddress, term.KindPlace, term.KindVessel:
		return t.share(FormText) + 0.5*t.share(FormCode) + 0.2*t.share(FormInteger, FormNumber, FormDate)
	case term.KindID, term.KindContainer, term.KindTaxID:
		return t.share(FormCode) + 0.8*t.share(FormInteger) + 0.3*t.share(FormText, FormDate)
	case term.KindCode, term.KindHS, term.KindPhone:
		return t.share(FormCode, FormInteger) + 0.7*t.share(FormNumber) + 0.3*t.share(FormText)
	case term.KindLine:
		return t.share(FormInteger) + 0.5*t.share(FormCode)
	case term.KindAmount, term.KindNumber, term.KindQuantity, term.KindWeight, term.KindVolume, term.KindCount, term.KindPercent:
		return t.share(FormInteger, FormNumber, FormPercent, FormDash) + 0.5*t.share(FormText, FormCode)
	case term.KindDate, term.KindTime, term.KindEmail, term.KindCountry, term.KindIncoterm, term.KindCurrency, term.KindUnit:
	}
	return 0.6
}

// short is the share of the cells that are one short word.
func short(g *Grid, at int) float64 {
	n, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		words := r.top(at)
		if len(words) == 0 {
			continue
		}
		filled++
		if letters, digits := value.Counts(words[0].Text); len(words) == 1 && digits <= 1 && letters > 0 && letters <= shortLength {
			n++
		}
	}
	return float64(n) / float64(max(filled, 1))
}

// coded reports whether a number or code of some scheme is wanted, not words.
func coded(w Want) bool {
	switch w.Kind {
	case term.KindID, term.KindContainer, term.KindTaxID, term.KindCode, term.KindHS, term.KindPhone:
		return true
	default:
		return false
	}
}

// wordy is the share of the cells that are several words without the form of a code.
func wordy(g *Grid, at int) float64 {
	n := 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		if len(r.Words(at)) > 1 && formOf(r.Text(at)) == FormText {
			n++
		}
	}
	return float64(n) / float64(max(min(g.Columns[at].forms.filled(), probed), 1))
}

// counts reports whether the cells of a column count up, as the numbers of lines do.
func counts(g *Grid, at int) bool {
	last, n := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		text := r.Text(at)
		if text == "" {
			continue
		}
		k, err := strconv.Atoi(strings.Trim(text, ".)"))
		if err != nil || k <= last || k > last+10 {
			return false
		}
		last = k
		n++
	}
	return n > 1 || n == 1 && last == 1
}

// numbers reports whether the cells of a column are 1, 2, 3 …, with one missing at most here and there.
func numbers(g *Grid, at int) bool {
	return counts(g, at) && runs(g, at, func(last, k int) bool { return k == last+1 || last > 1 && k == last+2 })
}

// mostRestarts is which share of the lines may begin the count anew, as pages and packages do.
const mostRestarts = 0.34

// rises reports whether the whole numbers of a column go up, as those of positions do: 10, 20, 30.
func rises(g *Grid, at int) bool {
	return runs(g, at, func(last, k int) bool { return k > last })
}

// runs reports whether the whole numbers of a column follow each other, but for restarts; half of the cells at least are some.
func runs(g *Grid, at int, follows func(last, k int) bool) bool {
	last, restarts, filled, whole := 0, 0, 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		text := strings.Trim(r.first(at), ".)#")
		if text == "" {
			continue
		}
		filled++
		k, err := strconv.Atoi(text)
		if err != nil {
			continue
		}
		whole++
		if !follows(last, k) {
			restarts++
		}
		last = k
	}
	return whole > 0 && 2*whole >= filled && float64(restarts) <= mostRestarts*float64(whole)
}

// products are the columns that multiply: two factors and their product. packed says that the product is how many there are: what a
// package holds, by the packages.
type products struct {
	quantity, price, amount int
	packed                  bool
}

// says is 1 where the arithmetic puts a column in the role that is wanted, -1 where in another.
func (p products) says(w Want, at int) float64 {
	if p.amount < 0 {
		return 0
	}
	if p.packed {
		return p.saysPacked(w, at)
	}
	var role int
	switch w.concept() {
	case "quantity", "quantity_ordered", "quantity_received", "packages":
		role = p.quantity
	case "unit_price":
		role = p.price
	case "amount", "subtotal", "total_amount":
		role = p.amount
	default:
		if at == p.quantity || at == p.price || at == p.amount {
			return -0.5
		}
		return 0
	}
	switch at {
	case role:
		return 1
	case p.quantity, p.price, p.amount:
		return -1
	}
	return 0
}

// saysPacked is 1 where a column is how many there are in all packages and that is wanted, -1 where one of them is wanted and the other
// is in the column.
func (p products) saysPacked(w Want, at int) float64 {
	quantity := w.counted()
	switch {
	case quantity && at == p.amount:
		return 1
	case quantity && (at == p.quantity || at == p.price), w.concept() == "packages" && at == p.amount:
		return -1
	default:
		return 0
	}
}

// counted reports whether how many there are is wanted.
func (w Want) counted() bool {
	return w.concept() == "quantity" || w.concept() == "quantity_ordered" || w.concept() == "quantity_received"
}

// products are the columns that multiply, as a list sees them: where it asks for packages and quantities, and for no money, the product is a count.
func (l List) products(g *Grid) products {
	p := g.multiplied()
	asks := func(of func(Want) bool) bool { return slices.ContainsFunc(l.Wants, of) }
	p.packed = p.amount >= 0 && asks(func(w Want) bool { return w.concept() == "packages" }) && asks(Want.counted) && !asks(func(w Want) bool { return w.Kind == term.KindAmount })
	return p
}

// multiplied are the columns of a grid that multiply.
func (g *Grid) multiplied() products {
	if g.factors == nil {
		found := multiplied(g)
		g.factors = &found
	}
	return *g.factors
}

// multiplied finds two columns whose product stands in a third.
func multiplied(g *Grid) products {
	none := products{quantity: -1, price: -1, amount: -1}
	var columns []int
	for i, c := range g.Columns {
		if (c.forms.share(FormInteger, FormNumber) > 0.5 || g.measures(i)) && len(columns) < maxFigures {
			columns = append(columns, i)
		}
	}
	rows := g.Rows[:min(len(g.Rows), probed)]
	numbers := make([][]float64, len(rows))
	var tokens []string
	for _, r := range rows {
		for _, c := range columns {
			tokens = append(tokens, strings.Fields(r.first(c))...)
		}
	}
	mark := value.MarkOf(tokens)
	for i, r := range rows {
		numbers[i] = make([]float64, len(g.Columns))
		for _, c := range columns {
			numbers[i][c] = figure(r.top(c), mark)
		}
	}
	best, most := none, 0
	for _, a := range columns {
		for _, b := range columns {
			for _, c := range columns {
				if a == c || b == c || a >= b {
					continue
				}
				if n := multiply(numbers, a, b, c); n > most {
					best, most = products{quantity: a, price: b, amount: c}, n
				}
			}
		}
	}
	if best.amount >= 0 && more(g, best.price, best.quantity) {
		best.quantity, best.price = best.price, best.quantity
	}
	return best
}

// more reports whether the cells of a column are integers more often than those of another, or as often and the
// smaller of its numbers.
func more(g *Grid, a, b int) bool {
	return g.Columns[a].forms.share(FormInteger) > g.Columns[b].forms.share(FormInteger)
}

// multiply counts the rows where two columns multiply to a third, 0 where they do in too few; factors of one
// prove nothing.
func multiply(rows [][]float64, a, b, c int) int {
	right, tried, telling := 0, 0, 0
	for _, r := range rows {
		if r[a] == 0 || r[b] == 0 || r[c] == 0 {
			continue
		}
		tried++
		if d := r[a]*r[b] - r[c]; d < tolerance*abs(r[c])+0.006 && d > -tolerance*abs(r[c])-0.006 {
			right++
			if r[a] != 1 && r[b] != 1 {
				telling++
			}
		}
	}
	if telling == 0 || float64(right) < productOf*float64(tried) {
		return 0
	}
	return right
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// measures reports whether most cells of a column are a number with words behind it: 20 Unit(s).
func (g *Grid) measures(at int) bool {
	n, filled := 0, 0
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		words := r.top(at)
		if len(words) > 0 {
			filled++
		}
		if len(words) > 1 && measure(words) {
			n++
		}
	}
	return n > 0 && 2*n > filled
}

// measure reports whether words are a number and what it is of.
func measure(words []page.Word) bool {
	_, digits := value.Counts(page.Join(words[1:]))
	return digits == 0 && len(words) <= longestMeasure && formOf(words[0].Text).numeric()
}

// longestMeasure is how many words a number has with what it is of.
const longestMeasure = 3

func figure(words []page.Word, mark value.Mark) float64 {
	if len(words) > 1 && measure(words) {
		words = words[:1]
	}
	n, ok := value.ParseNumber(page.Join(words), mark)
	if !ok {
		return 0
	}
	f, _ := strconv.ParseFloat(n.Text, 64)
	return f
}

// shares is the share of the cells of a column that are percentages or ranges of such, if any has the form of one.
func (g *Grid) shares(at int) float64 {
	filled, shares, formed := 0, 0, strings.Contains(g.Columns[at].Text(), "%")
	for _, r := range g.Rows[:min(len(g.Rows), probed)] {
		text := r.Text(at)
		form := formOf(text)
		if form == FormBlank || form == FormDash {
			continue
		}
		filled++
		if form == FormPercent || form == FormInteger || form == FormNumber || value.IsSpan(text) {
			shares++
		}
		formed = formed || form == FormPercent || value.IsSpan(text)
	}
	if !formed {
		filled *= 2
	}
	return float64(shares) / float64(max(filled, 1))
}

// ranges reports whether half of the cells of a column are from one number to another, as those of cartons: no number is said.
func (g *Grid) ranges(at int) bool {
	filled, ranges := 0, 0
	for _, r := range g.Rows {
		if text := r.first(at); text != "" && !r.Total {
			filled++
			if value.IsRange(text) {
				ranges++
			}
		}
	}
	return ranges > 0 && 2*ranges >= filled
}
