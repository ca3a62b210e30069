package feature

import (
	_ "embed" // the names of features
	"fmt"
	"maps"
	"slices"
	"strings"

	"tariffdesk/extract/internal/confidence"
)

//go:embed data/features.tsv
var namesFile string

// Registry knows the names that features may have.
type Registry struct {
	names  map[string]bool // whether the name stands behind a group too
	open   []string        // with what parts it from the word of a schema: "role "
	needed []string        // without which no model is one
	groups []string        // with what parts them from a name: "amount: ", "amount on a slip: "
}

// NewRegistry reads the names. A line that is none is an error.
func NewRegistry() (*Registry, error) {
	r := &Registry{names: map[string]bool{}}
	lists := map[string][]string{}
	for line := range strings.Lines(namesFile) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, name, _ := strings.Cut(line, "\t")
		switch kind {
		case "list":
			key, members, _ := strings.Cut(name, "\t")
			lists[key] = strings.Split(strings.ReplaceAll(members, "-; ", "; "), "; ")
		case "open":
			r.open = append(r.open, name+" ")
		case "alone", "grouped", "needed":
			all, err := spelled(name, lists)
			if err != nil {
				return nil, fmt.Errorf("features.tsv: %s: %w", line, err)
			}
			for _, one := range all {
				r.names[one] = kind == "grouped"
			}
			if kind == "needed" {
				r.needed = append(r.needed, all...)
			}
		default:
			return nil, fmt.Errorf("features.tsv: %q is no line", line)
		}
	}
	for _, g := range lists["group"] {
		r.groups = append(r.groups, g+": ", g+" on a slip: ")
	}
	return r, nil
}

// spelled are the names that a name with braces stands for.
func spelled(name string, lists map[string][]string) ([]string, error) {
	before, rest, braces := strings.Cut(name, "{")
	if !braces {
		return []string{name}, nil
	}
	key, after, _ := strings.Cut(rest, "}")
	if lists[key] == nil {
		return nil, fmt.Errorf("no list is called %q", key)
	}
	ends, err := spelled(after, lists)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, member := range lists[key] {
		for _, end := range ends {
			all = append(all, before+member+end)
		}
	}
	return all, nil
}

// Has reports whether a feature may have a name.
func (r *Registry) Has(name string) bool {
	if _, ok := r.names[name]; ok {
		return true
	}
	if slices.ContainsFunc(r.open, func(o string) bool {
		word, ok := strings.CutPrefix(name, o)
		return ok && word != "" && !strings.ContainsAny(word, " :")
	}) {
		return true
	}
	return slices.ContainsFunc(r.groups, func(g string) bool {
		base, ok := strings.CutPrefix(name, g)
		return ok && r.names[base]
	})
}

// Check refuses a model that weighs what no feature is called, or lacks what none can be without.
func (r *Registry) Check(m confidence.Model) error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !r.Has(name) {
			return fmt.Errorf("%s: no feature is called %q", confidence.File, name)
		}
	}
	for _, name := range r.needed {
		if _, ok := m[name]; !ok {
			return fmt.Errorf("%s: the coefficient of %q is missing", confidence.File, name)
		}
	}
	return nil
}
