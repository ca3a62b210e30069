package evaluate

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// comparison counts the leaves of one document: each expected one is exact, missing or wrong; one
// where nothing was expected is invented.
type comparison struct {
	fields, exact, missing, wrong, invented int
	lists
	notes []string
	each  func(at string, want, got any) // hears of each leaf outside lists; may be nil
}

// lists counts what stands in arrays: their leaves are cells, and of the items expected those are whole
// whose every expected cell is exact.
type lists struct {
	depth                 int // of arrays around the place compared
	cells, cellsExact     int
	rows, rowsWhole, more int // more: items found where none was expected
}

// row compares an item of an array.
func (c *comparison) row(at string, want, got any) {
	cells, exact := c.cells, c.cellsExact
	c.depth++
	c.compare(at, want, got)
	c.depth--
	if want == nil {
		c.more++
		return
	}
	c.rows++
	if c.cells-cells == c.cellsExact-exact {
		c.rowsWhole++
	}
}

func (c *comparison) print(out io.Writer, file string) {
	fmt.Fprintf(out, "%s: %d of %d exact, %d missing, %d wrong, %d invented\n", file, c.exact, c.fields, c.missing, c.wrong, c.invented)
	for _, n := range c.notes {
		fmt.Fprintf(out, "    %s\n", n)
	}
}

// compare walks expected and found values together.
func (c *comparison) compare(at string, want, got any) {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for _, name := range names(w, g) {
			c.compare(at+"/"+name, w[name], g[name])
		}
	case []any:
		g, _ := got.([]any)
		pairs := align(w, g)
		for _, p := range pairs {
			switch {
			case p[0] < 0:
				c.row(fmt.Sprintf("%s/+%d", at, p[1]), nil, g[p[1]])
			case p[1] < 0:
				c.row(fmt.Sprintf("%s/%d", at, p[0]), w[p[0]], nil)
			default:
				c.row(fmt.Sprintf("%s/%d", at, p[0]), w[p[0]], g[p[1]])
			}
		}
	default:
		c.leaf(at, want, got)
	}
}

func (c *comparison) leaf(at string, want, got any) {
	if c.each != nil && c.depth == 0 {
		c.each(at, want, got)
	}
	if empty(want) {
		if n := leaves(got); n > 0 {
			c.invented += n
			c.notes = append(c.notes, fmt.Sprintf("%s invented: %v", at, got))
		}
		return
	}
	c.fields++
	if c.depth > 0 {
		c.cells++
	}
	switch {
	case empty(got):
		c.missing++
		c.notes = append(c.notes, fmt.Sprintf("%s missing, want %v", at, want))
	case equal(want, got):
		c.exact++
		if c.depth > 0 {
			c.cellsExact++
		}
	default:
		c.wrong++
		c.notes = append(c.notes, fmt.Sprintf("%s want %v, got %v", at, want, got))
	}
}

func empty(v any) bool { return v == nil || v == "" }

// leaves counts the values below v.
func leaves(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for _, child := range v {
			n += leaves(child)
		}
		return n
	case []any:
		for _, child := range v {
			n += leaves(child)
		}
		return n
	}
	if empty(v) {
		return 0
	}
	return 1
}

func names(a, b map[string]any) []string {
	seen := map[string]bool{}
	var all []string
	for _, m := range []map[string]any{a, b} {
		for name := range m {
			if !seen[name] {
				seen[name] = true
				all = append(all, name)
			}
		}
	}
	sort.Strings(all)
	return all
}

// align pairs the items of two lists in order so that most leaves agree; -1 stands for no partner.
func align(want, got []any) [][2]int {
	n, m := len(want), len(got)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	worth := func(i, j int) int { return 1 + 10*agreement(want[i], got[j]) }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1], best[i+1][j+1]+worth(i, j))
		}
	}
	var pairs [][2]int
	i, j := 0, 0
	for i < n && j < m {
		switch best[i][j] {
		case best[i+1][j+1] + worth(i, j):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[i+1][j]:
			pairs = append(pairs, [2]int{i, -1})
			i++
		default:
			pairs = append(pairs, [2]int{-1, j})
			j++
		}
	}
	for ; i < n; i++ {
		pairs = append(pairs, [2]int{i, -1})
	}
	for ; j < m; j++ {
		pairs = append(pairs, [2]int{-1, j})
	}
	return pairs
}

// agreement counts the leaves of two items that are equal.
func agreement(want, got any) int {
	c := &comparison{}
	c.compare("", want, got)
	return c.exact
}

// equal compares numbers as decimals, dates as ISO dates, and texts folded.
func equal(want, got any) bool {
	if w, ok := want.(json.Number); ok {
		return equalNumbers(string(w), fmt.Sprint(got))
	}
	if _, ok := got.(json.Number); ok {
		return equalNumbers(fmt.Sprint(want), fmt.Sprint(got))
	}
	w, isText := want.(string)
	g, alsoText := got.(string)
	if !isText || !alsoText {
		return want == got
	}
	return fold(w) == fold(g) || isoDate(w) != "" && isoDate(w) == isoDate(g)
}

func equalNumbers(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

// fold is the form in which texts are compared: NFKC, without case, white space as one space.
func fold(s string) string {
	return strings.Join(strings.Fields(cases.Fold().String(norm.NFKC.String(s))), " ")
}

var dateForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`)

// isoDate is the day of an ISO date or date-time, "" for anything else.
func isoDate(s string) string {
	day := dateForm.FindString(strings.TrimSpace(s))
	if _, err := time.Parse(time.DateOnly, day); err != nil || len(s) > 10 && !slices.Contains([]byte{'T', ' '}, s[10]) {
		return ""
	}
	return day
}
