package classify

import (
	"slices"
	"strings"
	"unicode"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
)

// mended reads the misspelt words of a finding.
type mended struct{ *finding }

// read reads a description anew with its misspelt words as the known words that they are likeliest meant for, and returns the text that was
// read: what is mended is answered as it is written rightly.
func (f mended) read(written string, pro bool) string {
	e := f.engine
	if f.description.Listing || len(f.query.Whole) > 0 {
		return written
	}
	if joins := e.index.Rejoin(&f.description); len(joins) > 0 && !f.description.Capitals {
		if anew, ok := rejoined(text.WithoutMarkup(written), joins[0]); ok {
			f.anew(anew)
			written, f.mends = anew, []lookup.Mend{{From: strings.Join(joins[0].From, " "), To: joins[0].To, Joined: joins[0].Doubt}}
		}
	}
	if !pro && !e.index.Misspelt(&f.query, &f.description) {
		return written
	}
	mends := e.index.Repair(&f.description, &f.query)
	if len(mends) == 0 {
		return written
	}
	f.mends = append(f.mends, mends...)
	written = replaced(text.WithoutMarkup(written), mends, e.index.Spelled)
	f.anew(written)
	return written
}

// anew reads another text in place of the description.
func (f mended) anew(written string) {
	e := f.engine
	f.description = e.words.reader.Describe(written)
	f.query = e.ask(&f.description)
	f.readings = e.facets.Read(&f.description)
}

// place finds the mended words in the description that was read last.
func (f mended) place() {
	for i := range f.mends {
		m := &f.mends[i]
		m.Mention = len(f.description.Mentions)
		for at := range f.description.Mentions {
			if mention := &f.description.Mentions[at]; mention.Text == m.To {
				m.Mention, mention.Of = at, m.From
				break
			}
		}
	}
}

// rejoined writes a text with words joined or parted; ok is false where they do not stand beside each other.
func rejoined(written string, j lookup.Join) (anew string, ok bool) {
	fields := strings.Fields(written)
	for i := 0; i+len(j.From) <= len(fields); i++ {
		if slices.EqualFunc(fields[i:i+len(j.From)], j.From, func(field, word string) bool { return text.Fold(field) == word }) {
			return strings.Join(slices.Concat(fields[:i], []string{j.To}, fields[i+len(j.From):]), " "), true
		}
	}
	return written, false
}

// replaced writes a text with its mended words.
func replaced(written string, mends []lookup.Mend, spelled func(string) string) string {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	var b strings.Builder
	for len(written) > 0 {
		n := strings.IndexFunc(written, letter)
		if n < 0 {
			n = len(written)
		}
		b.WriteString(written[:n])
		written = written[n:]
		if n = strings.IndexFunc(written, func(r rune) bool { return !letter(r) }); n < 0 {
			n = len(written)
		}
		word := written[:n]
		written = written[n:]
		folded := text.Fold(word)
		if at := slices.IndexFunc(mends, func(m lookup.Mend) bool { return m.From == folded }); at >= 0 {
			word = spelled(mends[at].To)
		}
		b.WriteString(word)
	}
	return b.String()
}

// naming lists the mends of words that name the goods where no other word does.
func (f mended) naming() (mends []lookup.Mend) {
	others := false
	for i := range f.description.Mentions {
		m := &f.description.Mentions[i]
		mended := slices.ContainsFunc(f.mends, func(mend lookup.Mend) bool { return mend.Mention == i })
		others = others || !mended && m.Role == text.RoleName && !m.Number && f.engine.index.Understands(&f.query, &f.description, i)
	}
	for _, mend := range f.mends {
		if !others || mend.Mention < len(f.description.Mentions) && f.description.Mentions[mend.Mention].Head {
			mends = append(mends, mend)
		}
	}
	return mends
}

// guessed reports whether only a mended word names the goods, and another word is near, it is far, or the text becomes no known name by it.
func (f mended) guessed() bool {
	mends := f.naming()
	return len(mends) > 0 && (len(f.query.Whole) == 0 && len(mends) == len(f.description.Written) || slices.ContainsFunc(mends, ambiguous) || slices.ContainsFunc(mends, far))
}

// ambiguous reports whether another word may be meant as well.
func ambiguous(m lookup.Mend) bool { return m.Other != "" }

// far reports whether a word takes more than a slip to be what it was read as.
func far(m lookup.Mend) bool { return m.Far }

// doubtful asks about what a description leaves in doubt.
type doubtful struct{ *writer }

// spelling asks which word a misspelt one is, where two come near.
func (w doubtful) spelling() (out []Question) {
	for _, m := range (mended{w.f}).naming() {
		if !ambiguous(m) {
			continue
		}
		q := Question{ID: dialogue.IDSpelling + dialogue.IDSeparator + m.From, Kind: QuestionChoice}
		for _, word := range []string{m.To, m.Other} {
			q.Choices = append(q.Choices, Choice{Value: word, Label: w.e.index.Spelled(word), LeadsTo: []string{}})
		}
		q.Text = askedSpelling(w.Voice, m.From, q.Choices)
		out = append(out, q)
	}
	return w.unanswered(out...)
}

// askedSpelling writes the question which of the words a misspelt one is.
func askedSpelling(v voice.Voice, from string, choices []Choice) string {
	words := make([]string, 0, len(choices))
	for _, c := range choices {
		words = append(words, v.Quote(c.Label))
	}
	return v.Say("ask_spelling", "word", v.Quote(from), "choices", v.Either(words))
}
