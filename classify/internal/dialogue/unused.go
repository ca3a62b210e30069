package dialogue

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/text"
)

// UnusedAnswer is an answer without information about the goods, and the reason.
type UnusedAnswer struct {
	Question string `json:"question" doc:"The question as it was asked"`
	Answer   string `json:"answer" doc:"The answer as it was given"`
	Reason   string `json:"reason" doc:"Why the answer could not be used"`
}

// offered gives a question that the record did not ask the choices that its words offer.
func (d *dialogue) offered(t Turn) Turn {
	if t.Question == nil || !t.Question.Own() || len(t.Question.Choices) > 0 {
		return t
	}
	q := *t.Question
	for i, label := range d.Replies.Choices(q.Text) {
		q.Choices = append(q.Choices, Choice{Value: string(rune('a' + i)), Label: label, LeadsTo: []string{}})
	}
	return Turn{Question: &q, Answer: t.Answer}
}

// unusable returns why an answer cannot be used, "" where it can.
func (d *dialogue) unusable(t Turn) string {
	reply := d.Replies.Read(t.Answer)
	switch q := t.Question; {
	case reply.Kind == answer.KindUnknown:
		return ""
	case q != nil && q.Own() && reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return ""
	case q != nil && !q.Own() && (Chosen(q, t.Answer, reply) >= 0 || reply.Kind == answer.KindNo && len(q.Choices) > 0): // none of them is an answer
		return ""
	case q != nil && q.Own() && d.states(reply.Text, ""):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.states(d.inUnit(reply.Text, q.Unit), q.Unit):
		return ""
	case q != nil && q.Kind == QuestionNumber && d.states(reply.Text, ""):
		return d.Say("unused_unit", "unit", q.Unit)
	}
	return d.reason(reply)
}

// reason returns why a reply that matches no choice states nothing, "" where it does.
func (d *dialogue) reason(reply answer.Reply) string {
	switch {
	case reply.Text == "" && reply.Letter >= 0:
		return d.Say("unused_choice")
	case reply.Text == "":
		return d.Say("unused_yes_no")
	}
	description, _ := d.read(reply.Text)
	known := func(m text.Mention) bool {
		return slices.ContainsFunc(m.IDs[:], func(id int32) bool { return id >= 0 })
	}
	if slices.ContainsFunc(description.Mentions, known) || len(d.Facets.Quantities(description)) > 0 {
		return ""
	}
	return d.Say("unused_words")
}

// report keeps an answer that could not be used, and its question open where it is still one of these goods.
func (d *dialogue) report(t Turn, reason string, open bool) {
	u := UnusedAnswer{Answer: t.Answer, Reason: reason}
	if t.Question != nil {
		u.Question = t.Question.Text
		if open && !t.Question.Own() {
			d.open = append(d.open, *t.Question)
		}
	}
	d.Unused = append(d.Unused, u)
}

// aside returns why words of the person's own do not say what a question of the record asks, "" where they do or may; and
// whether they tell something else of the goods.
func (d *dialogue) aside(t Turn) (reason string, tells bool) {
	q := t.Question
	if q == nil || q.Own() {
		return "", true
	}
	reply := d.Replies.Read(t.Answer)
	if reply.Kind == answer.KindUnknown || reply.Text == "" || Chosen(q, t.Answer, reply) >= 0 || reply.Kind == answer.KindNo && len(q.Choices) > 0 {
		return "", true
	}
	description, readings := d.read(answer.Plain(reply.Text))
	denied := d.Facets.Denied(description)
	tells = len(denied) > 0 || d.states(reply.Text, "") || len(d.nameOf(reply.Text)) > 0 ||
		slices.ContainsFunc(readings.Central, func(s facet.Statement) bool { return s.Weight > facet.Stated })
	switch {
	case d.bears(q, reply.Text, readings, denied, tells):
		return "", tells
	case tells:
		return d.Say("unused_more"), true
	}
	return d.Say("unused_beside"), false
}

// bears reports whether words that name no choice say something of what a question asks. tells says whether they tell
// anything of the goods.
func (d *dialogue) bears(q *Question, said string, readings *facet.Readings, denied []int32, tells bool) bool {
	x := d.Facets
	called := text.Fold(said)
	of := func(class string) bool { // what alone is a name of goods, "linen", "felt", is a material where one is asked for
		called := func(v facet.Value) bool { return v.Facet == class && v.ID == called }
		return class != "" && (class == facet.Material && len(d.nameOf(said)) > 0 || slices.ContainsFunc(x.Values, called) || readings.States(class) || slices.ContainsFunc(denied, func(v int32) bool { return x.Values[v].Facet == class }))
	}
	named := slices.ContainsFunc(q.Choices, func(c Choice) bool { return sharesWord(c.Label, said) })
	kind, rest, _ := strings.Cut(q.ID, IDSeparator)
	heading, name, _ := strings.Cut(rest, IDSeparator)
	switch {
	case q.Kind == QuestionNumber:
		return d.states(d.inUnit(said, q.Unit), q.Unit)
	case kind == IDMaterial:
		return of(facet.Material)
	case kind == IDMeant:
		return named
	case kind == IDFacet:
		h, known := d.Tree.HeadingAt[heading]
		at := -1
		if known {
			at = slices.IndexFunc(x.Facets[h], func(s facet.Split) bool { return s.Name == name })
		}
		return at < 0 || named || of(x.Facets[h][at].Class) || len(d.valuesOf(h, at, said)) > 0
	}
	return q.Kind != QuestionYesNo && (len(q.Choices) == 0 || named || tells)
}

// sharesWord reports whether two texts have a word in common.
func sharesWord(a, b string) bool {
	of := WordsOf(a)
	for word := range WordsOf(b) {
		if of[word] {
			return true
		}
	}
	return false
}

// WordsOf returns the words of a text that may name goods, in the singular.
func WordsOf(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text.Fold(words), text.BetweenWords) {
		if word = strings.TrimSuffix(strings.TrimSuffix(word, "s"), "e"); len(word) > 2 {
			out[word] = true
		}
	}
	return out
}

// hearOwn takes in an answer to a question that the record did not ask.
func (d *dialogue) hearOwn(q *Question, reply answer.Reply) string {
	switch {
	case reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return d.told(q.Choices[reply.Letter].Label)
	case d.states(reply.Text, ""):
		d.note(q, reply.Text)
		return reply.Text
	}
	return d.told(reply.Text)
}

// Reopened puts questions whose answer could not be used first.
func (s *Settled) Reopened(questions []Question) []Question {
	out := slices.Clone(s.open)
	for _, q := range questions {
		if _, ok := FindQuestion(out, q.ID); !ok && len(out) < MaxQuestions {
			out = append(out, q)
		}
	}
	return out
}
