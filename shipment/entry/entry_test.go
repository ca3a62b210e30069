package entry_test

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
)

// By hand, at 17.50 MXN for a dollar, with DTA 8 per mil and at least 461.61, IVA 16 %, prevalidation 350.00 + 56.00.
func TestTheEntryIsThatOfAHandComputation(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sh   *shipment.Shipment
		want figures
	}{
		// FOB: 1,000 + 200 + 20 = 1,220.00 USD = 21,350.00 MXN. IGI 25 % = 5,337.50. DTA 8 per mil = 170.80, so 461.61.
		// IVA 16 % × (21,350.00 + 5,337.50 + 461.61 = 27,149.11) = 4,343.86. Fees 461.61 + 406.00 = 867.61.
		"FOB": {with(packet("FOB", bag("1000")), "200", "20", ""), figures{"1220.00", "21350.00", "1220.00", "5337.50", "4343.86", "867.61", "10548.97"}},
		// EXW: 600 + 60 + 6 + 18 = 684.00 and 400 + 40 + 4 + 12 = 456.00 USD: 11,970.00 and 7,980.00 MXN. IGI 25 % of the first
		// = 2,992.50. DTA 461.61: 276.97 and 184.64. IVA 16 % of 15,239.47 = 2,438.32 and of 8,164.64 = 1,306.34.
		"EXW": {with(packet("EXW", bag("600"), laptop("400")), "100", "10", "30"), figures{"1140.00", "19950.00", "1140.00", "2992.50", "3744.66", "867.61", "7604.77"}},
		// CIF: the price holds freight and insurance. 17,500.00; IGI 4,375.00; IVA 16 % of 22,336.61 = 3,573.86.
		"CIF": {with(packet("CIF", bag("1000")), "200", "20", ""), figures{"1000.00", "17500.00", "1000.00", "4375.00", "3573.86", "867.61", "8816.47"}},
		// CFR: the price holds the freight. 1,015.00 USD = 17,762.50; IGI 4,440.625, so 4,440.63; IVA 16 % of 22,664.74 = 3,626.36.
		"CFR": {with(packet("CFR", bag("1000")), "200", "15", ""), figures{"1015.00", "17762.50", "1015.00", "4440.63", "3626.36", "867.61", "8934.60"}},
		// DDP: nothing is added.
		"DDP": {packet("DDP", bag("1000")), figures{"1000.00", "17500.00", "1000.00", "4375.00", "3573.86", "867.61", "8816.47"}},
		// FCA of 100,000.00 USD with freight 2,500 and insurance 500: 103,000.00 USD = 1,802,500.00. IGI 450,625.00. DTA 8 per mil
		// = 14,420.00. IVA 16 % of 2,267,545.00 = 362,807.20. Fees 14,420.00 + 406.00.
		"FCA": {with(packet("FCA", bag("100000")), "2500", "500", ""), figures{"103000.00", "1802500.00", "103000.00", "450625.00", "362807.20", "14826.00", "828258.20"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, lines := price(t, c.sh, quote.LanguageEnglish)
			c.want.check(t, e)
			if !e.Complete || len(e.Missing) > 0 {
				t.Errorf("not complete: %q", e.Missing)
			}
			if len(e.Total.OncePerEntry) != 2 {
				t.Errorf("owed once: %+v", e.Total.OncePerEntry)
			}
			addUp(t, e, lines)
		})
	}
}

// addUp fails where the lines do not add up to the entry.
func addUp(t *testing.T, e entry.Entry, lines []entry.Line) {
	t.Helper()
	for name, part := range map[string]func(entry.Value) *quote.Number{
		"price":    func(v entry.Value) *quote.Number { return v.Price },
		"freight":  func(v entry.Value) *quote.Number { return v.Freight },
		"customs":  func(v entry.Value) *quote.Number { return v.Customs },
		"in pesos": func(v entry.Value) *quote.Number { return v.MXN },
		"in USD":   func(v entry.Value) *quote.Number { return v.USD },
	} {
		if part(e.Value) == nil {
			continue
		}
		left := part(e.Value).Decimal
		for _, l := range lines {
			left, _ = left.Sub(part(l.Value).Decimal)
		}
		if !left.IsZero() {
			t.Errorf("%s: the lines differ from the entry by %s", name, left)
		}
	}
}

