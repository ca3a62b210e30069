package dialogue

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/answer"
	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/quantity"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
	"tariffdesk/tariff"
)

// Tools read dialogues. They do not change.
type Tools struct {
	Tree       *code.Tree
	Index      *lookup.Index
	Facets     *facet.Index
	Vocabulary *tariff.Vocabulary
	Words      *text.Reader
	Replies    *answer.Words
	Quantities *quantity.Reader
	Voices     *voice.Book
	Sole       func(value string) bool // reports whether a value is what all goods of some chapter are of
}

// Settled holds the facts about the goods that a dialogue has settled.
type Settled struct {
	Text      string // the description without what was taken back, and what was said since
	Aside     string // numbers given as answers: they choose lines, and are no names of goods
	Exchanges []Exchange
	Unused    []UnusedAnswer
	Answered  map[string]bool // ids of questions that are not asked again
	Leaves    []string        // national lines chosen, by subheading

	notes     []string   // numbers, each under the words of its question
	open      []Question // asked by the record, and without a usable answer
	headings  []string   // the goods are of one of these; empty for any
	fixes     []fix
	overruled []int32             // values stated against what was stated before
	denials   []*text.Description // replies that deny something
	kept      []int32             // headings of the goods as they were named first, which replies tell more of
	outside   []int32             // headings none of whose goods are as a number says
}

// fix is a facet of a heading that an answer has fixed.
type fix struct {
	heading int32
	choice  facet.Choice // goods are of one of its values
}

// dialogue reads answers one after another.
type dialogue struct {
	*Tools
	*Settled
	voice.Voice
	description string // as it was given
	naming      bool   // the reply is to the question what the goods are
}

// Settle reads a dialogue over a description.
func (t *Tools) Settle(description string, language tariff.Language, turns []Turn) *Settled {
	s := &Settled{Text: description, Answered: map[string]bool{}}
	d := dialogue{Tools: t, Settled: s, Voice: t.Voices.In(language), description: description}
	for _, turn := range turns {
		d.take(d.offered(turn))
	}
	return s
}

// take takes one turn in.
func (d *dialogue) take(t Turn) {
	if reason := d.unusable(t); reason != "" {
		d.report(t, reason, true)
		return
	}
	aside, tells := d.aside(t)
	if aside != "" {
		d.report(t, aside, len(d.nameOf(d.Replies.Read(t.Answer).Text)) == 0) // of other goods it may be pointless
		if !tells && (t.Question.Kind == QuestionNumber || t.Question.Kind == QuestionYesNo) {
			return
		}
	}
	x := Exchange{Answer: t.Answer, Asked: t.Question}
	if t.Question != nil {
		x.QuestionID, x.Question = t.Question.ID, t.Question.Text
	}
	var answered bool
	if x.Understood, answered = d.hear(t); answered && t.Question != nil && aside == "" {
		d.Answered[t.Question.ID] = true
	}
	d.Exchanges = append(d.Exchanges, x)
}

// hear reads an answer. It returns how the answer was understood, and whether the question is settled.
func (d *dialogue) hear(t Turn) (understood string, answered bool) {
	reply := d.Replies.Read(t.Answer)
	d.naming = t.Question != nil && t.Question.ID == IDGoods
	switch {
	case reply.Kind == answer.KindUnknown:
		return d.Say("not_known"), true
	case t.Question == nil:
		return d.told(reply.Text), true
	case t.Question.Own():
		return d.hearOwn(t.Question, reply), true
	}
	if i := Chosen(t.Question, t.Answer, reply); i >= 0 {
		return d.choose(t.Question, i), true
	}
	if word, ok := strings.CutPrefix(t.Question.ID, IDSpelling+IDSeparator); ok && reply.Text != "" {
		d.respell(word, reply.Text)
		return d.Quote(reply.Text), true
	}
	if t.Question.ID == IDMeant { // whatever was said of it says nothing of the goods
		return d.Quote(reply.Text), true
	}
	if t.Question.Kind == QuestionNumber {
		reply.Text = d.inUnit(reply.Text, t.Question.Unit)
	}
	if understood, ok := d.fit(t.Question, reply.Text); ok {
		return understood, true
	}
	if reply.Text == "" { // a bare yes or no to a question that neither answers
		return d.Say("not_known"), reply.Kind == answer.KindNo
	}
	return d.told(reply.Text), len(t.Question.Choices) == 0 && t.Question.Kind != QuestionNumber
}

