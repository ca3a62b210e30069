package table

import (
	"slices"
	"testing"
)

// TestALineInASecondUnitGoesOnWithTheItemAbove holds for lines that stand below most full ones, and for no others.
func TestALineInASecondUnitGoesOnWithTheItemAbove(t *testing.T) {
	t.Parallel()
	lines := func(of ...string) [][]string {
		var all [][]string
		for _, text := range of {
			var line []string
			for _, c := range text {
				line = append(line, map[rune]string{'x': "12.50", 't': "blue"}[c])
			}
			all = append(all, line)
		}
		return all
	}
	for name, c := range map[string]struct {
		lines []string
		want  []bool
	}{
		"below each item":        {[]string{"xxxxxx", "..xx..", "xxxxxx", "..xx..", "xxxxxx", "..xx.."}, []bool{false, true, false, true, false, true}},
		"twice below one":        {[]string{"xxxxxx", "..x...", "..x...", "xxxxxx", "..x..."}, []bool{false, true, true, false, true}},
		"once":                   {[]string{"xxxxxx", "..xx..", "xxxxxx"}, []bool{false, false, false}},
		"below few":              {[]string{"xxxxxx", "..xx..", "xxxxxx", "xxxxxx", "xxxxxx", "xxxxxx", "..xx.."}, make([]bool, 7)},
		"with an amount":         {[]string{"xxxxxx", "..x..x", "xxxxxx", "..x..x"}, make([]bool, 4)},
		"with a number":          {[]string{"xxxxxx", "x.x...", "xxxxxx", "x.x..."}, make([]bool, 4)},
		"most of its values":     {[]string{"xxxxxx", ".xxxx.", "xxxxxx", ".xxxx."}, make([]bool, 4)},
		"in a column left empty": {[]string{"xx.xxx", "..x...", "xx.xxx", "..x..."}, make([]bool, 4)},
		"under a text":           {[]string{"xtxxxx", ".xx...", "xtxxxx", ".xx..."}, []bool{false, true, false, true}},
		"of few columns":         {[]string{"xxx", ".x.", "xxx", ".x."}, make([]bool, 4)},
		"none":                   {nil, []bool{}},
	} {
		if got := Continued(lines(c.lines...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