// TestOtherCurrenciesAreConverted: 500 + 25 = 525.00 EUR at 20.20 are 10,605.00 MXN, and at 17.50 for a dollar 606.00 USD.
// IGI 25 % = 2,651.25; IVA 16 % of 13,717.86 = 2,194.86. An entry in pesos of 10,000.00 without a rate: IGI 2,500.00, IVA 16 %
// of 12,961.61 = 2,073.86.
func TestOtherCurrenciesAreConverted(t *testing.T) {
	t.Parallel()
	sh := with(packet("FOB", bag("500")), "25", "0", "")
	sh.Lines[0].Currency, sh.Facts.ExchangeRate, sh.Facts.USDRate = "EUR", num("20.20"), num("17.50")
	e, _ := price(t, sh, quote.LanguageSpanish)
	figures{"525.00", "10605.00", "606.00", "2651.25", "2194.86", "867.61", "5713.72"}.check(t, e)

	sh = with(packet("FOB", bag("10000")), "0", "0", "")
	sh.Lines[0].Currency, sh.Facts.ExchangeRate = "MXN", nil
	e, _ = price(t, sh, quote.LanguageSpanish)
	figures{"10000.00", "10000.00", "null", "2500.00", "2073.86", "867.61", "5441.47"}.check(t, e)
	if e.ExchangeRate != nil {
		t.Errorf("rate %s of the peso", e.ExchangeRate)
	}
}

// american is a shipment of one line of the United States: 1,100.00 USD = 19,250.00 MXN.
func american() *shipment.Shipment {
	l := bag("1000")
	l.Origin = "US"
	return with(packet("FOB", l), "100", "0", "")
}

// By hand: under the T-MEC the duty is free and the DTA exempt: IVA 16 % of 19,250.00 = 3,080.00, prevalidation 406.00. In
// general IGI 25 % = 4,812.50, DTA 461.61, IVA 16 % of 24,524.11 = 3,923.86.
func TestAnAgreementAppliesWithItsCertificateAlone(t *testing.T) {
	t.Parallel()
	preferred := figures{"1100.00", "19250.00", "1100.00", "0.00", "3080.00", "406.00", "3486.00"}
	general := figures{"1100.00", "19250.00", "1100.00", "4812.50", "3923.86", "867.61", "9603.97"}
	certificate := func(agreement, from, until string) shipment.Paper {
		return shipment.Paper{ID: "c", Type: shipment.TypeCertificate, Agreement: shipment.Text{Value: agreement}, From: shipment.Text{Value: from}, Until: shipment.Text{Value: until}}
	}
	for name, c := range map[string]struct {
		change     func(*shipment.Shipment)
		want       figures
		preference entry.Preference
		status     string
	}{
		"none":                          {func(*shipment.Shipment) {}, general, entry.PreferenceNone, ""},
		"claimed without a certificate": {func(sh *shipment.Shipment) { sh.Facts.Agreement = "T-MEC" }, general, entry.PreferenceLacking, "No certificate"},
		"on file": {func(sh *shipment.Shipment) {
			sh.Papers = append(sh.Papers, certificate("USMCA / T-MEC", "2026-01-01", "2026-12-31"))
		}, preferred, entry.PreferenceOnFile, "on file"},
		"stated": {func(sh *shipment.Shipment) { sh.Facts.Agreement, sh.Facts.HasCertificate = "T-MEC", true }, preferred, entry.PreferenceStated, "stated, not on file"},
		"expired": {func(sh *shipment.Shipment) {
			sh.Papers = append(sh.Papers, certificate("T-MEC", "2025-01-01", "2025-12-31"))
		}, general, entry.PreferenceLacking, "does not cover 2026-06-15"},
		"a copy set aside": {func(sh *shipment.Shipment) {
			p := certificate("T-MEC", "", "")
			p.SetAside = true
			sh.Papers = append(sh.Papers, p)
		}, general, entry.PreferenceNone, ""},
		"of another origin": {func(sh *shipment.Shipment) {
			sh.Papers = append(sh.Papers, certificate("TLCUEM", "", ""))
		}, general, entry.PreferenceNone, "on file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sh := american()
			c.change(sh)
			e, lines := price(t, sh, quote.LanguageEnglish)
			c.want.check(t, e)
			if lines[0].Preference != c.preference {
				t.Errorf("preference %q", lines[0].Preference)
			}
			if status := e.Agreement; c.status == "" && status != nil || c.status != "" && (status == nil || !strings.Contains(status.Status, c.status)) {
				t.Errorf("status %+v, want %q", status, c.status)
			}
			if name == "of another origin" && !slices.ContainsFunc(e.Notes, func(n string) bool { return strings.Contains(n, "TLCUEM") }) {
				t.Errorf("nothing is said of the certificate: %q", e.Notes)
			}
		})
	}
}

