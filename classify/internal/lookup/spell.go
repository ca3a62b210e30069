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
		better := x.nearestWord(m.Text, q.language)
		if better == "" && len(d.Parsed) <= mendedWords { // a misspelt word alone does not tell its language
			better = x.nearestWord(m.Text, text.LangCount-1-q.language)
		}
		if better != "" {
			m.Text = better
			changed++
		}
	}
	return changed > 0
}

// mendedWords bounds the short texts in which one unknown word beside known ones is taken for a misspelt one: in longer ones,
// and in capitals, unknown words are brands and codes.
const mendedWords = 4

// Misspelt reports whether words of a description may be misspelt: in Spanish, which is often written as it sounds
// ("vavula de bronse"), where none names goods that the index knows; in either language where a short text that is not in
// capitals has a word that is in no index.
func (x *Index) Misspelt(q *Query, d *text.Description) bool {
	named, unknown := false, false
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if m.Role > text.RoleOf || m.Number {
			continue
		}
		named = named || m.Role == text.RoleName && x.Understands(q, d, i)
		unknown = unknown || m.IDs[text.English] == text.NoWord && m.IDs[text.Spanish] == text.NoWord &&
			!x.Words.Stopword(m.Text, text.English) && !x.Words.Stopword(m.Text, text.Spanish)
	}
	if !named && q.language == text.Spanish {
		return true
	}
	return unknown && !d.Capitals && !d.Listing && len(d.Parsed) <= mendedWords
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
