package quote

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/tariff"
	"tariffdesk/text"
)

// answer is yes, no or not known.
type answer int8

const (
	answerUnknown answer = iota
	answerYes
	answerNo
)

func (a answer) inverse() answer {
	switch a {
	case answerYes:
		return answerNo
	case answerNo:
		return answerYes
	case answerUnknown:
	}
	return answerUnknown
}

// lexicon holds the facts rules ask for, the words that reveal them in a description and the
// question that asks for them.
type lexicon struct {
	facts    map[Fact]factRule
	phrases  map[string][]phrase // by first word
	negation map[string]bool
}

// maxPhraseWords bounds a phrase of facts.tsv.
const maxPhraseWords = 8

type factRule struct {
	name     Fact
	question bilingual
	label    bilingual
	denial   bilingual // what is so where the fact is not; empty where no words are held
	use      bool      // a purpose: words after "for" count
	follows  Fact      // a stated fact that answers this one too
	opposite bool      // by its opposite: new goods are those not used
}

type phrase struct {
	fact    Fact
	of      *substance // it is found or not, whatever is said of others; nil for the fact itself
	words   []string
	answer  answer
	claimed bool // the words mean something else: they hide shorter phrases of the same fact
}

// substance is a row of substances.tsv.
type substance struct {
	Provision
	name bilingual
}

func readLexicon(table func(string, func(row))) *lexicon {
	l := &lexicon{facts: map[Fact]factRule{}, phrases: map[string][]phrase{}, negation: map[string]bool{}}
	for _, word := range []string{"without", "no", "not", "non", "sin", "libre", "zero", "cero", "never"} {
		l.negation[singular(word)] = true
	}
	table("facts.tsv", func(row row) {
		fact := factRule{
			name: Fact(row.must("fact")), use: row.text("kind") == "use",
			question: row.bilingual("question"), label: row.bilingual("label"),
		}
		followed, opposite := strings.CutPrefix(row.text("follows"), "!")
		fact.follows, fact.opposite = Fact(followed), opposite
		if row.text("denial_en") != "" {
			fact.denial = row.bilingual("denial")
		}
		row.choice("kind", "thing", "use", "number")
		if _, twice := l.facts[fact.name]; twice {
			row.fault("fact %s stands twice", fact.name)
		}
		l.facts[fact.name] = fact
		l.learn(row, row.list("yes"), phrase{fact: fact.name, answer: answerYes})
		l.learn(row, row.list("no"), phrase{fact: fact.name, answer: answerNo})
		l.learn(row, row.list("other"), phrase{fact: fact.name, claimed: true})
	})
	table("substances.tsv", func(row row) {
		one := substance{Provision: row.provision(), name: row.bilingual("name")}
		kind := phrase{fact: Fact(row.must("fact")), of: &one, answer: answerYes}
		if _, known := l.facts[kind.fact]; !known {
			row.fault("fact %q is unknown", kind.fact)
		}
		l.learn(row, slices.Concat(row.list("words"), row.list("cas"), []string{one.name.English, one.name.Spanish}), kind)
		kind.claimed = true
		l.learn(row, row.list("other"), kind)
	})
	return l
}

func (l *lexicon) learn(row row, texts []string, kind phrase) {
	for _, text := range texts {
		kind.words = words(text)
		if len(kind.words) == 0 || len(kind.words) > maxPhraseWords {
			row.fault("%q is no phrase of 1 to %d words", text, maxPhraseWords)
			continue
		}
		l.phrases[kind.words[0]] = append(l.phrases[kind.words[0]], kind)
	}
}

// match is a phrase found in a description.
type match struct {
	phrase
	from, to int
	negated  bool
}

// reading holds the facts found in a description: answers by fact, and the substances behind an answer.
type reading struct {
	answers map[Fact]answer
	names   map[Fact][]bilingual
}

