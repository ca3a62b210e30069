package read

import (
	"regexp"
	"strings"

	"tariffdesk/extract/internal/page"
)

// containerLike is a container's number in which digits may be misread: four letters, the last of them for
// its kind, and seven places.
var containerLike = regexp.MustCompile(`^[A-Z]{3}[UJZ][0-9OQDILSZBGT]{7}$`)

// asDigits are the letters that OCR reads for digits.
var asDigits = strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "Z", "2", "S", "5", "G", "6", "T", "7", "B", "8")

// mendContainers writes the digits of container numbers that OCR took for letters, where the check digit
// proves them.
func mendContainers(words []page.Word) {
	for i, w := range words {
		if !containerLike.MatchString(w.Text) {
			continue
		}
		if mended := w.Text[:4] + asDigits.Replace(w.Text[4:]); mended != w.Text && checked(mended) {
			words[i].Text = mended
		}
	}
}

// checked reports whether a container's number ends with its check digit, by ISO 6346: the letters count
// from 10 on without the multiples of 11, each place twice the one before; the rest of 11, 10 as 0.
func checked(number string) bool {
	sum, weight := 0, 1
	for _, c := range number[:10] {
		value := int(c - '0')
		if c >= 'A' {
			value = int(c-'A') + 10
			value += (value - 1) / 10 // past 11, 22 and 33
		}
		sum += value * weight
		weight *= 2
	}
	return sum%11%10 == int(number[10]-'0')
}
