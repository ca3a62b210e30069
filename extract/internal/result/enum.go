package result

import (
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/value"
)

// enumValue finds the allowed value that the printed text means: equal when folded, the same words
// of the dictionary, or contained as a word.
func enumValue(d *candidate.Finder, n *schema.Node, m *candidate.Match) (any, bool) {
	printed := value.Alnum(m.Text)
	bag := d.Dict.Bag(m.Text)
	all := value.Alnum(page.Join(m.Words))
	for _, allowed := range n.Enum {
		if s, ok := allowed.(string); ok && (value.Alnum(s) == printed || value.Alnum(s) == all) {
			return allowed, true
		}
	}
	for _, allowed := range n.Enum {
		s, ok := allowed.(string)
		if !ok {
			continue
		}
		if b := d.Dict.Bag(s); b.Key != "" && b.Key == bag.Key {
			return allowed, true
		}
	}
	for _, allowed := range n.Enum {
		s, ok := allowed.(string)
		if !ok || len(s) < 2 {
			continue
		}
		for _, w := range m.Words {
			if value.Alnum(w.Text) == value.Alnum(s) {
				return allowed, true
			}
		}
		if f := value.Alnum(s); len(f) > 3 && len(printed) > 2 && (strings.HasPrefix(printed, f) || strings.HasPrefix(f, printed)) {
			return allowed, true
		}
	}
	return nil, false
}

// boolean reads yes and no, a cross in a box, and the like.
func boolean(text string) (any, bool) {
	switch value.Alnum(text) {
	case "yes", "si", "true", "x", "y", "s", "verdadero", "included", "incluido", "aplica":
		return true, true
	case "no", "false", "n", "falso", "none", "noaplica", "na":
		return false, true
	}
	return nil, false
}
