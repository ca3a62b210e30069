package lookup

import "tariffdesk/classify/internal/text"

// foreignUnknown is the weight of a word that only the other language knows.
const foreignUnknown = 0.85

// foreignKnown is the same where the description's own language knows the word too: a motor is a motor in both,
// but "red" is no colour in Spanish. By language of the description.
var foreignKnown = [text.LangCount]float32{text.English: 0.4, text.Spanish: 0.7}

// leastEcho is the weight below which a word of the other language is not asked for: the attributes of a listing say little
// enough in their own.
const leastEcho = 0.1

// ofInSpanish makes up for the lower weight of what follows "of": "de" also ties what English joins without a
// word, a wooden table and a mesa de madera.
const ofInSpanish = 1.25

// Read finds out which words of the index a description is of, in which language it is written, how its words are
// rendered in the other one, and what its head noun is.
func (x *Index) Read(d *text.Description) Query {
	x.Words.Recognise(d)
	d.Language = x.languageOf(d)
	n := len(d.Mentions)
	q := Query{language: d.Language, slots: make([]int32, n), renderings: make([][]rendering, n), spans: make([]int, n)}
	for i := range d.Mentions {
		q.renderings[i], q.spans[i] = x.renderings(&q, d, i)
	}
	x.askWhole(&q, d)
	x.markHead(&q, d)
	return q
}

// Ask translates a description that has been read into words of the index.
func (x *Index) Ask(q *Query, d *text.Description) {
	q.Words = make([]Word, 0, 2*len(d.Mentions))
	for i := range d.Mentions {
		x.askMention(q, d, i)
	}
	x.askRenderings(q, d)
	places := make([]struct {
		words  int
		rarest float32
	}, q.places+1)
	for i := range q.Words {
		w := &q.Words[i]
		p := &places[w.slot]
		p.words, p.rarest = p.words+1, max(p.rarest, x.idf[w.ID])
	}
	for i := range q.Words {
		w := &q.Words[i]
		w.Mass = w.weight * x.idf[w.ID]
		w.rarity, w.alone = places[w.slot].rarest, places[w.slot].words == 1
		if w.Main {
			q.Mass += w.Mass
		}
	}
}

func (x *Index) askMention(q *Query, d *text.Description, i int) {
	m := &d.Mentions[i]
	ids := m.IDs
	own, other := ids[q.language], ids[1-q.language]
	weight := m.Weight
	if m.Number {
		weight *= 0.4
	}
	if q.language == text.Spanish && m.Role == text.RoleOf {
		weight *= ofInSpanish
	}
	rendered := len(q.renderings[i]) > 0
	found := own != text.NoWord || other != text.NoWord || rendered
	if i+1 < len(d.Mentions) && !m.Number && len(m.Text)+len(d.Mentions[i+1].Text) <= 24 {
		if joined := x.Words.LookupIn(m.Text+d.Mentions[i+1].Text, q.language); joined != text.NoWord {
			q.add(joined, weight, m)
		}
	}
	if own == text.NoWord && !rendered && !m.Number && !x.Words.Stopword(m.Text, q.language) {
		for _, id := range x.Words.SplitCompound(m.Text, q.language) {
			q.add(id, weight*0.85, m)
			found = true
		}
		clipped := d.Clipped(m)
		if id := x.Words.Kin(m.Text, q.language); !found && !clipped && id != text.NoWord {
			q.add(id, weight*0.7, m)
			found = true
			q.Guessed++
		}
		if id := x.Words.Abbreviated(m.Text, q.language); !found && id != text.NoWord {
			q.add(id, weight*0.7, m)
			found = true
			q.Guessed++
		}
	}
	switch {
	case own != text.NoWord && other != text.NoWord:
		q.slots[i] = q.add(own, weight, m)
		if echoed := weight * foreignKnown[q.language]; echoed >= leastEcho {
			q.echo(other, echoed, m, q.slots[i], false)
		}
	case own != text.NoWord:
		q.slots[i] = q.add(own, weight, m)
	case other != text.NoWord && !x.Words.Stopword(m.Text, q.language):
		q.slots[i] = q.add(other, weight*foreignUnknown, m)
	}
	if found {
		q.Known++
	} else if !m.Number && m.Role <= text.RoleOf && len(m.Text) > 1 && !x.Words.Stopword(m.Text, q.language) {
		q.Unknown = append(q.Unknown, m.Text)
	}
}
