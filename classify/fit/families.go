package fit

import (
	_ "embed" // the table of families
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed families.txt
var familyTable string

// family describes how the texts of one source take part in a fit.
type family struct {
	name       string
	catalogues []string // of precedents it is asked with too
	askCost    float64  // of an unneeded question; 0: it takes no part in whether to ask
	share      float64  // what it weighs in the confidence, beside others; 0: it takes no part in it
}

// asksWith reports whether a family is also classified with the precedents of a catalogue.
func (f *family) asksWith(catalogue string) bool {
	return slices.Contains(f.catalogues, catalogue) || slices.Contains(f.catalogues, "*")
}

// neverFitted marks a family whose rows only measure.
const neverFitted = "never"

// measuring are the names of labelled files that no fit may read: those the table marks, and halves kept unread.
type measuring []string

// unread ends the names of halves that are only measured on.
const unread = "unread"

func (m measuring) holds(name string) bool {
	return slices.Contains(m, name) || strings.HasSuffix(name, unread)
}

// readMeasuring reads which families the table marks as never fitted.
func readMeasuring(table string) (out measuring) {
	for line := range strings.Lines(table) {
		if name, mark, ok := strings.Cut(line, "|"); ok && strings.TrimSpace(mark) == neverFitted {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

// readFamilies reads the table of families.
func readFamilies(table string) (out []family, err error) {
	n := 0
	for line := range strings.Lines(table) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) == 2 && strings.TrimSpace(cells[1]) == neverFitted {
			continue
		}
		if len(cells) != 4 {
			return nil, fmt.Errorf("families.txt:%d: %d cells, four are needed", n, len(cells))
		}
		f := family{name: strings.TrimSpace(cells[0])}
		for _, name := range strings.Split(cells[1], ",") {
			f.catalogues = append(f.catalogues, strings.TrimSpace(name))
		}
		if f.askCost, err = strconv.ParseFloat(strings.TrimSpace(cells[2]), 64); err != nil || f.askCost < 0 {
			return nil, fmt.Errorf("families.txt:%d: %q is no cost", n, strings.TrimSpace(cells[2]))
		}
		if f.share, err = strconv.ParseFloat(strings.TrimSpace(cells[3]), 64); err != nil || f.share < 0 {
			return nil, fmt.Errorf("families.txt:%d: %q is no share", n, strings.TrimSpace(cells[3]))
		}
		out = append(out, f)
	}
	return out, nil
}

// familyOf returns the family of a name, the last of the table where none has it.
func familyOf(table []family, name string) family {
	at := slices.IndexFunc(table, func(f family) bool { return f.name == name })
	if at < 0 {
		at = len(table) - 1
	}
	f := table[at]
	f.name = name
	return f
}
