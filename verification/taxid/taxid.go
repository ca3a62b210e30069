// Package taxid owns the tax identifications of four countries: their form, their check digit, who
// bears them, and the generic ones that stand for nobody.
//
// It refuses to know whether an id exists: only its authority does.
package taxid

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/fail"
)

// Country is where an id was issued, in the three letters of the interface.
type Country string

// The countries whose ids are known.
const (
	CountryMEX Country = "MEX"
	CountryCOL Country = "COL"
	CountryARG Country = "ARG"
	CountryUSA Country = "USA"
)

// Countries lists them.
func Countries() []Country { return []Country{CountryMEX, CountryCOL, CountryARG, CountryUSA} }

// Bearer is who bears an id.
type Bearer string

// The bearers; unknown where the id does not tell.
const (
	BearerEntity  Bearer = "entity"
	BearerPerson  Bearer = "person"
	BearerUnknown Bearer = "unknown"
)

// ID is an id of the right form.
type ID struct {
	Country Country
	Value   string // as it is compared: upper case, no separators, a Colombian NIT without its check digit
	Shown   string // as its authority writes it
	Bearer  Bearer
	// Warning describes what is doubtful about an id whose form is right; "" where nothing is.
	Warning string
}

// maxLength bounds what is looked at: the longest id has 15 digits, and separators between them.
const maxLength = 40

// Parse reads an id as people write it. What cannot be an id of the country is CodeValidation; the
// message does not repeat it.
func Parse(country Country, text string) (ID, error) {
	parse, known := map[Country]func(string) (ID, error){
		CountryMEX: parseRFC, CountryCOL: parseNIT, CountryARG: parseCUIT, CountryUSA: parseEIN,
	}[country]
	if !known {
		return ID{}, bad("country: want MEX, COL, ARG or USA")
	}
	if len(text) > maxLength {
		return ID{}, bad("tax_id: want at most %d characters", maxLength)
	}
	id, err := parse(strings.ToUpper(strings.TrimSpace(text)))
	id.Country = country
	return id, err
}

func bad(format string, args ...any) error { return fail.Newf(fail.CodeValidation, format, args...) }

// compact drops the separators that people put into ids.
func compact(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" .-/\u00a0", c) {
			return -1
		}
		return c
	}, text)
}

// digits reads text as digits; false where it holds anything else or nothing.
func digits(text string) ([]int, bool) {
	values := make([]int, len(text))
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return nil, false
		}
		values[i] = int(text[i] - '0')
	}
	return values, len(values) > 0
}

// one reports whether all digits are the same: such ids are fillers of forms.
func one(values []int) bool {
	return !slices.ContainsFunc(values, func(v int) bool { return v != values[0] })
}

func weighted(values, weights []int) (sum int) {
	for i, v := range values {
		sum += v * weights[i]
	}
	return sum
}

// Masked reports whether an authority has hidden part of an id, as of natural persons: it then
// identifies nobody.
func Masked(text string) bool {
	text = compact(text)
	return strings.Contains(text, "XXX") || strings.Contains(text, "***") || text != "" && strings.Trim(text, "X*") == ""
}

// String is the id as its authority writes it.
func (id ID) String() string { return fmt.Sprintf("%s %s", id.Country, id.Shown) }
