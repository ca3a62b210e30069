// Package answer reads what people reply to a question: a letter, a number, yes or no, that they do not
// know, or words of their own.
//
// It refuses meaning: which code a reply leads to is not its business.
package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// Words are the vocabulary of replies. It is read only once built.
type Words struct {
	yes, no, unknown, openings, keeps []string
	ordinals                          [][]string      // the second choice, by place
	or                                map[string]bool // between the last two choices of a question
	joins                             map[string]bool
}

// NewWords returns the words of replies of a book. The book reports what is wrong with them.
func NewWords(b *vocabulary.Book) *Words {
	w := &Words{yes: b.Phrases("yes"), no: b.Phrases("no"), unknown: b.Phrases("not known"), openings: b.Phrases("openings of replies"), keeps: b.Phrases("keep some"), joins: map[string]bool{}}
	for place := range namedChoices {
		w.ordinals = append(w.ordinals, b.Phrases(fmt.Sprintf("choice %d", place+1)))
	}
	w.or = map[string]bool{}
	for _, word := range b.Phrases("join choices") {
		w.or[text.Fold(word)] = true
	}
	for _, word := range b.Phrases("join goods") {
		w.joins[text.Fold(word)] = true
	}
	for _, list := range [][]string{w.yes, w.no, w.unknown, w.openings, w.keeps} {
		slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return w
}

// namedChoices is how many places have a name: the first to the sixth.
const namedChoices = 6

// Kind is the kind of a reply.
type Kind uint8

// The kinds of replies.
const (
	KindText    Kind = iota // words
	KindYes                 // yes, with or without words
	KindNo                  // no, with or without words
	KindUnknown             // the person does not know
)

// Reply is a reply taken apart.
type Reply struct {
	Kind   Kind
	Letter int    // place of the choice that it names by a letter or an ordinal, from 0; -1 for none
	Text   string // what is said beside that; "" where the reply is bare
}

// letter is "a", "(b)", "c)" or "d." at the start; alone, or with a bracket or point behind it.
var letter = regexp.MustCompile(`^(?:\(([a-j])\)|([a-j])[).:]|([a-j])$)\s*`)

// Read takes a reply apart. "it is (a) a preparation of milk" is letter a with words behind it.
func (w *Words) Read(reply string) Reply {
	r := Reply{Letter: -1, Text: strings.TrimSpace(reply)}
	if is(r.Text, w.unknown) {
		return Reply{Kind: KindUnknown, Letter: -1}
	}
	r.open(w.openings)
	if kind, rest, ok := w.yesOrNo(r.Text); ok {
		r.Kind, r.Text = kind, rest
		r.open(w.openings)
	}
	for place, names := range w.ordinals {
		if is(r.Text, names) {
			r.Letter, r.Text = place, ""
			return r
		}
	}
	if m := letter.FindStringSubmatch(strings.ToLower(r.Text)); m != nil {
		r.Letter = int((m[1] + m[2] + m[3])[0] - 'a')
		r.Text = strings.TrimSpace(r.Text[len(m[0]):])
	}
	return r
}

// Kept returns the goods that a reply keeps of several named together: "nuts, of steel" of "only nuts, of steel". ok
// is false where the reply keeps none of them.
func (w *Words) Kept(reply string) (kept string, ok bool) { return after(reply, w.keeps) }

// Joins reports whether a folded word stands between goods that are named together, as "and" does.
func (w *Words) Joins(word string) bool { return w.joins[word] }

// open takes off what only opens a reply: "actually", "it is", "en realidad es".
func (r *Reply) open(openings []string) {
	for range 4 {
		rest, ok := after(r.Text, openings)
		if !ok {
			return
		}
		r.Text = rest
	}
}

// yesOrNo reads a yes or no that stands alone or before a comma: "no longer made" is neither.
func (w *Words) yesOrNo(reply string) (Kind, string, bool) {
	for kind, list := range map[Kind][]string{KindYes: w.yes, KindNo: w.no} {
		for _, word := range list {
			rest, ok := cut(reply, word)
			if !ok {
				continue
			}
			if trimmed := strings.TrimLeft(rest, " "); trimmed == "" || strings.ContainsRune(",.;:!", rune(trimmed[0])) {
				return kind, strings.TrimLeft(trimmed, " ,.;:!"), true
			}
		}
	}
	return KindText, reply, false
}

// after cuts one of phrases, and the punctuation behind it, off the start of a reply. A reply that consists of the
// phrase alone stays as it is.
func after(reply string, phrases []string) (string, bool) {
	for _, phrase := range phrases {
		if rest, ok := cut(reply, phrase); ok {
			if rest = strings.TrimLeft(rest, " ,.;:!"); rest != "" {
				return rest, true
			}
		}
	}
	return reply, false
}

// cut takes a phrase off the start of a reply, whatever its capitals and accents, where a word ends there.
func cut(reply, phrase string) (rest string, ok bool) {
	wanted := text.Fold(phrase)
	for i := range len(reply) + 1 {
		if i < len(reply) && reply[i]&0xC0 == 0x80 {
			continue // within a character
		}
		folded := text.Fold(reply[:i])
		if len(folded) > len(wanted)+4 {
			return "", false
		}
		if folded == wanted && (i == len(reply) || !text.IsWordRune(rune(reply[i])) && reply[i] < 0x80) {
			return reply[i:], true
		}
	}
	return "", false
}

// is reports whether a reply consists of one of phrases alone.
func is(reply string, phrases []string) bool {
	plain := text.Fold(strings.Trim(reply, " .!?¿¡"))
	return slices.ContainsFunc(phrases, func(p string) bool { return text.Fold(p) == plain })
}

// denial is one with words that a description leaves out: "is not made of", "no es de", "no está".
var denial = regexp.MustCompile(`(?i)\b(?:(?:is|are|it's)\s+)?(not|no|isn't|aren't)\s+(?:(?:(?:is|are|es|son|está|están|made|hech[oa]s?)\s+){1,2}(?:(?:of|from|de)\s+)?|(?:of|from|de)\s+)`)

// Plain writes denials as descriptions do: "no es de piel, es de tela" is "no piel, es de tela".
func Plain(reply string) string {
	return denial.ReplaceAllStringFunc(reply, func(m string) string {
		if strings.Contains(strings.ToLower(m), "no ") && !strings.Contains(strings.ToLower(m), "not ") {
			return "no "
		}
		return "not "
	})
}

// bare is a letter in brackets or alone, or a number with or without a unit.
var bare = regexp.MustCompile(`^\s*(?:\([a-jA-J]\)|[a-jA-J][).:]?|[<>≤≥]?\s*\d[\d.,]*\s*[\p{L}%°"²³/]{0,8}|(?i:yes|no|si|sí))\s*\.?\s*$`)

// Bare reports whether a reply means nothing without its question: "(a)", "20 kg", "yes".
func Bare(words string) bool { return bare.MatchString(words) }
