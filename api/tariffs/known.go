package tariffs

// Codes knows the nomenclature: whether a code of 6 to 10 digits exists in a country's tariff,
// WORLD being the international one.
type Codes interface {
	Known(country, code string) bool
	// Near are existing codes like one of two digits or more, nearest in number.
	Near(country, code string) []string
}
