package tariff

import (
	"strconv"
	"strings"
)

// maxIndent is deeper than any level of the Harmonized Tariff Schedule.
const maxIndent = 20

// usitcWordings collects by code what the rows below its subheading say, topmost first. A level above
// several subheadings says nothing about the lines of one.
func usitcWordings(rows []usitcRow) map[string][]string {
	wide := wideLevels(rows)
	wordings := map[string][]string{}
	eachLevel(rows, func(at int, open []int) {
		code := DigitsOf(rows[at].Number)
		if len(code) < 8 {
			return
		}
		var path []string
		for _, i := range open {
			switch own := DigitsOf(rows[i].Number); {
			case len(own) >= SubheadingDigits-2 && len(own) < len(code):
				path = nil // what stands above a numbered row is said of that number
			case !wide[i]:
				path = append(path, rows[i].Description)
			}
		}
		wordings[code] = path
	})
	return wordings
}

// wideLevels marks the rows without a number that stand above more than one subheading.
func wideLevels(rows []usitcRow) []bool {
	wide, first := make([]bool, len(rows)), make([]string, len(rows))
	eachLevel(rows, func(at int, open []int) {
		code := DigitsOf(rows[at].Number)
		if len(code) < SubheadingDigits {
			return
		}
		for _, i := range open {
			switch first[i] {
			case "":
				first[i] = code[:SubheadingDigits]
			case code[:SubheadingDigits]:
			default:
				wide[i] = true
			}
		}
	})
	return wide
}

// eachLevel calls f with every row and the rows it stands below, by indent, itself last.
func eachLevel(rows []usitcRow, f func(at int, open []int)) {
	var open []int
	for i, row := range rows {
		indent, err := strconv.Atoi(strings.TrimSpace(row.Indent))
		if err != nil || indent < 0 || indent > maxIndent {
			open = open[:0] // a publication without indents has no levels
			continue
		}
		open = append(open[:min(indent, len(open))], i)
		f(i, open)
	}
}
