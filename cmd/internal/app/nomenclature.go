package app

// nomenclature answers whether a code exists, by the edition in force.
type nomenclature struct{ tariffs *tariffs }

// Known is true of a subheading, and of a national line or its subdivision that the country's schedule holds.
func (n nomenclature) Known(country, code string) bool {
	return n.tariffs.current.Load().atlas.Knows(country, code)
}

// Near are the codes nearest to one that does not exist.
func (n nomenclature) Near(country, code string) []string {
	return n.tariffs.current.Load().atlas.Near(country, code)
}