// read finds what a description says about every fact. A fact the words both assert and deny is
// denied: descriptions deny with care ("sugar free cola") and assert by habit. A substance of a list is
// settled by itself: one that is denied says nothing of the others.
func (l *lexicon) read(description string, date tariff.Date) reading {
	text := words(description)
	purpose := len(text)
	byFact := map[Fact][]match{}
	var bySubstance map[*substance][]match
	for i, word := range text {
		if (word == "for" || word == "para") && i > 0 && purpose == len(text) {
			purpose = i
		}
		for _, p := range l.phrases[word] {
			if !startsWith(text[i:], p.words) || (i > purpose && !l.facts[p.fact].use) {
				continue
			}
			m := match{phrase: p, from: i, to: i + len(p.words), negated: l.negated(text, i, i+len(p.words))}
			switch {
			case p.of == nil:
				byFact[p.fact] = append(byFact[p.fact], m)
			case p.of.on(date):
				if bySubstance == nil {
					bySubstance = map[*substance][]match{}
				}
				bySubstance[p.of] = append(bySubstance[p.of], m)
			}
		}
	}
	found := reading{answers: make(map[Fact]answer, len(byFact))}
	for fact, matches := range byFact {
		if a := settle(matches); a != answerUnknown {
			found.answers[fact] = a
		}
	}
	for one, matches := range bySubstance {
		if settle(matches) != answerYes {
			continue
		}
		if found.names == nil {
			found.names = map[Fact][]bilingual{}
		}
		fact := matches[0].fact
		found.answers[fact], found.names[fact] = answerYes, append(found.names[fact], one.name)
	}
	for _, names := range found.names {
		slices.SortFunc(names, func(a, b bilingual) int { return strings.Compare(a.English, b.English) })
	}
	return found
}

// negated looks at the words before and the word behind: "without sugar", "free of sugar", "sugar free".
func (l *lexicon) negated(text []string, from, to int) bool {
	switch {
	case from > 0 && l.negation[text[from-1]], to < len(text) && isFree(text[to]):
		return true
	case from < 2 || !isFree(text[from-2]):
		return false
	}
	between := text[from-1]
	return between == "of" || between == "from" || between == "de"
}

// isFree recognises the word, as words writes it, that denies what stands beside it in either language.
func isFree(word string) bool { return word == "fre" || word == "libr" }

func settle(matches []match) answer {
	result := answerUnknown
	for i, m := range matches {
		if m.claimed || hidden(matches, i) {
			continue
		}
		a := m.answer
		if m.negated && a == answerYes {
			a = answerNo
		}
		if a == answerNo {
			return answerNo
		}
		result = a
	}
	return result
}

// hidden reports whether a longer phrase of the same fact covers match i. Matches stand in the order
// of the text, and only those that begin within the longest phrase before i can cover it.
func hidden(matches []match, i int) bool {
	m := matches[i]
	covers := func(other match) bool {
		return other.from <= m.from && m.to <= other.to && other.to-other.from > m.to-m.from
	}
	for j := i - 1; j >= 0 && matches[j].from > m.to-maxPhraseWords; j-- {
		if covers(matches[j]) {
			return true
		}
	}
	for j := i + 1; j < len(matches) && matches[j].from == m.from; j++ {
		if covers(matches[j]) {
			return true
		}
	}
	return false
}

func startsWith(text, prefix []string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i, word := range prefix {
		if text[i] != word {
			return false
		}
	}
	return true
}

// words folds a text for comparison: lower case, no accents, runs of letters and digits, plural
// endings dropped.
func words(text string) []string {
	fields := strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range fields {
		fields[i] = singular(word)
	}
	return fields
}

// fold writes a text as it is compared.
func fold(s string) string { return text.Fold(s) }

// singular drops the plural endings of both languages; what it makes of a word need not be a word,
// it need only be the same for both numbers.
func singular(word string) string {
	switch {
	case len(word) > 5 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && strings.HasSuffix(word, "es"):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	case len(word) > 3 && strings.HasSuffix(word, "e"):
		return word[:len(word)-1]
	}
	return word
}
