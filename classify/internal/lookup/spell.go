package lookup

import (
	"strings"

	"tariffdesk/classify/internal/text"
)

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
		if changed == maxRepairs || m.Number || d.Clipped(m) || m.Role > text.RoleOf || m.IDs[text.English] != text.NoWord || m.IDs[text.Spanish] != text.NoWord {
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

// Misspelt reports whether a Spanish description names its goods by no word of the index. Spanish is often written as it
// sounds: "vavula de bronse".
func (x *Index) Misspelt(q *Query, d *text.Description) bool {
	for i := range d.Mentions {
		if m := &d.Mentions[i]; m.Role == text.RoleName && !m.Number && x.Understands(q, d, i) {
			return false
		}
	}
	return q.language == text.Spanish
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
			if i < len(word) && (i > 0 || l == text.Spanish && soundsLike(word[0], c)) { // the first letter is rarely wrong
				buffer = append(append(buffer[:0], word[:i]...), c)
				try(append(buffer, word[i+1:]...))
			}
			buffer = append(append(buffer[:0], word[:i]...), c)
			try(append(buffer, word[i:]...))
		}
	}
	return best
}

// alikeInSpanish are letters that sound the same: zapato is written sapato.
var alikeInSpanish = [...]string{"csz", "bv", "gj", "ckq"}

func soundsLike(x, y byte) bool {
	for _, letters := range alikeInSpanish {
		if strings.IndexByte(letters, x) >= 0 && strings.IndexByte(letters, y) >= 0 {
			return true
		}
	}
	return false
}
