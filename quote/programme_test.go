package quote

import (
	"slices"
	"testing"

	"github.com/govalues/decimal"
)

func TestProgrammesAreAlternativesAndNeverTheDuty(t *testing.T) {
	t.Parallel()
	e := setup(t)
	line := ""
	for code, rates := range e.rules.prosec {
		if l, found := e.schedule.Line(code); found && rates[0].rate != nil && rates[0].sector == "II" && l.Import.AdValorem.IsPos() && (line == "" || code < line) {
			line = code
		}
	}
	request := Request{Direction: DirectionImport, Date: "2026-06-15", Programs: []string{"PROSEC:II", "Regla 8a", "immex"},
		Products: []Product{{Description: "insumo", HSCode: line, Country: "BR", CustomsValue: number(decimal.MustNew(100_000, 0))}}}
	item := mustQuote(t, e, request)[0]
	general, _ := e.schedule.Line(line)
	if item.Tariffs[0].Rate.Cmp(general.Import.AdValorem) != 0 {
		t.Errorf("the duty of %s is %s", line, item.Tariffs[0].Rate)
	}
	var names []Programme
	for _, a := range item.Alternatives {
		names = append(names, a.Programme)
		if a.Programme == ProgrammePROSEC && a.Sector == "II" && (!a.Stated || a.Rate == nil || a.Saving == nil || a.SourceVintage != "2017-05-01") {
			t.Errorf("%+v", a)
		}
	}
	for _, want := range Programmes() {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %q", want, names)
		}
	}
	request.Programs = nil
	for _, a := range mustQuote(t, e, request)[0].Alternatives {
		if a.Stated || a.Programme != ProgrammePROSEC {
			t.Errorf("not stated: %+v", a)
		}
	}
}

func TestProgrammesAreReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		name   Programme
		sector string
	}{
		"PROSEC": {ProgrammePROSEC, ""}, "prosec:xix": {ProgrammePROSEC, "XIX"}, "PROSEC II": {ProgrammePROSEC, "II"}, "Prosec-II": {ProgrammePROSEC, "II"},
		"Regla Octava": {ProgrammeReglaOctava, ""}, "R8": {ProgrammeReglaOctava, ""}, "IMMEX": {ProgrammeIMMEX, ""},
	} {
		if name, sector := splitProgramme(text); name != want.name || sector != want.sector {
			t.Errorf("%q is %s %q", text, name, sector)
		}
	}
}
