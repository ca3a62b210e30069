package classify

// Bounds of spelling repair.
const (
	minRepairLength = 5
	maxRepairLength = 20
	maxRepairs      = 4
)

// repair replaces unknown words of the name by known ones one edit away, the most used first. It returns
// whether it changed anything.
func (x *index) repair(d *description, q *query) bool {
	changed := 0
	for i := range d.mentions {
		m := &d.mentions[i]
		if changed == maxRepairs || m.number || m.role > roleOf || q.ids[i][langEnglish] != noWord || q.ids[i][langSpanish] != noWord {
			continue
		}
		if n := len(m.text); n < minRepairLength || n > maxRepairLength || !asciiLetters(m.text) {
			continue
		}
		if better := x.nearestWord(m.text, q.language); better != "" {
			m.text = better
			changed++
		}
	}
	return changed > 0
}

// nearestWord tries every single edit: transposition, deletion, replacement, insertion. Some 500 look-ups.
func (x *index) nearestWord(word string, l lang) string {
	best, uses := "", float32(0)
	try := func(candidate []byte) {
		ids, ok := x.words.surfaces[string(candidate)]
		if !ok || ids[l] == noWord {
			return
		}
		if n := x.subTotal[ids[l]]; n > uses || n == uses && string(candidate) < best {
			best, uses = string(candidate), n
		}
	}
	buffer := make([]byte, 0, len(word)+1)
	for i := 0; i <= len(word); i++ {
		if i+1 < len(word) {
			buffer = append(append(buffer[:0], word[:i]...), word[i+1], word[i])
			try(append(buffer, word[i+2:]...))
		}
		if i < len(word) {
			try(append(append(buffer[:0], word[:i]...), word[i+1:]...))
		}
		for c := byte('a'); c <= 'z'; c++ {
			if i < len(word) && i > 0 { // the first letter is rarely wrong
				buffer = append(append(buffer[:0], word[:i]...), c)
				try(append(buffer, word[i+1:]...))
			}
			buffer = append(append(buffer[:0], word[:i]...), c)
			try(append(buffer, word[i:]...))
		}
	}
	return best
}

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

// gatherSkeletons keeps the most used word of every skeleton.
func (x *lexicon) gatherSkeletons(uses []float32) {
	for l := range x.skeletons {
		x.skeletons[l] = make(map[string]int32, len(x.stems[l]))
		for word, ids := range x.surfaces {
			id := ids[l]
			if id == noWord || len(word) < 4 || len(word) > 14 || !asciiLetters(word) {
				continue
			}
			bones := skeleton(word)
			if len(bones) < 3 || len(bones) == len(word) {
				continue
			}
			if known, ok := x.skeletons[l][bones]; !ok || uses[id] > uses[known] || uses[id] == uses[known] && id < known {
				x.skeletons[l][bones] = id
			}
		}
	}
}

// abbreviated returns the word that an unknown one without vowels stands for: "tyr", "brckt".
func (x *lexicon) abbreviated(word string, l lang) int32 {
	if len(word) < 3 || !asciiLetters(word) || skeleton(word) != word {
		return noWord
	}
	if id, ok := x.skeletons[l][word]; ok {
		return id
	}
	return noWord
}

func asciiLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
