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
	x.markHead(d, q.ids, q.language)
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
		for _, id := range x.words.splitCompound(m.text, q.language) {
			q.add(id, weight*0.85, m, true)
			found = true
		}
		if id := x.words.kin(m.text, q.language); !found && id != noWord {
			q.add(id, weight*0.7, m, true)
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

// headLike is the share of its terms a word must head to be taken for a head noun at once.
const headLike = 0.3

// markHead finds the head noun of the first noun phrase: in English the last word that terms are headed
// by ("syringe disposable plastic" is a syringe), in Spanish the first.
func (x *index) markHead(d *description, ids [][langCount]int32, l lang) {
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
		id := ids[i][l]
		if id == noWord {
			continue
		}
		likely := min(x.headness[id], headLike)
		if likely > best || likely == best && l == langEnglish {
			head, best = i, likely
		}
	}
	if head >= 0 {
		d.mentions[head].head = true
	}
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
