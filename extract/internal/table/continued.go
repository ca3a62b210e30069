package table

// Lines that go on with the item above though they hold values of their own: the quantity in a second unit below the first.
const (
	fullCells    = 4   // values of the line that they go on with, at least
	partCells    = 0.5 // of its values they hold at most
	continuedOf  = 0.5 // of the full lines are followed by such a line
	continuedMin = 2   // such lines
)

// Continued tells which lines of a table go on with the line above them, given the texts of their cells. They hold few values,
// in columns in which the full line above has something, but neither in its first nor its last column of values, and stand
// below most of the full lines.
func Continued(lines [][]string) []bool {
	goesOn := make([]bool, len(lines))
	var above []Form
	full, followed := 0, 0
	for i, texts := range lines {
		line := make([]Form, len(texts))
		for at, text := range texts {
			line[at] = formOf(text)
		}
		if part(line, above) {
			goesOn[i] = true
			if !goesOn[i-1] {
				followed++
			}
			continue
		}
		if above = line; values(line) >= fullCells {
			full++
		}
	}
	if followed < continuedMin || float64(followed) < continuedOf*float64(full) {
		clear(goesOn)
	}
	return goesOn
}

// part reports whether the values of a line are few, and none of them stands where a full one has nothing or begins or ends.
func part(line, full []Form) bool {
	all := values(full)
	if all < fullCells {
		return false
	}
	n, seen := 0, 0
	for at, form := range full {
		if form.value() {
			seen++
		}
		switch {
		case !line[at].value() || form == FormText:
		case !form.value() || seen == 1 || seen == all:
			return false
		default:
			n++
		}
	}
	return n > 0 && float64(n) <= partCells*float64(all)
}

// value reports whether a cell of the form holds a number, a date or a code.
func (f Form) value() bool { return f != FormBlank && f != FormText }

func values(line []Form) int {
	n := 0
	for _, form := range line {
		if form.value() {
			n++
		}
	}
	return n
}
