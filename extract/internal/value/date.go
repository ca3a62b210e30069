package value

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Order is how a document writes the parts of a numeric date.
type Order string

// The orders; OrderUnknown where nothing decides.
const (
	OrderUnknown  Order = ""
	OrderDayFirst Order = "dmy"
	OrderMonthly  Order = "mdy"
)

// Date is a calendar day read from print.
type Date struct {
	ISO     string // yyyy-mm-dd
	Printed string
	Clock   string // hh:mm:ss where one is printed beside it
	Sure    bool   // day and month cannot be exchanged
}

const monthName = `(jan(?:uary|uari?|vier)?|ene(?:ro)?|feb(?:ruary|rero|ruari?)?|f[eé]v(?:rier)?|mar(?:ch|zo|s)?|maart|m[aä]rz|apr(?:il)?|abr(?:il)?|avr(?:il)?|may(?:o)?|mai|mei|jun(?:e|io|i)?|juin|jul(?:y|io|i)?|juillet|aug(?:ust(?:us)?)?|ago(?:sto)?|ao[uû]t|sept?(?:ember|iembre|embre)?|set(?:iembre)?|oct(?:ober|ubre|obre)?|okt(?:ober)?|nov(?:ember|iembre|embre)?|dec(?:ember)?|dic(?:iembre)?|d[eé]c(?:embre)?|dez(?:ember)?)`

// until stands between the two days of a period.
const (
	untilWord = `\b(?:to|through|until|till|al?|hasta(?: el)?|bis|au|t/m)\b`
	until     = `\s*(?:[-–—]|` + untilWord + `)\s*$`
)

