package tariff

import (
	_ "embed" // the words of denial
	"slices"
	"strings"
)

// maxRestNamed bounds the siblings a residual is told apart from by name.
const maxRestNamed = 3

// anyOther are the titles of residual nodes that say nothing of their own.
var anyOther = Text{English: "Any other", Spanish: "Cualquier otro"}

// Plain reports whether the node's title says no more than that it is the rest.
func (n *Node) Plain() bool { return n.Other && n.Title == anyOther }

// Words returns the text that tells a node from its siblings, in one language: its title, or, of a residual without a title of
// its own, the siblings it is not.
func (n *Node) Words(siblings []*Node, language Language) string {
	if !n.Plain() {
		return n.Title.In(language)
	}
	var named []string
	for _, s := range siblings {
		if s != n {
			named = append(named, lowerFirst(s.Title.In(language)))
		}
	}
	than, and := "Other than ", " or "
	if language == LanguageSpanish {
		than, and = "Distinto de: ", " o "
	}
	switch {
	case len(named) == 0 || len(named) > maxRestNamed || slices.ContainsFunc(named, saysNot):
		return n.Title.In(language) // what is not "not pretanned" nobody reads at once
	case len(named) == 1:
		return than + named[0]
	}
	return than + strings.Join(named[:len(named)-1], ", ") + and + named[len(named)-1]
}

//go:embed data/denials.txt
var denials string

// denying holds the words that a title begins with which denies, or names the rest of its kind itself.
var denying = func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(denials) {
		if !strings.HasPrefix(line, "#") {
			for _, word := range strings.Fields(line) {
				all[word] = true
			}
		}
	}
	return all
}()

// saysNot reports whether a title denies.
func saysNot(title string) bool {
	first, _, _ := strings.Cut(title, " ")
	return denying[first]
}

// lowerFirst takes the capital off a title that goes on in a sentence; abbreviations keep theirs.
func lowerFirst(s string) string {
	runes := []rune(s)
	if len(runes) > 1 && strings.ToUpper(string(runes[1])) == string(runes[1]) {
		return s
	}
	return strings.ToLower(string(runes[:1])) + string(runes[1:])
}

// Siblings returns the nodes that stand beside n, itself among them.
func (t *Tree) Siblings(n *Node) []*Node {
	if n.Parent == nil {
		return t.Children
	}
	return n.Parent.Children
}

// Requires is the path to a node in words, topmost first: what goods of the line have to be.
func (t *Tree) Requires(n *Node, language Language) string {
	path := n.Path()
	words := make([]string, len(path))
	for i, at := range path {
		words[i] = at.Words(t.Siblings(at), language)
	}
	return strings.Join(words, " → ")
}

// String is the form of the files.
func (c Condition) String() string {
	terms := make([]string, len(c))
	for i, t := range c {
		terms[i] = t.String()
	}
	return strings.Join(terms, orWord)
}

// String is the form of the files.
func (t Term) String() string {
	not := ""
	if t.Not {
		not = "not "
	}
	switch t.Kind {
	case TermNamed, TermSaid, TermOnly:
		phrases := make([]string, len(t.Phrases))
		for i, p := range t.Phrases {
			phrases[i] = strings.ReplaceAll(p, ",", innerComma)
		}
		return not + string(t.Kind) + ": " + strings.Join(phrases, ", ")
	case TermFacet:
		if t.Not {
			return t.Facet + "!=" + strings.Join(t.Values, ",")
		}
		return t.Facet + "=" + strings.Join(t.Values, ",")
	case TermMeasure:
		return t.Limit.String()
	case TermSeason:
		return "season: " + t.From + ".." + t.To
	case TermQuota:
		if t.Not {
			return "quota: over"
		}
		return "quota: in"
	case TermUsed, TermNew:
	}
	return string(t.Kind)
}
