package party

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// notName is print that no name holds.
var notName = regexp.MustCompile(`(?i)@|\bwww\.|https?:|^\W*$|:$|^\(|[€$£%]|\d{2}[./:]\d{2}`)

// leastLetters is the least number of letters of a name; fewer are a code or a caption.
const leastLetters = 3

// longestName is how many words a name without a legal form has.
const longestName = 8

// branchNumber is a number behind a dash that tells one branch of a company from another.
var branchNumber = regexp.MustCompile(`^(?:\pL+\W+){3,}[-–] \d{4}$`)

// compoundStreet is a street whose name ends with the word for one, and its number: Gartenstraße 2.
var compoundStreet = regexp.MustCompile(`(?i)\pL(?:stra(?:ss|ß)e|str\.|weg|platz|allee|gasse|damm|straat|laan|kade|plein|steenweg)\W+\d+ ?\pL?$`)

// Names reports whether a line can be a party's name: no caption, street, place, title, contact or sentence.
func Names(line []page.Word, dict *term.Dictionary) bool {
	text := reading.TrimText(page.Join(line))
	letters, digits := value.Counts(text)
	if letters < leastLetters || digits > letters || notName.MatchString(text) {
		return false
	}
	if reading.CompanyForm.MatchString(text) {
		return true
	}
	if rest, above := Refers(text, dict); len(strings.Fields(text)) > longestName || rest != "" || above {
		return false
	}
	if _, contact := dict.Group("contact").Begins(text); contact {
		return false
	}
	if _, title := dict.Group("title").Is(text); title {
		return false
	}
	if _, salutation := dict.Group("salutation").Is(text); salutation || compoundStreet.MatchString(text) {
		return false
	}
	if _, street := dict.Group("street").Has(text); street && digits > 0 {
		return false
	}
	if a, town := Town(line, dict.Group("street")); town && a.Postal.Text != "" && !branchNumber.MatchString(text) {
		return false
	}
	if _, role := dict.Group("role").Is(text); role || value.IsCountry(text) {
		return false
	}
	return !caption(text, dict)
}

// longestReferral is how many words name another party; more are a remark.
const longestReferral = 7

// Refers are the words for another party that a text names in place of its own: certifier of "Same as certifier". above tells that it
// names the one before it: "Same as above".
func Refers(text string, dict *term.Dictionary) (rest string, above bool) {
	if _, above = dict.Group("referral above").Is(text); above {
		return "", true
	}
	words := term.Split(text)
	if _, refers := dict.Group("referral").Begins(text); !refers || len(words) > longestReferral {
		return "", false
	}
	for i := range words[1:] {
		rest := strings.Join(words[i+1:], " ")
		if named := dict.Named(dict.Bag(rest)); len(named) > 0 && named[0].Kind == term.KindParty {
			return rest, false
		}
	}
	return "", false
}

// caption reports whether all words of a text are words of labels.
func caption(text string, dict *term.Dictionary) bool {
	tokens := dict.Tokens(text)
	return len(dict.Named(dict.Bag(text))) > 0 || len(tokens) > 0 && !slices.ContainsFunc(tokens, func(t string) bool { return !dict.Known(t) })
}
