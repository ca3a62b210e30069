package value

import "testing"

func TestNumbersAreReadInEitherNotation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		mark Mark
		want string
	}{
		{"1,234.56", MarkPoint, "1234.56"}, {"1.234,56", MarkComma, "1234.56"}, {"1 234,56 €", MarkComma, "1234.56"},
		{"USD 33,452.00", MarkPoint, "33452"}, {"$4.11", MarkUnknown, "4.11"}, {"5,39", MarkUnknown, "5.39"},
		{"1,200", MarkPoint, "1200"}, {"1.200", MarkComma, "1200"}, {"9.360", MarkUnknown, "9.36"}, {"16.79430", MarkPoint, "16.7943"},
		{"317.28-", MarkPoint, "-317.28"}, {"(12.50)", MarkPoint, "-12.5"}, {"THREE (3)", MarkPoint, "3"}, {"46 CTNS", MarkPoint, "46"},
		{"1'234.50", MarkPoint, "1234.5"}, {"1.234.567", MarkUnknown, "1234567"}, {"0.125", MarkComma, "0.125"}, {"2,500 m", MarkPoint, "2500"},
		{"6 420", MarkPoint, "6420"}, {"12 640 kg", MarkPoint, "12640"}, {"3 250 000", MarkPoint, "3250000"}, {"18 0.45", MarkPoint, "18"}, {"R-5.50", MarkPoint, "-5.5"},
		{"880,00 975,10", MarkComma, "880"},
	} {
		n, ok := ParseNumber(c.text, c.mark)
		if !ok || n.Text != c.want {
			t.Errorf("%q by %q: %q %v, want %q", c.text, string(c.mark), n.Text, ok, c.want)
		}
	}
	for _, text := range []string{"AX-100", "M12x60", "n/a", "****4417", "R-5307", ""} {
		if n, ok := ParseNumber(text, MarkPoint); ok && n.Text != "60" {
			t.Errorf("%q is no number: %+v", text, n)
		}
	}
}

func TestDatesAreReadByLanguageAndOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		order Order
		want  string
	}{
		{"14-Mar-2024", OrderDayFirst, "2024-03-14"}, {"07/06/2024", OrderDayFirst, "2024-06-07"}, {"07/06/2024", OrderMonthly, "2024-07-06"},
		{"25/12/2018", OrderMonthly, "2018-12-25"}, {"August 3 , 2014", OrderDayFirst, "2014-08-03"}, {"7. Mai 2014", OrderDayFirst, "2014-05-07"}, {"5. Januar 2026", OrderDayFirst, "2026-01-05"}, {"2 maart 2026", OrderDayFirst, "2026-03-02"},
		{"20 MAR 2024", OrderDayFirst, "2024-03-20"}, {"3 de marzo de 2025", OrderDayFirst, "2025-03-03"}, {"2022.11.28", OrderDayFirst, "2022-11-28"},
		{"11/02/18", OrderDayFirst, "2018-02-11"}, {"December 5th, 2020", OrderDayFirst, "2020-12-05"},
		{"14/06/2019Time: 11:12", OrderDayFirst, "2019-06-14"}, {"08/09/69", OrderDayFirst, "1969-09-08"}, {"08/09/49", OrderDayFirst, "2049-09-08"},
	} {
		d, ok := ParseDate(c.text, c.order)
		if !ok || d.ISO != c.want {
			t.Errorf("%q: %q %v, want %q", c.text, d.ISO, ok, c.want)
		}
	}
	for _, text := range []string{"31/02/2024", "99/99/2024", "IP 10.0.0.1", "Tel. 05.22.95.66.66", "11/02/20181", "Time: 11.14.00"} {
		if d, ok := ParseDate(text, OrderDayFirst); ok {
			t.Errorf("%q is no date: %+v", text, d)
		}
	}
}

func TestADocumentsOwnMarksDecide(t *testing.T) {
	t.Parallel()
	if MarkOf([]string{"1.234,56", "12", "9.99"}) != MarkComma || MarkOf([]string{"1,234.56"}) != MarkPoint || MarkOf([]string{"12"}) != MarkUnknown {
		t.Error("decimal mark")
	}
	if OrderOf("12/31/2024 and 01/02/2024") != OrderMonthly || OrderOf("31/12/2024") != OrderDayFirst || OrderOf("01/02/2024") != OrderUnknown || OrderOf("05/02/2018 11.14.00") != OrderUnknown {
		t.Error("order of dates")
	}
}

