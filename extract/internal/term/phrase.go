package term

import (
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// Group is a closed list of the dictionary's phrases.tsv: months, legal forms, kinds of sums, titles of
// documents, roles of parties. Its members are what the phrases mean.
type Group struct {
	Name    string
	members []string
	starts  map[string][]Phrase            // by first word, the longest phrases first
	by      map[string]map[string][]string // member → language → phrases as written
	spoken  []string                       // languages of the dictionary, "-" for all first
}

// Phrase is a phrase and what it means.
type Phrase struct {
	Member   string
	Language string // "-" for every language
	words    []string
}

// Hit is a phrase found in a text: its member, and the words it covers.
type Hit struct {
	Member   string
	From, To int // in Split's words
}

// Group is a list by its name; a name that phrases.tsv does not have gives an empty one.
func (d *Dictionary) Group(name string) *Group {
	if g := d.groups[name]; g != nil {
		return g
	}
	return &Group{Name: name}
}

// Members lists the members that the list's phrases mean, in the file's order.
func (g *Group) Members() []string { return slices.Clone(g.members) }

// Phrases are a member's phrases as written, in one language or, for "", in all.
func (g *Group) Phrases(member, language string) []string {
	var all []string
	for _, l := range g.spoken {
		if language == "" || l == language || l == "-" {
			all = append(all, g.by[member][l]...)
		}
	}
	return all
}

// Find returns the phrases of a text from left to right, at each place the longest.
func (g *Group) Find(text string) []Hit {
	words := Split(text)
	var all []Hit
	for i := 0; i < len(words); {
		if p, ok := g.at(words[i:]); ok {
			all = append(all, Hit{p.Member, i, i + len(p.words)})
			i += len(p.words)
			continue
		}
		i++
	}
	return all
}

// Has reports whether a phrase of the list stands in a text, and which member it means.
func (g *Group) Has(text string) (member string, ok bool) {
	words := Split(text)
	for i := range words {
		if p, ok := g.at(words[i:]); ok {
			return p.Member, true
		}
	}
	return "", false
}

// Begins reports whether a text begins with a phrase of the list.
func (g *Group) Begins(text string) (member string, ok bool) {
	p, ok := g.at(Split(text))
	return p.Member, ok
}

// Ends reports whether a text ends with a phrase of the list.
func (g *Group) Ends(text string) (member string, ok bool) {
	words := Split(text)
	for i := range words {
		if p, found := g.at(words[i:]); found && i+len(p.words) == len(words) {
			return p.Member, true
		}
	}
	return "", false
}

// Is reports whether a text is a phrase of the list and nothing else.
func (g *Group) Is(text string) (member string, ok bool) {
	words := Split(text)
	p, ok := g.at(words)
	return p.Member, ok && len(p.words) == len(words)
}

// at is the longest phrase that the words begin with.
func (g *Group) at(words []string) (Phrase, bool) {
	if len(words) == 0 {
		return Phrase{}, false
	}
	for _, p := range g.starts[words[0]] {
		if len(p.words) <= len(words) && slices.Equal(p.words, words[:len(p.words)]) {
			return p, true
		}
	}
	return Phrase{}, false
}

// maxSplit bounds the words of a text that phrases are looked for in.
const maxSplit = 400

// joined leaves out the points of abbreviations.
var joined = strings.NewReplacer(".", "", "'", " ", "’", " ")

// Split folds a text and splits it into words of letters, digits and %; points, which abbreviations have
// or have not, are left out, so that S.A. and SA are one word.
func Split(text string) []string {
	folded := joined.Replace(value.Fold(text))
	words := strings.FieldsFunc(folded, func(c rune) bool {
		return c != '%' && c != '&' && c != '#' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && c < 128
	})
	return words[:min(len(words), maxSplit)]
}

// addPhrases reads a line of phrases.tsv: group, member, language, phrases.
func (d *Dictionary) addPhrases(fields []string) error {
	g := d.groups[fields[0]]
	if g == nil {
		g = &Group{Name: fields[0], starts: map[string][]Phrase{}, by: map[string]map[string][]string{}, spoken: d.languages}
		d.groups[fields[0]] = g
	}
	member, language := fields[1], fields[2]
	if !slices.Contains(d.languages, language) {
		return fmt.Errorf("%s is no language of the dictionary", language)
	}
	if g.by[member] == nil {
		g.by[member] = map[string][]string{}
		g.members = append(g.members, member)
	}
	if g.by[member][language] != nil {
		return fmt.Errorf("%s %s stands twice in %s", fields[0], member, language)
	}
	g.by[member][language] = list(fields[3])
	for _, text := range g.by[member][language] {
		p := Phrase{member, language, Split(text)}
		if len(p.words) == 0 {
			return fmt.Errorf("%q has no letters", text)
		}
		for _, old := range g.starts[p.words[0]] {
			if slices.Equal(old.words, p.words) && old.Member != member {
				return fmt.Errorf("%q means %s already, not %s", text, old.Member, member)
			}
		}
		first := append(g.starts[p.words[0]], p)
		slices.SortStableFunc(first, func(a, b Phrase) int { return len(b.words) - len(a.words) })
		g.starts[p.words[0]] = first
	}
	return nil
}
