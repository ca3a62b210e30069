package classify

import (
	"slices"

	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/lookup"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/voice"
)

// mended reads the misspelt words of a finding.
type mended struct{ *finding }

// read reads misspelt words of a description as the known words that they are nearest to.
func (f mended) read() {
	e := f.engine
	if f.mends = e.index.Repair(&f.description, &f.query); len(f.mends) > 0 {
		f.query = e.ask(&f.description)
		f.readings = e.facets.Read(&f.description)
	}
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

// guessed reports whether only a mended word names the goods, and another word is near or the text becomes no known name by it.
func (f mended) guessed() bool {
	mends := f.naming()
	return len(mends) > 0 && (len(f.query.Whole) == 0 && len(mends) == len(f.description.Written) || slices.ContainsFunc(mends, ambiguous))
}

// ambiguous reports whether another word may be meant as well.
func ambiguous(m lookup.Mend) bool { return m.Other != "" }

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
