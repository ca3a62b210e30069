package quote

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"tariffdesk/tariff"
)

// sheets are the official preferences by line of one vintage: a row a line, a column an agreement and
// partner.
type sheets struct {
	columns []string
	rows    map[string]sheetRow
}

type sheetRow struct {
	part  bool // only some of the lines joined in this one stand in the sheets
	cells []string
}

// The marks of a sheet's cell beside a rate.
const (
	markFree     = "F"
	markNoted    = "N"
	markExcluded = "X"
	markReduced  = "R"
	markDiffer   = "?"
)

func readSheets(table func(string, func(row))) *sheets {
	s := &sheets{rows: map[string]sheetRow{}}
	table("preferences_2017.tsv", func(row row) {
		if s.columns == nil {
			s.columns = row.columns[2:]
		}
		line := row.must("line")
		if _, twice := s.rows[line]; twice {
			row.fault("line %s stands twice", line)
		}
		one := sheetRow{part: row.choice("coverage", "full", "part") == "part", cells: make([]string, len(s.columns))}
		for i, column := range s.columns {
			one.cells[i] = row.text(column)
			if !validMark(one.cells[i]) {
				row.fault("column %s: %q is no mark and no rate", column, one.cells[i])
			}
		}
		s.rows[line] = one
	})
	return s
}

func validMark(cell string) bool {
	if slices.Contains([]string{"", markFree, markNoted, markExcluded, markReduced, markDiffer}, cell) {
		return true
	}
	_, err := tariff.ParseRate(cell)
	return err == nil
}

// of reads the cell of a line. A line of which only a part is held, or whose parts differ, is unknown:
// it is never taken for free.
func (s *sheets) of(rule *preferenceRule, code string, r *Rules, language Language) (Preference, bool) {
	column := slices.Index(s.columns, rule.sheet)
	line, found := s.rows[code]
	if column < 0 || !found || line.cells[column] == "" {
		return Preference{}, false
	}
	p := Preference{
		Status: PreferenceUnknown, Certainty: rule.Certainty, SourceVintage: rule.vintage, LegalRef: rule.legal,
	}
	say := func(key string) string { return voice{rules: r, language: language}.say(key) }
	cell := line.cells[column]
	if line.part || cell == markDiffer {
		p.Note = say("preference_parts")
		return p, true
	}
	switch cell {
	case markFree:
		p.Status, p.Rate, p.Note = PreferenceFree, number(decimal.Zero), say("preference_free")
	case markNoted:
		p.Status, p.Rate, p.Note = PreferenceFree, number(decimal.Zero), say("preference_noted")
		p.Certainty = p.Certainty.Worse(tariff.CertaintyUnconfirmed)
	case markExcluded:
		p.Status, p.Note = PreferenceExcluded, say("preference_excluded")
	case markReduced:
		p.Status, p.Note = PreferenceReduced, say("preference_staged")
	default:
		rate, _ := tariff.ParseRate(cell)
		p.Status, p.UpperBound = PreferenceReduced, true
		if rate.Kind == tariff.RateAdValorem {
			p.Rate = number(rate.AdValorem)
		}
		p.Note = strings.ReplaceAll(say("preference_bound"), "{rate}", cell)
	}
	return p, true
}