var (
	isoDate     = regexp.MustCompile(`\b((?:19|20)\d\d)\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?:\b|T)`)
	numericDate = regexp.MustCompile(`\b(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?((?:19|20)\d\d|\d\d\b)`)
	spacedDate  = regexp.MustCompile(`^\s*(\d{1,2})\s+(\d{1,2})\s+((?:19|20)\d\d|\d\d)\s*$`)
	dayMonth    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th|\.|º|o)?[\s\-/.,]*(?:de\s+|of\s+)?` + monthName + `\.?(?:[\s\-/.,]*(?:de\s+|del\s+)?((?:19|20)\d\d)|(?:[-/.]|[\s,]*(?:de\s+|del\s+)?)(['’]?\d\d))\b`)
	monthDay    = regexp.MustCompile(`(?i)\b` + monthName + `\.?[\s\-/.]*(\d{1,2})(?:st|nd|rd|th|º)?[\s\-/.,]+(?:de\s+|del\s+)?((?:19|20)\d\d|['’]\d\d)\b`)
	openDay     = regexp.MustCompile(`(?i)\b((\d{1,2})(?:st|nd|rd|th|\.|º)?\s*(?:de\s+|of\s+)?` + monthName + `\.?)` + until)
	openMonth   = regexp.MustCompile(`(?i)\b(` + monthName + `\.?\s*(\d{1,2})(?:st|nd|rd|th|º)?)` + until)
	yearMonth   = regexp.MustCompile(`(?i)\b((?:19|20)\d\d)[\s\-/.,]+` + monthName + `\.?[\s\-/.,]+(\d{1,2})\b`)
	ofMonth     = regexp.MustCompile(`(?i)(?:^|[\s(:])(\d{1,2})(?:st|nd|rd|th|º)?(?:[-–—]|\s*` + untilWord + `\s*(?:el\s+)?)$`)
	monthDays   = regexp.MustCompile(`(?i)\b` + monthName + `\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*(?:[-–—]|` + untilWord + `)\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:de\s+|del\s+)?((?:19|20)\d\d)\b`)
	yearBehind  = regexp.MustCompile(`(?i)^(?:st|nd|rd|th)?(?:,?\s+(?:19|20)\d\d\b|\s+(?:de\s+)?` + monthName + `\b)`)
	joinsDays   = regexp.MustCompile(`(?i)^` + until)
	clock       = regexp.MustCompile(`(?i)\b([01]?\d|2[0-3])[:.h]([0-5]\d)(?:[:.]([0-5]\d))?\s*([ap]\.?m\.?)?`)
)

// ParseDate reads the first date of a text.
func ParseDate(text string, order Order) (Date, bool) {
	all := ParseDates(text, order)
	if len(all) == 0 {
		return Date{}, false
	}
	return all[0], true
}

// leastDigits is the least number of digits of a day and a year.
const leastDigits = 3

// ParseDates reads all dates of a text in the order of their place.
func ParseDates(text string, order Order) []Date {
	letters, digits := Counts(text)
	if digits < leastDigits {
		return nil
	}
	type hit struct {
		at [2]int
		d  Date
	}
	var hits []hit
	add := func(at []int, y, m, d string, sure bool) {
		iso, ok := compose(y, m, d)
		if !ok {
			return
		}
		for _, h := range hits {
			if at[0] < h.at[1] && at[1] > h.at[0] {
				return
			}
		}
		date := Date{ISO: iso, Printed: strings.TrimRight(strings.TrimSpace(text[at[0]:at[1]]), "T"), Sure: sure}
		date.Clock = clockAfter(text[at[1]:])
		hits = append(hits, hit{[2]int{at[0], at[1]}, date})
	}
	part := func(m []int, i int) string { return text[m[2*i]:m[2*i+1]] }
	for _, m := range isoDate.FindAllStringSubmatchIndex(text, -1) {
		if runsOn(text, m[0], m[1]) {
			continue // the end of 03/01/2026 - 03/31
		}
		add(m, part(m, 1), part(m, 2), part(m, 3), true)
	}
	if letters > 0 {
		namedMonths(text, add)
	}
	numeric := func(m []int) {
		d, mo := part(m, 1), part(m, 2)
		first, _ := strconv.Atoi(d)
		second, _ := strconv.Atoi(mo)
		sure := first > 12 || second > 12 || first == second
		dotted := strings.Contains(text[m[0]:m[1]], ".") // no country writes the month first with dots
		if dotted && second > 12 && len(part(m, 3)) == 2 {
			return // a time of day: 11.14.00
		}
		if second > 12 || order == OrderMonthly && first <= 12 && !dotted {
			d, mo = mo, d
		}
		add(m, part(m, 3), mo, d, sure)
	}
	all := numericDate.FindAllStringSubmatchIndex(text, -1)
	for i, m := range all {
		joined := i > 0 && text[all[i-1][1]:m[0]] == "-" || i+1 < len(all) && text[m[1]:all[i+1][0]] == "-" // 05/01/25-05/31/25
		if (joined || !runsOn(text, m[0], m[1])) && (m[1] == len(text) || !isDigit(text[m[1]])) {           // a time may be glued to it, a digit not
			numeric(m)
		}
	}
	if len(hits) == 0 {
		if m := spacedDate.FindStringSubmatchIndex(text); m != nil {
			numeric(m)
		}
	}
	if n := len(hits); n > 0 { // the beginning of a period, whose year is that of its end
		end := hits[0]
		for _, h := range hits[1:] {
			if h.at[0] < end.at[0] {
				end = h
			}
		}
		if at, y, m, d := openStart(text[:end.at[0]], end.d); at != nil {
			add(at, y, m, d, true)
		}
	}
	for i := 1; i < len(hits); i++ {
		for j := i; j > 0 && hits[j].at[0] < hits[j-1].at[0]; j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
	dates := make([]Date, len(hits))
	for i, h := range hits {
		dates[i] = h.d
	}
	return dates
}

// namedMonths adds the dates of a text whose month is a word.
func namedMonths(text string, add func(at []int, y, m, d string, sure bool)) {
	part := func(m []int, i int) string { return text[m[2*i]:m[2*i+1]] }
	for _, m := range monthDays.FindAllStringSubmatchIndex(text, -1) { // May 1 - 31, 2025
		end := [2]int{m[6], m[1]}
		add(end[:], part(m, 4), monthNumber(part(m, 1)), part(m, 3), true)
		start := [2]int{m[0], m[5]}
		add(start[:], part(m, 4), monthNumber(part(m, 1)), part(m, 2), true)
	}
	for _, m := range dayMonth.FindAllStringSubmatchIndex(text, -1) {
		year := 3
		if m[2*year] < 0 {
			year++
		}
		if year > 3 && yearBehind.MatchString(text[m[1]:]) {
			continue // the 31st of May 1 - May 31, 2025
		}
		add(m, part(m, year), monthNumber(part(m, 2)), part(m, 1), true)
	}
	for _, m := range monthDay.FindAllStringSubmatchIndex(text, -1) {
		add(m, part(m, 3), monthNumber(part(m, 1)), part(m, 2), true)
	}
	for _, m := range yearMonth.FindAllStringSubmatchIndex(text, -1) {
		add(m, part(m, 1), monthNumber(part(m, 2)), part(m, 3), true)
	}
}

// openStart is the day that ends a text and begins a period without a year of its own, by the last day of the period: where it stands, and
// its year, month and day; nowhere for none.
func openStart(before string, end Date) (at []int, y, m, d string) {
	part := func(g []int, i int) string { return before[g[2*i]:g[2*i+1]] }
	if g := openDay.FindStringSubmatchIndex(before); g != nil {
		return g[2:4], yearUntil(end.ISO, part(g, 3)), monthNumber(part(g, 3)), part(g, 2)
	}
	if g := openMonth.FindStringSubmatchIndex(before); g != nil {
		return g[2:4], yearUntil(end.ISO, part(g, 2)), monthNumber(part(g, 2)), part(g, 3)
	}
	g := ofMonth.FindStringSubmatchIndex(before)
	if g == nil || !strings.ContainsFunc(end.Printed, unicode.IsLetter) || end.ISO[8:] <= fmt.Sprintf("%02s", part(g, 1)) {
		return nil, "", "", ""
	}
	return g[2:4], end.ISO[:4], end.ISO[5:7], part(g, 1) // 1–31 May 2025
}

// ParsePeriod reads the first two days of a text that a word or dash joins to a period.
func ParsePeriod(text string, order Order) (start, end Date, ok bool) {
	dates := ParseDates(text, order)
	at := 0
	for i := 1; i < len(dates); i++ {
		from := at + strings.Index(text[at:], dates[i-1].Printed) + len(dates[i-1].Printed)
		next := strings.Index(text[from:], dates[i].Printed)
		if next >= 0 && joinsDays.MatchString(text[from:from+next]) {
			return dates[i-1], dates[i], true
		}
		at = from
	}
	return Date{}, Date{}, false
}

// runsOn reports whether the parts of a date are but a piece of a longer number, as of a telephone.
func runsOn(text string, from, to int) bool {
	return to+1 < len(text) && strings.IndexByte("./-", text[to]) >= 0 && isDigit(text[to+1]) ||
		from > 1 && strings.IndexByte("./-", text[from-1]) >= 0 && isDigit(text[from-2])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func clockAfter(rest string) string {
	m := clock.FindStringSubmatchIndex(rest)
	if m == nil || m[0] > 6 {
		return ""
	}
	part := func(i int) string {
		if m[2*i] < 0 {
			return "00"
		}
		return rest[m[2*i]:m[2*i+1]]
	}
	h, _ := strconv.Atoi(part(1))
	if m[8] >= 0 {
		switch pm := strings.HasPrefix(strings.ToLower(part(4)), "p"); {
		case pm && h < 12:
			h += 12
		case !pm && h == 12:
			h = 0
		}
	}
	return fmt.Sprintf("%02d:%s:%s", h, part(2), part(3))
}

func monthNumber(name string) string {
	f := Fold(name)
	f = f[:min(3, len(f))]
	if strings.HasPrefix(Fold(name), "juil") {
		return "7"
	}
	if f == "jui" {
		return "6"
	}
	months := map[string]int{"jan": 1, "ene": 1, "feb": 2, "fev": 2, "mar": 3, "maa": 3, "apr": 4, "abr": 4, "avr": 4, "may": 5, "mai": 5, "mei": 5,
		"jun": 6, "jul": 7, "aug": 8, "ago": 8, "aou": 8, "sep": 9, "set": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dic": 12, "dez": 12}
	return strconv.Itoa(months[f])
}

// yearUntil is the year of a day in a month that begins a period, by the last day of the period.
func yearUntil(end, month string) string {
	year, _ := strconv.Atoi(end[:4])
	last, _ := strconv.Atoi(end[5:7])
	if first, _ := strconv.Atoi(monthNumber(month)); first > last {
		year--
	}
	return strconv.Itoa(year)
}

// compose checks the parts of a date. Two digits of a year stand for 1950 to 2049.
func compose(y, m, d string) (string, bool) {
	year, err1 := strconv.Atoi(strings.Trim(y, "'’"))
	month, err2 := strconv.Atoi(m)
	day, err3 := strconv.Atoi(d)
	if err1 != nil || err2 != nil || err3 != nil || month < 1 || month > 12 || day < 1 || day > 31 {
		return "", false
	}
	if year < 100 {
		year += 1900
		if year < 1950 {
			year += 100
		}
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

// OrderOf decides by the dates of a document that leave no doubt.
func OrderOf(text string) Order {
	day, month := 0, 0
	for _, m := range numericDate.FindAllStringSubmatch(text, -1) {
		first, _ := strconv.Atoi(m[1])
		second, _ := strconv.Atoi(m[2])
		switch {
		case first > 12 && first <= 31 && second <= 12:
			day++
		case second > 12 && second <= 31 && first <= 12 && !strings.Contains(m[0], "."):
			month++
		}
	}
	switch {
	case day > month:
		return OrderDayFirst
	case month > day:
		return OrderMonthly
	}
	return OrderUnknown
}
