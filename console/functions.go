package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// amount is a decimal as the API wrote it: digits are shown, never computed with.
type amount = json.Number

// functions are called by templates beside their data.
func functions(words dictionary, files *assets, served func(path string) bool) template.FuncMap {
	return template.FuncMap{
		"t":           words.text,
		"tv":          words.value,
		"asset":       files.path,
		"icon":        icon,
		"served":      served,
		"dict":        dict,
		"list":        func(values ...any) []any { return values },
		"countries":   func(first ...any) []any { return append(first, countryChoices(words)...) },
		"add":         func(a, b int) int { return a + b },
		"blank":       func() productRow { return newProduct(0) },
		"code":        func(digits any) string { return dotted(plain(digits)) },
		"float":       func(p *float64) float64 { return *p },
		"label":       labelled,
		"correcting":  func(kind string) string { return map[string]string{"number": "decimal", "integer": "numeric"}[kind] },
		"plain":       plain,
		"factFlags":   factFlags,
		"factNumbers": factNumbers,
		"int":         func(n int64) int { return int(n) },
		"money":       money,
		"size":        sizeOf,
		"number":      grouped,
		"credits":     func(c float64) string { return grouped(strconv.FormatFloat(c, 'f', -1, 64)) },
		"percent":     percent,
		"placed":      placed,
		"band":        band,
		"leads": func(codes []string, code string) bool {
			return slices.ContainsFunc(codes, func(one string) bool { return strings.HasPrefix(code, one) })
		},
		"shareText": func(rate *float64) string { return strconv.FormatFloat(*rate, 'f', -1, 64) },
		"usaRate": func(rate string) string {
			if rate == "free" {
				return words.text("rate.free")
			}
			if at, ok := strings.CutPrefix(rate, "see "); ok {
				return words.text("rate.see", at)
			}
			return rate
		},
		"noteName": func(id string) string { return noteName(words, id) },
		"lawIn":    lawIn,
		"ruleName": func(reference string) string {
			number, rest, _ := strings.Cut(strings.TrimPrefix(reference, "GIR "), " and ")
			if rest != "" {
				return words.text("rule.two", number, rest)
			}
			return words.text("rule.one", number)
		},
		"px":      func(share float64, of int) string { return strconv.FormatFloat(share*float64(of), 'f', 1, 64) },
		"scale":   func(most, share float64) float64 { return most * min(max(share, 0), 1) },
		"share":   func(c float64) string { return strconv.Itoa(int(c*100+0.5)) + " %" },
		"day":     day,
		"moment":  moment,
		"instant": instant,
		"indent":  indented,
		"short":   short,
	}
}

// spanishLaw matches a word that names of laws have in Spanish.
var spanishLaw = regexp.MustCompile(`(?i)\b(ley|del|de la|art[ií]culo|decreto|dof|anexo|reglas?|acuerdo|resoluci[oó]n)\b`)

// lawIn is the language in which a law is named: it is quoted as it is published.
func lawIn(text string) string {
	if spanishLaw.MatchString(text) {
		return "es"
	}
	return "en"
}

// noteName is the id of a note in words: ch61-n6 is note 6 of chapter 61.
func noteName(words dictionary, id string) string {
	of, note, _ := strings.Cut(id, "-")
	kind := strings.TrimRight(of, "0123456789")
	name := words.text("note."+kind, strings.TrimLeft(of[len(kind):], "0"))
	if note == "" {
		return name
	}
	return words.text("note.of", note[1:], name)
}

// dict makes the data of a part: names and values in turn.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("dict: a name without a value")
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		m[name] = pairs[i+1]
	}
	return m, nil
}

