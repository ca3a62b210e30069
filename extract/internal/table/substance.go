package table

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
	"tariffdesk/text"
)

// substance tells the kinds of a column's cells, whatever its header says: shares of its filled cells, 0 to 1. It
// decides columns under headers that no dictionary knows: "Origem dos bens" over China, Vietnam, China.
type substance struct{ country, unit, currency, date, code float64 }

// mostCountry is how many words of a cell are looked through for the name of a country: Made in Viet Nam.
const mostCountry = 6

// hsForm is a code of the tariff: at least its heading and subheading, parted by points or run together.
var hsForm = regexp.MustCompile(`^(?:0[1-9]|[1-8]\d|9[0-7])\d{2}(?:[. ]?\d{2}){1,3}$`)

// substances holds the substance of each column of a grid. They are counted once: the dictionary is one and the same.
func (g *Grid) substances(dict *term.Dictionary) []substance {
	if g.held != nil {
		return g.held
	}
	g.held = make([]substance, len(g.Columns))
	units := dict.Group("unit")
	for at := range g.Columns {
		s, filled, coded := &g.held[at], 0.0, 0.0
		for _, r := range g.Rows[:min(len(g.Rows), probed)] {
			if r.Total {
				continue
			}
			cell := r.Text(at)
			if form := formOf(cell); form == FormBlank || form == FormDash {
				continue
			}
			filled++
			_, counted := units.Is(cell)
			measure, measures := unit.Is(dict, cell)
			switch {
			case measures && measure.Dimension == unit.DimensionCurrency:
				s.currency++
			case counted, measures:
				s.unit++
			case namesCountry(cell):
				s.country++
			case hsForm.MatchString(cell):
				coded++
			}
			if formOf(cell) == FormDate || isDay(cell) {
				s.date++
			}
		}
		if filled == 0 {
			continue
		}
		for _, share := range []*float64{&s.country, &s.unit, &s.currency, &s.date} {
			*share /= filled
		}
		if p := g.multiplied(); at != p.quantity && at != p.price && at != p.amount { // 8471.30 may be an amount
			s.code = coded / filled
		}
	}
	return g.held
}

// namesCountry reports whether a cell names a country: its name, alone or behind other words, or its code.
func namesCountry(cell string) bool {
	if len(cell) == 2 && cell == strings.ToUpper(cell) {
		region, err := language.ParseRegion(cell)
		return err == nil && region.IsCountry()
	}
	words := strings.Fields(cell)
	if len(words) > mostCountry {
		return false
	}
	for from := range words {
		name := strings.Trim(strings.Join(words[from:], " "), ".,;()")
		if value.IsCountry(name) && len(name) > 3 {
			return true
		}
		if _, known := text.Country(name); known && (len(name) > 3 || name == strings.ToUpper(name)) {
			return true
		}
	}
	return false
}

// isDay reports whether a cell is a day and nothing else.
func isDay(cell string) bool {
	_, digits := value.Counts(cell)
	if digits < 4 || len(cell) > longestForm {
		return false
	}
	_, read := value.ParseDate(cell, value.OrderUnknown)
	return read && strings.ContainsAny(cell, "/.- ")
}

// Whether cells that should be of a closed set are.
const (
	mostlyHeld = 0.5 // of the cells are of another kind: the column is of that kind
	hardlyHeld = 0.2
)

// substance sets the features of what the cells are: of the kind that is wanted, or of another.
func (v *Vector) substance(w Want, s substance) {
	own, closed := s.of(w.Kind)
	v[FeatureHeld] = own
	if closed && own < hardlyHeld {
		v[FeatureUnheld] = 1
	}
	if w.Node.Type != schema.TypeString && !w.numeric() || len(w.Concepts) == 0 {
		return
	}
	other := 0.0
	for _, kind := range []term.Kind{term.KindCountry, term.KindUnit, term.KindCurrency, term.KindDate, term.KindHS} {
		if kind == w.Kind || w.Kind == term.KindPlace && kind == term.KindCountry || w.Kind == term.KindCode && kind == term.KindHS || w.Kind == term.KindID && kind != term.KindCountry {
			continue
		}
		if share, _ := s.of(kind); share > mostlyHeld {
			other = max(other, share)
		}
	}
	v[FeatureHeldElse] = other
}

// of is the share of the cells that are of a kind, and whether nothing else is: a country is one of a list, a unit may have any name.
func (s substance) of(kind term.Kind) (share float64, closed bool) {
	switch kind {
	case term.KindCountry:
		return s.country, true
	case term.KindUnit:
		return s.unit, false
	case term.KindCurrency:
		return s.currency, true
	case term.KindDate:
		return s.date, true
	case term.KindHS:
		return s.code, false
	default:
		return 0, false
	}
}
