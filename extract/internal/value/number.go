package value

import (
	"math/big"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark is the decimal mark a document uses.
type Mark byte

// The decimal marks; MarkUnknown where nothing in the document decides.
const (
	MarkUnknown Mark = 0
	MarkPoint   Mark = '.'
	MarkComma   Mark = ','
)

// Number is a decimal read from print.
type Number struct {
	Text    string // canonical: digits, at most one point, no trailing zeros after it, a leading minus
	Printed string
	Digits  string // all printed digits, for repairs of a lost decimal mark
	Sure    bool   // the notation leaves no doubt
}

// Rat is the exact value.
func (n Number) Rat() *big.Rat {
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// Integral reports whether the number has no fraction.
func (n Number) Integral() bool { return !strings.Contains(n.Text, ".") }

// numeral finds a printed number: groups of digits with marks between, signs and parentheses around.
var numeral = regexp.MustCompile(`\(?[-+−–]?\s?\p{Sc}?\s?\d+(?:[.,'’]\d+|[  ]\d{3}\b)*(?:[.,]\d+)?(?:\s?-$|-\B)?\)?`)

var (
	pointDecimal = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+\.\d+$`)
	commaDecimal = regexp.MustCompile(`^\d{1,3}(?:[. ]\d{3})+,\d+$`)
	commaCents   = regexp.MustCompile(`^\d+,\d{1,2}$`)
	pointCents   = regexp.MustCompile(`^\d+\.\d{1,2}$`)
	spaceGroups  = regexp.MustCompile(`^\d{1,3}(?:[ \x{a0}]\d{3})+\.\d{1,3}$`)
	wholeGroups  = regexp.MustCompile(`(?i)^\s*[$€£]?\s?[1-9]\d{0,2}(?:[ \x{a0}]\d{3})+(?:\s?(?:kgs?|lbs?|mt|t|cbm|m3|m³|usd|eur|gbp|mxn|[€£])\.?)?\s*$`)
	pointGroups  = regexp.MustCompile(`^\d{1,3}(?:\.\d{3}){2,}$`)
	commaGroups  = regexp.MustCompile(`^\d{1,3}(?:,\d{3}){2,}$`)
)

// MarkOf decides by all tokens of a document which decimal mark it uses.
func MarkOf(tokens []string) Mark {
	point, comma := 0, 0
	for _, t := range tokens {
		t = strings.TrimFunc(t, func(c rune) bool { return unicode.Is(unicode.Sc, c) || strings.ContainsRune("()-+:;*% ", c) })
		switch {
		case pointDecimal.MatchString(t), commaGroups.MatchString(t):
			point += 5
		case commaDecimal.MatchString(t), pointGroups.MatchString(t):
			comma += 5
		case commaCents.MatchString(t):
			comma++
		case pointCents.MatchString(t):
			point++
		}
	}
	switch {
	case point > comma:
		return MarkPoint
	case comma > point:
		return MarkComma
	}
	return MarkUnknown
}

// Amounts behind the sign of a currency: with exactly three digits behind each point, and with cents or another mark.
var (
	threeDigits = regexp.MustCompile(`(?:\p{Sc}|\b(?:CLP|COP|PYG|Gs\.))\s?[1-9]\d{0,2}(?:\.\d{3})+(?:[^\d.,]|[.,]?$|[.,]\s)`)
	withCents   = regexp.MustCompile(`\p{Sc}\s?\d[\d.]*(?:,\d|\.\d{1,2}(?:\D|$)|\.\d{4})`)
	pointCoin   = regexp.MustCompile(`\b(?:MXN|USD|US\$|PEN|GTQ|HNL|NIO|DOP|PAB|RFC|CFDI)|\bM\.\s?N\.`) // of countries that write decimals with a point
	wholeCoin   = regexp.MustCompile(`\b(?:CLP|COP|PYG|Gs\.)\s?\d`)
)

// PointGroups reports whether the points in the amounts of a text group its thousands: all have exactly three digits behind a point, in a
// language or a currency that writes so. spanish says that it is written in Spanish.
func PointGroups(text string, spanish bool) bool {
	return (spanish && !pointCoin.MatchString(text) || wholeCoin.MatchString(text)) && threeDigits.MatchString(text) && !withCents.MatchString(text)
}

// OpenPoint reads the only point of a number as the mark of thousands, where three digits follow it and nothing tells what it is: 37.380.
func OpenPoint(printed string, mark Mark) (Number, bool) {
	n, ok := ParseNumber(printed, mark)
	if !ok || n.Sure || mark != MarkUnknown || !strings.Contains(n.Printed, ".") {
		return n, false
	}
	other, ok := ParseNumber(printed, MarkComma)
	return other, ok && other.Text != n.Text
}

// ParseNumber reads the first number of a text, by a document's decimal mark.
func ParseNumber(text string, mark Mark) (Number, bool) {
	all := ParseNumbers(text, mark)
	if len(all) == 0 {
		return Number{}, false
	}
	return all[0], true
}

// The forms of ranges, 50 – <75 %, and of numbers that are compared, < 0.3.
var (
	rangeForm    = regexp.MustCompile(`^(?:[<>≤≥]=?\s*)?\d{1,6}(?:[.,]\d+)?\s?%?\s?[-–—]\s?(?:[<>≤≥]=?\s*)?\d{1,6}(?:[.,]\d+)?\s?%?$`)
	comparedForm = regexp.MustCompile(`^[<>≤≥~]=?\s*\d+(?:[.,]\d+)?\s?%?$`)
)

// IsRange reports whether a text is from one number to another, and nothing else.
func IsRange(text string) bool { return rangeForm.MatchString(text) }

// IsSpan reports whether a text is a range, or a number that is compared, and nothing else.
func IsSpan(text string) bool { return IsRange(text) || comparedForm.MatchString(text) }

// maxNumberBytes bounds what is taken for a number.
const maxNumberBytes = 40

// decimals is a number with two decimals behind a comma.
var decimals = regexp.MustCompile(`^[^ ]*\d,\d{2}$`)

// ParseNumbers reads all numbers of a text.
func ParseNumbers(text string, mark Mark) []Number {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	var found []Number
	for _, at := range numeral.FindAllStringIndex(text, -1) {
		printed := text[at[0]:at[1]]
		if mark == MarkPoint && !spaceGroups.MatchString(printed) && !wholeGroups.MatchString(text) { // else these are two numbers
			if head, _, ok := strings.Cut(strings.TrimLeft(printed, " $€£¥-+("), " "); ok {
				printed = printed[:strings.Index(printed, head)+len(head)]
			}
		}
		if head, tail, ok := strings.Cut(printed, " "); ok && mark == MarkComma && decimals.MatchString(head) && decimals.MatchString(strings.TrimSpace(tail)) {
			found = append(found, ParseNumbers(head, mark)...) // 880,00 880,00
			found = append(found, ParseNumbers(tail, mark)...)
			continue
		}
		if len(printed) > maxNumberBytes || glued(text, at[0]) {
			continue
		}
		if n, ok := canonical(printed, mark); ok {
			found = append(found, n)
		}
	}
	return found
}

// glued reports whether letters touch the number's left side, as in AX-100 or M12: no amount. A
// unit may touch its right side.
func glued(text string, from int) bool {
	last, size := utf8.DecodeLastRuneInString(text[:from])
	switch {
	case size == 0:
		return false
	case signBefore.MatchString(text[:from]) || strings.HasPrefix(text[from:], "$") && ofCountry.MatchString(text[:from]):
		return false
	case last == '*':
		before := text[:from-size]
		return !(before == "" || strings.HasSuffix(before, " ")) || !noted.MatchString(text[from:]) // the last digits of a masked number
	case last == '-' || last == '/' || last == '.' || last == ',':
		before, size := utf8.DecodeLastRuneInString(text[:from-size])
		return size > 0 && !isSpace(before)
	}
	return isLetter(last) && (!currencyBefore(text[:from]) || referenceBefore.MatchString(text))
}

// noted is an amount behind the mark of a note: *3.53.
var noted = regexp.MustCompile(`^\d+(?:[.,]\d{3})*[.,]\d{2}(?:\s|$)`)

// referenceBefore is a single letter that a hyphen joins to digits without a decimal mark: R-5307 is no sum
// in rand.
var referenceBefore = regexp.MustCompile(`^(?:.*[^A-Za-z])?[A-Za-z]-\d+(?:[^\d.,].*)?$`)

// Signs of currencies of letters before a number: S/ 120, Gs. 4.650; and what tells whose dollar a sign is: CA$ 5.
var (
	signBefore = regexp.MustCompile(`(?:^|[\s(:])(?:(?:[GBR]s|Lps)\.|S/)$`)
	ofCountry  = regexp.MustCompile(`(?:^|[^\pL])[A-Z]{1,3}$`)
)

func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\u00a0' }
func isLetter(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 0x7f && !unicode.Is(unicode.Sc, c)
}

var codeBefore = regexp.MustCompile(`(?i)(?:usd|eur|mxn|gbp|cad|cop|ars|clp|pen|brl|cny|rmb|jpy|chf|rm|us|s/|rs|kgs?|r|n\$|q|l)\.?$`)

// longestCode is the bytes at the end of a text that a code may take up.
const longestCode = 16

func currencyBefore(s string) bool { return codeBefore.MatchString(s[max(0, len(s)-longestCode):]) }

func canonical(printed string, mark Mark) (Number, bool) {
	n := Number{Printed: strings.TrimSpace(printed)}
	negative := strings.ContainsAny(printed, "−–") || strings.Contains(printed, "-") ||
		strings.HasPrefix(printed, "(") && strings.HasSuffix(printed, ")") && strings.ContainsAny(printed, ".,$€£")
	body := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c == '.' || c == ',' {
			return c
		}
		return -1
	}, printed)
	body = strings.Trim(body, ".,")
	if body == "" {
		return n, false
	}
	n.Digits = strings.Map(func(c rune) rune {
		if c == '.' || c == ',' {
			return -1
		}
		return c
	}, body)
	whole, fraction, sure, ok := split(body, mark)
	if !ok {
		return n, false
	}
	n.Sure = sure
	n.Text = Trim(whole, fraction, negative)
	return n, true
}

// Trim writes a decimal in its canonical form.
func Trim(whole, fraction string, negative bool) string {
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	fraction = strings.TrimRight(fraction, "0")
	text := whole
	if fraction != "" {
		text += "." + fraction
	}
	if negative && text != "0" {
		text = "-" + text
	}
	return text
}

// lakhs matches a number grouped as in India: 1,25,000.
var lakhs = regexp.MustCompile(`^\d{1,2}(?:,\d{2})+,\d{3}$`)

// unmarked takes all marks out of a number.
var unmarked = strings.NewReplacer(".", "", ",", "")

// split tells the decimal mark from the group mark.
func split(body string, mark Mark) (whole, fraction string, sure, ok bool) {
	lastPoint, lastComma := strings.LastIndexByte(body, '.'), strings.LastIndexByte(body, ',')
	switch {
	case lastPoint < 0 && lastComma < 0:
		return body, "", true, true
	case lastPoint >= 0 && lastComma >= 0:
		at := max(lastPoint, lastComma)
		return unmarked.Replace(body[:at]), body[at+1:], true, strings.Count(body, body[at:at+1]) == 1
	}
	at, sep := lastPoint, byte('.')
	if lastComma >= 0 {
		at, sep = lastComma, ','
	}
	if strings.Count(body, string(sep)) > 1 {
		groups := strings.Split(body, string(sep))
		if sep == ',' && lakhs.MatchString(body) {
			return unmarked.Replace(body), "", true, true
		}
		for _, g := range groups[1:] {
			if len(g) != 3 {
				// 1,234,50: a cent mark misread as a group mark
				if last := groups[len(groups)-1]; len(last) == 2 {
					return unmarked.Replace(body[:at]), last, false, true
				}
				return "", "", false, false
			}
		}
		return unmarked.Replace(body), "", true, len(groups[0]) <= 3
	}
	after := len(body) - at - 1
	switch {
	case Mark(sep) == mark:
		return body[:at], body[at+1:], true, true
	case after != 3 || at > 3 || at == 0 || body[0] == '0':
		return body[:at], body[at+1:], after != 3, true // no group has this length
	case mark == MarkUnknown && sep == '.':
		return body[:at], body[at+1:], false, true
	}
	return unmarked.Replace(body), "", mark != MarkUnknown, true
}