// TestOnlyTheLinesOfAnAgreementAreFreed: 1,000.00 USD of the United States and 1,000.00 of China under a certificate of the
// T-MEC: IGI 25 % of 17,500.00 = 4,375.00 of the second alone, DTA 461.61 of it.
func TestOnlyTheLinesOfAnAgreementAreFreed(t *testing.T) {
	t.Parallel()
	sh := with(packet("FOB", bag("1000"), bag("1000")), "0", "0", "")
	sh.Lines[0].Origin, sh.Facts.HasCertificate, sh.Facts.Agreement = "US", true, "USMCA"
	e, lines := price(t, sh, quote.LanguageEnglish)
	if shown(lines[0].Duties) != "0.00" || shown(lines[1].Duties) != "4375.00" || shown(e.Total.Duties) != "4375.00" {
		t.Errorf("duties %s and %s of %s", shown(lines[0].Duties), shown(lines[1].Duties), shown(e.Total.Duties))
	}
	if shown(lines[0].Fees) != "0.00" || shown(lines[1].Fees) != "461.61" {
		t.Errorf("DTA %s and %s", shown(lines[0].Fees), shown(lines[1].Fees))
	}
	if lines[0].Preference != entry.PreferenceStated || lines[1].Preference != entry.PreferenceNone {
		t.Errorf("%q and %q", lines[0].Preference, lines[1].Preference)
	}
}

func TestWhatAPriceLacksKeepsTheTotalOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sh      *shipment.Shipment
		missing []string
	}{
		"FOB without either":       {packet("FOB", bag("1000")), []string{"freight", "insurance"}},
		"CFR without insurance":    {packet("CFR", bag("1000")), []string{"insurance"}},
		"no incoterm":              {with(packet("", bag("1000")), "10", "1", ""), []string{"incoterm"}},
		"CIF":                      {packet("CIF", bag("1000")), nil},
		"EXW with zeros":           {with(packet("EXW", bag("1000")), "0", "0", ""), nil},
		"goods that ask for facts": {with(packet("FOB", line("Cola in cans", "2202100100", "US", "1000")), "0", "0", ""), []string{"line 1"}},
	} {
		e, _ := price(t, c.sh, quote.LanguageEnglish)
		if len(e.Missing) != len(c.missing) || e.Complete != (len(c.missing) == 0) {
			t.Errorf("%s: complete %t, missing %q", name, e.Complete, e.Missing)
			continue
		}
		for i, want := range c.missing {
			if !strings.HasPrefix(e.Missing[i], want) {
				t.Errorf("%s: %q, want %q", name, e.Missing[i], want)
			}
		}
	}
}

