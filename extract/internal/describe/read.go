package describe

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// reader makes properties of the tagged words of a request.
type reader struct {
	lexicon
	root     *Object
	all      []token
	spans    []span
	lists    []*list
	list     *list    // of the columns that are being named, nil for the document
	last     *Object  // the columns named last
	owner    []string // the party named last
	before   string   // the field named last
	doer     string   // what was done by whom the question before asks for: "who signed it"
	named    int      // fields that the text itself names
	excluded []string // names that the text says not to give
	lost     []string // what was read as no field, and as nothing that is said beside fields
}

// span holds the words from one that begins something to the last that goes on with it.
type span struct {
	tag      Tag // that begins it, as it is outside lists
	column   bool
	from, to int
}

// sentence cuts a text into the words in which fields are asked for, and finds what their tags are told by. It returns the remarks that
// were left out too.
func (l *lexicon) sentence(text string) (s *Sentence, remarks []string) {
	all, remarks := (&remarker{*l}).read(tokens(flattened(l.spelled(text))))
	return (&featurer{lexicon: *l, all: all}).sentence(), remarks
}

// read reads a whole request.
func (r *reader) read(s *Sentence) {
	r.all, r.spans = s.all, spansOf(tagger().Decode(s))
	r.leaveOut()
	r.oneThing()
	var waiting []func() // columns whose list stands behind them
	var current *list
	for i := 0; i < len(r.spans); i++ {
		at, s := i, r.spans[i]
		switch s.tag {
		case tagExcluded:
			r.excluded = append(r.excluded, r.name(strings.Join(r.text(s), " ")))
			continue
		case tagNone, tagColumn:
			continue
		case tagValue:
			if !r.alone(i) {
				continue
			}
			s.column = s.column && current != nil
		case tagList:
			current = r.opens(i, current)
			for _, add := range waiting {
				r.list = current
				add()
			}
			waiting = nil
			continue
		case tagField, tagAsked:
		case tagOwn, tagShared:
			for i+1 < len(r.spans) && r.spans[i+1].column == s.column && (r.spans[i+1].tag == tagOwn || r.spans[i+1].tag == tagShared) {
				i++
			}
		}
		add := func(to int) func() { return func() { r.fields(at, to) } }(i + 1)
		switch {
		case !s.column:
			r.list = nil
			add()
		case current == nil || r.turned(i):
			waiting = append(waiting, add)
		default:
			r.columns(current, s, add)
		}
	}
	r.list = nil
	for _, add := range waiting {
		add()
	}
	r.finish()
	exclude(r.root, r.excluded)
}

// alone reports whether a value stands beside no other: it is a field.
func (r *reader) alone(i int) bool {
	return !strings.Contains(r.all[r.spans[i].from].word, "/") && (i == 0 || r.spans[i-1].tag != tagValue) && (i+1 == len(r.spans) || r.spans[i+1].tag != tagValue)
}

// columns adds columns to a list. Amounts that are asked for by kind are a column too: "rates per container type".
func (r *reader) columns(l *list, s span, add func()) {
	r.list, r.last = l, l.items
	first := l.items.Properties.Len() == 0
	if add(); first && s.from > 0 && r.typed(l.noun) == typeNumber && plural(r.head(l.noun)) && (r.is("per", r.all[s.from-1].word) || r.is("by", r.all[s.from-1].word)) {
		r.add(phrase{words: r.singly(l.noun)}, nil)
	}
}

// spansOf puts tags together.
func spansOf(tags []Tag) []span {
	var all []span
	for i := 0; i < len(tags); i++ {
		t := tags[i]
		if t.document() == tagNone || t.inside() {
			continue
		}
		to := i + 1
		for to < len(tags) && tags[to] == t+1 {
			to++
		}
		all = append(all, span{tag: t.document(), column: t.column(), from: i, to: to})
	}
	return all
}

func (r *reader) text(s span) []string { return wordsOf(r.all[s.from:s.to]) }

// starting reports whether a word is the first of its piece.
func (r *reader) starting(i int) bool {
	return i == 0 || r.all[i].before&^seesAsked != 0 || joins(r.all[i-1].fold)
}

// around are where the spans before and behind one end and begin.
func (r *reader) around(at int) (before, behind int) {
	behind = len(r.all)
	if at+1 < len(r.spans) {
		behind = r.spans[at+1].from
	}
	if at > 0 {
		before = r.spans[at-1].to
	}
	return before, behind
}

