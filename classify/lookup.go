package classify

// queryWord is one word of the index asked for, with the weight of its best mention.
type queryWord struct {
	id     int32
	weight float32
	mass   float32 // weight times rarity
	head   bool
	name   bool // stands where the goods are named
	main   bool // in the language of the description
	text   string
}

// foreign is what a word counts in the language the description is not written in.
const (
	foreignKnown   = 0.2  // the description's own language knows the word too
	foreignUnknown = 0.85 // only the other language knows it
)

// query is a description in the words of the index.
type query struct {
	words    []queryWord
	mass     float32  // of the main words
	known    int      // mentions the index knows
	unknown  []string // words of the name the index does not know
	language lang
	ids      [][langCount]int32 // by mention
}

// ask translates a description into words of the index.
func (x *index) ask(d *description) query {
	q := query{ids: make([][langCount]int32, len(d.mentions)), words: make([]queryWord, 0, len(d.mentions))}
	for i := range d.mentions {
		q.ids[i] = x.words.lookup(d.mentions[i].text)
	}
	q.language = x.languageOf(d, q.ids)
	d.language = q.language
	markHead(d, q.language)
	for i := range d.mentions {
		x.askMention(&q, d, i)
	}
	for i := range q.words {
		w := &q.words[i]
		w.mass = w.weight * x.idf[w.id]
		if w.main {
			q.mass += w.mass
		}
	}
	return q
}

func (x *index) askMention(q *query, d *description, i int) {
	m := &d.mentions[i]
	ids := q.ids[i]
	own, other := ids[q.language], ids[1-q.language]
	weight := m.weight
	if m.number {
		weight *= 0.4
	}
	found := own != noWord || other != noWord
	if i+1 < len(d.mentions) && !m.number && len(m.text)+len(d.mentions[i+1].text) <= 24 {
		if joined := x.words.lookup(m.text + d.mentions[i+1].text)[q.language]; joined != noWord {
			q.add(joined, weight, m, true)
		}
	}
	if own == noWord && !m.number && !stopword(m.text, q.language) {
		if a, b, ok := x.words.splitCompound(m.text, q.language); ok {
			q.add(a, weight*0.8, m, true)
			q.add(b, weight*0.9, m, true)
			found = true
		}
	}
	switch {
	case own != noWord && other != noWord:
		q.add(own, weight, m, true)
		q.add(other, weight*foreignKnown, m, false)
	case own != noWord:
		q.add(own, weight, m, true)
	case other != noWord && !stopword(m.text, q.language):
		q.add(other, weight*foreignUnknown, m, true)
	}
	if found {
		q.known++
	} else if !m.number && m.role <= roleOf && len(m.text) > 1 && !stopword(m.text, q.language) {
		q.unknown = append(q.unknown, m.text)
	}
}

func (q *query) add(id int32, weight float32, m *mention, main bool) {
	for i := range q.words {
		w := &q.words[i]
		if w.id == id {
			w.weight = max(w.weight, weight)
			w.head = w.head || m.head
			w.main = w.main || main
			w.name = w.name || m.role == roleName
			return
		}
	}
	q.words = append(q.words, queryWord{id: id, weight: weight, head: m.head, main: main, name: m.role == roleName, text: m.text})
}

// languageOf decides the language of a description: by the small words, by accents' trace in what
// each language knows, English where nothing decides.
func (x *index) languageOf(d *description, ids [][langCount]int32) lang {
	var score [langCount]float32
	for i := range d.mentions {
		m := &d.mentions[i]
		if m.number {
			continue
		}
		for l := range score {
			if ids[i][l] != noWord {
				score[l] += 1
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

// markHead finds the head noun of the first noun phrase: its last word in English, its first in Spanish.
func markHead(d *description, l lang) {
	last := -1
	for i := range d.mentions {
		m := &d.mentions[i]
		if i > 0 && (m.brk || m.role != roleName) {
			break
		}
		if m.number || stopword(m.text, l) {
			continue
		}
		last = i
		if l == langSpanish {
			break
		}
	}
	if last >= 0 {
		d.mentions[last].head = true
	}
}

// splitCompound takes an unknown word apart into two known ones: "keyring", "handsaw".
func (x *lexicon) splitCompound(word string, l lang) (a, b int32, ok bool) {
	if len(word) < 7 || len(word) > 24 || hasDigit(word) {
		return 0, 0, false
	}
	for i := len(word) - 3; i >= 3; i-- {
		left, seenLeft := x.surfaces[word[:i]]
		right, seenRight := x.surfaces[word[i:]]
		if seenLeft && seenRight && left[l] != noWord && right[l] != noWord {
			return left[l], right[l], true
		}
	}
	return 0, 0, false
}
