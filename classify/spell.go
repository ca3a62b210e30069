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

func asciiLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
