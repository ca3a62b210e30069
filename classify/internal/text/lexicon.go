package text

// NoWord marks a word the index does not know in a language.
const NoWord = int32(-1)

// WordIDs are the index's words for one surface form, by language.
type WordIDs [LangCount]int32

// Lexicon gives every stem of every language a number, and remembers the surface forms it has seen.
// It is written while the index is built and only read afterwards.
type Lexicon struct {
	*Reader
	stems     [LangCount]map[string]int32
	surfaces  map[string]WordIDs
	names     []string                    // by word: the surface form it was first seen in
	begins    [LangCount]map[string]int32 // stems of eight letters and more without their last two
	skeletons [LangCount]map[string]int32 // the most used word without its vowels, by what is left of it
	lately    *Stems
}

// NewLexicon returns a lexicon without words; r finds stems and small words.
func NewLexicon(r *Reader) *Lexicon {
	x := &Lexicon{Reader: r, surfaces: make(map[string]WordIDs, 1<<16), lately: NewStems(r)}
	for l := range x.stems {
		x.stems[l] = make(map[string]int32, 1<<15)
	}
	return x
}

// intern returns the number of word in language l, giving it one where it is new; NoWord for stop words.
func (x *Lexicon) intern(word string, l Lang) int32 {
	ids, seen := x.surfaces[word]
	if seen && ids[l] != NoWord {
		return ids[l]
	}
	if !seen {
		ids = WordIDs{NoWord, NoWord}
	}
	if x.Stopword(word, l) {
		return NoWord
	}
	stem := x.stemOf(word, l)
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

// Lookup returns the known words of a surface form in both languages. The lexicon is sealed.
func (x *Lexicon) Lookup(word string) WordIDs {
	if ids, ok := x.surfaces[word]; ok {
		return ids
	}
	return WordIDs{x.byStem(word, English), x.byStem(word, Spanish)}
}

// Recognise notes for every mention which words it is.
func (x *Lexicon) Recognise(d *Description) {
	for i := range d.Mentions {
		d.Mentions[i].IDs = x.Lookup(d.Mentions[i].Text)
	}
}

// LookupIn is lookup in one language.
func (x *Lexicon) LookupIn(word string, l Lang) int32 {
	if ids, ok := x.surfaces[word]; ok {
		return ids[l]
	}
	return x.byStem(word, l)
}

// byStem returns the word that shares its stem with one never seen.
func (x *Lexicon) byStem(word string, l Lang) int32 {
	if x.Stopword(word, l) {
		return NoWord
	}
	if id, ok := x.stems[l][x.lately.Stem(word, l)]; ok {
		return id
	}
	return NoWord
}

// Seal looks every surface form up in both languages once, so that a search rarely stems.
func (x *Lexicon) Seal() {
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
			if ids[l] == NoWord {
				ids[l] = x.byStem(word, Lang(l))
			}
		}
		x.surfaces[word] = ids
	}
}

// OfStem returns the word of a stem.
func (x *Lexicon) OfStem(stem string, l Lang) (int32, bool) {
	id, ok := x.stems[l][stem]
	return id, ok
}

// Stem returns the stem of a word, known or not.
func (x *Lexicon) Stem(word string, l Lang) string { return x.lately.Stem(word, l) }

// Seen returns the words of a surface form that stands in the knowledge.
func (x *Lexicon) Seen(surface []byte) (WordIDs, bool) {
	ids, ok := x.surfaces[string(surface)]
	return ids, ok
}

// Size returns how many words there are.
func (x *Lexicon) Size() int { return len(x.names) }
