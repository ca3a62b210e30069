package lookup

import (
	"slices"

	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// rendering is one way the other language says a word or an expression.
type rendering struct {
	rest   []string // stems that must follow the first word for it to be meant
	words  []int32  // words of the index
	weight float32  // what it counts beside the word itself
}

// bilingual finds the renderings of words, by the index's number where the index knows the word and by stem
// where only the lexicon does. Within a list expressions stand first.
type bilingual struct {
	known   [][]rendering
	unknown [text.LangCount]map[string][]rendering
}

// What a rendering counts, set on pairs of descriptions in both languages.
const (
	renderingWeight  = 1.0 // of the word in the other language
	expressionWeight = 0.6 // where it takes several words there
	maxRenderings    = 12
	maxSourceStems   = 3
	leastAskedWeight = 0.4 // a mention that counts less asks for no renderings
)

// renderedKnown is the weight of a rendering where the index knows the word itself. English has the more terms, so
// its words need their renderings less.
var renderedKnown = [text.LangCount]float32{text.English: 0.4, text.Spanish: 1.0}

// learn takes the lexicon in. It is called once the words of the knowledge are numbered and weighed: a
// rendering no term uses leads nowhere and is left out.
func (x *Index) learn(entries []tariff.Equivalent) {
	x.bilingual.known = make([][]rendering, x.Words.Size())
	for l := range x.bilingual.unknown {
		x.bilingual.unknown[l] = map[string][]rendering{}
	}
	r := expressionReader{words: x.Words}
	for _, e := range entries {
		english := r.read(e.English, text.English)
		for _, s := range e.Spanish {
			spanish := r.read(s, text.Spanish)
			x.render(english, spanish, text.English)
			x.render(spanish, english, text.Spanish)
		}
	}
}

// render files target as a rendering of source, which is written in l.
func (x *Index) render(source, target []string, l text.Lang) {
	if len(source) == 0 || len(source) > maxSourceStems || len(target) == 0 {
		return
	}
	r := rendering{rest: source[1:], weight: renderingWeight}
	if len(target) > 1 {
		r.weight = expressionWeight
	}
	for _, stem := range target {
		id, ok := x.Words.OfStem(stem, 1-l)
		if !ok {
			return
		}
		r.words = append(r.words, id)
	}
	if id, ok := x.Words.OfStem(source[0], l); ok {
		x.bilingual.known[id] = file(x.bilingual.known[id], r)
	} else {
		x.bilingual.unknown[l][source[0]] = file(x.bilingual.unknown[l][source[0]], r)
	}
}

// file adds a rendering to a list once, the longest expressions first.
func file(list []rendering, r rendering) []rendering {
	at := len(list)
	for i := range list {
		if slices.Equal(list[i].words, r.words) && slices.Equal(list[i].rest, r.rest) {
			return list
		}
		if len(list[i].rest) < len(r.rest) {
			at = min(at, i)
		}
	}
	list = append(list, rendering{})
	copy(list[at+1:], list[at:])
	list[at] = r
	return list
}

// expressionReader turns words and expressions into stems without their small words.
type expressionReader struct {
	words  *text.Lexicon
	tokens []text.Token
}

func (r *expressionReader) read(expression string, l text.Lang) []string {
	r.tokens = text.Tokenize(text.Fold(expression), text.MaxTermTokens, r.tokens[:0])
	var out []string
	for _, t := range r.words.JoinLetters(r.tokens) {
		if !r.words.Stopword(t.Text, l) {
			out = append(out, r.words.Stem(t.Text, l))
		}
	}
	return out
}

// renderings returns how mention i may be rendered, and how many mentions that takes: the longest expression
// that starts there, or the word alone.
func (x *Index) renderings(q *Query, d *text.Description, i int) (list []rendering, span int) {
	m := &d.Mentions[i]
	if m.Number || len(m.Text) < 3 {
		return nil, 1
	}
	l := q.language
	list = x.renderingsOf(m.IDs, m.Text, l)
	if len(list) == 0 {
		l = 1 - l
		list = x.renderingsOf(m.IDs, m.Text, l)
	}
	for at := 0; at < len(list); {
		end := at + 1
		for end < len(list) && slices.Equal(list[end].rest, list[at].rest) {
			end++
		}
		if x.follow(d, i, list[at].rest, l) {
			return list[at:end], 1 + len(list[at].rest)
		}
		at = end
	}
	return nil, 1
}

func (x *Index) renderingsOf(ids text.WordIDs, word string, l text.Lang) []rendering {
	if ids[l] != text.NoWord {
		return x.bilingual.known[ids[l]]
	}
	if x.Words.Stopword(word, l) {
		return nil
	}
	return x.bilingual.unknown[l][x.Words.Stem(word, l)]
}

// follow reports whether the mentions behind i are the words of rest in one breath.
func (x *Index) follow(d *text.Description, i int, rest []string, l text.Lang) bool {
	if i+len(rest) >= len(d.Mentions) {
		return len(rest) == 0
	}
	for j, stem := range rest {
		m := &d.Mentions[i+1+j]
		if m.Break || m.Number || x.Words.Stem(m.Text, l) != stem {
			return false
		}
	}
	return true
}

// askRenderings adds the renderings of every mention to the query, in the place of the words they render.
func (x *Index) askRenderings(q *Query, d *text.Description) {
	for i := 0; i < len(d.Mentions); {
		list, span := q.renderings[i], q.spans[i]
		if d.Mentions[i].Weight >= leastAskedWeight {
			x.askRendered(q, d, i, span, list)
		}
		i += span
	}
}

// askRendered adds the renderings of the span mentions from i on. Together they weigh no more than what they
// render: a word that is rarer than its rendering is worth the rendering's rarity, and the other way round.
func (x *Index) askRendered(q *Query, d *text.Description, i, span int, list []rendering) {
	weight, worth, slot, known := float32(0), float32(0), int32(0), float32(1)
	m := d.Mentions[i+span-1]
	for j := i; j < i+span; j++ {
		weight = max(weight, d.Mentions[j].Weight)
		m.Head = m.Head || d.Mentions[j].Head
		if q.slots[j] == 0 {
			continue
		}
		slot = q.slots[j]
		if own := d.Mentions[j].IDs[q.language]; own != text.NoWord {
			worth += x.idf[own]
			known = renderedKnown[q.language]
		} else {
			worth += x.idf[d.Mentions[j].IDs[1-q.language]]
		}
	}
	for n := range list[:min(len(list), maxRenderings)] {
		r := &list[n]
		own := float32(0)
		for _, id := range r.words {
			own += x.idf[id]
		}
		share := float32(1)
		if worth > 0 {
			share = min(1, worth/own) * known
		}
		for k, id := range r.words {
			at, main := slot, false
			if at == 0 { // the index knows the goods by the rendering alone
				at, main = q.place(), true
				slot = at
			} else if k > 0 {
				at = q.place()
			}
			q.echo(id, weight*share*r.weight, &m, at, main)
		}
	}
}
