package app

import "tariffdesk/tariff"

// nomenclature answers whether a code exists.
type nomenclature struct {
	knowledge *tariff.Knowledge
	tariffs   *tariffs
}

// Known is true of a subheading, and of a national line whose country's schedule holds it. Digits
// below the line are not every country's to check.
func (n nomenclature) Known(country, code string) bool {
	if len(code) < tariff.SubheadingDigits || n.knowledge.Entry(code[:tariff.SubheadingDigits]) == nil {
		return false
	}
	schedule := n.tariffs.current.Load().schedules[country]
	if len(code) == tariff.SubheadingDigits || schedule == nil {
		return len(code) == tariff.SubheadingDigits
	}
	_, known := schedule.Line(code[:8])
	return known
}
