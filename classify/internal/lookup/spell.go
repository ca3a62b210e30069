package lookup

import (
	"slices"
	"strings"

	"tariffdesk/classify/internal/text"
)

// Bounds of spelling repair.
const (
	minRepairLength = 4
	minLooseLength  = 5 // a shorter word is mended only where the text becomes a known name
	minTwiceLength  = 7 // from here on a second slip is mended, one that sounds alike
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
		better := x.nearest(m.Text, q.language)
		if better == "" && len(d.Parsed) <= mendedWords { // a misspelt word alone does not tell its language
			better = x.nearest(m.Text, text.LangCount-1-q.language)
		}
		if better != "" && (len(m.Text) >= minLooseLength || x.completes(d, m.Text, better)) {
			m.Text = better
			changed++
		}
	}
	return changed > 0
}

// completes reports whether a description is a known name once a word is replaced: "aroz blanco", but not "buen fin".
func (x *Index) completes(d *text.Description, word, better string) bool {
	words := slices.Clone(d.Written)
	for i := range words {
		if words[i].Text == word {
			words[i].Text = better
		}
	}
	return len(x.wholes.find(words)) > 0
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

// nearest is the known word one edit away, else, for a longer word, one edit away from another spelling of the same sound, or from its letters without the doubled ones.
func (x *Index) nearest(word string, l text.Lang) string {
	if better := x.nearestWord(word, l); better != "" {
		return better
	}
	best, uses := "", float32(0)
	for _, spelling := range spellings(word, l) {
		better := ""
		if ids, ok := x.Words.Seen([]byte(spelling)); ok && ids[l] != text.NoWord {
			better = spelling
		} else if len(word) >= minTwiceLength {
			better = x.nearestWord(spelling, l)
		}
		if better == "" {
			continue
		}
		if n := x.subTotal[x.Words.LookupIn(better, l)]; n > uses || n == uses && better < best {
			best, uses = better, n
		}
	}
	if single := singled(word); best == "" && single != word && len(word) >= minTwiceLength { // "disshwaasher"
		if ids, ok := x.Words.Seen([]byte(single)); ok && ids[l] != text.NoWord {
			return single
		}
		return x.nearestWord(single, l)
	}
	return best
}

// singled writes doubled letters once, but for those that are a sound of their own in Spanish.
func singled(word string) string {
	out := make([]byte, 0, len(word))
	for i := range len(word) {
		if i == 0 || word[i] != word[i-1] || word[i] == 'l' || word[i] == 'r' {
			out = append(out, word[i])
		}
	}
	return string(out)
}

// sounds are letters that are written for each other, by language.
var sounds = [text.LangCount][][2]string{
	text.English: {{"ph", "f"}, {"ie", "ei"}, {"er", "or"}, {"er", "re"}, {"ea", "ee"}, {"ck", "k"}, {"gh", "g"}, {"sh", "ch"}, {"y", "i"}, {"ance", "ence"}, {"qu", "kw"}},
	text.Spanish: {{"b", "v"}, {"s", "z"}, {"s", "c"}, {"z", "c"}, {"ll", "y"}, {"qu", "k"}, {"c", "k"}, {"g", "j"}, {"gu", "g"}, {"x", "s"}, {"rr", "r"}, {"n", "m"}, {"h", ""}, {"i", "y"}},
}

// maxSpellings bounds the other spellings of a word that are looked at.
const maxSpellings = 24

// spellings lists how else a word may be written that sounds the same, one place changed.
func spellings(word string, l text.Lang) (out []string) {
	for _, pair := range sounds[l] {
		for _, p := range [...][2]string{pair, {pair[1], pair[0]}} {
			for from := 0; p[0] != "" && from < len(word) && len(out) < maxSpellings; {
				at := strings.Index(word[from:], p[0])
				if at < 0 {
					break
				}
				at += from
				out = append(out, word[:at]+p[1]+word[at+len(p[0]):])
				from = at + 1
			}
		}
	}
	if l == text.Spanish && len(out) < maxSpellings {
		out = append(out, "h"+word)
	}
	return out
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
