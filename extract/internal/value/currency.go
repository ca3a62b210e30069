package value

import (
	"regexp"
	"strings"
)

// codes are the ISO 4217 codes that trade documents print.
var codes = regexp.MustCompile(`\b(USD|EUR|MXN|GBP|CAD|COP|ARS|CLP|PEN|BRL|UYU|PYG|BOB|VES|CRC|GTQ|HNL|NIO|DOP|PAB|CNY|JPY|KRW|HKD|TWD|SGD|MYR|THB|VND|IDR|PHP|INR|PKR|BDT|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|ZAR|ILS|AED|SAR|EGP|MAD|RUB|UAH)\b`)

var sign = regexp.MustCompile(`^(?:[A-Z]{0,3}[$€£¥]|RM|S/\.?)$`)

// CurrencySign reports whether a text is nothing but the sign of a currency, as before an amount.
func CurrencySign(text string) bool { return sign.MatchString(text) }

// Currency reads an ISO code from its letters, its unambiguous symbol or its name. The bare dollar
// sign names no currency.
func Currency(text string) (string, bool) {
	letters, _ := Counts(text)
	if letters == 0 && !strings.ContainsAny(text, "€£") {
		return "", false
	}
	if c := codes.FindString(strings.ToUpper(text)); c != "" {
		return c, true
	}
	folded := Fold(text)
	for _, n := range [][2]string{
		{"€", "EUR"}, {"£", "GBP"}, {"us$", "USD"}, {"u$s", "USD"}, {"mx$", "MXN"}, {"mex$", "MXN"}, {"r$", "BRL"}, {"s/.", "PEN"}, {"rmb", "CNY"},
		{"us dollar", "USD"}, {"u.s. dollar", "USD"}, {"dolares americanos", "USD"}, {"dolares de los estados unidos", "USD"}, {"dolar estadounidense", "USD"},
		{"dolares estadounidenses", "USD"}, {"peso mexicano", "MXN"}, {"pesos mexicanos", "MXN"}, {"moneda nacional", "MXN"}, {"m.n.", "MXN"},
		{"peso colombiano", "COP"}, {"pesos colombianos", "COP"}, {"peso argentino", "ARS"}, {"pesos argentinos", "ARS"}, {"euro", "EUR"},
		{"soles", "PEN"}, {"yuan", "CNY"}, {"pound sterling", "GBP"}, {"canadian dollar", "CAD"}, {"dolares", "USD"}, {"dolar", "USD"}, {"dlls", "USD"}, {"dls", "USD"}, {"usd", "USD"},
	} {
		if strings.Contains(folded, n[0]) {
			return n[1], true
		}
	}
	return "", false
}
