package classify

// lang numbers the two languages inside the index.
type lang uint8

const (
	langEnglish lang = iota
	langSpanish
	langCount
)

// noWord marks a word the index does not know in a language.
const noWord = int32(-1)

// wordIDs are the index's words for one surface form, by language.
type wordIDs [langCount]int32

// lexicon gives every stem of every language a number, and remembers the surface forms it has seen.
// It is written while the index is built and only read afterwards.
type lexicon struct {
	stems     [langCount]map[string]int32
	surfaces  map[string]wordIDs
	names     []string                    // by word: the surface form it was first seen in
	begins    [langCount]map[string]int32 // stems of eight letters and more without their last two
	skeletons [langCount]map[string]int32 // the most used word without its vowels, by what is left of it
	lately    *stemCache
}

func newLexicon() *lexicon {
	x := &lexicon{surfaces: make(map[string]wordIDs, 1<<16), lately: newStemCache()}
	for l := range x.stems {
		x.stems[l] = make(map[string]int32, 1<<15)
	}
	return x
}

// intern returns the number of word in language l, giving it one where it is new; noWord for stop words.
func (x *lexicon) intern(word string, l lang) int32 {
	ids, seen := x.surfaces[word]
	if seen && ids[l] != noWord {
		return ids[l]
	}
	if !seen {
		ids = wordIDs{noWord, noWord}
	}
	if stopword(word, l) {
		return noWord
	}
	stem := stemOf(word, l)
	id, ok := x.stems[l][stem]
	if !ok {
		id = int32(len(x.names))
		x.stems[l][stem] = id
		x.names = append(x.names, word)
	}
	ids[l] = id
	x.surfaces[word] = ids
	return id
}

// lookup returns the known words of a surface form in both languages. The lexicon is sealed.
func (x *lexicon) lookup(word string) wordIDs {
	if ids, ok := x.surfaces[word]; ok {
		return ids
	}
	return wordIDs{x.byStem(word, langEnglish), x.byStem(word, langSpanish)}
}

// lookupIn is lookup in one language.
func (x *lexicon) lookupIn(word string, l lang) int32 {
	if ids, ok := x.surfaces[word]; ok {
		return ids[l]
	}
	return x.byStem(word, l)
}

// byStem returns the word that shares its stem with one never seen.
func (x *lexicon) byStem(word string, l lang) int32 {
	if stopword(word, l) {
		return noWord
	}
	if id, ok := x.stems[l][x.lately.stem(word, l)]; ok {
		return id
	}
	return noWord
}

// seal looks every surface form up in both languages once, so that a search rarely stems.
func (x *lexicon) seal() {
	for l, stems := range x.stems {
		x.begins[l] = make(map[string]int32, len(stems)/2)
		for stem, id := range stems {
			if n := len(stem) - 2; n >= 6 {
				if other, ok := x.begins[l][stem[:n]]; !ok || id < other {
					x.begins[l][stem[:n]] = id
				}
			}
		}
	}
	for word, ids := range x.surfaces {
		for l := range x.stems {
			if ids[l] == noWord {
				ids[l] = x.byStem(word, lang(l))
			}
		}
		x.surfaces[word] = ids
	}
}

func (x *lexicon) size() int { return len(x.names) }

func stopword(word string, l lang) bool {
	if l == langSpanish {
		return stopSpanish[word]
	}
	return stopEnglish[word]
}

func stemOf(word string, l lang) string {
	if l == langSpanish {
		return stemSpanish(word)
	}
	return stemEnglish(word)
}
