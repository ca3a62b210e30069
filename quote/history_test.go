package quote

import (
	"testing"

	"tariffdesk/tariff"
)

func TestYesterdaysRateAnswersAfterANewerTariff(t *testing.T) {
	t.Parallel()
	base := setup(t)
	text := "code,unit,import,export\n"
	for line := range base.schedule.Lines() {
		rate := line.Import.String()
		switch line.Code {
		case "84713001": // free before
			rate = "10%"
		case "87120005":
			continue // ends
		}
		text += line.Code + "," + line.Unit + "," + rate + "," + line.Export.String() + "\n"
	}
	published, err := tariff.ParsePlain("MEX", []byte(text), "2026-11-20")
	if err != nil {
		t.Fatal(err)
	}
	in, err := tariff.NewImport(base.schedule, published.Starting("2026-12-01"), false)
	if err != nil {
		t.Fatal(err)
	}
	schedule, err := tariff.OpenSchedule(in.Schedule.Encode()) // as a database keeps it
	if err != nil {
		t.Fatal(err)
	}
	e := New(schedule, base.rules)
	if err := e.rules.Check(schedule); err != nil {
		t.Errorf("a line that ended stops every import of a table: %v", err)
	}
	for _, c := range []struct {
		code string
		date tariff.Date
		rate string // "" where the day is refused
		ends tariff.Date
	}{
		{"84713001", "2026-11-30", "0", "2026-11-30"}, {"84713001", "2026-12-01", "0.1", ""}, {"84713001", "2026-04-23", "", ""},
		{"87120005", "2026-11-30", "0.35", "2026-11-30"}, {"87120005", "2026-12-01", "", ""}, {"96091001", "2026-11-30", "0.15", ""},
	} {
		var items []Item
		checked, err := e.Check(Request{Direction: DirectionImport, Date: c.date, Products: []Product{{Description: "x", HSCode: c.code, Country: "CN"}}})
		if err == nil {
			items, err = e.Quote(t.Context(), checked)
		}
		switch {
		case c.rate == "" && err == nil:
			t.Errorf("%s on %s is quoted", c.code, c.date)
		case c.rate != "" && err != nil:
			t.Errorf("%s on %s: %v", c.code, c.date, err)
		case c.rate != "":
			charge := items[0].Tariffs[0]
			ends := tariff.Date("")
			if charge.EffectiveTo != nil {
				ends = *charge.EffectiveTo
			}
			if charge.Rate.String() != c.rate || ends != c.ends {
				t.Errorf("%s on %s: %s until %s, want %s until %s", c.code, c.date, charge.Rate, ends, c.rate, c.ends)
			}
		}
	}
}
