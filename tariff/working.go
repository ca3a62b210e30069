package tariff

import "strings"

// working is the node of a line nobody has written yet: its title is made of the conditions its
// publication stated, where there were any.
func (t *Trees) working(line Line, code string) *Node {
	n := &Node{Code: code, Working: true}
	reader := conditionReader{vocabulary: t.vocabulary, measures: t.measures}
	if err := reader.read(n, line.conditionsOf(code)); err != nil || len(n.Conditions) == 0 {
		n.Conditions = nil // of a vocabulary that has changed since: better none than half of them
		n.Title = Text{English: "Line " + code + ", not described yet", Spanish: "Fracción " + code + ", aún sin describir"}
		return n
	}
	n.Title = Text{English: t.wordsOf(n.Conditions, LanguageEnglish), Spanish: t.wordsOf(n.Conditions, LanguageSpanish)}
	return n
}

// wordsOf says conditions in words: "Screen diagonal up to 35.56 cm; plastic".
func (t *Trees) wordsOf(conditions []Condition, language Language) string {
	var parts []string
	for _, c := range conditions {
		var terms []string
		for _, term := range c {
			if words := t.termWords(term, language); words != "" {
				terms = append(terms, words)
			}
		}
		if len(terms) > 0 {
			parts = append(parts, strings.Join(terms, orIn(language)))
		}
	}
	text := strings.Join(parts, "; ")
	first := []rune(text)
	if len(first) == 0 {
		return text
	}
	return strings.ToUpper(string(first[:1])) + string(first[1:])
}

func orIn(language Language) string { return Text{English: " or ", Spanish: " o "}.In(language) }

// termWords says a term of the kinds that are read in wordings, "" for another.
func (t *Trees) termWords(term Term, language Language) string {
	switch term.Kind { //nolint:exhaustive // wordings are read for these alone
	case TermUsed:
		return Text{English: "used", Spanish: "usado"}.In(language)
	case TermNew:
		return Text{English: "new", Spanish: "nuevo"}.In(language)
	case TermFacet:
		var names []string
		for _, id := range term.Values {
			names = append(names, t.vocabulary.Value(id).Name.In(language))
		}
		return strings.Join(names, orIn(language))
	case TermMeasure:
		return t.measures.Of(term.Limit.Measure).Title.In(language) + " " + term.Limit.words(language)
	}
	return ""
}

// words says a limit without its measure: "up to 35.56 cm".
func (l Limit) words(language Language) string {
	form := map[Bound]Text{
		BoundUpTo: {English: "up to ", Spanish: "de hasta "}, BoundUnder: {English: "under ", Spanish: "de menos de "},
		BoundFrom: {English: "from ", Spanish: "desde "}, BoundOver: {English: "over ", Spanish: "de más de "},
		BoundIs: {English: "of ", Spanish: "de "},
	}[l.Bound].In(language)
	return strings.TrimSpace(form + l.Number.String() + " " + l.Unit)
}
