package classify

import "tariffdesk/tariff"

// NationalLine is an eight-digit line of a national schedule. Names may be empty where the schedule has
// none of its own.
type NationalLine struct {
	Code     string
	Name     tariff.Text
	Children []NationalLine // ten digits
}

// Schedule gives the national lines below a subheading, in order of code. It must be safe for
// concurrent use and may hold newer versions over time.
type Schedule interface {
	Lines(country Country, subheading string) []NationalLine
}
