package text

import "tariffdesk/classify/internal/wordmap"

// NoWord marks a word the index does not know in a language.
const NoWord = int32(-1)

// WordIDs are the index's words for one surface form, by language.
type WordIDs [LangCount]int32

// Lexicon gives every stem of every language a number, and remembers the surface forms it has seen.
// It is written while the index is built and only read afterwards.
type Lexicon struct {
	*Reader
	stems     [LangCount]*wordmap.Map
	surfaces  *wordmap.Map // places in ids
	ids       []WordIDs
	size      int32                   // words
	begins    [LangCount]*wordmap.Map // stems of eight letters and more without their last two
	skeletons [LangCount]*wordmap.Map // the most used word without its vowels, by what is left of it
	lately    *Stems
	nearby    nearbyWords // once sealed
}

// NewLexicon returns a lexicon without words; r finds stems and small words.
func NewLexicon(r *Reader) *Lexicon {
	x := &Lexicon{Reader: r, surfaces: wordmap.New(1 << 16), lately: NewStems(r)}
	for l := range x.stems {
		x.stems[l] = wordmap.New(1 << 15)
	}
	return x
}

// intern returns the number of word in language l, giving it one where it is new; NoWord for stop words.
func (x *Lexicon) intern(word string, l Lang) int32 {
	at, seen := x.surfaces.Get(word)
	if seen && x.ids[at][l] != NoWord {
		return x.ids[at][l]
	}
	if x.Stopword(word, l) {
		return NoWord
	}
	stem := x.stemOf(word, l)
	id, ok := x.stems[l].Get(stem)
	if !ok {
		id = x.size
		x.stems[l].Set(stem, id)
		x.size++
	}
	if !seen {
		at = int32(len(x.ids))
		x.surfaces.Set(word, at)
		x.ids = append(x.ids, WordIDs{NoWord, NoWord})
	}
	x.ids[at][l] = id
	return id
}

// Lookup returns the known words of a surface form in both languages. The lexicon is sealed.
func (x *Lexicon) Lookup(word string) WordIDs {
	if at, ok := x.surfaces.Get(word); ok {
		return x.ids[at]
	}
	return WordIDs{x.byStem(word, English), x.byStem(word, Spanish)}
}

// Recognise notes for every mention which words it is.
func (x *Lexicon) Recognise(d *Description) {
	for i := range d.Mentions {
		d.Mentions[i].IDs = x.Lookup(d.Mentions[i].Text)
	}
}

// Has reports whether names of goods, in either language, have the word of a mention.
func (x *Lexicon) Has(m *Mention) bool {
	return m.IDs[English] != NoWord || m.IDs[Spanish] != NoWord || x.Stopword(m.Text, English) || x.Stopword(m.Text, Spanish)
}

// LookupIn is lookup in one language.
func (x *Lexicon) LookupIn(word string, l Lang) int32 {
	if at, ok := x.surfaces.Get(word); ok {
		return x.ids[at][l]
	}
	return x.byStem(word, l)
}

// byStem returns the word that shares its stem with one never seen.
func (x *Lexicon) byStem(word string, l Lang) int32 {
	if x.Stopword(word, l) {
		return NoWord
	}
	if id, ok := x.stems[l].Get(x.lately.Stem(word, l)); ok {
		return id
	}
	return NoWord
}

// Seal looks every surface form up in both languages once, so that a search rarely stems.
func (x *Lexicon) Seal() {
	for l, stems := range x.stems {
		x.begins[l] = wordmap.New(stems.Len() / 2)
		for stem, id := range stems.All() {
			if n := len(stem) - 2; n >= 6 {
				if other, ok := x.begins[l].Get(stem[:n]); !ok || id < other {
					x.begins[l].Set(stem[:n], id)
				}
			}
		}
		x.begins[l].Clip()
		stems.Clip()
	}
	x.surfaces.Clip()
	x.nearby = newNearbyWords(x.surfaces)
	for word, at := range x.surfaces.All() {
		for l := range x.stems {
			if x.ids[at][l] == NoWord {
				x.ids[at][l] = x.byStem(word, Lang(l))
			}
		}
	}
}

// OfStem returns the word of a stem.
func (x *Lexicon) OfStem(stem string, l Lang) (int32, bool) {
	return x.stems[l].Get(stem)
}

// Stem returns the stem of a word, known or not.
func (x *Lexicon) Stem(word string, l Lang) string { return x.lately.Stem(word, l) }

// Seen returns the words of a surface form that stands in the knowledge.
func (x *Lexicon) Seen(surface []byte) (WordIDs, bool) {
	at, ok := x.surfaces.GetBytes(surface)
	if !ok {
		return WordIDs{}, false
	}
	return x.ids[at], true
}

// Size returns how many words there are.
func (x *Lexicon) Size() int { return int(x.size) }
