package quote

import (
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// orderCase is one product under orders of compensatory duties. value is in USD, at 17.50 MXN.
type orderCase struct {
	name, code, country, description, exporter string
	value, quantity                            string
	unit                                       string
	date                                       tariff.Date
	applies                                    []Applies // of the restrictions CC, in any order
	amount                                     string    // of the charge CC, "" for none
	complete                                   bool
	reason                                     string // a part of a reason
	certainty                                  tariff.Certainty
}

func TestOrdersOfCompensatoryDutiesAreDecidedAsTheirResolutionsSay(t *testing.T) {
	t.Parallel()
	e := setup(t)
	yes, no, may := []Applies{AppliesYes}, []Applies{AppliesNo}, []Applies{AppliesMay}
	cookware := orderCase{code: "76151002", country: "CN", description: "Aluminium frying pan", quantity: "100"}
	with := func(c orderCase, change func(*orderCase)) orderCase { change(&c); return c }
	for _, c := range []orderCase{
		// One rate for all: 0.0299 × 17.5 × 10,000 = 5,232.50; 64.9 % of 17,500; 2.58 × 17.5 × 1,000 = 45,150.
		{name: "pencils", code: "96091001", country: "CN", description: "Graphite pencils", value: "1000", quantity: "10000", applies: yes, amount: "5232.50", complete: true, certainty: "verified"},
		{name: "amoxicillin", code: "29411012", country: "IN", description: "Amoxicillin trihydrate", value: "1000", quantity: "10", applies: yes, amount: "11357.50", complete: true, certainty: "verified"},
		{name: "wire rope", code: "73121099", country: "CN", description: "Steel wire rope", value: "1000", quantity: "1000", applies: yes, amount: "45150.00", complete: true, reason: "2.58 USD/kg"},
		{name: "concrete nails", code: "73170099", country: "CN", description: "Clavos de acero para concreto", value: "1000", quantity: "10", applies: yes, amount: "5425.00", complete: true},
		// Exporters by name: 0.05, 0.61 USD/kg of Taiwan; 22.26 %, 52.57 %.
		{name: "named in Taiwan", code: "72193301", country: "TW", description: "Stainless steel, cold rolled", exporter: "YUAN LONG STAINLESS STEEL CORPORATION", value: "1000", quantity: "1000", applies: yes, amount: "875.00", complete: true, certainty: "secondary"},
		{name: "another of Taiwan", code: "72193301", country: "TW", description: "Stainless steel, cold rolled", exporter: "Hoka Elements", value: "1000", quantity: "1000", applies: yes, amount: "10675.00", complete: true},
		{name: "nobody of Taiwan", code: "72193301", country: "TW", description: "Stainless steel, cold rolled", value: "1000", quantity: "1000", applies: may, reason: "0.05 USD/kg (Yuan Long Stainless Steel Corp.); 0.61 USD/kg"},
		{name: "coated sheet of China Steel", code: "72104999", country: "TW", description: "Galvanized steel sheet", exporter: "China Steel Corp", value: "1000", quantity: "10", applies: yes, amount: "3895.50", complete: true, certainty: "verified"},
		// Reference price: min(10.60 − unit value; 7.73 or 5.65) USD/kg.
		with(cookware, func(c *orderCase) {
			c.name, c.exporter, c.value, c.applies, c.amount, c.complete = "8 USD/kg", "Someone", "800", yes, "4550.00", true
		}),
		with(cookware, func(c *orderCase) {
			c.name, c.exporter, c.value, c.applies, c.amount, c.complete = "1 USD/kg, the cap", "Someone", "100", yes, "13527.50", true
		}),
		with(cookware, func(c *orderCase) {
			c.name, c.exporter, c.value, c.applies, c.amount, c.complete = "1 USD/kg, the cap of Sanhe", "Zhejiang Sanhe Kitchenware", "100", yes, "9887.50", true
		}),
		with(cookware, func(c *orderCase) { c.name, c.value, c.applies = "exporter not stated", "800", may }),
		with(cookware, func(c *orderCase) {
			c.name, c.value, c.applies, c.complete = "at the reference price", "1060", no, true
		}),
		// The caps of footwear are not held: nothing is due at the reference price, below it the duty is open.
		{name: "shoes at 25 USD", code: "64041117", country: "CN", description: "Textile sneakers", value: "2500", quantity: "100", applies: no, complete: true, reason: "reaches the price"},
		{name: "shoes at 10 USD", code: "64041117", country: "CN", description: "Textile sneakers", value: "1000", quantity: "100", applies: may, reason: "22.58 USD/Par"},
		{name: "leather shoes", code: "64029919", country: "CN", description: "Leather dress shoes", value: "1000", quantity: "100", applies: no, complete: true},
		// Reported and not confirmed, by name or for all: never charged.
		{name: "threaded rod", code: "73181599", country: "CN", description: "Steel threaded rod", exporter: "Jiaxing Chinafar Standard Parts", value: "1000", quantity: "10", applies: may, reason: "8.02 %", certainty: "unconfirmed"},
		{name: "beams of Germany", code: "72163301", country: "DE", description: "Steel H beams", exporter: "Someone", value: "1000", quantity: "10", applies: may, reason: "not confirmed", certainty: "unconfirmed"},
		{name: "tiles of a named exporter", code: "69072102", country: "CN", description: "Ceramic tile", exporter: "Foshan Dongxin Economy and Trade", value: "1000", quantity: "10", applies: may, certainty: "unconfirmed"},
		{name: "SBR of Korea: the rate is not held", code: "40021902", country: "KR", description: "SBR rubber", exporter: "Someone", value: "1000", quantity: "10", applies: may, reason: "rate to be confirmed", certainty: "verified"},
		// A term that ended without a known successor.
		{name: "last day of the provisional duty", date: "2026-04-28", code: "76042999", country: "CN", description: "Aluminium profile", value: "1000", quantity: "100", applies: yes, amount: "2712.50", complete: true},
		{name: "the day after", date: "2026-04-29", code: "76042999", country: "CN", description: "Aluminium profile", value: "1000", quantity: "100", applies: may, reason: "ended on 2026-04-28"},
		{name: "five years from 2027", date: "2030-09-05", code: "64041117", country: "CN", description: "Textile sneakers", value: "1000", quantity: "100", applies: may, reason: "ended on 2030-09-04"},
		// Orders that ended, and those whose existence nothing confirms.
		{name: "hot plate of Italy", code: "72085104", country: "IT", description: "Steel plate", value: "1000", quantity: "10", complete: true},
		{name: "polyester fibre of Korea", code: "55032099", country: "KR", description: "Polyester staple fibre", value: "1000", quantity: "10", complete: true},
		{name: "aluminium discs", code: "76069199", country: "CN", description: "Aluminium discs", value: "1000", quantity: "10", complete: true},
		{name: "SBR of Poland", code: "40021902", country: "PL", description: "SBR rubber", value: "1000", quantity: "10", complete: true},
		{name: "ammonium sulphate of the United States", code: "31022101", country: "US", description: "Ammonium sulphate", value: "1000", quantity: "10", complete: true},
		{name: "trolley jacks", code: "84254201", country: "CN", description: "Hydraulic floor jack", value: "1000", quantity: "10", complete: true},
		{name: "citric acid", code: "29181401", country: "CN", description: "Citric acid", value: "1000", quantity: "10", complete: true},
		{name: "alloy rims", code: "87087099", country: "CN", description: "Aluminium alloy wheel rims", value: "1000", quantity: "10", complete: true},
		// Scope by measure: the description states one within the limits, or the order stays open.
		{name: "children's bicycle", code: "87120005", country: "CN", description: "Bicicleta infantil rodada 16", value: "1000", quantity: "10", applies: yes, amount: "10008.25", complete: true},
		{name: "mountain bike", code: "87120005", country: "CN", description: "Mountain bike 29 inch", value: "1000", quantity: "10", applies: no, complete: true},
		{name: "a bicycle", code: "87120005", country: "CN", description: "Bicicleta", value: "1000", quantity: "10", applies: may},
		{name: "pipe of 168.3 mm", code: "73041999", country: "CN", description: "Seamless steel pipe 168.3 mm x 7.11 mm, 6 m", value: "1000", quantity: "1000", applies: []Applies{AppliesYes, AppliesNo}, amount: "21910.00", complete: true},
		{name: "pipe of 88.9 mm", code: "73041999", country: "CN", description: "Seamless steel pipe 88.9 mm x 7.11 mm", value: "1000", quantity: "1000", applies: []Applies{AppliesNo, AppliesMay}},
		{name: "pipe of no diameter", code: "73041999", country: "CN", description: "Seamless steel pipe", value: "1000", quantity: "1000", applies: []Applies{AppliesMay, AppliesMay}},
		{name: "a jack of 2 tons", code: "84254202", country: "CN", description: "Hydraulic bottle jack 2-ton", value: "1000", quantity: "10", applies: yes, amount: "2297.75", complete: true},
		{name: "a jack of 1 t", code: "84254202", country: "CN", description: "Hydraulic bottle jack, 1 t", value: "1000", quantity: "10", applies: may},
		{name: "strand", code: "73121001", country: "CN", description: "Torón de presfuerzo", value: "1000", quantity: "1000", applies: []Applies{AppliesYes, AppliesNo}, amount: "17850.00", complete: true},
		{name: "strand in the other words of the line", code: "73121008", country: "PT", description: "PC strand", value: "1000", quantity: "1000", applies: yes, amount: "7000.00", complete: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.check(t, e)
		})
	}
}

