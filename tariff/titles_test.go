package tariff

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// What no title and no phrase of a tree may hold.
var (
	conditionInTitle = regexp.MustCompile(`\b(?:said|name|only): |[<>]=|; (?:not|other)\b`)
	emptyGloss       = regexp.MustCompile(`\((?:compound|compuesto)\)`)
	headingInTitle   = regexp.MustCompile(`\b(?:headings?|partidas?|chapters?|capítulos?) \d|\b(?:of|de|de la|la) (?:\d{4}|\d\d\.\d\d)(?:$|[,;]| and \d| y \d)`)
	noteOfLaw        = regexp.MustCompile(`\b(?:notes?|notas?|cupo)\b`)
	sortOfKinds      = regexp.MustCompile(`(?i)\bby (?:kind|type|sort)\b|\bpor (?:clase|tipo)$`)
	twiceDenied      = regexp.MustCompile(`^(?:Other than (?:not|other)|Distinto de: (?:no|sin|otr[oa]s?)) `)
	glossInPhrase    = regexp.MustCompile(`\S \(.*\)$`)
)

// titleFaults says what is wrong with the titles of siblings, and with what the goods are called in their conditions.
func titleFaults(parent *Node, siblings []*Node) (faults []string) {
	seen := map[Text]string{}
	for _, n := range siblings {
		for _, language := range []Language{LanguageEnglish, LanguageSpanish} {
			title := n.Title.In(language)
			key := strings.ToLower(title)
			switch {
			case conditionInTitle.MatchString(title):
				faults = append(faults, fmt.Sprintf("%q holds a condition", title))
			case sortOfKinds.MatchString(title):
				faults = append(faults, fmt.Sprintf("%q says how goods are sorted, not what they are", title))
			case twiceDenied.MatchString(n.Words(siblings, language)):
				faults = append(faults, fmt.Sprintf("%q denies what is denied", n.Words(siblings, language)))
			case emptyGloss.MatchString(title):
				faults = append(faults, fmt.Sprintf("%q explains nothing in brackets", title))
			case headingInTitle.MatchString(title) && !noteOfLaw.MatchString(title): // what a note covers only the note says
				faults = append(faults, fmt.Sprintf("%q names a heading, which whoever answers cannot be expected to know", title))
			case parent != nil && n.Title != anyOther && strings.EqualFold(title, parent.Title.In(language)):
				faults = append(faults, fmt.Sprintf("%q repeats what stands above it", title))
			}
			at := Text{English: string(language), Spanish: key}
			if other := seen[at]; other != "" {
				faults = append(faults, fmt.Sprintf("%q stands twice in one question (%s, %s)", title, other, n.Code))
			}
			seen[at] = "code " + n.Code
		}
		for _, condition := range n.Conditions {
			for _, term := range condition {
				for _, phrase := range term.Phrases {
					if glossInPhrase.MatchString(phrase) {
						faults = append(faults, fmt.Sprintf("nobody calls goods %q: the words in brackets are a name of their own", phrase))
					}
				}
			}
		}
	}
	return faults
}

func TestOptionsOfAQuestionTellTheLinesApart(t *testing.T) {
	t.Parallel()
	knowledge := embeddedKnowledge(t)
	national, err := LoadNational(knowledge.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	groups := 0
	var walk func(where string, parent *Node, nodes []*Node)
	walk = func(where string, parent *Node, nodes []*Node) {
		groups++
		for _, fault := range titleFaults(parent, nodes) {
			t.Errorf("%s: %s", where, fault)
		}
		for _, n := range nodes {
			if len(n.Children) > 0 {
				walk(where, n, n.Children)
			}
		}
	}
	for _, chapter := range knowledge.Chapters() {
		for _, heading := range chapter.Children {
			for _, sub := range heading.Children {
				for _, country := range ScheduleCountries() {
					if tree := national.Tree(country, sub.Code); tree != nil {
						walk(country+" "+sub.Code, nil, tree.Children)
					}
				}
			}
		}
	}
	if groups < 15_000 {
		t.Errorf("%d groups of siblings, want all of four countries", groups)
	}
	node := func(english, spanish string, phrases ...string) *Node {
		n := &Node{Code: "x", Title: Text{English: english, Spanish: spanish}}
		if len(phrases) > 0 {
			n.Conditions = []Condition{{Term{Kind: TermNamed, Phrases: phrases}}}
		}
		return n
	}
	for name, group := range map[string][]*Node{
		"the same twice":  {node("By age", "Según la edad"), node("By size", "Según la edad")},
		"condition":       {node("Bread; not said: chip", "Pan")},
		"nothing said":    {node("Lapachol (compound)", "Lapacol")},
		"heading":         {node("Coats of heading 6201", "Abrigos")},
		"bare heading":    {node("Coats", "Abrigos de la 6202; sacos")},
		"gloss in a name": {node("HN1", "HN1 libre", "HN1 (bis(2-chloroethyl)ethylamine)")},
	} {
		if len(titleFaults(nil, group)) == 0 {
			t.Errorf("%s passes", name)
		}
	}
	if len(titleFaults(node("Rifles", "Fusiles"), []*Node{node("Rifles", "Rifles")})) == 0 {
		t.Error("a title that repeats the one above it passes")
	}
}
