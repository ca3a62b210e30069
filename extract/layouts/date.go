package layouts

import (
	"fmt"
	"strings"
	"time"
)

// months are the names as printed; the first three letters, or those of the short list, abbreviate.
type months struct{ long, short []string }

// calendar names the months of a language.
func calendar(lang string) months {
	long := map[string]string{
		"en": "January February March April May June July August September October November December",
		"es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		"de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
		"fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
	}
	short := map[string]string{
		"en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
		"es": "ene feb mar abr may jun jul ago sep oct nov dic",
		"pt": "jan fev mar abr mai jun jul ago set out nov dez",
		"de": "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
		"fr": "janv févr mars avr mai juin juil août sept oct nov déc",
		"it": "gen feb mar apr mag giu lug ago set ott nov dic",
	}
	return months{strings.Fields(long[lang]), strings.Fields(short[lang])}
}

// dateForms are layouts of time.Format and, in braces, names of months, by language; what is read in two
// ways (03/04/2024) stands only where the language settles it.
func dateForms(lang, country string) []string {
	switch lang {
	case "en":
		if country == "US" {
			return []string{"01/02/2006", "1/2/2006", "{long} 2, 2006", "{short} 02, 2006", "2006-01-02", "02-{short}-2006", "01/02/06"}
		}
		return []string{"02/01/2006", "2 {long} 2006", "02-{short}-2006", "02 {SHORT} 2006", "2006-01-02", "02.01.2006", "02-{short}-06"}
	case "de":
		return []string{"02.01.2006", "2. {long} 2006", "02.01.06", "2.1.2006", "02. {long} 2006", "2006-01-02", "02.{short}.2006"}
	case "es":
		return []string{"02/01/2006", "2 de {long} de 2006", "02-01-2006", "02/{short}/2006", "2006-01-02", "02-{SHORT}-2006", "02.01.2006"}
	case "pt":
		return []string{"02/01/2006", "2 de {long} de 2006", "02-01-2006", "2006-01-02", "02/{short}/2006"}
	case "fr":
		return []string{"02/01/2006", "2 {long} 2006", "02.01.2006", "02/01/06", "2006-01-02", "02-01-2006"}
	}
	return []string{"02/01/2006", "2 {long} 2006", "02-01-2006", "02.01.2006", "02/01/06", "2006-01-02"}
}

// printDate writes a day in a form of dateForms.
func printDate(day time.Time, form, lang string) string {
	names := calendar(lang)
	month := day.Month() - 1
	s := day.Format(strings.NewReplacer("{long}", "\x01", "{short}", "\x02", "{SHORT}", "\x03").Replace(form))
	return strings.NewReplacer("\x01", names.long[month], "\x02", names.short[month], "\x03", strings.ToUpper(names.short[month])).Replace(s)
}

// clock is a time of day as printed.
func clock(d dice) string {
	h, m := d.between("hour", 8, 20), d.n("minute", 60)
	if d.chance("seconds", 30) {
		return fmt.Sprintf("%02d:%02d:%02d", h, m, d.n("second", 60))
	}
	return fmt.Sprintf("%02d:%02d", h, m)
}
