package taxid

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// nitWeights are counted from the right (DIAN, Orden Administrativa 4 de 1989).
var nitWeights = []int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}

// genericNIT stand for the final consumer and for suppliers abroad.
var genericNIT = []string{"222222222222", "222222222", "444444444", "444444001"}

var nitWithDigit = regexp.MustCompile(`^(\d[\d. ]*?)\s*[-–]\s*(\d)$`)

// parseNIT reads a NIT with or without its check digit. Where no dash tells, ten digits that begin as
// those of a company carry one.
func parseNIT(text string) (ID, error) {
	base, digit := compact(text), ""
	if parts := nitWithDigit.FindStringSubmatch(text); parts != nil {
		base, digit = compact(parts[1]), parts[2]
	} else if len(base) == 10 && (base[0] == '8' || base[0] == '9') {
		base, digit = base[:9], base[9:]
	}
	values, ok := digits(base)
	switch {
	case !ok || len(values) < 5 || len(values) > len(nitWeights), digit == "" && strings.ContainsAny(text, "-–"):
		return ID{}, bad("tax_id: want a NIT of 5 to 15 digits, its check digit after a dash")
	case slices.Contains(genericNIT, base) || one(values):
		return ID{}, bad("tax_id: a generic NIT stands for nobody in particular")
	}
	want := strconv.Itoa(nitDigit(values))
	if digit != "" && digit != want {
		return ID{}, bad("tax_id: the check digit of the NIT does not fit")
	}
	id := ID{Value: strings.TrimLeft(base, "0"), Shown: base + "-" + want, Bearer: BearerPerson}
	if len(values) == 9 && values[0] >= 8 {
		id.Bearer = BearerEntity
	}
	if digit == "" {
		id.Warning = "the NIT came without its check digit"
	}
	return id, nil
}

func nitDigit(values []int) int {
	sum := 0
	for i := range values {
		sum += values[len(values)-1-i] * nitWeights[i]
	}
	if r := sum % 11; r >= 2 {
		return 11 - r
	}
	return sum % 11
}

var cuitWeights = []int{5, 4, 3, 2, 7, 6, 5, 4, 3, 2}

// cuitBearers are the two digits that a CUIT begins with; those from 50 stand for a country, not for
// anyone in it.
var cuitBearers = map[string]Bearer{
	"20": BearerPerson, "23": BearerPerson, "24": BearerPerson, "25": BearerPerson, "26": BearerPerson, "27": BearerPerson,
	"30": BearerEntity, "33": BearerEntity, "34": BearerEntity,
}

func parseCUIT(text string) (ID, error) {
	text = compact(text)
	values, ok := digits(text)
	if !ok || len(values) != 11 {
		return ID{}, bad("tax_id: want a CUIT of 11 digits")
	}
	if slices.Contains([]string{"50", "51", "55"}, text[:2]) {
		return ID{}, bad("tax_id: a generic CUIT stands for a country, not for anyone in it")
	}
	bearer, known := cuitBearers[text[:2]]
	if !known || one(values[2:10]) {
		return ID{}, bad("tax_id: no CUIT begins so, or its number is a filler")
	}
	id := ID{Value: text, Shown: fmt.Sprintf("%s-%s-%s", text[:2], text[2:10], text[10:]), Bearer: bearer}
	switch want := (11 - weighted(values[:10], cuitWeights)%11) % 11; {
	case want == 10: // the authority then changes the prefix; ids that kept it are told of
		id.Warning = "the check digit of the CUIT is disputed"
	case want != values[10]:
		return ID{}, bad("tax_id: the check digit of the CUIT does not fit")
	}
	return id, nil
}

//go:embed ein_prefixes.tsv
var einPrefixText string

// einPrefixes lists the prefixes that the authority has given out.
var einPrefixes = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for line := range strings.Lines(einPrefixText) {
		if prefix, _, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			known[prefix] = true
		}
	}
	return known
})

// parseEIN reads an EIN. It has no check digit.
func parseEIN(text string) (ID, error) {
	text = compact(text)
	values, ok := digits(text)
	switch {
	case !ok || len(values) != 9:
		return ID{}, bad("tax_id: want an EIN of 9 digits")
	case one(values[2:]):
		return ID{}, bad("tax_id: the number of the EIN is a filler")
	case !einPrefixes()[text[:2]]:
		return ID{}, bad("tax_id: no EIN begins with these two digits")
	}
	return ID{Value: text, Shown: text[:2] + "-" + text[2:], Bearer: BearerUnknown}, nil
}
