package tariff

import "strings"

// Language is a language the knowledge is written in, spelled as callers of the interface spell it.
type Language string

// The two languages every title, term, question and facet value exists in.
const (
	LanguageEnglish Language = "English"
	LanguageSpanish Language = "Spanish"
)

// Text is one wording in both languages.
type Text struct{ English, Spanish string }

// In returns the wording in language; anything but Spanish reads English.
func (t Text) In(language Language) string {
	if language == LanguageSpanish {
		return t.Spanish
	}
	return t.English
}

// The size of HS 2022: chapters 1 to 97 without 77, which is reserved.
const (
	ChapterCount    = 96
	HeadingCount    = 1228
	SubheadingCount = 5612
)

// Digits of the three international levels.
const (
	ChapterDigits    = 2
	HeadingDigits    = 4
	SubheadingDigits = 6
)

// WorldCode stands for the Harmonized System where a country is asked for.
const WorldCode = "WORLD"

// Countries lists every country code that a request may name: those with national lines, then
// WorldCode. The interface, its documents and its messages name them in this order.
func Countries() []string { return append(ScheduleCountries(), WorldCode) }

// ScheduleCountries lists the countries with national lines: the product carries their schedules.
func ScheduleCountries() []string { return []string{"MEX", "COL", "USA", "ARG"} }

// CleanCode reduces a code as people write it ("6109.10", "0101 21 00") to its digits.
// ok is false where anything else than digits, dots, dashes and spaces stands in it, or where it
// has fewer than two or more than twelve digits.
func CleanCode(s string) (code string, ok bool) {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '.' || r == ' ' || r == '-':
		default:
			return "", false
		}
		if b.Len() > 12 {
			return "", false
		}
	}
	return b.String(), b.Len() >= ChapterDigits
}

// prefix returns the first n digits of code, or the whole of a shorter one.
func prefix(code string, n int) string {
	if len(code) < n {
		return code
	}
	return code[:n]
}

// Dotted writes a code of six digits or more as the tariff prints it.
func Dotted(code string) string {
	code = strings.ReplaceAll(code, ".", "")
	if len(code) < 6 {
		return code
	}
	out := code[:4] + "." + code[4:6]
	for rest := code[6:]; rest != ""; rest = rest[min(2, len(rest)):] {
		out += "." + rest[:min(2, len(rest))]
	}
	return out
}
