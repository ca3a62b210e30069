package classify

import "slices"

// queryWord is one word of the index asked for, with the weight of its best mention.
type queryWord struct {
	id     int32
	weight float32
	mass   float32 // weight times rarity
	head   bool
	name   bool // stands where the goods are named
	main   bool // counts towards what the description says in all: one word a place
	echo   bool // renders the word that stands there
	alone  bool // no other word shares its place
	slot   int32
	rarity float32 // of the rarest word in its place
	text   string
}

// foreignUnknown is what a word counts that only the language the description is not written in knows.
const foreignUnknown = 0.85

// foreignKnown is the same where the description's own language knows the word too: a motor is a motor in both,
// but "red" is no colour in Spanish. By language of the description.
var foreignKnown = [langCount]float32{langEnglish: 0.4, langSpanish: 0.7}

// ofInSpanish makes up for the lower weight of what follows "of": "de" also ties what English joins without a
// word, a wooden table and a mesa de madera.
const ofInSpanish = 1.25

// query is a description in the words of the index.
type query struct {
	words    []queryWord
	mass     float32  // of the main words
	known    int      // mentions the index knows
	guessed  int      // … and of them those it took for a kin or read as an abbreviation
	unknown  []string // words of the name the index does not know
	language lang
	ids      [][langCount]int32 // by mention
	whole    []int32            // terms that the description is word for word

	places     int32         // given out so far
	slots      []int32       // by mention: the place of its own word, 0 where the index does not know it
	renderings [][]rendering // by mention
	spans      []int         // by mention: how many mentions its renderings stand for
}

// place returns the number of a new place in the description. All words in a place count once.
func (q *query) place() int32 {
	q.places++
	return q.places
}

// ask translates a description into words of the index.
func (x *index) ask(d *description) query {
	q := query{ids: make([][langCount]int32, len(d.mentions)), words: make([]queryWord, 0, 2*len(d.mentions))}
	for i := range d.mentions {
		q.ids[i] = x.words.lookup(d.mentions[i].text)
	}
	q.language = x.languageOf(d, q.ids)
	d.language = q.language
	q.slots, q.renderings, q.spans = make([]int32, len(d.mentions)), make([][]rendering, len(d.mentions)), make([]int, len(d.mentions))
	for i := range d.mentions {
		q.renderings[i], q.spans[i] = x.renderings(&q, d, i)
	}
	x.askWhole(&q, d)
	x.markHead(&q, d)
	x.lowerMinor(&q, d)
	for i := range d.mentions {
		x.askMention(&q, d, i)
	}
	x.askRenderings(&q, d)
	places := make([]struct {
		words  int
		rarest float32
	}, q.places+1)
	for i := range q.words {
		w := &q.words[i]
		p := &places[w.slot]
		p.words, p.rarest = p.words+1, max(p.rarest, x.idf[w.id])
	}
	for i := range q.words {
		w := &q.words[i]
		w.mass = w.weight * x.idf[w.id]
		w.rarity, w.alone = places[w.slot].rarest, places[w.slot].words == 1
		if w.main {
			q.mass += w.mass
		}
	}
	return q
}

// lowerMinor lowers the materials that make up less than another: of "60 % cotton, 40 % polyester" goods of
// cotton are asked for.
func (x *index) lowerMinor(q *query, d *description) {
	if !slices.ContainsFunc(d.mentions, func(m mention) bool { return m.percent }) {
		return
	}
	all := x.facet.statements(&x.facet.central, d, q, x.facet.openings(d, q), nil)
	x.facet.weighShares(d, all)
	largest := float32(0)
	for _, s := range all {
		largest = max(largest, s.share)
	}
	for _, s := range all {
		if m := &d.mentions[s.mention]; s.share > 0 && s.share < largest && !m.lowered {
			m.lowered = true
			m.weight *= minorShare * s.share / largest
		}
	}
}

// minorShare is what a material counts whose share is as good as the largest.
const minorShare = 0.3

func (x *index) askMention(q *query, d *description, i int) {
	m := &d.mentions[i]
	ids := q.ids[i]
	own, other := ids[q.language], ids[1-q.language]
	weight := m.weight
	if m.number {
		weight *= 0.4
	}
	if q.language == langSpanish && m.role == roleOf {
		weight *= ofInSpanish
	}
	rendered := len(q.renderings[i]) > 0
	found := own != noWord || other != noWord || rendered
	if i+1 < len(d.mentions) && !m.number && len(m.text)+len(d.mentions[i+1].text) <= 24 {
		if joined := x.words.lookupIn(m.text+d.mentions[i+1].text, q.language); joined != noWord {
			q.add(joined, weight, m)
		}
	}
	if own == noWord && !rendered && !m.number && !stopword(m.text, q.language) {
		for _, id := range x.words.splitCompound(m.text, q.language) {
			q.add(id, weight*0.85, m)
			found = true
		}
		if id := x.words.kin(m.text, q.language); !found && id != noWord {
			q.add(id, weight*0.7, m)
			found = true
			q.guessed++
		}
		if id := x.words.abbreviated(m.text, q.language); !found && id != noWord {
			q.add(id, weight*0.7, m)
			found = true
			q.guessed++
		}
	}
	switch {
	case own != noWord && other != noWord:
		q.slots[i] = q.add(own, weight, m)
		q.echo(other, weight*foreignKnown[q.language], m, q.slots[i], false)
	case own != noWord:
		q.slots[i] = q.add(own, weight, m)
	case other != noWord && !stopword(m.text, q.language):
		q.slots[i] = q.add(other, weight*foreignUnknown, m)
	}
	if found {
		q.known++
	} else if !m.number && m.role <= roleOf && len(m.text) > 1 && !stopword(m.text, q.language) {
		q.unknown = append(q.unknown, m.text)
	}
}