func TestAnEntryThatCannotBePricedNamesEveryFact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*shipment.Shipment)
		want   []string
	}{
		"two currencies":          {func(sh *shipment.Shipment) { sh.Lines[1].Currency = "EUR" }, []string{"currency: lines and facts are in USD, EUR"}},
		"a stated currency":       {func(sh *shipment.Shipment) { sh.Facts.Currency = "EUR" }, []string{"currency: lines and facts are in EUR, USD"}},
		"no rate":                 {func(sh *shipment.Shipment) { sh.Facts.ExchangeRate = nil }, []string{"exchange_rate: is required: MXN for one USD"}},
		"rates that contradict":   {func(sh *shipment.Shipment) { sh.Facts.USDRate = num("18") }, []string{"usd_exchange_rate: 18 MXN for one USD contradicts exchange_rate, which says 17.50"}},
		"a value of 0":            {func(sh *shipment.Shipment) { sh.Lines[1].Value = num("0") }, []string{"lines[1].value: must be greater than zero"}},
		"no value":                {func(sh *shipment.Shipment) { sh.Lines[0].Value = nil }, []string{"lines[0].value: must be greater than zero"}},
		"six digits":              {func(sh *shipment.Shipment) { sh.Lines[0].Proposal.Code = "420221" }, []string{"lines[0].code: \"420221\" is no tariff line"}},
		"a line that is none":     {func(sh *shipment.Shipment) { sh.Lines[0].Proposal.Code = "42022199" }, []string{"lines[0].code: 42022199 is no line"}},
		"origin and code":         {func(sh *shipment.Shipment) { sh.Lines[0].Origin, sh.Lines[1].Proposal = "", nil }, []string{"lines[0].origin: is required", "lines[1].code"}},
		"an origin of no country": {func(sh *shipment.Shipment) { sh.Lines[0].Origin = "Ruritania" }, []string{"lines[0].origin: \"Ruritania\" is no country"}},
		"goods of Mexico":         {func(sh *shipment.Shipment) { sh.Lines[0].Origin = "MX" }, []string{"lines[0].origin: must be the other country"}},
		"no lines":                {func(sh *shipment.Shipment) { sh.Lines = nil }, []string{"lines: the entry has none"}},
		"beyond what is held":     {func(sh *shipment.Shipment) { sh.Lines[0].Value = num("999999999999") }, []string{"lines[0].value: exceeds"}},
		"an unknown currency":     {func(sh *shipment.Shipment) { sh.Lines[0].Currency, sh.Lines[1].Currency = "", "" }, []string{"currency: is required"}},
	} {
		sh := with(packet("FOB", bag("600"), laptop("400")), "0", "0", "")
		c.change(sh)
		got := refused(t, sh)
		for _, want := range c.want {
			if !slices.ContainsFunc(got, func(p string) bool { return strings.HasPrefix(p, want) }) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestWhatAnInvoicePrintsBesideItsLinesIsPartOfTheValue: under CIF a total of 1,080.00 is that of lines of 1,000.00 with the
// printed freight of 80.00, so that no line holds it; a total of 1,000.00 is that of lines which hold it. A discount of 100.00
// lowers lines of 600.00 and 400.00 by 60.00 and 40.00, and packing of 10.00 raises them by 6.00 and 4.00.
func TestWhatAnInvoicePrintsBesideItsLinesIsPartOfTheValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		incoterm                          string
		total, freight, discount, charges string
		first, second                     string // customs values
		noted                             bool
	}{
		"freight beside":      {"CIF", "1080", "80", "", "", "648.00", "432.00", false},
		"freight inside":      {"CIF", "1000", "80", "", "", "600.00", "400.00", true},
		"freight under FOB":   {"FOB", "1000", "80", "", "", "648.00", "432.00", false},
		"a discount":          {"CIF", "900", "", "100", "", "540.00", "360.00", false},
		"a negative discount": {"CIF", "900", "", "-100", "", "540.00", "360.00", false},
		"packing":             {"CIF", "1010", "", "", "10", "606.00", "404.00", false},
		"all three":           {"CIF", "990", "80", "100", "10", "594.00", "396.00", false},
		"a total of its own":  {"CIF", "1234", "80", "100", "", "600.00", "400.00", true},
	} {
		sh := packet(c.incoterm, bag("600"), laptop("400"))
		p := &sh.Papers[0]
		p.Total.Value, p.Freight.Value, p.Discount.Value, p.Charges.Value = num(c.total), num(c.freight), num(c.discount), num(c.charges)
		e, lines := price(t, sh, quote.LanguageSpanish)
		if shown(lines[0].Value.Customs) != c.first || shown(lines[1].Value.Customs) != c.second {
			t.Errorf("%s: %s and %s, want %s and %s", name, shown(lines[0].Value.Customs), shown(lines[1].Value.Customs), c.first, c.second)
		}
		if noted := len(e.Notes) > 0; noted != c.noted {
			t.Errorf("%s: notes %q", name, e.Notes)
		}
		addUp(t, e, lines)
	}
}