func TestThePeriodsFirstDayTakesItsYearFromTheLast(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"1 Sep – 30 Sep 2026":                    {"2026-09-01", "2026-09-30"},
		"15 de diciembre al 14 de enero de 2027": {"2026-12-15", "2027-01-14"},
		"September 1 to September 30, 2026":      {"2026-09-01", "2026-09-30"},
		"1. Januar bis 31. März 2026":            {"2026-01-01", "2026-03-31"},
	} {
		got := ParseDates(text, OrderDayFirst)
		if len(got) != 2 || got[0].ISO != want[0] || got[1].ISO != want[1] {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestPeriodsGiveTheirFirstAndLastDay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"May 1 - May 31, 2025":                               {"2025-05-01", "2025-05-31"},
		"May 1 - 31, 2025":                                   {"2025-05-01", "2025-05-31"},
		"1–31 May 2025":                                      {"2025-05-01", "2025-05-31"},
		"1 to 31 May 2025":                                   {"2025-05-01", "2025-05-31"},
		"del 1 al 31 de mayo de 2025":                        {"2025-05-01", "2025-05-31"},
		"1 May - 31 May 2025":                                {"2025-05-01", "2025-05-31"},
		"05/01/25-05/31/25 Issued 06/01/25":                  {"2025-05-01", "2025-05-31"},
		"Dec 15, 2024 to Jan 14, 2025 billing":               {"2024-12-15", "2025-01-14"},
		"15 dic 2024 al 14 ene 2025":                         {"2024-12-15", "2025-01-14"},
		"Due Feb 3, 2025. Period Jan 1, 2025 - Jan 31, 2025": {"2025-01-01", "2025-01-31"},
	} {
		start, end, ok := ParsePeriod(text, OrderMonthly)
		if !ok || start.ISO != want[0] || end.ISO != want[1] {
			t.Errorf("%q: %s to %s, %v", text, start.ISO, end.ISO, ok)
		}
	}
	for text, want := range map[string]string{"Page 3 - 31 May 2025": "2025-05-31", "May 31 25": "2025-05-31", "31 May, 25": "2025-05-31"} {
		if got := ParseDates(text, OrderDayFirst); len(got) != 1 && text[0] != 'M' || len(got) > 0 && got[0].ISO != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func TestSignsOfCurrenciesStandBeforeAmounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"CA$ 1,250.00": {"1250", "CAD"}, "A$1,250.50": {"1250.5", "AUD"}, "NZ$ 5.20": {"5.2", "NZD"}, "MX$ 1,250.00": {"1250", "MXN"}, "₡ 12,500.00": {"12500", "CRC"},
		"₹1,25,000": {"125000", "INR"}, "₹ 1,25,000.50": {"125000.5", "INR"}, "S/ 120.00": {"120", "PEN"}, "Gs. 1.250.000": {"1250000", "PYG"}, "Bs. 85.40": {"85.4", ""},
		"Rs. 3,35,000": {"335000", ""}, "US$ 5.00": {"5", "USD"}, "R$ 7,50": {"7.5", "BRL"}, "$ 9.00": {"9", ""},
	} {
		n, ok := ParseNumber(text, MarkUnknown)
		code, _ := Currency(text)
		if !ok || n.Text != want[0] || code != want[1] {
			t.Errorf("%q: %s %s, want %v", text, n.Text, code, want)
		}
	}
	for _, text := range []string{"AX-100", "Dr.5x", "Cost$ab", "Ref A/120"} {
		if n, ok := ParseNumber(text, MarkUnknown); ok {
			t.Errorf("%q: %s", text, n.Text)
		}
	}
}

func TestAPointGroupsThousandsWhereAllAmountsSaySo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		spanish bool
		want    bool
	}{
		{"Limpieza $ 35.000\nTotal $ 87.000\n", true, true}, {"Total CLP 87.500\n", false, true}, {"Total: $1.250.000.", true, true}, {"Gs. 4.650\n", false, true},
		{"Total $ 87.000\n", false, false}, {"Precio $ 1.250 Total $ 87.50\n", true, false}, {"Total $ 0.125\n", true, false}, {"$ 35.000 IVA $ 7,50\n", true, false}, {"Peso 37.380 Kgs", true, false},
		{"RFC GAS010203AB1 Precio por litro $ 22.345\n", true, false}, {"Precio $ 22.345 M.N.\n", true, false}, {"Valor unitario USD $ 1.375\n", true, false},
	} {
		if got := PointGroups(c.text, c.spanish); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
	if n, ok := OpenPoint("37.380 Kgs", MarkUnknown); !ok || n.Text != "37380" {
		t.Errorf("%v %v", n, ok)
	}
	for _, c := range []struct {
		text string
		mark Mark
	}{{"37.380", MarkPoint}, {"37.38", MarkUnknown}, {"0.380", MarkUnknown}, {"37,380", MarkUnknown}} {
		if n, ok := OpenPoint(c.text, c.mark); ok {
			t.Errorf("%q: %v", c.text, n)
		}
	}
}
func TestARangeAndAComparedNumberAreSpans(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"50 – <75": true, "≥ 5 – < 10": true, "2,5 – 3,5 %": true, "1-16": true, "< 0.3": true, "<=1": true, "≥ 99 %": true,
		"50": false, "-5": false, "28182-81-2": false, "2025-03-01": false, "10 – pieces": false, "< kg": false,
	} {
		if IsSpan(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