// fields adds what spans name: one field, or several that share words.
func (r *reader) fields(from, to int) {
	switch s := r.spans[from]; s.tag {
	case tagAsked:
		r.answer(from)
	case tagField, tagValue:
		r.field(phrase{words: r.text(s)}, from)
	default:
		r.sharing(from, to)
	}
}

// answer adds the field that answers a question.
func (r *reader) answer(at int) {
	words := r.text(r.spans[at])
	p := phrase{words: words, told: strings.Join(words, " ")}
	asked, field := r.question(words)
	when := len(words) == 1 && r.is("when", words...)
	switch {
	case when && r.doer != "":
		p.words, p.kind = strings.Fields(r.tongue.says("when done")+" "+r.doer), typeDate // who signed it and when
	case asked != nil:
		p.words, p.kind, r.doer = strings.Fields(field), asked.kind, ""
		if m := whoDid.FindStringSubmatch(strings.Join(folded(words), " ")); m != nil {
			r.doer = m[1]
		}
	case when:
		p.words, p.kind = strings.Fields(r.tongue.says(roleDate)), typeDate
	case r.starts("asks", words) > 0:
		tell(r, p.told)
		return
	}
	r.field(p, at)
}

// field adds a field with what is said beside it.
func (r *reader) field(p phrase, at int) {
	s := r.spans[at]
	if r.list == nil && r.is("sums", p.words...) && sums(r, p) {
		return
	}
	if n := len(p.words); n > maxPhrase {
		tell(r, strings.Join(p.words, " "))
		return
	}
	choice := r.values(at)
	if p.told == "" {
		p.told = r.told(p.words, s.to)
	}
	p.words = r.anded(p.words)
	if r.theirs(s.from) {
		p.theirs = r.all[s.from-1].fold
	}
	if r.list != nil && len(p.words) == 1 && r.tongue.is(roleNumber, r.words.singular(value.Fold(p.words[0]))) {
		p.words = []string{r.tongue.says(roleNumber)} // container numbers with seals
	}
	p.one = slices.ContainsFunc(p.words, func(w string) bool { return joins(value.Fold(w)) })
	r.hinted(&p, at)
	if choice == nil {
		choice = r.either(&p)
	}
	r.ofOwner(&p)
	r.numberOrDate(&p)
	r.add(p, choice)
	r.owns(p.words)
}

// values are the values that a field may have.
func (r *reader) values(at int) (choice []any) {
	for at++; at < len(r.spans) && r.spans[at].tag == tagValue; at++ {
		for _, v := range strings.Split(strings.Join(r.text(r.spans[at]), " "), "/") {
			choice = append(choice, v)
		}
	}
	if len(choice) < 2 {
		return nil
	}
	return choice
}

// told describes a field by its words, and by what stands behind them in their piece and in brackets.
func (r *reader) told(words []string, to int) string {
	said := slices.Clone(words)
	for to < len(r.all) && r.all[to].before == 0 && !joins(r.all[to].fold) {
		said = append(said, r.all[to].word)
		to++
	}
	text := strings.Join(said, " ")
	if to == len(r.all) || r.all[to].before&seesOpen == 0 {
		return text
	}
	end := to + 1
	for end < len(r.all) && r.all[end].depth >= r.all[to].depth && !(r.all[end].depth == r.all[to].depth && r.all[end].before&seesOpen != 0) {
		end++
	}
	text += " ("
	for i := to; i < end; i++ {
		if i > to {
			text += strings.TrimRight(strings.Trim((r.all[i].before&(seesComma|seesSemi)).String(), "()"), " ") + " "
		}
		text += r.all[i].word
	}
	return text + ")"
}

// theirs reports whether a possessive stands before a word: "their full addresses".
func (r *reader) theirs(at int) bool {
	for at > 0 && r.is("wholly", r.all[at-1].word) {
		at--
	}
	return at > 0 && r.is("possessive", r.all[at-1].word)
}

// anded writes "&" out.
func (r *reader) anded(words []string) []string {
	words = slices.Clone(words)
	for i, w := range words {
		if w == "&" {
			words[i] = r.tongue.says("and")
		}
	}
	return words
}

// exclude takes properties out of the document that are called so. A column of a list that is asked for stays: "I don't need the total, but
// the items with quantity and total".
func exclude(o *Object, names []string) {
	for _, name := range slices.Clone(o.Properties.names) {
		if slices.Contains(names, name) {
			o.Properties.remove(name)
		}
	}
}
