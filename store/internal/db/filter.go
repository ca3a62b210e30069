package db

import (
	"fmt"
	"strings"
	"unicode"
)

// Filter narrows a list by conditions with one argument each, whose place is %d.
type Filter struct {
	Conditions []string
	Args       []any
}

// Add narrows the list by another condition.
func (f *Filter) Add(condition string, arg any) {
	f.Args = append(f.Args, arg)
	f.Conditions = append(f.Conditions, fmt.Sprintf(condition, len(f.Args)))
}

// Where joins the conditions.
func (f *Filter) Where() string { return " WHERE " + strings.Join(f.Conditions, " AND ") }

// Limit ends a query.
func (f *Filter) Limit(n int) string {
	f.Args = append(f.Args, n)
	return fmt.Sprintf(" LIMIT $%d", len(f.Args))
}

// Words makes a query of a text search: every word of text, each by its beginning. At most eight.
func Words(text string) string {
	found := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range found {
		found[i] = strings.ToLower(w) + ":*"
	}
	return strings.Join(found[:min(len(found), 8)], " & ")
}

// Within escapes text for LIKE, to be found anywhere.
func Within(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
}
