package table

import (
	"slices"

	"tariffdesk/tariff"
)

// Standing holds edition, source and certainty of a table as a whole.
type Standing struct {
	Rows     int
	Verified int           // rows read in the legal text
	changes  []tariff.Date // days on which a row begins or has ended, in order
}

// columnTerm is the last day of a row unless it is renewed.
const columnTerm = "term"

// Standing counts the rows of a table and finds the days on which it changes.
func (t *Table) Standing() Standing {
	s := Standing{Rows: len(t.Rows)}
	days := map[tariff.Date]bool{}
	for _, row := range t.Rows {
		if tariff.Certainty(t.cell(row, "certainty")) == tariff.CertaintyVerified {
			s.Verified++
		}
		days[tariff.Date(t.cell(row, columnFrom))] = true
		for _, column := range []string{columnTo, columnTerm} {
			if last := tariff.Date(t.cell(row, column)); last != "" {
				days[dayAfter(last)] = true
			}
		}
	}
	for day := range days {
		s.changes = append(s.changes, day)
	}
	slices.Sort(s.changes)
	return s
}

// Next is the first day after today on which the table changes, "" where none is known.
func (s Standing) Next(today tariff.Date) tariff.Date {
	i, exact := slices.BinarySearch(s.changes, today)
	if exact {
		i++
	}
	if i == len(s.changes) {
		return ""
	}
	return s.changes[i]
}
