package lookup

import (
	"cmp"
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

// Mend is a word of a description that was read as another.
type Mend struct {
	Mention  int
	From, To string
	Other    string // what it may be as well; "" where nothing comes near
}

// Repair replaces unknown words of the name by known ones one edit away: those that make a known name of the text first, then the most
// used. It returns what it replaced.
func (x *Index) Repair(d *text.Description, q *Query) (mends []Mend) {
	for i := range d.Mentions {
		m := &d.Mentions[i]
		if len(mends) == maxRepairs || m.Number || d.Clipped(m) || m.Role > text.RoleOf || m.IDs[text.English] != text.NoWord || m.IDs[text.Spanish] != text.NoWord {
			continue
		}
		if n := len(m.Text); n < minRepairLength || n > maxRepairLength || !text.ASCIILetters(m.Text) {
			continue
		}
		found := x.alternatives(d, m.Text, q)
		if len(found) == 0 || len(m.Text) < minLooseLength && !found[0].completes {
			continue
		}
		mend := Mend{Mention: i, From: m.Text, To: found[0].word}
		if len(found) > 1 && found[1].near(found[0]) {
			mend.Other = found[1].word
		}
		mends = append(mends, mend)
		m.Of, m.Text = m.Text, mend.To
		for _, words := range [][]text.Token{d.Parsed, d.Written, d.Bare} {
			for j := range words {
				if words[j].Text == mend.From {
					words[j].Text = mend.To
				}
			}
		}
	}
	return mends
}

// alternative is a known word that may be meant by a misspelt one.
type alternative struct {
	word      string
	id        int32
	uses      float32
	completes bool // the text becomes a known name by it
}

// nearUses is how often a word must be used, beside the most used one, to be asked about too: 0.2 is a fifth as often.
const nearUses = 0.2

// near reports whether a word may be meant as well as the one that was taken.
func (a alternative) near(taken alternative) bool {
	return a.completes == taken.completes && a.uses >= nearUses*taken.uses
}

// alternatives lists the words that may be meant, the likeliest first. A short text without a known word does not tell its language: it is
// looked for in both.
func (x *Index) alternatives(d *text.Description, word string, q *Query) []alternative {
	found := x.nearest(word, q.language)
	if len(d.Parsed) <= mendedWords && (len(found) == 0 || q.Known == 0 && d.Small == [text.LangCount]float32{}) {
		found = append(found, x.nearest(word, text.LangCount-1-q.language)...)
	}
	for i := range found {
		found[i].completes = x.completes(d, word, found[i].word)
	}
	slices.SortStableFunc(found, func(a, b alternative) int {
		if a.completes != b.completes {
			if a.completes {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.uses, a.uses), cmp.Compare(a.word, b.word))
	})
	return slices.CompactFunc(found, func(a, b alternative) bool { return sameNumberless(a.word, b.word) })
}

// Spelled is a known word with its accents, as the name of goods that it is has them.
func (x *Index) Spelled(word string) string {
	for _, term := range x.wholes.find([]text.Token{{Text: word}}) {
		if name := x.termText[term]; text.Fold(name) == word {
			return strings.ToLower(name)
		}
	}
	return word
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

// nearestWords tries every single edit: transposition, deletion, replacement, insertion. Some 500 look-ups. Of words that the index takes for
// one it returns the first.
func (x *Index) nearestWords(word string, l text.Lang) (found []alternative) {
	try := func(candidate []byte) {
		ids, ok := x.Words.Seen(candidate)
		if !ok || ids[l] == text.NoWord {
			return
		}
		for i := range found {
			if found[i].id == ids[l] {
				found[i].word = min(found[i].word, string(candidate))
				return
			}
		}
		found = append(found, alternative{word: string(candidate), id: ids[l], uses: x.subTotal[ids[l]]})
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
	return found
}

// nearest lists the known words one edit away, else, for a longer word, those one edit away from another spelling of the same sound, or from its letters without the doubled ones.
func (x *Index) nearest(word string, l text.Lang) []alternative {
	found := x.nearestWords(word, l)
	if len(found) > 0 {
		return found
	}
	for _, spelling := range spellings(word, l) {
		if ids, ok := x.Words.Seen([]byte(spelling)); ok && ids[l] != text.NoWord {
			found = append(found, alternative{word: spelling, id: ids[l], uses: x.subTotal[ids[l]]})
		} else if len(word) >= minTwiceLength {
			found = append(found, x.nearestWords(spelling, l)...)
		}
	}
	if single := singled(word); len(found) == 0 && single != word && len(word) >= minTwiceLength { // "disshwaasher"
		if ids, ok := x.Words.Seen([]byte(single)); ok && ids[l] != text.NoWord {
			return []alternative{{word: single, id: ids[l], uses: x.subTotal[ids[l]]}}
		}
		return x.nearestWords(single, l)
	}
	return found
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
