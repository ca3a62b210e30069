package party

import (
	"regexp"
	"strings"
)

// Numbered tells a tax number by its form.
type Numbered struct {
	Country string // that prints it so, as ISO 3166 has it
	Checked bool   // its check digits are right
}

// numberForms are how countries write the tax numbers of parties, and the check digits that some have.
var numberForms = []struct {
	country string
	form    *regexp.Regexp
	check   func(string) bool // of letters and digits alone; nil for none
}{
	{"BR", regexp.MustCompile(`^(?:\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}|\d{14})$`), func(n string) bool {
		return eleven(n, 12, "543298765432") && eleven(n, 13, "6543298765432")
	}},
	{"BR", regexp.MustCompile(`^\d{3}\.\d{3}\.\d{3}-\d{2}$`), func(n string) bool { return eleven(n, 9, "X98765432") && eleven(n, 10, "EX98765432") }},
	{"AR", regexp.MustCompile(`^(?:20|2[347]|3[034])-?\d{8}-?\d$`), func(n string) bool { return eleven(n, 10, "5432765432") }},
	{"PT", regexp.MustCompile(`^(?:PT ?)?[125689]\d{2} ?\d{3} ?\d{3}$`), func(n string) bool { return eleven(n, 8, "98765432") }},
	{"FR", regexp.MustCompile(`^FR ?\d{2} ?\d{3} ?\d{3} ?\d{3}$`), french},
	{"DE", regexp.MustCompile(`^DE ?\d{3} ?\d{3} ?\d{3}$`), nil},
	{"NL", regexp.MustCompile(`^NL ?\d{9}B\d{2}$`), nil},
	{"AT", regexp.MustCompile(`^ATU ?\d{8}$`), nil},
	{"CH", regexp.MustCompile(`^CHE-?\d{3}\.?\d{3}\.?\d{3}$`), nil},
	{"MX", regexp.MustCompile(`^[A-Z&Ñ]{3,4} ?-?\d{6} ?-?[A-Z0-9]{3}$`), nil},
	{"ES", regexp.MustCompile(`^(?:ES ?-?)?(?:[A-HJNP-SUVW]-?\d{8}|[A-HJNP-SUVW]-?\d{7}[A-J]|\d{8}-?[A-Z]|[XYZ]\d{7}[A-Z])$`), nil},
	{"IN", regexp.MustCompile(`^\d{2}[A-Z]{5}\d{4}[A-Z]\d[A-Z][A-Z\d]$`), nil},
	{"", regexp.MustCompile(`^[A-Z]{2} ?\d{8,12}$`), nil},
}

// Number reads a text as a tax number; ok is false where no country writes them so.
func Number(text string) (n Numbered, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	digits := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, text)
	for _, f := range numberForms {
		if f.form.MatchString(text) {
			return Numbered{Country: f.country, Checked: f.check != nil && f.check(digits)}, true
		}
	}
	return Numbered{}, false
}

// eleven reports whether the digit at a place is the check digit, by modulo 11, of those before it. weights are theirs, a digit
// each, X for ten and E for eleven.
func eleven(number string, at int, weights string) bool {
	number = strings.TrimLeft(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if len(number) <= at || len(weights) != at {
		return false
	}
	sum := 0
	for i := range at {
		weight := int(weights[i] - '0')
		switch weights[i] {
		case 'X':
			weight = 10
		case 'E':
			weight = 11
		}
		sum += weight * int(number[i]-'0')
	}
	check := 11 - sum%11
	if check > 9 {
		check = 0
	}
	return int(number[at]-'0') == check
}

// french checks a French number for value added tax: its key is 12 and three times the rest by modulo 97.
func french(number string) bool {
	key, rest := 0, 0
	for i, c := range number[2:] {
		if c < '0' || c > '9' {
			return false
		}
		if i < 2 {
			key = 10*key + int(c-'0')
		} else {
			rest = (10*rest + int(c-'0')) % 97
		}
	}
	return key == (12+3*rest)%97
}