// plain is a value as text, or the one a pointer leads to.
func plain(value any) string {
	if value == nil {
		return ""
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		return plain(v.Elem().Interface())
	}
	if f, ok := value.(float64); ok { // Sprint writes a million as 1e+06
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// dotted writes a code as people read it, 6109.10.03 for 61091003; one that was typed with dots keeps their places.
func dotted(digits string) string {
	var b strings.Builder
	for i, c := range strings.ReplaceAll(digits, ".", "") {
		if i >= 4 && i%2 == 0 {
			b.WriteByte('.')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// grouped writes an exact decimal with thousands set apart; anything else stays as it is.
func grouped(value any) string {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return "—"
	}
	s := strings.TrimSpace(plain(value))
	sign, digits := "", s
	if strings.HasPrefix(s, "-") {
		sign, digits = "−", s[1:]
	}
	whole, rest, found := strings.Cut(digits, ".")
	if whole == "" || strings.Trim(whole+rest, "0123456789") != "" {
		return s
	}
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	if found {
		b.WriteString("." + rest)
	}
	return sign + b.String()
}

// money writes an amount with its cents. What the API computes in cents is exact in a float of this size.
func money(value float64) string { return grouped(strconv.FormatFloat(value, 'f', 2, 64)) }

// percent writes an exact fraction as a percentage by moving its point: 0.16 is 16 %.
func percent(value any) string {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return "—"
	}
	s := plain(value)
	whole, rest, _ := strings.Cut(s, ".")
	if strings.Trim(whole+rest, "0123456789") != "" {
		return s
	}
	rest += strings.Repeat("0", max(0, 2-len(rest)))
	whole = strings.TrimLeft(whole+rest[:2], "0")
	if rest = strings.TrimRight(rest[2:], "0"); rest != "" {
		rest = "." + rest
	}
	if whole == "" {
		whole = "0"
	}
	return whole + rest + " %"
}

// band is the range of a confidence, as the interface names the four.
func band(confidence float64) string {
	switch {
	case confidence >= 0.9:
		return "high"
	case confidence >= 0.7:
		return "medium"
	case confidence >= 0.5:
		return "low"
	}
	return "very_low"
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }

func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// indented is JSON as people read it.
func indented(raw json.RawMessage) string {
	var v any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return string(raw)
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return string(raw)
	}
	return string(text)
}

// short is the beginning of a text.
func short(most int, s string) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

// icon is a line drawing of 20 units; an unknown name draws nothing.
func icon(name string) template.HTML {
	d, ok := iconPaths()[name]
	if !ok {
		return ""
	}
	return template.HTML(`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="` + d + `"/></svg>`) //nolint:gosec // constants of this file
}

func iconPaths() map[string]string {
	return map[string]string{
		"home":        "M3 9.2 10 3.5l7 5.7V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z",
		"classify":    "M3.5 4.5h5l8 8-4.5 4.5-8.5-8zM6.6 7.6h.01",
		"extract":     "M5 2.8h6.5L15.5 7v10.2H5zM11.2 3v4.2h4.2M7.5 10.5h5M7.5 13.5h5",
		"quote":       "M5 3h10v14l-2-1.3L11.4 17 10 15.7 8.6 17 7 15.7 5 17zM7.8 7h4.4M7.8 10.3h4.4",
		"parcel":      "M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5 10 10l7-3.5M10 10v7",
		"batches":     "M3.5 4h13v12h-13zM3.5 8h13M3.5 12h13M8 4v12",
		"shipments":   "M3 6.5h9v8H3zM12 9h3l2.5 2.5v3H12M6 14.5a1.5 1.5 0 1 0 0 .1M14.5 14.5a1.5 1.5 0 1 0 0 .1",
		"quotes":      "M6 2.8h10v12.5l-2-1-2 1-2-1-2 1-2-1zM3.5 5.5v12h9.5M8.5 6.5h5M8.5 9.5h5",
		"extractions": "M7.5 2.8h6L17 6.3v8.2H7.5zM3.5 5.5v12h9.5M10 8.5h4.5M10 11.3h4.5",
		"records":     "M4 3.5h12v3H4zM5 6.5v10h10v-10M8 10h4",
		"review":      "M3 10.5 6.5 14 10 10.5M9 10.5l3.5 3.5L17 6",
		"lookup":      "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4",
		"settings":    "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
		"operations":  "M3 13h3l2.5-8 3 11 2.5-7H17",
		"edit":        "M13.2 3.6a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L7.5 15.7 3.5 16.500l.8-4zM11.500 5.300l3.200 3.200",
		"you":         "M10 10.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.7-3 3.2-4.5 6.5-4.5s5.8 1.5 6.5 4.5",
		"menu":        "M3 5.5h14M3 10h14M3 14.5h14",
		"close":       "M5 5l10 10M15 5 5 15",
		"check":       "M4 10.5 8 14.5 16 6",
		"alert":       "M10 3 17.5 16.5h-15zM10 8v4M10 14.3h.01",
		"info":        "M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM10 9.2V14M10 6.3h.01",
		"upload":      "M10 13V4M6.5 7.2 10 3.7l3.5 3.5M3.5 13v3.5h13V13",
		"download":    "M10 4v9M6.5 9.8 10 13.3l3.5-3.5M3.5 14v2.5h13V14",
		"copy":        "M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7",
		"print":       "M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6z",
		"arrow":       "M4 10h12M11.5 5.5 16 10l-4.5 4.5",
		"up":          "M10 16V4M5.5 8.5 10 4l4.5 4.5",
		"down":        "M10 4v12M5.5 11.5 10 16l4.5-4.5",
		"plus":        "M10 4v12M4 10h12",
		"trash":       "M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6",
		"theme":       "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
		"language":    "M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM3 10h14M10 3c-4.5 4.5-4.5 9.5 0 14M10 3c4.5 4.5 4.5 9.5 0 14",
		"out":         "M8 4H4v12h4M12 6.5 15.5 10 12 13.5M15.5 10H8",
		"empty":       "M3 11l2.5-6.5h9L17 11v5H3zM3 11h4l1.2 2h3.6L13 11h4",
	}
}
