// Package number reads numbers as people write them, with a point or a comma before the decimals. It owns that
// reading and refuses to guess: a text that both conventions read, each in its own way, is ambiguous.
package number

import (
	"errors"
	"strings"
)

// ErrNone is returned of a text that is no number in either convention.
var ErrNone = errors.New("not a number")

// maxText bounds what is read; more digits than this are no amount.
const maxText = 60

// AmbiguousError is returned of a text such as 1.234, which is one and a bit, or one thousand.
type AmbiguousError struct {
	Whole   string // read with the mark between thousands
	Decimal string // read with the mark before decimals; it has a digit more than was written, so that it reads one way only
}

// Error returns both readings.
func (e *AmbiguousError) Error() string { return e.Whole + " or " + e.Decimal }

// spaces removes the spaces between thousands, and marks of money before an amount.
var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "", "$", "", "−", "-", "٬", "", "٫", ".")

// Read returns text as a plain decimal: digits with at most one point. Spaces and apostrophes between thousands and a
// dollar sign are passed over. It fails with ErrNone, or with an *AmbiguousError where one mark stands before exactly
// three digits: 1.234 or 12,500. "0.125" is not ambiguous, nor is "1,234.5".
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", ErrNone
	}
	plain := spaces.Replace(strings.TrimSpace(text))
	sign := ""
	if strings.HasPrefix(plain, "-") {
		sign, plain = "-", plain[1:]
	}
	if plain == "" || strings.Trim(plain, "0123456789.,") != "" || strings.Trim(plain, ".,") == "" {
		return "", ErrNone
	}
	digits, err := read(plain)
	if ambiguous, ok := errors.AsType[*AmbiguousError](err); ok {
		return "", &AmbiguousError{sign + ambiguous.Whole, sign + ambiguous.Decimal}
	}
	return sign + digits, err
}

func read(plain string) (string, error) {
	points, commas := strings.Count(plain, "."), strings.Count(plain, ",")
	switch {
	case points+commas == 0:
		return plain, nil
	case points > 0 && commas > 0: // the last mark stands before the decimals, and is the only one of its kind
		decimal, thousands := ".", ","
		if strings.LastIndex(plain, ",") > strings.LastIndex(plain, ".") {
			decimal, thousands = ",", "."
		}
		whole, rest, _ := strings.Cut(plain, decimal)
		grouped, ok := ungrouped(whole, thousands)
		if !ok || rest == "" || strings.ContainsAny(rest, ".,") {
			return "", ErrNone
		}
		return grouped + "." + rest, nil
	case points+commas > 1:
		grouped, ok := ungrouped(plain, string(plain[strings.IndexAny(plain, ".,")]))
		if !ok {
			return "", ErrNone
		}
		return grouped, nil
	}
	whole, rest, _ := strings.Cut(strings.ReplaceAll(plain, ",", "."), ".")
	switch {
	case rest == "": // a point at the end of a sentence
		return whole, nil
	case whole == "":
		return "0." + rest, nil
	case len(rest) == 3 && len(whole) <= 3 && whole[0] != '0':
		return "", &AmbiguousError{Whole: whole + rest, Decimal: whole + "." + rest + "0"}
	}
	return whole + "." + rest, nil
}

// ungrouped takes the marks between groups of three digits out.
func ungrouped(text, mark string) (string, bool) {
	groups := strings.Split(text, mark)
	if len(groups[0]) == 0 || len(groups[0]) > 3 {
		return "", false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 || strings.ContainsAny(g, ".,") {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}