// Chosen returns the choice that a reply names: by value or label, by its letter, by yes or no, or by words that only
// its label has; -1 for none.
func Chosen(q *Question, said string, reply answer.Reply) int {
	plain := text.Fold(strings.TrimSpace(said))
	for i, c := range q.Choices {
		if plain == text.Fold(c.Value) || plain == text.Fold(c.Label) || text.Fold(reply.Text) == text.Fold(c.Label) {
			return i
		}
	}
	switch {
	case reply.Letter >= 0 && reply.Letter < len(q.Choices):
		return reply.Letter
	case q.Kind == QuestionYesNo && reply.Kind == answer.KindYes:
		return 0
	case q.Kind == QuestionYesNo && reply.Kind == answer.KindNo && reply.Text == "":
		return 1
	}
	at := -1
	for i, c := range q.Choices {
		if label := text.Fold(c.Label); len(reply.Text) > 2 && containsWords(label, text.Fold(reply.Text)) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// containsWords reports whether phrase stands in s between ends of words.
func containsWords(s, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(phrase)
		if (i == 0 || !text.IsWordRune(rune(s[i-1]))) && (end == len(s) || !text.IsWordRune(rune(s[end]))) {
			return true
		}
		from = i + 1
	}
}

// choose takes a choice of a question in.
func (d *dialogue) choose(q *Question, i int) string {
	c := q.Choices[i]
	switch kind, rest, _ := strings.Cut(q.ID, IDSeparator); kind {
	case IDSpelling:
		d.respell(rest, c.Label)
	case IDHeading:
		d.headings = []string{c.Value}
	case IDLine:
		d.Leaves = append(d.Leaves, c.LeadsTo...)
		d.say(c.Label)
	case IDFacet:
		heading, name, _ := strings.Cut(rest, IDSeparator)
		if h, ok := d.Tree.HeadingAt[heading]; ok {
			if choice, ok := d.Facets.ParseKey(h, name, c.Value); ok {
				d.fix(h, choice)
			}
		}
	}
	return c.Label
}

// fix settles a facet of a heading by an answer. A different value in the description is withdrawn.
func (d *dialogue) fix(h int32, choice facet.Choice) {
	d.settle(h, choice)
	if len(choice.Values) == 0 {
		return
	}
	x := d.Facets
	d.takeBack(func(v int32) bool {
		return x.Values[v].Facet != "" && x.Values[v].Facet == x.Facets[h][choice.Facet].Class && !x.Overlap([]int32{v}, choice.Values)
	})
	if name, ok := d.Vocabulary.ValueName(d.Tree.Headings[h], x.Facets[h][choice.Facet].Name, x.Values[choice.Values[0]].ID); ok && !x.Facets[h][choice.Facet].Limits {
		d.say(name.In(d.Language))
	}
}

// fit fixes the facet a question asks for by words of the person's own, or by a number.
func (d *dialogue) fit(q *Question, said string) (understood string, ok bool) {
	kind, rest, _ := strings.Cut(q.ID, IDSeparator)
	heading, name, _ := strings.Cut(rest, IDSeparator)
	h, known := d.Tree.HeadingAt[heading]
	if kind == IDLine && q.Kind == QuestionNumber {
		if !d.states(said, q.Unit) {
			return "", false
		}
		d.note(q, said)
		return said, true
	}
	if kind != IDFacet || !known {
		return "", false
	}
	var options []facet.Choice
	for _, c := range q.Choices {
		if choice, ok := d.Facets.ParseKey(h, name, c.Value); ok {
			options = append(options, choice)
		}
	}
	if len(options) == 0 || len(options) != len(q.Choices) {
		return "", false
	}
	taking := d.Facets.Taking(options, d.valuesOf(h, options[0].Facet, said))
	if len(taking) == 0 {
		if q.Kind == QuestionNumber && d.Quantities.Usable(text.Fold(said), q.Unit) {
			d.outside = append(d.outside, h)
		}
		return "", false
	}
	if q.Kind == QuestionNumber {
		d.note(q, said)
	} else {
		d.told(said)
	}
	var labels []string
	both := taking[0]
	for _, c := range taking {
		labels = append(labels, q.Choices[slices.IndexFunc(options, c.Same)].Label)
		both.Values, both.Other = append(slices.Clone(both.Values), c.Values...), both.Other || c.Other
	}
	d.settle(h, both)
	return d.Either(labels), true
}

// valuesOf reads the values of a heading's facet out of words; a value of the same kind that the heading does not
// name counts too: linen is none of cotton and wool.
func (d *dialogue) valuesOf(h int32, at int, said string) (values []int32) {
	x := d.Facets
	split := &x.Facets[h][at]
	description, readings := d.read(said)
	quantities := x.Quantities(description)
	for _, v := range split.Universe {
		stated, _ := x.Strength(v, readings.Heading(h))
		if stated > facet.Stated || slices.ContainsFunc(quantities, x.Values[v].Answer.Contains) {
			values = append(values, v)
		}
	}
	if len(values) > 0 || split.Class == "" {
		return values
	}
	for _, s := range readings.Heading(h) {
		if x.Values[s.Value].Facet == split.Class && s.Weight > facet.Stated {
			values = append(values, s.Value)
		}
	}
	return values
}

// note keeps a number for the choice of lines, under the words of its question.
func (d *dialogue) note(q *Question, said string) {
	asked, _, _ := strings.Cut(q.Text, " (a)") // the choices hold numbers of their own
	asked = ". " + strings.Trim(asked, "¿?. ") + " "
	d.notes = slices.DeleteFunc(d.notes, func(n string) bool { return strings.HasPrefix(n, asked) }) // the later answer counts
	d.notes = append(d.notes, asked+said)
	d.Aside = strings.Join(d.notes, "")
}

// settle fixes what a facet of a heading is, whatever was fixed before.
func (d *dialogue) settle(h int32, choice facet.Choice) {
	d.fixes = slices.DeleteFunc(d.fixes, func(f fix) bool { return f.heading == h && f.choice.Facet == choice.Facet })
	d.fixes = append(d.fixes, fix{h, choice})
}

// told reads words of the user. Statements of before that they deny or contradict are withdrawn.
func (d *dialogue) told(said string) string {
	quoted := d.Quote(said)
	d.correct(said)
	if kept, ok := d.Replies.Kept(said); ok {
		said = kept
		d.keep(kept)
	}
	said = answer.Plain(said)
	description, readings := d.read(said)
	x := d.Facets
	stated := readings.Central
	denied := x.Denied(description)
	brief := len(description.Mentions) <= correction
	leading := func(v int32) bool { // of what is stated of its kind: "65 % polyester, 35 % cotton" takes cotton back
		return slices.ContainsFunc(stated, func(s facet.Statement) bool {
			return x.Overlap([]int32{v}, []int32{s.Value}) && !slices.ContainsFunc(stated, func(o facet.Statement) bool {
				return brief && x.Values[o.Value].Facet == x.Values[s.Value].Facet && o.Weight*lesser > s.Weight && !x.Overlap([]int32{o.Value}, []int32{v})
			})
		})
	}
	d.takeBack(func(v int32) bool {
		if slices.Contains(denied, v) || d.narrowed(v, stated) {
			return true
		}
		if !x.Exclusive(v) || leading(v) {
			return false
		}
		opposed := false
		for _, s := range stated {
			if s.Weight > facet.Stated && x.Values[s.Value].Facet == x.Values[v].Facet && leading(s.Value) && x.Alternatives(v, s.Value) {
				d.overruled = append(d.overruled, s.Value)
				opposed = true
			}
		}
		return opposed
	})
	words := wordsDenied(description)
	if d.strike(words); len(words) > 0 {
		d.denials = append(d.denials, description)
	}
	d.kept = d.detailed(said, stated, denied)
	if affirmed := d.affirmed(said, description); len(d.kept) > 0 && d.carried(said) {
		d.say(d.Say("role with") + " " + affirmed) // "diesel engine" of a bus is no engine
	} else {
		d.say(affirmed)
	}
	if v, ok := d.material(description, stated); ok && !slices.Contains(d.overruled, v) {
		d.overruled = append(d.overruled, v)
	}
	return quoted
}

// narrowed reports whether a reply states a narrower material than a chapter is of, in place of that one: brass in place of copper.
func (d *dialogue) narrowed(v int32, stated []facet.Statement) bool {
	x := d.Facets
	if !d.Sole(x.Values[v].ID) {
		return false
	}
	narrower := false
	for _, s := range stated {
		if s.Value == v {
			return false
		}
		narrower = narrower || s.Weight > facet.Stated && slices.Contains(x.Values[s.Value].Implied, v)
	}
	return narrower
}

// nameOf returns the terms that words are, as they stand.
func (d *dialogue) nameOf(words string) []int32 {
	description := d.Words.Describe(words)
	query := d.Index.Read(&description)
	return query.Whole
}

// keep leaves, of several goods such as "bolts and nuts", those that a reply names.
func (d *dialogue) keep(kept string) {
	words := strings.Fields(d.Text)
	folded := make([]string, len(words))
	for i, w := range words {
		folded[i] = strings.Trim(text.Fold(w), ".,;:")
	}
	names := func(i int) bool { return folded[i] != "" && containsWords(text.Fold(kept), folded[i]) }
	others := map[string]bool{}
	for i := 1; i+1 < len(words); i++ {
		if !d.Replies.Joins(folded[i]) {
			continue
		}
		switch before, behind := names(i-1), names(i+1); {
		case before && !behind:
			others[folded[i+1]] = true
		case behind && !before:
			others[folded[i-1]] = true
		}
	}
	d.strike(others)
}

// material returns the material that a reply consists of, where it names one and nothing else.
func (d *dialogue) material(description *text.Description, stated []facet.Statement) (value int32, ok bool) {
	x := d.Facets
	for i := range description.Mentions { // "with a wooden frame" tells of a part
		m := &description.Mentions[i]
		states := slices.ContainsFunc(stated, func(s facet.Statement) bool { return s.Mention <= i && i < s.Mention+max(int(s.Words), 1) })
		if !m.Negated && !m.Number && !states {
			return 0, false
		}
	}
	for _, s := range stated {
		switch {
		case x.Values[s.Value].Facet != facet.Material || s.Weight < facet.Outright:
		case !ok || x.Overlap([]int32{s.Value}, []int32{value}):
			value, ok = s.Value, true
		default:
			return 0, false
		}
	}
	return value, ok
}

// affirmed returns what was stated without the values that were denied: "not cotton but polyester" states polyester.
// A value that only a denial can state, such as "without frame", stays.
func (d *dialogue) affirmed(said string, description *text.Description) string {
	denied := d.Facets.DeniedWords(description)
	if len(denied) == 0 || !slices.ContainsFunc(description.Mentions, func(m text.Mention) bool { return !m.Negated }) {
		return said
	}
	for word := range strings.FieldsSeq(text.Fold(said)) {
		if len(description.Mentions) <= correction && d.Words.Turns(strings.Trim(word, ",.;")) {
			denied[strings.Trim(word, ",.;")] = true
		}
	}
	return strike(said, denied)
}

// correction is how many words a reply has at most that corrects and does not describe anew.
const correction = 8

// lesser is the share of the weight of what leads from which another value of its kind counts as leading too.
const lesser = 0.8

// read takes words apart as the engine takes a description apart.
func (d *dialogue) read(said string) (*text.Description, *facet.Readings) {
	description := d.Words.Describe(said)
	d.Index.Read(&description)
	return &description, d.Facets.Read(&description)
}

// say adds to the description.
func (d *dialogue) say(words string) {
	if words = strings.Trim(words, " .,;"); words != "" {
		d.Text = strings.TrimRight(d.Text, " .") + ". " + words
	}
}

// takeBack strikes the words that state a value which unwanted names.
func (d *dialogue) takeBack(unwanted func(value int32) bool) {
	description, readings := d.read(d.Text)
	words := map[string]bool{}
	for _, s := range readings.Central {
		if !unwanted(s.Value) || s.Weight < partly {
			continue
		}
		for i := range max(int(s.Words), 1) {
			if at := s.Mention + i; at < len(description.Mentions) {
				words[description.Mentions[at].Text] = true
			}
		}
	}
	d.strike(words)
}