func (c orderCase) check(t *testing.T, e *Engine) {
	decimalOf := func(text string) *Number { return number(decimal.MustParse(text)) }
	if c.date == "" {
		c.date = "2026-06-15"
	}
	item := mustQuote(t, e, Request{Direction: DirectionImport, Language: LanguageEnglish, Date: c.date, Products: []Product{{
		Description: c.description, HSCode: c.code, Country: c.country, Exporter: c.exporter, CustomsValue: decimalOf(c.value),
		Currency: "USD", ExchangeRate: decimalOf("17.5"), Quantity: decimalOf(c.quantity), QuantityUnit: c.unit,
		Flags: map[Fact]bool{FactUsed: false},
	}}})[0]
	var applies []Applies
	reasons, certainty := "", tariff.Certainty("")
	for _, r := range item.Restrictions {
		if r.Key == nameCC {
			applies, reasons, certainty = append(applies, r.Applies), reasons+r.Reason+"\n", r.Certainty
		}
	}
	slices.Sort(applies)
	slices.Sort(c.applies)
	amount := ""
	for _, charge := range item.Tariffs {
		if charge.Name == nameCC {
			amount = shown(charge.Amount)
		}
	}
	if !slices.Equal(applies, c.applies) || amount != c.amount {
		t.Errorf("%v %q, want %v %q: %s", applies, amount, c.applies, c.amount, reasons)
	}
	if item.Amounts.Complete != c.complete && c.date < "2027" {
		t.Errorf("complete %v: %s %q", item.Amounts.Complete, reasons, item.Suggestions)
	}
	if !strings.Contains(reasons, c.reason) {
		t.Errorf("no %q in %s", c.reason, reasons)
	}
	if c.certainty != "" && certainty != c.certainty {
		t.Errorf("certainty %s, want %s", certainty, c.certainty)
	}
}