// TestEachInvoiceBearsItsOwnFreight: an invoice of 600.00 prints 60.00 beside its line, one of 400.00 with a total of 400.00 holds
// its 20.00. Under CIF 60.00 are added to the first alone; under FOB 60.00 and 20.00. The invoice of a carrier has no lines: its
// 10.00 are shared, 6.00 and 4.00.
func TestEachInvoiceBearsItsOwnFreight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		incoterm, carrier, first, second string
		noted                            bool
	}{
		"CIF":             {"CIF", "", "660.00", "400.00", true},
		"FOB":             {"FOB", "", "660.00", "420.00", false},
		"CIF and carrier": {"CIF", "10", "666.00", "404.00", true},
	} {
		sh := packet(c.incoterm, bag("600"), laptop("400"))
		sh.Lines[1].Invoice = "second"
		sh.Papers[0].Total.Value, sh.Papers[0].Freight.Value = num("660"), num("60")
		second := shipment.Paper{ID: "second", Type: shipment.TypeInvoice, Total: shipment.Amount{Value: num("400")}, Freight: shipment.Amount{Value: num("20")}}
		sh.Papers = append(sh.Papers, second)
		if c.carrier != "" {
			sh.Papers = append(sh.Papers, shipment.Paper{ID: "carrier", Type: shipment.TypeInvoice, Total: shipment.Amount{Value: num(c.carrier)}, Freight: shipment.Amount{Value: num(c.carrier)}})
		}
		e, lines := price(t, sh, quote.LanguageEnglish)
		if shown(lines[0].Value.Customs) != c.first || shown(lines[1].Value.Customs) != c.second {
			t.Errorf("%s: %s and %s, want %s and %s", name, shown(lines[0].Value.Customs), shown(lines[1].Value.Customs), c.first, c.second)
		}
		if noted := len(e.Notes) > 0; noted != c.noted {
			t.Errorf("%s: notes %q", name, e.Notes)
		}
		addUp(t, e, lines)
	}
}

// TestAStatedFreightTakesThePlaceOfAPrintedOne: the lines do not hold the printed freight, so that the stated 90.00 are added
// under CIF too: 54.00 and 36.00.
func TestAStatedFreightTakesThePlaceOfAPrintedOne(t *testing.T) {
	t.Parallel()
	sh := with(packet("CIF", bag("600"), laptop("400")), "90", "", "")
	p := &sh.Papers[0]
	p.Total.Value, p.Freight.Value = num("1080"), num("80")
	e, lines := price(t, sh, quote.LanguageEnglish)
	if shown(lines[0].Value.Customs) != "654.00" || shown(lines[1].Value.Customs) != "436.00" || shown(e.Value.Freight) != "90.00" {
		t.Errorf("%s and %s", shown(lines[0].Value.Customs), shown(lines[1].Value.Customs))
	}
}

