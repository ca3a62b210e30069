package lookup

import "tariffdesk/classify/internal/text"

// Bounds of spelling repair.
const (
	minRepairLength = 5
	maxRepairLength = 20
	maxRepairs      = 4
)

// Repair replaces unknown words of the name by known ones one edit away, the most used first. It returns
// whether it changed anything.
func (x *Index) Repair(d *text.Description, q *Query) bool {
	changed := 0
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if changed == maxRepairs || m.Number || m.Role > text.RoleOf || m.IDs[text.English] != text.NoWord || m.IDs[text.Spanish] != text.NoWord {
			continue
		}
		if n := len(m.Text); n < minRepairLength || n > maxRepairLength || !text.ASCIILetters(m.Text) {
			continue
		}
		if better := x.nearestWord(m.Text, q.language); better != "" {
			m.Text = better
			changed++
		}
	}
	return changed > 0
}

// nearestWord tries every single edit: transposition, deletion, replacement, insertion. Some 500 look-ups.
func (x *Index) nearestWord(word string, l text.Lang) string {
	best, uses := "", float32(0)
	try := func(candidate []byte) {
		ids, ok := x.Words.Seen(candidate)
		if !ok || ids[l] == text.NoWord {
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
