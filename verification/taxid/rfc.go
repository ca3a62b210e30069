package taxid

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// An RFC has three letters (a company) or four (a person), the day of foundation or birth, and three
// characters of which the last is a check digit (Código Fiscal de la Federación, art. 27).
var rfc = regexp.MustCompile(`^([A-ZÑ&]{3,4})(\d{6})([A-Z\d]{2})([\dA])$`)

// rfcAlphabet gives each character its value by its place.
var rfcAlphabet = []rune("0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ")

// genericRFC lists the tax ids of the public at large and of residents abroad.
var genericRFC = []string{"XAXX010101000", "XEXX010101000"}

func parseRFC(text string) (ID, error) {
	text = compact(text)
	if slices.Contains(genericRFC, text) {
		return ID{}, bad("tax_id: a generic RFC stands for nobody in particular")
	}
	parts := rfc.FindStringSubmatch(text)
	if parts == nil {
		return ID{}, bad("tax_id: want an RFC of 12 characters (company) or 13 (person)")
	}
	if _, err := time.Parse("060102", parts[2]); err != nil {
		return ID{}, bad("tax_id: the RFC's six digits are no date")
	}
	id := ID{Value: text, Shown: text, Bearer: BearerEntity}
	if len([]rune(parts[1])) == 4 {
		id.Bearer = BearerPerson
	}
	if rfcDigit(text) != parts[4] {
		// About 1.5 % of the living ones fail it: the authority itself has given them out.
		id.Warning = "the check digit of the RFC does not fit"
	}
	return id, nil
}

// rfcDigit computes the check digit from all characters but the last, padded to twelve.
func rfcDigit(text string) string {
	runes := []rune(text)
	runes = runes[:len(runes)-1]
	for len(runes) < 12 {
		runes = slices.Insert(runes, 0, ' ')
	}
	sum := 0
	for i, c := range runes {
		sum += slices.Index(rfcAlphabet, c) * (13 - i)
	}
	return strings.Split("0123456789A", "")[(11-sum%11)%11]
}
