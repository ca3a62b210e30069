package value

import (
	_ "embed" // the signs
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// codes are the ISO 4217 codes that trade documents print.
var codes = regexp.MustCompile(`\b(USD|EUR|MXN|GBP|CAD|COP|ARS|CLP|PEN|BRL|UYU|PYG|BOB|VES|CRC|GTQ|HNL|NIO|DOP|PAB|CNY|JPY|KRW|HKD|TWD|SGD|MYR|THB|VND|IDR|PHP|INR|PKR|BDT|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|ZAR|ILS|AED|SAR|EGP|MAD|RUB|UAH)\b`)

var sign = regexp.MustCompile(`^(?:[A-Z]{0,3}\p{Sc}|RM|S/\.?|[GBR]s\.?)$`)

// dollars matches the sign of the dollar behind the letters that tell whose it is, or another sign of letters: CA$, S/, Gs.
var (
	dollars = regexp.MustCompile(`(?:^|[^\pL])((?:US|U|CA|C|AU|A|NZ|MX|MEX|R|RD|HK|SG|S|NT|us|mx|r)\$|S/|Gs\.)|([₡₹₲₩₱₫₪₺₴฿])`)
	bySign  = sync.OnceValue(signs)
)

//go:embed signs.tsv
var signFile string

// signs reads which currency each sign of the file is.
func signs() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(signFile) {
		if sign, code, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			all[sign] = code
		}
	}
	return all
}

// isSign reports whether a letter is the sign of one currency: not the dollar, nor that of yen and yuan.
func isSign(c rune) bool { return unicode.Is(unicode.Sc, c) && c != '$' && c != '¥' }

// CurrencySign reports whether a text is nothing but the sign of a currency, as before an amount.
func CurrencySign(text string) bool { return sign.MatchString(text) }

// Currency reads an ISO code from its letters, its unambiguous symbol or its name. The bare dollar
// sign names no currency.
func Currency(text string) (string, bool) {
	letters, _ := Counts(text)
	if letters == 0 && !strings.ContainsFunc(text, isSign) {
		return "", false
	}
	if c := codes.FindString(strings.ToUpper(text)); c != "" {
		return c, true
	}
	if m := dollars.FindStringSubmatch(text); m != nil {
		return bySign()[strings.ToUpper(m[1]+m[2])], true
	}
	folded := Fold(text)
	for _, n := range [][2]string{
		{"€", "EUR"}, {"£", "GBP"}, {"u$s", "USD"}, {"rmb", "CNY"},
		{"us dollar", "USD"}, {"u.s. dollar", "USD"},
		{"peso mexicano", "MXN"}, {"pesos mexicanos", "MXN"}, {"moneda nacional", "MXN"}, {"m.n.", "MXN"},
		{"peso colombiano", "COP"}, {"pesos colombianos", "COP"}, {"peso argentino", "ARS"}, {"pesos argentinos", "ARS"}, {"euro", "EUR"},
		{"soles", "PEN"}, {"yuan", "CNY"}, {"pound sterling", "GBP"}, {"canadian dollar", "CAD"}, {"dolares", "USD"}, {"dolar", "USD"}, {"dlls", "USD"}, {"dls", "USD"}, {"usd", "USD"},
	} {
		if strings.Contains(folded, n[0]) {
			return n[1], true
		}
	}
	return "", false
}
