package candidate

import (
	"slices"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// ofShip shares a line out between a ship and its voyage: the voyage is its last word with a digit. It
// is nil where the names are others.
func ofShip(parts []label.Part, at int, line []page.Word) []page.Word {
	names := func(p label.Part, name string) bool {
		return slices.ContainsFunc(p.Concepts, func(c *term.Concept) bool { return c.Name == name })
	}
	if !slices.ContainsFunc(parts, func(p label.Part) bool { return names(p, "vessel") }) || !slices.ContainsFunc(parts, func(p label.Part) bool { return names(p, "voyage_number") }) {
		return nil
	}
	for i := len(line) - 1; i > 0; i-- {
		if _, digits := value.Counts(line[i].Text); digits == 0 {
			continue
		}
		switch {
		case names(parts[at], "voyage_number"):
			return line[i : i+1]
		case names(parts[at], "vessel"):
			return line[:i]
		}
		return nil
	}
	return nil
}
