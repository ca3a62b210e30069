package read

import (
	"regexp"

	"tariffdesk/extract/internal/page"
)

// misread are words that OCR gets wrong in a way that their form gives away.
var misread = []struct {
	form *regexp.Regexp
	mend func(parts []string) string
}{
	// Terms of payment whose space was lost.
	{regexp.MustCompile(`^(?i)(net)(\d{2,3})$`), func(p []string) string { return p[1] + " " + p[2] }},
	// The form of a company that lost one of its points: S.P.R., S.R.L., S.A.S.
	{regexp.MustCompile(`^S\.?(PR|P\.R|RL|R\.L|AS|A\.S)\.$`), func(p []string) string {
		return "S." + p[1][:1] + "." + p[1][len(p[1])-1:] + "."
	}},
}

// mendMisread writes words as their form says they are printed.
func mendMisread(words []page.Word) {
	for i := range words {
		words[i].Text = asPrinted(words[i].Text)
	}
}

func asPrinted(text string) string {
	for _, m := range misread {
		if parts := m.form.FindStringSubmatch(text); parts != nil {
			return m.mend(parts)
		}
	}
	return text
}