// add asks for a word in a place of its own and returns the place.
func (q *query) add(id int32, weight float32, m *mention) int32 {
	for i := range q.words {
		w := &q.words[i]
		if w.id == id {
			w.weight = max(w.weight, weight)
			w.head = w.head || m.head
			w.main = true
			w.name = w.name || m.role == roleName
			return w.slot
		}
	}
	slot := q.place()
	q.words = append(q.words, queryWord{id: id, weight: weight, head: m.head, main: true, name: m.role == roleName, text: m.text, slot: slot})
	return slot
}

// echo asks for another word in a place, unless the word is asked for already.
func (q *query) echo(id int32, weight float32, m *mention, slot int32, main bool) {
	for i := range q.words {
		if w := &q.words[i]; w.id == id {
			w.weight = max(w.weight, weight)
			w.echo = true
			return
		}
	}
	q.words = append(q.words, queryWord{id: id, weight: weight, head: m.head, main: main, echo: true, name: m.role == roleName, text: m.text, slot: slot})
}

// languageOf decides the language of a description: by the small words, and by how much each language uses
// every word; English where nothing decides.
func (x *index) languageOf(d *description, ids [][langCount]int32) lang {
	var score [langCount]float32
	for i := range d.mentions {
		m := &d.mentions[i]
		if m.number {
			continue
		}
		var uses [langCount]float32
		for l := range uses {
			if ids[i][l] != noWord {
				uses[l] = x.subTotal[ids[i][l]] + 0.1
			}
		}
		if all := uses[langEnglish] + uses[langSpanish]; all > 0 {
			for l := range score {
				score[l] += uses[l] / all
			}
		}
	}
	score[langEnglish] += 1.5*d.small[langEnglish] + 0.5
	score[langSpanish] += 1.5 * d.small[langSpanish]
	if score[langSpanish] > score[langEnglish] {
		return langSpanish
	}
	return langEnglish
}

// headLike is the share of its terms a word must head to be taken for a head noun at once.
const headLike = 0.3

// markHead finds the head noun of the first noun phrase: in English the last word that terms are headed
// by ("syringe disposable plastic" is a syringe), in Spanish the first.
func (x *index) markHead(q *query, d *description) {
	l := q.language
	if d.listing {
		return // a listing's title is a bag of words
	}
	head, best, named := -1, float32(0), false
	for i := range d.mentions {
		m := &d.mentions[i]
		if named && (m.brk && !(m.comma && d.prose) || m.role != roleName || m.number) {
			break
		}
		if m.number || m.role != roleName || stopword(m.text, l) {
			continue
		}
		named = true
		likely, ok := x.heads(q, i)
		if !ok {
			continue
		}
		if likely > best || likely == best && l == langEnglish {
			head, best = i, likely
		}
	}
	if head >= 0 {
		d.mentions[head].head = true
	}
}

// heads returns how likely mention i is a head noun, by the word itself or by its renderings.
func (x *index) heads(q *query, i int) (likely float32, ok bool) {
	if id := q.ids[i][q.language]; id != noWord {
		return min(x.headness[id], headLike), true
	}
	for _, r := range q.renderings[i] {
		for _, id := range r.words {
			likely, ok = max(likely, min(x.headness[id], headLike)), true
		}
	}
	return likely, ok
}

// splitCompound takes an unknown word apart into two to five known ones: "keyring", "handsaw",
// "womenssilkscarf". The fewest parts win, then the longest last part.
func (x *lexicon) splitCompound(word string, l lang) []int32 {
	const shortest, mostParts = 3, 5
	if len(word) < 7 || len(word) > 40 || hasDigit(word) {
		return nil
	}
	type way struct {
		parts int
		from  int
		id    int32
	}
	ways := make([]way, len(word)+1)
	for end := shortest; end <= len(word); end++ {
		for start := 0; start+shortest <= end; start++ {
			if start > 0 && ways[start].parts == 0 || start == 0 && end == len(word) {
				continue
			}
			ids, ok := x.surfaces[word[start:end]]
			if !ok || ids[l] == noWord {
				continue
			}
			if n := ways[start].parts + 1; n <= mostParts && (ways[end].parts == 0 || n < ways[end].parts) {
				ways[end] = way{n, start, ids[l]}
			}
		}
	}
	var out []int32
	for at := len(word); at > 0 && ways[at].parts > 0; at = ways[at].from {
		out = append(out, ways[at].id)
	}
	return out
}

// kin returns the word that shares the longest beginning with an unknown one, at least five letters and
// all but three of its own: "corselet" for "corselettes".
func (x *lexicon) kin(word string, l lang) int32 {
	if len(word) < 6 || hasDigit(word) {
		return noWord
	}
	for n := len(word) - 1; n >= max(5, len(word)-3); n-- {
		if id, ok := x.stems[l][word[:n]]; ok {
			return id
		}
		if id, ok := x.begins[l][word[:n]]; ok {
			return id
		}
	}
	return noWord
}
