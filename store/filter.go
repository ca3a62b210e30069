package store

import (
	"fmt"
	"strings"
	"unicode"
)

// filter is what a list is narrowed by: conditions with one argument each, whose place is %d.
type filter struct {
	conditions []string
	args       []any
}

func (f *filter) add(condition string, arg any) {
	f.args = append(f.args, arg)
	f.conditions = append(f.conditions, fmt.Sprintf(condition, len(f.args)))
}

// where joins the conditions.
func (f *filter) where() string { return " WHERE " + strings.Join(f.conditions, " AND ") }

// limit ends a query.
func (f *filter) limit(n int) string {
	f.args = append(f.args, n)
	return fmt.Sprintf(" LIMIT $%d", len(f.args))
}

// words makes a query of a text search: every word of text, each by its beginning. At most eight.
func words(text string) string {
	found := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range found {
		found[i] = strings.ToLower(w) + ":*"
	}
	return strings.Join(found[:min(len(found), 8)], " & ")
}

// within escapes text for LIKE, to be found anywhere.
func within(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
}
