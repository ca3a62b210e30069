package table

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/value"
)

// Form describes the look of a cell's print, whatever it says.
type Form int

// The forms of cells.
const (
	FormBlank Form = iota
	FormDash       // a mark that stands for nothing: -, –, n/a
	FormInteger
	FormNumber // with a decimal or group mark, a sign, a currency, a unit
	FormPercent
	FormDate
	FormCode // letters and digits, or long digits
	FormText
	forms
)

var (
	dashForm    = regexp.MustCompile(`^(?:[-–—.*:…]+|[nN]\.?[/.]?[aA]\.?)$`)
	integerForm = regexp.MustCompile(`^[-+]?\d{1,6}\.?$`)
	numberForm  = regexp.MustCompile(`^[(\-−–+]?\s?(?:[A-Z]{1,3}\s?)?[$€£¥]?\s?[-−–]?\d{1,3}(?:[.,'’\s]?\d{3})*(?:[.,]\d+)?\)?\s?(?:[$€£¥]|[A-Za-z²³]{1,4}\.?(?:/[A-Za-z]{1,4})?)?-?\)?[*†‡]{0,3}[A-Z]?$`)
	decimalForm = regexp.MustCompile(`^[(\-−–+]?\s?[$€£¥]?\s?\d*[.,]\d+\)?[*†‡]{0,3}-?$`)
	percentForm = regexp.MustCompile(`^[-−–+<>]?\s?\d{1,3}(?:[.,]\d+)?\s?%[*†‡]{0,3}$`)
	dayForm     = regexp.MustCompile(`^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^\d{1,2}[\s.-]+\p{L}{3,10}\.?[\s.,-]+\d{2,4}$|^\p{L}{3,10}\.?\s\d{1,2},?\s\d{4}$`)
	yearForm    = regexp.MustCompile(`^(?:19|20)\d\d$`)
	codeForm    = regexp.MustCompile(`^[A-Z][A-Z0-9]*(?:[-/_][A-Z0-9]+)+$`)
	periodForm  = regexp.MustCompile(`^(?:\p{L}{1,4}\.?\s?)(?:19|20)\d\d$`)
)

// longestForm is how long a text other than words may be.
const longestForm = 40

// shortCode is how long a code without digits may be: longer ones are words in capitals.
const shortCode = 8

// formOf tells the form of a text.
func formOf(text string) Form {
	text = strings.TrimSpace(text)
	letters, digits := value.Counts(text)
	switch {
	case text == "":
		return FormBlank
	case digits == 0 && letters <= 2 && dashForm.MatchString(text):
		return FormDash
	case strings.ContainsAny(text, "-/_") && codeForm.MatchString(text) && (digits > 0 && len(text) <= longestForm || len(text) <= shortCode):
		return FormCode
	case digits == 0 || len(text) > longestForm:
		return FormText
	case strings.Contains(text, "%") && percentForm.MatchString(text):
		return FormPercent
	case letters == 0 && integerForm.MatchString(text):
		return FormInteger
	case (letters > 2 || letters == 0 && separators(text) > 1) && dayForm.MatchString(text):
		return FormDate
	case letters > 0 && periodForm.MatchString(text):
		return FormText
	case digits > 6 && letters == 0 && !strings.ContainsAny(text, ".,$€£"):
		return FormCode
	case numberForm.MatchString(text), decimalForm.MatchString(text):
		return FormNumber
	case strings.Count(text, " ") <= 2 && 3*digits >= letters:
		return FormCode
	}
	return FormText
}

// separators counts what may stand between the parts of a date.
func separators(text string) int {
	return strings.Count(text, ".") + strings.Count(text, "/") + strings.Count(text, "-")
}

// numeric reports whether cells of the form stand as figures do: by their right edge or decimal mark.
func (f Form) numeric() bool { return f == FormInteger || f == FormNumber || f == FormPercent }

// figure reports whether cells of the form stand where a number is or would be.
func (f Form) figure() bool { return f.numeric() || f == FormDash }

// tally counts the forms of the cells of a column.
type tally [forms]int

func (t tally) filled() int {
	n := 0
	for f, count := range t {
		if Form(f) != FormBlank {
			n += count
		}
	}
	return n
}

// share is how many of the filled cells have one of some forms, 0 to 1.
func (t tally) share(of ...Form) float64 {
	n := 0
	for _, f := range of {
		n += t[f]
	}
	return float64(n) / float64(max(t.filled(), 1))
}
