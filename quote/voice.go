package quote

import (
	"strings"

	"github.com/govalues/decimal"
)

// voice speaks the messages in the language of the request.
type voice struct {
	rules    *Rules
	language Language
}

// message is a sentence in both languages, cut at its placeholders when the rules are read: a quote says
// about thirty of them for each product.
type message struct{ english, spanish sentence }

// sentence is a text with its placeholders: "{code} holds" is the name code and the words behind it.
type sentence struct {
	text  string
	lead  string // before the first placeholder
	parts []placeholder
}

// placeholder is a name in braces and the words up to the next one.
type placeholder struct{ name, behind string }

func newMessage(b bilingual) *message {
	return &message{english: newSentence(b.English), spanish: newSentence(b.Spanish)}
}

func newSentence(text string) sentence {
	s := sentence{text: text}
	lead, rest, more := strings.Cut(text, "{")
	s.lead = lead
	for more {
		var name, behind string
		name, behind, _ = strings.Cut(rest, "}")
		behind, rest, more = strings.Cut(behind, "{")
		s.parts = append(s.parts, placeholder{name, behind})
	}
	return s
}

// fill puts values in the place of names: pairs are name, value, name, value. A name without a value stays.
func (s *sentence) fill(pairs []string) string {
	if len(pairs) == 0 || len(s.parts) == 0 {
		return s.text
	}
	size := len(s.text)
	for i := 1; i < len(pairs); i += 2 {
		size += len(pairs[i])
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(s.lead)
	for _, part := range s.parts {
		value, known := part.value(pairs)
		if known {
			b.WriteString(value)
		} else {
			b.WriteString("{" + part.name + "}")
		}
		b.WriteString(part.behind)
	}
	return b.String()
}

func (p placeholder) value(pairs []string) (string, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == p.name {
			return pairs[i+1], true
		}
	}
	return "", false
}

// say fills the placeholders of a message: say("key", "name", value, …) replaces {name}.
func (v voice) say(key string, pairs ...string) string {
	m := v.rules.messages[key]
	if m == nil {
		return ""
	}
	if v.language == LanguageEnglish {
		return m.english.fill(pairs)
	}
	return m.spanish.fill(pairs)
}

// question returns the question that asks for a fact, with the field that answers it where there is one.
func (v voice) question(fact Fact) string { return v.rules.questions[fact].in(v.language) }

// writeQuestions joins the question of every fact with the field that answers it.
func (r reader) writeQuestions() {
	for fact, rule := range r.facts.facts {
		write := func(language Language) string {
			v, text := voice{rules: r.Rules, language: language}, rule.question.in(language)
			_, isNumber := numberFields[fact]
			if isNumber || flagFields[fact] {
				return v.say("question_field", "question", text, "field", string(fact))
			}
			return v.say("question_describe", "question", text)
		}
		r.questions[fact] = bilingual{English: write(LanguageEnglish), Spanish: write(LanguageSpanish)}
	}
}

// perMil writes a fraction as the law of fees does: 8 per mil.
func (v voice) perMil(fraction decimal.Decimal) string {
	shown, err := fraction.Mul(decimal.Thousand)
	if err != nil {
		return fraction.String()
	}
	return v.say("rate_per_mil", "rate", shown.Trim(0).String())
}

func (v voice) label(fact Fact) string { return v.rules.facts.facts[fact].label.in(v.language) }
