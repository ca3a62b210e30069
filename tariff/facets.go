package tariff

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Vocabulary is the central list of facet values: how they are called, the words that signal them,
// and which value lies within which (polyester within synthetic-fibre).
type Vocabulary struct {
	facets []string
	names  map[string]Text
	values map[string]*Value
	labels map[string]Text // names to show of values that single headings recognise
	order  []*Value
}

// Value is one facet value.
type Value struct {
	Facet, ID        string
	Name             Text
	Within           []string // wider values it implies
	English, Spanish []string // words that signal it, its names included
}

// FacetName returns how a facet is called; ok is false where the vocabulary has no name for it.
func (v *Vocabulary) FacetName(facet string) (name Text, ok bool) {
	name, ok = v.names[facet]
	return name, ok
}

// Value returns a value by id, or nil.
func (v *Vocabulary) Value(id string) *Value { return v.values[id] }

// Values returns all values in the order of the file.
func (v *Vocabulary) Values() []*Value { return v.order }

// Named reports whether a value has a name of its own: of the vocabulary, a label, or that of a measure.
func (v *Vocabulary) Named(id string) bool {
	if v.values[id] != nil {
		return true
	}
	if _, ok := v.labels[id]; ok {
		return true
	}
	_, ok := measureName(id)
	return ok
}

// ValueName returns how a value of one of the heading's facets is called: by the central vocabulary, by its
// label, as a measure, or by the first words that signal it in the heading. ok is false where it has no name.
func (v *Vocabulary) ValueName(heading *Entry, facet, id string) (name Text, ok bool) {
	if value := v.values[id]; value != nil {
		return value.Name, true
	}
	if label, ok := v.labels[id]; ok {
		return label, true
	}
	if id == ValueOther {
		return Text{English: "other", Spanish: "otro"}, true
	}
	if name, ok = measureName(id); ok {
		return name, true // "up to 125 W", whatever goods are of it
	}
	for _, r := range heading.Values {
		if r.Value != id || r.Facet != facet || len(r.English) == 0 || len(r.Spanish) == 0 {
			continue
		}
		name := Text{English: firstTwo(r.English), Spanish: firstTwo(r.Spanish)}
		if strings.HasPrefix(id, "other-") {
			name = Text{English: "another, such as " + name.English, Spanish: "otro, como " + name.Spanish}
		}
		return name, true
	}
	return Text{}, false
}

// firstTwo names a value by the first words that signal it.
func firstTwo(words []string) string {
	if len(words) > 1 {
		return words[0] + ", " + words[1]
	}
	return words[0]
}

// Implied returns id and every wider value it lies within, nearest first.
func (v *Vocabulary) Implied(id string) []string {
	out := []string{id}
	for i := 0; i < len(out) && len(out) < 16; i++ {
		if value := v.values[out[i]]; value != nil {
			out = append(out, value.Within...)
		}
	}
	return out
}

// readVocabulary reads lines "facet: name en | name es" each followed by indented values
// "id [< wider …] | name en | name es | words en; … | words es; …", or "id | name en | name es" for a mere label.
func readVocabulary(data fs.FS, name string) (*Vocabulary, error) {
	content, err := fs.ReadFile(data, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	v := &Vocabulary{names: map[string]Text{}, values: map[string]*Value{}, labels: map[string]Text{}}
	facet := ""
	for i, line := range strings.Split(string(content), "\n") {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case line[0] == ' ':
			err = v.value(facet, strings.TrimSpace(line))
		default:
			facet, err = v.facet(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return v, nil
}

func (v *Vocabulary) facet(line string) (string, error) {
	id, names, ok := strings.Cut(line, ":")
	english, spanish, both := strings.Cut(names, "|")
	if !ok || !both {
		return "", errors.New("a facet reads \"facet: name | nombre\"")
	}
	v.facets = append(v.facets, id)
	v.names[id] = Text{English: strings.TrimSpace(english), Spanish: strings.TrimSpace(spanish)}
	return id, nil
}

func (v *Vocabulary) value(facet, line string) error {
	parts := splitTrim(line, "|")
	if facet != "" && len(parts) == 3 && parts[1] != "" && parts[2] != "" {
		v.labels[parts[0]] = Text{English: parts[1], Spanish: parts[2]}
		return nil
	}
	if facet == "" || len(parts) != 5 {
		return errors.New("a value reads \"id | name | nombre | words; … | palabras; …\" below its facet")
	}
	id, within, _ := strings.Cut(parts[0], "<")
	value := &Value{Facet: facet, ID: strings.TrimSpace(id), Within: strings.Fields(within),
		Name: Text{English: parts[1], Spanish: parts[2]}}
	if v.values[value.ID] != nil {
		return fmt.Errorf("value %s is given twice", value.ID)
	}
	var err error
	if value.English, err = appendTerms([]string{parts[1]}, parts[3]); err != nil {
		return err
	}
	if value.Spanish, err = appendTerms([]string{parts[2]}, parts[4]); err != nil {
		return err
	}
	v.values[value.ID] = value
	v.order = append(v.order, value)
	return nil
}