func TestAQuoteTellsTheSameOfAnOrderInSpanish(t *testing.T) {
	t.Parallel()
	e := setup(t)
	item := mustQuote(t, e, Request{Direction: DirectionImport, Date: "2026-06-15", Products: []Product{{
		Description: "Tenis textiles", HSCode: "64041117", Country: "CN",
	}}})[0]
	at := slices.IndexFunc(item.Restrictions, func(r Restriction) bool { return r.Key == nameCC })
	if at < 0 || !strings.Contains(item.Restrictions[at].Reason, "diferencia entre 22.58 USD/Par y el valor en aduana unitario, con tope por exportador por confirmar") {
		t.Errorf("%+v", item.Restrictions)
	}
}

func TestContradictingRatesOfAnOrderAreRefused(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{
		"0.4\t\tUSD\tkg\t10\t":   "state ad_valorem alone",
		"\t1\tUSD\tkg\t10\t8":    "not both",
		"\t1\t\t\t\t":            "belong to amount",
		"\t1\tEUR\tkg\t\t":       "neither USD nor MXN",
		"\t1\tUSD\tbushel\t\t":   "no known unit",
		"\t1\tUSD\tkg\t-2\t":     "no number of zero or more",
		"0.4\t\t\t\t\t\tmm:20..": "is not written like",
	} {
		parts := strings.Split(cells, "\t")
		limits := ""
		if len(parts) == 7 {
			limits = parts[6]
		}
		row := strings.Join(append(append([]string{"x", "x", "84254202", "", "", "", "yes", limits, "CN", ""}, parts[:6]...),
			"a", "b", "DOF", "2026-01-01", "", "", "DOF", "verified"), "\t")
		content := strings.Join(TableColumns("duties"), "\t") + "\n" + row + "\n"
		if _, err := LoadRules(Overlay{Table: "duties", Content: []byte(content), Vintage: "2026-06-01"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", cells, err, want)
		}
	}
}
