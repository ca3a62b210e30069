package ruling

import (
	"fmt"
	"slices"

	"tariffdesk/tariff"
)

// oldest is the first day whose codes the editions cover. A code before it that no edition knows is of an older one.
const oldest = "2012-01-01"

// inForce is the first day of the editions, by source; those of 2012 and 2017 began in January nearly everywhere.
func inForce(s Source, date string) tariff.Edition {
	from2022 := "2022-01-01"
	if s == SourceCROSS {
		from2022 = "2022-01-27" // Proclamation 10326
	}
	switch {
	case date >= from2022:
		return tariff.Edition2022
	case date >= "2017-01-01":
		return tariff.Edition2017
	case date >= oldest:
		return tariff.Edition2012
	}
	return tariff.EditionUnknown
}

// carry finds what a ruling's codes are in HS 2022. An edition that is not stated follows from the date, and where the code
// is none of it the code itself decides. A code that went to several, and several codes, are narrowed to what they share.
func (r *Ruling) carry(editions *tariff.Editions) error {
	if r.Edition == tariff.EditionUnknown {
		r.Edition = inForce(r.Source, r.Date)
	}
	var today []string
	for _, code := range r.Codes {
		if len(code) < tariff.SubheadingDigits {
			return fmt.Errorf("code: %q has fewer than six digits", code)
		}
		c, known := editions.Subheading(code, r.Edition)
		if !known {
			c, known = editions.Subheading(code, tariff.EditionUnknown)
		}
		switch {
		case !known && r.Date < oldest:
			r.Today = ""
			return nil
		case !known:
			return fmt.Errorf("code: %s is of no edition of the Harmonized System", code)
		case c.Successor != "":
			today = append(today, c.Successor)
		default:
			today = append(today, c.Successors...)
		}
	}
	r.Today = shared(today)
	return nil
}

// shared returns the digits that codes have in common: all six, their heading or their chapter.
func shared(codes []string) string {
	for _, digits := range []int{tariff.SubheadingDigits, tariff.HeadingDigits, tariff.ChapterDigits} {
		if first := codes[0][:digits]; !slices.ContainsFunc(codes, func(c string) bool { return c[:digits] != first }) {
			return first
		}
	}
	return ""
}
