package shipment

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/govalues/decimal"
)

func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// total is a figure that several papers state of the whole shipment.
type total struct {
	kind      CheckKind
	name      Words
	unit      string
	of        func(*Paper) Amount
	row       func(*Item) Amount
	tolerance func(largest decimal.Decimal) decimal.Decimal
}

func exactly(decimal.Decimal) decimal.Decimal { return decimal.Zero }

// scales is the tolerance of a weight: half a kilogram, and a thousandth of the larger weight, for what is
// rounded in printing and converting.
func scales(largest decimal.Decimal) decimal.Decimal {
	half := decimal.MustNew(5, 1)
	thousandth, err := largest.Abs().Mul(decimal.MustNew(1, 3))
	if err != nil {
		return half
	}
	sum, err := half.Add(thousandth)
	if err != nil {
		return half
	}
	return sum.Trim(0)
}

func totals() []total {
	return []total{
		{CheckGross, Words{"gross weight", "peso bruto"}, "kg", func(p *Paper) Amount { return p.GrossKg }, func(i *Item) Amount { return i.GrossKg }, scales},
		{CheckNet, Words{"net weight", "peso neto"}, "kg", func(p *Paper) Amount { return p.NetKg }, func(i *Item) Amount { return i.NetKg }, scales},
	}
}

func (i *inspection) packages() {
	i.compareTotals(total{CheckPackages, Words{"packages", "bultos"}, "", func(p *Paper) Amount { return p.Packages }, func(i *Item) Amount { return i.Packages }, exactly})
}

func (i *inspection) weights() {
	for _, t := range totals() {
		i.compareTotals(t)
	}
	for _, p := range i.counted() {
		gross, net := p.GrossKg, p.NetKg
		if gross.Value == nil || net.Value == nil {
			continue
		}
		title := p.Title()
		c := Check{
			ID: "gross_net:" + p.ID, Kind: CheckGrossNet, Status: StatusOK, Difference: shown(minus(gross.Value, net.Value)),
			Values: []Compared{printedAs(p, totals()[0].name, gross, "kg"), printedAs(p, totals()[1].name, net, "kg")},
			Text: Words{
				fmt.Sprintf("On the %s the gross weight is not below the net weight.", title.English),
				fmt.Sprintf("En %s el peso bruto no es menor que el neto.", title.Spanish),
			},
		}
		if gross.Value.Cmp(net.Value.Decimal) < 0 {
			c.Status = StatusDiffers
			c.Text = Words{
				fmt.Sprintf("On the %s the gross weight, %s, is below the net weight, %s.", title.English, figure(gross.Value, "kg"), figure(net.Value, "kg")),
				fmt.Sprintf("En %s el peso bruto, %s, es menor que el neto, %s.", title.Spanish, figure(gross.Value, "kg"), figure(net.Value, "kg")),
			}
		}
		i.add(c)
	}
}

// group is a kind of paper with the sum of a figure over its papers.
type group struct {
	name   Words
	values []Compared
	sum    *Number
	units  map[string]bool
}

// compareTotals compares a figure of invoices, packing lists and transport documents. Papers of one kind are
// added up: three invoices may come with one packing list. Units that differ are a difference even where the
// converted figures agree, since one of the papers then states what the entry does not.
func (i *inspection) compareTotals(t total) {
	var groups []group
	for _, set := range [][]*Paper{i.invoices, i.lists, i.transport} {
		if g := i.groupOf(set, t); g != nil {
			groups = append(groups, *g)
		}
	}
	c := Check{ID: string(t.kind), Kind: t.kind, Status: StatusUnknown}
	for _, g := range groups {
		c.Values = append(c.Values, g.values...)
	}
	if len(groups) < 2 {
		if len(i.lists)+len(i.transport) == 0 {
			return // one kind of paper alone has nothing to be compared with
		}
		c.Text = Words{
			fmt.Sprintf("Fewer than two kinds of papers state the %s: it was not compared.", t.name.English),
			fmt.Sprintf("Menos de dos tipos de documentos indican el dato «%s»: no se comparó.", t.name.Spanish),
		}
		i.add(c)
		return
	}
	least, most := groups[0], groups[0]
	units := map[string]bool{}
	for _, g := range groups {
		if g.sum.Cmp(least.sum.Decimal) < 0 {
			least = g
		}
		if g.sum.Cmp(most.sum.Decimal) > 0 {
			most = g
		}
		for unit := range g.units {
			units[unit] = true
		}
	}
	tolerance := t.tolerance(most.sum.Decimal)
	c.Tolerance = strings.TrimSpace(tolerance.String() + " " + t.unit)
	c.Difference = shown(minus(most.sum, least.sum))
	english, spanish := make([]string, 0, len(groups)), make([]string, 0, len(groups))
	for _, g := range groups {
		english = append(english, g.name.English+" "+figure(g.sum, t.unit))
		spanish = append(spanish, g.name.Spanish+" "+figure(g.sum, t.unit))
	}
	c.Text = Words{
		fmt.Sprintf("%s: %s.", capital(t.name.English), strings.Join(english, ", ")),
		fmt.Sprintf("%s: %s.", capital(t.name.Spanish), strings.Join(spanish, ", ")),
	}
	switch {
	case !within(most.sum, least.sum, tolerance):
		c.Status = StatusDiffers
	case len(units) > 1:
		c.Status = StatusDiffers
		c.Text = Words{c.Text.English + " The papers state it in different units.", c.Text.Spanish + " Los documentos lo expresan en unidades distintas."}
	default:
		c.Status = StatusOK
	}
	i.add(c)
}

// groupOf adds a figure up over papers; a paper without a total counts by its rows, where all of them print it.
// Nil where a paper states none: half a sum compares with nothing.
func (i *inspection) groupOf(papers []*Paper, t total) *group {
	if len(papers) == 0 {
		return nil
	}
	g := group{units: map[string]bool{}}
	g.name = papers[0].Type.Name()
	for _, p := range papers {
		a := t.of(p)
		if a.Value == nil {
			a = rowSum(p, t.row)
		}
		if a.Value == nil {
			return nil
		}
		if t.unit != "" {
			g.units[a.Unit] = true
		}
		g.sum = plus(g.sum, a.Value)
		g.values = append(g.values, printedAs(p, t.name, a, t.unit))
	}
	if g.sum == nil {
		return nil
	}
	return &g
}

func rowSum(p *Paper, of func(*Item) Amount) (sum Amount) {
	for n := range p.Items {
		a := of(&p.Items[n])
		if a.Value == nil {
			return Amount{}
		}
		sum = Amount{Value: plus(sum.Value, a.Value), Unit: a.Unit, Source: sum.Source.with(a.Source)}
	}
	return sum
}

// with returns the place of two values together, as far as they stand on the page of the first.
func (s *Source) with(o *Source) *Source {
	if s == nil || o == nil || s.Page != o.Page || s.Page == 0 {
		return cmp.Or(s, o)
	}
	both := *s
	both.Box = [4]float64{min(s.Box[0], o.Box[0]), min(s.Box[1], o.Box[1]), max(s.Box[2], o.Box[2]), max(s.Box[3], o.Box[3])}
	both.Confidence = min(s.Confidence, o.Confidence)
	if both.Text += " + " + o.Text; len(both.Text) > maxText {
		both.Text = s.Text
	}
	return &both
}