func TestQuantitiesAreInTheUnitOfTheTariff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change         func(*shipment.Line)
		quantity, unit string
	}{
		"pieces":                       {func(l *shipment.Line) {}, "10", "Pza"},
		"dozens":                       {func(l *shipment.Line) { l.Quantity, l.Unit = num("2"), "dozen" }, "24", "Pza"},
		"kilograms of a line by piece": {func(l *shipment.Line) { l.Quantity, l.Unit = num("2"), "kg" }, "null", "Pza"},
		"by weight":                    {func(l *shipment.Line) { l.Proposal.Code, l.NetKg = "73181504", num("12.5") }, "12.5", "Kg"},
		"tonnes":                       {func(l *shipment.Line) { l.Proposal.Code, l.Quantity, l.Unit = "73181504", num("2"), "t" }, "2000", "Kg"},
		"a unit that is none":          {func(l *shipment.Line) { l.Unit = "bundles of joy" }, "null", "Pza"},
	} {
		sh := with(packet("FOB", bag("1000")), "0", "0", "")
		c.change(&sh.Lines[0])
		_, lines := price(t, sh, quote.LanguageEnglish)
		if shown(lines[0].TariffUnits) != c.quantity || lines[0].TariffUnit != c.unit {
			t.Errorf("%s: %s %s, want %s %s", name, shown(lines[0].TariffUnits), lines[0].TariffUnit, c.quantity, c.unit)
		}
	}
}

// TestAnExportIsWorthItsPrice: no increment is added. 10,000.00 USD = 175,000.00 MXN; IGE exempt; IVA 0 %; DTA 462.86 once.
func TestAnExportIsWorthItsPrice(t *testing.T) {
	t.Parallel()
	l := bag("10000")
	l.Origin = "DE"
	sh := with(packet("FOB", l), "500", "50", "10")
	sh.Facts.Direction = quote.DirectionExport
	e, _ := price(t, sh, quote.LanguageEnglish)
	if shown(e.Value.Customs) != "10000.00" || shown(e.Value.MXN) != "175000.00" || shown(e.Total.Duties) != "0.00" || shown(e.Total.Fees) != "462.86" {
		t.Errorf("%+v %+v", e.Value, e.Total)
	}
	sh.Lines[0].Origin = "MX"
	if got := refused(t, sh); !strings.Contains(got[0], "destination") {
		t.Errorf("%q", got)
	}
}

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	for _, language := range []quote.Language{quote.LanguageEnglish, quote.LanguageSpanish} {
		sh := packet("DDP", bag("1000"))
		sh.Facts.Agreement, sh.Facts.Freight = "T-MEC", num("5")
		e, _ := price(t, sh, language)
		text := strings.Join(append(append(e.Notes, e.Missing...), e.Agreement.Status), " ")
		spanish := strings.Contains(text, "arancel") && strings.Contains(text, "flete")
		if spanish != (language == quote.LanguageSpanish) || strings.Contains(text, "%!") {
			t.Errorf("%s: %s", language, text)
		}
	}
}

func TestWhatIsOwedOnceStandsWithTheEntryAlone(t *testing.T) {
	t.Parallel()
	e, lines := price(t, with(packet("FOB", bag("600"), laptop("400")), "0", "0", ""), quote.LanguageEnglish)
	for _, l := range lines {
		for _, c := range l.Quote.Taxes {
			if strings.Contains(c.Name, "PRV") {
				t.Errorf("line %d shows %s", l.Position, c.Name)
			}
		}
	}
	// The lines and what is owed once are the total.
	left := e.Total.Total.Decimal
	for _, l := range lines {
		left, _ = left.Sub(l.Total.Decimal)
	}
	for _, c := range e.Total.OncePerEntry {
		left, _ = left.Sub(c.Amount.Decimal)
	}
	if !left.IsZero() {
		t.Errorf("lines and what is owed once differ from the total by %s", left)
	}
}

func TestWhatNoLineEvaluatedIsSaidOnce(t *testing.T) {
	t.Parallel()
	e, lines := price(t, with(packet("FOB", bag("600"), laptop("400")), "0", "0", ""), quote.LanguageEnglish)
	if len(e.NotEvaluated) == 0 {
		t.Fatal("nothing was left out of the entry")
	}
	for _, l := range lines {
		for _, text := range l.Quote.NotEvaluated {
			if slices.Contains(e.NotEvaluated, text) {
				t.Errorf("line %d repeats %q", l.Position, text)
			}
		}
	}
}

