package reading

import (
	"regexp"
	"strings"
	"unicode"
)

// restOfForm is the end of a Mexican legal form whose beginning ends the line above.
var restOfForm = regexp.MustCompile(`(?i)^de\s(?:R\.?\s?L|C\.?\s?V)\b`)

// A legal form that breaks at the end of a line: S.A. de, and C.V. below.
var (
	OpenForm  = regexp.MustCompile(`(?i)\bS\.?\s?(?:A\.?(?:\s?P\.?\s?I\.?)?|(?:P\.?\s?R\.?\s?)?de\s?R\.?\s?L\.?|en\s?C\.?)?\s?de$`)
	EndOfForm = regexp.MustCompile(`(?i)^(?:C\.?\s?V|R\.?\s?L)\b\.?(?:\s?de\s?C\.?\s?V\.?)?\W*$`)
)

// beforeForm stands before a legal form on its line: (M) SDN BHD, & Co. KG.
var beforeForm = regexp.MustCompile(`^(?:\([A-Z]+\)|&?\s?Co\.\s)\s*`)

// FormOnly reports whether a line is a company's legal form and nothing else: S.A. de C.V.
func FormOnly(text string) bool {
	text = beforeForm.ReplaceAllString(TrimText(text), "")
	return CompanyForm.is(text) || restOfForm.MatchString(text)
}

// CompanyForm is the legal form that ends a company's name.
var CompanyForm = atEnd{regexp.MustCompile(`(?i)(?:\b(?:S\.?\s?A\.?(?:\s?de\s?C\.?\s?V\.?|\s?S\.?)?|S\.?\s?de\s?R\.?\s?L\.?(?:\s?de\s?C\.?\s?V\.?)?|LTDA?|INC|LLC|GMBH|CORP(?:ORATION)?|INCORPORATED|LIMITED|COMPANY|PLC|B\.?V|N\.?V|S\.?A\.?R\.?L|S\.?R\.?L|S\.?L|S\.?p\.?A|AG|KG|SAS|SASU|EURL|SDN\.?\s?BHD|BHD|PTE|PTY|E\.?I\.?R\.?L|S\.?A\.?C|S/B|CIA|JSC|S\.\s?C(?:\.\s?A)?|A\.\s?C|S\.\s?P\.\s?R\.?(?:\s?de\s?R\.?\s?L\.?)?(?:\s?de\s?C\.?\s?V\.?)?|S\.?\s?en\s?C\.?|DAC|SP\.?\s?Z\s?O\.?\s?O|S\.?R\.?O|D\.?O\.?O|ENTERPRISES?|TRADING|OY|AB|A/S)\b\.?|\bCO\.)\W*$`)}

// atEnd is a form that ends a text and is short.
type atEnd struct{ *regexp.Regexp }

// longestForm is the bytes of the longest legal form and more.
const longestForm = 40

// MatchString reports whether a text ends with the form.
func (f atEnd) MatchString(text string) bool {
	return f.Regexp.MatchString(text[max(0, lastLetter(text)-longestForm):])
}

// is reports whether a text is the form and nothing else but marks behind it.
func (f atEnd) is(text string) bool {
	if lastLetter(text) > longestForm {
		return false
	}
	at := f.FindStringIndex(text)
	return at != nil && at[0] == 0
}

// lastLetter is where the last plain letter or digit of a text stands, -1 for none.
func lastLetter(text string) int {
	return strings.LastIndexFunc(text, func(c rune) bool { return c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) })
}

// PostalForm is a postal code as Europe and the Americas write it.
var PostalForm = regexp.MustCompile(`\b(?:\d{2}\.\d{3}-\d{3}|\d{5}(?:-\d{3,4})?|\d{4}-\d{3}|\d{4} ?[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|\d{4,6})\b`)
