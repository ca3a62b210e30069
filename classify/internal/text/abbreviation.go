package text

import (
	"fmt"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
)

// Bounds of the dictionary of abbreviations.
const (
	maxExpansion = 6 // words that one abbreviation stands for
	maxClipped   = 6 // letters of a clipped word
)

// abbreviation is one row of the dictionary: what an abbreviation stands for beside certain words.
type abbreviation struct {
	language Lang
	words    []string // none: it says nothing of what the goods are
	context  map[string]bool
	anywhere bool
}

// What a context asks for besides words.
const (
	contextEnglish = "@en"
	contextSpanish = "@es"
	contextDose    = "@dose"
	contextAny     = "@any"
)

// abbreviations are the dictionary, and which languages its words are of.
type abbreviations struct {
	rows map[string][]abbreviation
	said [LangCount]map[string]bool
}

// readAbbreviations reads the table of abbreviations.
func readAbbreviations(b *vocabulary.Book) abbreviations {
	a := abbreviations{rows: map[string][]abbreviation{}}
	for l := range a.said {
		a.said[l] = map[string]bool{}
	}
	b.Table("abbreviations", 4, a.learn)
	return a
}

// learn takes a row: language, abbreviation, expansion, context.
func (a *abbreviations) learn(row []string) error {
	language := English
	switch row[0] {
	case "en":
	case "es":
		language = Spanish
	default:
		return fmt.Errorf("%q is neither en nor es", row[0])
	}
	short := Fold(row[1])
	tokens := Tokenize(short, 2, nil)
	if len(tokens) != 1 || tokens[0].Text != short {
		return fmt.Errorf("%q is not one word", row[1])
	}
	entry := abbreviation{language: language, context: map[string]bool{}}
	if row[2] != "-" {
		entry.words = texts(Tokenize(Fold(row[2]), maxExpansion+1, nil))
		if n := len(entry.words); n == 0 || n > maxExpansion {
			return fmt.Errorf("%q is not one to %d words", row[2], maxExpansion)
		}
	}
	for word := range strings.FieldsSeq(Fold(row[3])) {
		if word[0] == '@' && word != contextEnglish && word != contextSpanish && word != contextDose && word != contextAny {
			return fmt.Errorf("%q is no context", word)
		}
		entry.context[singular(word)] = true
	}
	entry.anywhere = len(entry.context) == 0 || entry.context[contextAny]
	for _, known := range a.rows[short] {
		if known.language == language && known.anywhere {
			return fmt.Errorf("a row behind that of %q without a context is never read", row[1])
		}
	}
	a.rows[short] = append(a.rows[short], entry)
	a.said[language][short] = true
	for _, word := range entry.words {
		a.said[language][singular(word)] = true
	}
	for word := range entry.context { // a marker is no word of a text
		a.said[language][word] = true
	}
	return nil
}

// singular takes the ending of a regular plural off.
func singular(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

// surroundings are the words beside an abbreviation.
type surroundings struct {
	at       map[string]int // words, as written and as their abbreviations may be meant: the token, -1 for several
	language []int8         // by token: above 0 for a word of Spanish alone, below for one of English alone
	spanish  int            // their sum
	dose     bool
}

// expand writes the abbreviations of clerks out. Where one ends with a full stop the phrase goes on.
func (r *Reader) expand(tokens []Token) []Token {
	var around *surroundings
	out, dropped := tokens, -1
	for i, t := range tokens {
		rows := r.abbreviations.rows[t.Text]
		if len(rows) == 0 && around == nil {
			continue
		}
		if around == nil {
			around = r.surroundings(tokens)
			out = append(make([]Token, 0, len(tokens)+8), tokens[:i]...)
		}
		if dropped >= 0 && !t.Break {
			t.Break, t.Comma = tokens[dropped].Break, tokens[dropped].Comma
		}
		dropped = -1
		meaning := around.choose(rows, i)
		if i > 0 && tokens[i-1].Number && r.grammar.Packs(t.Text) || i+1 < len(tokens) && tokens[i+1].Number && r.grammar.Numbers(t.Text) { // "36 cs" are cases, "ref. 45" a number
			meaning = nil
		}
		if meaning == nil {
			out = append(out, t)
			continue
		}
		if i+1 < len(tokens) && !tokens[i+1].Comma {
			tokens[i+1].Break = false
		}
		if len(meaning.words) == 0 {
			tokens[i], dropped = t, i
			continue
		}
		t.Of = t.Text
		for _, word := range meaning.words {
			t.Text, t.Number = word, false
			out = append(out, t)
			t.Break, t.Comma, t.Colon, t.Hyphen = false, false, false, false
		}
	}
	return out
}

func (r *Reader) surroundings(tokens []Token) *surroundings {
	s := &surroundings{at: make(map[string]int, 2*len(tokens)), language: make([]int8, len(tokens))}
	note := func(word string, i int) {
		word = singular(word)
		if at, ok := s.at[word]; ok && at != i {
			i = -1
		}
		s.at[word] = i
	}
	for i, t := range tokens {
		s.dose = s.dose || strings.HasSuffix(t.Text, "mg") || t.Text == "ml"
		note(t.Text, i)
		for _, row := range r.abbreviations.rows[t.Text] {
			for _, word := range row.words {
				note(word, i)
				if row.language == Spanish {
					note(feminine(word), i)
				}
			}
		}
		english, spanish := r.ofLanguage(t.Text, English), r.ofLanguage(t.Text, Spanish)
		switch {
		case t.Number: // of both
		case spanish && !english:
			s.language[i] = 1
		case english && !spanish:
			s.language[i] = -1
		}
		s.spanish += int(s.language[i])
	}
	return s
}

// feminine is the other gender of a Spanish adjective: "mang. hidr." is a manguera that is hidráulica.
func feminine(word string) string {
	if stem, ok := strings.CutSuffix(word, "o"); ok {
		return stem + "a"
	}
	return word
}

// ofLanguage reports whether the small words or the dictionary have a word in a language.
func (r *Reader) ofLanguage(word string, l Lang) bool {
	said := r.abbreviations.said[l]
	return r.Stopword(word, l) || said[word] || said[singular(word)]
}

// choose returns the first row that fits token i, those in the language of the text before the others; nil for none.
func (s *surroundings) choose(rows []abbreviation, i int) *abbreviation {
	first := English
	if s.spanish > 0 {
		first = Spanish
	}
	for _, language := range [...]Lang{first, 1 - first} {
		for k := range rows {
			if rows[k].language == language && s.fits(&rows[k], i) {
				return &rows[k]
			}
		}
	}
	return nil
}

// fits reports whether a word of the context of a row stands beside token i.
func (s *surroundings) fits(row *abbreviation, i int) bool {
	if row.anywhere {
		return true
	}
	others := s.spanish - int(s.language[i])
	if row.context[contextSpanish] && others > 0 || row.context[contextEnglish] && others < 0 || row.context[contextDose] && s.dose {
		return true
	}
	for word := range row.context {
		if at, ok := s.at[word]; ok && at != i {
			return true
		}
	}
	return false
}

// Clipped reports whether a word of a text in capitals is cut short, so that no other word is near it by its letters:
// CORR, TERMOM. A misspelt word keeps its ending: TORNILO.
func (d *Description) Clipped(m *Mention) bool {
	return d.Capitals && len(m.Text) <= maxClipped && !strings.ContainsAny(m.Text[len(m.Text)-1:], "aeiou")
}