// By hand: 2 t of seamless pipe of China for 3,000.00 USD are 52,500.00 MXN. IGI 35 % = 18,375.00; compensatory duty 1,252 USD a
// tonne × 17.50 × 2 = 43,820.00; IVA 16 % of 115,156.61 = 18,425.06.
func TestACompensatoryDutyIsPartOfTheEntry(t *testing.T) {
	t.Parallel()
	pipe := line("Seamless steel pipe, carbon steel, 168.3 mm", "7304190200", "CN", "3000")
	pipe.Quantity, pipe.Unit = num("2"), "t"
	e, _ := price(t, with(packet("FOB", pipe), "0", "0", ""), quote.LanguageEnglish)
	figures{"3000.00", "52500.00", "3000.00", "62195.00", "18425.06", "867.61", "81487.67"}.check(t, e)
}

// TestTheSellerIsTheExporterOfAnOrder: 100 kg of cookware at 8.00 USD of an exporter whose reference price is 10.60 USD a kilogram
// and whose cap is 5.65 owe 2.60 × 17.50 × 100 = 4,550.00. Where no order concerns the goods the seller is not passed on, so that
// no quote says that it changed nothing.
func TestTheSellerIsTheExporterOfAnOrder(t *testing.T) {
	t.Parallel()
	pans := line("Aluminium cookware, frying pans", "7615100200", "CN", "800")
	pans.NetKg = num("100")
	sh := with(packet("FOB", pans, bag("1000")), "0", "0", "")
	sh.Papers[0].Seller.Value = "ZHEJIANG SANHE KITCHENWARE CO LTD"
	_, lines := price(t, sh, quote.LanguageEnglish)
	owed := ""
	for _, c := range lines[0].Quote.Tariffs {
		if c.Name == "CC" {
			owed = shown(c.Amount)
		}
	}
	if owed != "4550.00" {
		t.Errorf("the order takes %q: %+v", owed, lines[0].Quote.Restrictions)
	}
	if slices.ContainsFunc(lines[1].Quote.Suggestions, func(s string) bool { return strings.Contains(s, "exporter") }) {
		t.Errorf("%q", lines[1].Quote.Suggestions)
	}
	if l := lines[1]; l.Seller == "" || l.NICO != "00" || l.Code != "42022101" || l.Confidence == nil || l.Decided {
		t.Errorf("%+v", l)
	}
}

// TestChargesThatTheCallerStatesCountOnce: an invoice of 1,000.00 charges 100.00 beside its lines under a caption of its own. Stated as
// freight of 80.00 with insurance of 20.00 they are 100.00 once, and 180.00 with freight of 80.00 alone, which is noted.
func TestChargesThatTheCallerStatesCountOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ freight, insurance, first, second string }{
		"both":            {"80", "20", "660.00", "440.00"},
		"freight alone":   {"100", "0", "660.00", "440.00"},
		"another freight": {"80", "0", "708.00", "472.00"},
	} {
		sh := packet("FOB", bag("600"), laptop("400"))
		sh.Papers[0].Total.Value, sh.Papers[0].Charges.Value = num("1100"), num("100")
		sh.Facts.Freight, sh.Facts.Insurance = num(c.freight), num(c.insurance)
		e, lines := price(t, sh, quote.LanguageSpanish)
		if shown(lines[0].Value.Customs) != c.first || shown(lines[1].Value.Customs) != c.second {
			t.Errorf("%s: %s and %s, want %s and %s", name, shown(lines[0].Value.Customs), shown(lines[1].Value.Customs), c.first, c.second)
		}
		if len(e.Notes) == 0 {
			t.Errorf("%s: nothing is noted", name)
		}
		addUp(t, e, lines)
	}
}
