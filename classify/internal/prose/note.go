package prose

import "strings"

// noteName names a note as a broker does: note 6 to chapter 61.
func (w *Writer) noteName(id string) string {
	scope, number, numbered := strings.Cut(id, "-n")
	key, digits := "note_of_heading", strings.TrimLeft(scope, "sch")
	switch {
	case strings.HasPrefix(scope, "ch"):
		key = "note_of_chapter"
		digits = strings.TrimLeft(digits, "0")
	case strings.HasPrefix(scope, "s"):
		key = "note_of_section"
		digits = roman(digits)
	}
	if !numbered {
		return w.Say("terms_of", "heading", digits)
	}
	if last := number[len(number)-1]; last >= 'a' {
		number = number[:len(number)-1] + "(" + string(last) + ")"
	}
	return w.Say(key, "number", number, "of", digits)
}

// roman writes the number of a section, 1 to 21.
func roman(digits string) string {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	var b strings.Builder
	for _, r := range []struct {
		value int
		sign  string
	}{{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}
