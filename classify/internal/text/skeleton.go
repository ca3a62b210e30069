package text

import "tariffdesk/classify/internal/wordmap"

// skeleton is a word without its vowels but for the first letter: "tyre" and "tyr" share "tyr".
func skeleton(word string) string {
	out := make([]byte, 0, len(word))
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case i == 0:
			out = append(out, c)
		case c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u':
		case out[len(out)-1] != c:
			out = append(out, c)
		}
	}
	return string(out)
}

// GatherSkeletons keeps the most used word of every skeleton.
func (x *Lexicon) GatherSkeletons(uses []float32) {
	for l := range x.skeletons {
		x.skeletons[l] = wordmap.New(x.stems[l].Len() / 2)
		for word, at := range x.surfaces.All() {
			id := x.ids[at][l]
			if id == NoWord || len(word) < 4 || len(word) > 14 || !ASCIILetters(word) {
				continue
			}
			bones := skeleton(word)
			if len(bones) < 3 || len(bones) == len(word) {
				continue
			}
			if known, ok := x.skeletons[l].Get(bones); !ok || uses[id] > uses[known] || uses[id] == uses[known] && id < known {
				x.skeletons[l].Set(bones, id)
			}
		}
		x.skeletons[l].Clip()
	}
}

// Abbreviated returns the word that an unknown one without vowels stands for: "tyr", "brckt".
func (x *Lexicon) Abbreviated(word string, l Lang) int32 {
	if len(word) < 3 || !ASCIILetters(word) || skeleton(word) != word {
		return NoWord
	}
	if id, ok := x.skeletons[l].Get(word); ok {
		return id
	}
	return NoWord
}

// ASCIILetters reports whether a word is of the letters a to z alone.
func ASCIILetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
