package party

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// Address is a party's address as lines print it; a piece that they do not print is "".
type Address struct {
	Street, Postal, City, State, Country Piece
}

// Piece is a part of a line, as printed.
type Piece struct {
	Text  string
	Words []page.Word
}

// towns are how the line with the place is written somewhere; their groups are named for the pieces. All but the last have a number.
var towns = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<before>.*?)(?P<city>\pL[\pL .'’-]*?),?\s+(?P<state>[A-Z]{2})\.?,?\s+(?P<postal>\d{5}(?:-\d{4})?)(?P<after>\W.*)?$`),
	regexp.MustCompile(`^(?P<before>.*?)(?P<city>\pL[\pL .'’-]*?),?\s+(?P<state>[A-Z]{2}),?\s+(?P<postal>[A-Z]\d[A-Z] ?\d[A-Z]\d)(?P<after>\W.*)?$`),
	regexp.MustCompile(`^(?P<before>.*?)(?P<city>\pL[\pL .'’-]*?),?\s+(?P<postal>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?P<after>\W.*)?$`),
	regexp.MustCompile(`^(?P<before>|.*[\s,])(?P<postal>\d{4} ?[A-Z]{2})\s+(?P<city>\pL.*)$`),
	regexp.MustCompile(`^(?P<before>|.*?[\s,·|–—-])(?:(?:CEP|C\.?P\.?|[A-Z]{1,3})[-:. ]\s?)?(?P<postal>\d{2}\.\d{3}-\d{3}|\d{5}-\d{3}|\d{4}-\d{3}|\d{5}|\d{4}|\d{3} \d{2})[,\s]\s*[–—-]?\s*(?P<city>\pL.*)$`),
	regexp.MustCompile(`^(?P<before>.*[,·|–—]\s*|)(?P<city>\pL[\pL .'’()/-]*?)[\s,·|–—-]+(?:CEP|C\.?P\.?)?[:. ]*(?P<postal>\d{2}\.\d{3}-\d{3}|\d{5}-\d{3}|\d{4}-\d{3}|\d{4,6})(?P<after>\W.*)?$`),
	regexp.MustCompile(`^(?P<before>.*[,·|–—]\s*|)(?P<city>\pL[\pL .'’]*?)\s*[-/–]\s*(?P<state>[A-Z]{2})(?P<after>)$`),
}

// houseNumber matches a postal code of four digits, which may be a house number where the street before it has none.
var houseNumber = regexp.MustCompile(`^\d{4}$`)

// countryCode is the code of a country alone on its line.
var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

// cityEnd is where the print behind a place goes on with something else.
var cityEnd = regexp.MustCompile(`\s*[,;·|(:]|\s+[–—-]\s|\s*\d`)

// Town reads a line as the one with the place; ok is false where it is none. What stands before the place is its street.
func Town(line []page.Word, streets *term.Group) (Address, bool) {
	text := reading.TrimText(page.Join(line))
	forms := towns
	if !hasNumber(text) {
		forms = towns[len(towns)-1:]
	}
	for _, form := range forms {
		found := form.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		get := func(name string) string {
			if at := form.SubexpIndex(name); at >= 0 {
				return strings.Trim(found[at], " ,;·|–—-")
			}
			return ""
		}
		city, after := get("city"), get("after")
		if at := cityEnd.FindStringIndex(city); at != nil {
			city, after = city[:at[0]], strings.Trim(city[at[0]:], " ,;·|–—-")
		}
		city, country := splitCountry(city)
		if country == "" {
			country = countryIn(after)
		}
		letters, _ := value.Counts(city)
		if _, street := streets.Has(city); letters < 2 || len(strings.Fields(city)) > 5 || street {
			continue
		}
		before := get("before")
		if _, street := streets.Has(before); street && !hasNumber(before) && houseNumber.MatchString(get("postal")) {
			continue // AV DAS TORRES, 1200 - CAPAO RASO
		}
		if before != "" && !hasNumber(before) {
			if _, street := streets.Has(before); !street {
				before = ""
			}
		}
		return Address{Street: piece(line, before), Postal: piece(line, get("postal")), City: piece(line, city), State: piece(line, get("state")), Country: piece(line, country)}, true
	}
	return Address{}, false
}

// splitCountry cuts the country from the end of a place: NICE FR.
func splitCountry(city string) (place, country string) {
	words := strings.Fields(city)
	for n := min(2, len(words)-1); n > 0; n-- {
		if last := strings.Join(words[len(words)-n:], " "); value.IsCountry(last) {
			return strings.Join(words[:len(words)-n], " "), last
		}
	}
	return city, ""
}

// countryIn is the first piece between commas that is a country.
func countryIn(text string) string {
	for _, p := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",;·|–—", c) }) {
		if p = strings.TrimSpace(p); value.IsCountry(p) {
			return p
		}
	}
	return ""
}

func hasNumber(text string) bool {
	_, digits := value.Counts(text)
	return digits > 0
}

func piece(line []page.Word, text string) Piece {
	if text == "" {
		return Piece{}
	}
	return Piece{Text: text, Words: reading.WordsOf(line, text)}
}

// Parse reads the lines below a party's name. Lines of other things than its address are passed over.
func Parse(lines [][]page.Word, streets *term.Group) Address {
	town := -1
	var a Address
	for i, line := range lines {
		if read, ok := Town(line, streets); ok && (a.Postal.Text == "" || read.Postal.Text != "") {
			a, town = read, i
			if read.Postal.Text != "" {
				break
			}
		}
	}
	if town < 0 {
		return Address{}
	}
	if a.Country.Text == "" && town+1 < len(lines) {
		if text := reading.TrimText(page.Join(lines[town+1])); value.IsCountry(text) || countryCode.MatchString(text) {
			a.Country = piece(lines[town+1], text)
		}
	}
	if a.Street.Text == "" && town > 0 {
		a.Street = street(lines[:town], streets)
	}
	return a
}

// street is the line that has the street: the first with a number or a word of streets, else the one above the place.
func street(lines [][]page.Word, streets *term.Group) Piece {
	for _, line := range lines {
		text := reading.TrimText(page.Join(line))
		letters, _ := value.Counts(text)
		if _, named := streets.Has(text); letters > 2 && (hasNumber(text) || named) {
			return Piece{text, line}
		}
	}
	last := lines[len(lines)-1]
	return Piece{reading.TrimText(page.Join(last)), last}
}
