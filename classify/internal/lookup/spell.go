package lookup

import (
	"cmp"
	"math"
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
	Joined   bool   // of two words that are known as they stand
	Far      bool   // it takes more than a letter to make one of the other
}

// Repair replaces unknown words of the name by the known ones that are likeliest meant: by how often names use a word, what the slips
// cost that lead to it, and whether it makes a known name of the text. It returns what it replaced.
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
		mend := Mend{Mention: i, From: m.Text, To: found[0].word, Far: found[0].cost > costOfFar}
		if len(found) > 1 && found[1].near(found[0]) {
			mend.Other = found[1].word
		}
		mends = append(mends, mend)
		m.Of, m.Text = m.Text, mend.To
		for _, words := range [][]text.Token{d.Parsed, d.Written, d.Bare, d.Plain} {
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
	cost      float32 // of the slips
	completes bool    // the text becomes a known name by it
}

// What the likelihood of a word is made of: how often names use it, what the slips cost, and whether the text becomes a known name.
const (
	weighsSlip = 5
	weighsName = 4
)

// likelihood is the logarithm of how likely a word is meant, but for a constant.
func (a alternative) likelihood() float64 {
	l := math.Log1p(float64(a.uses)) - weighsSlip*float64(a.cost)
	if a.completes {
		l += weighsName
	}
	return l
}

// nearLikelihood is how much less likely a word may be than the likeliest to be asked about too: a fifth as likely.
const nearLikelihood = 1.6

// near reports whether a word may be meant as well as the one that was taken.
func (a alternative) near(taken alternative) bool {
	return a.completes == taken.completes && a.likelihood() >= taken.likelihood()-nearLikelihood
}

// alternatives lists the words that may be meant, the likeliest first. A short text without a known word does not tell its language: it is
// looked for in both.
func (x *Index) alternatives(d *text.Description, word string, q *Query) []alternative {
	found := x.nearest(word, q.language)
	if len(d.Parsed) <= mendedWords && (len(found) == 0 || q.Known == q.Guessed && d.Small == [text.LangCount]float32{}) {
		found = append(found, x.nearest(word, text.LangCount-1-q.language)...)
	}
	for i := range found {
		found[i].completes = x.completes(d, word, found[i].word)
	}
	slices.SortStableFunc(found, func(a, b alternative) int {
		return cmp.Or(cmp.Compare(b.likelihood(), a.likelihood()), cmp.Compare(a.word, b.word))
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

// Bounds of what the slips between two words cost: a short word has many neighbours.
const (
	costOfFour  = 1.0
	costOfShort = 1.1
	costOfLong  = 1.7
	costOfFar   = 1 // from beyond it a word is but a guess
)

// nearest lists the known words that a word may be a slip for. Of words that the index takes for one it returns the nearest.
func (x *Index) nearest(word string, l text.Lang) (found []alternative) {
	most := float32(costOfLong)
	switch n := len(word); {
	case n < minLooseLength:
		most = costOfFour
	case n < minTwiceLength:
		most = costOfShort
	}
	for _, near := range x.Words.Near(word, l, most) {
		a := alternative{word: near.Word, id: near.IDs[l], uses: x.subTotal[near.IDs[l]], cost: near.Cost}
		at := slices.IndexFunc(found, func(b alternative) bool { return b.id == a.id })
		if at < 0 {
			found = append(found, a)
		} else if b := found[at]; cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.word, b.word)) < 0 {
			found[at] = a
		}
	}
	return found
}
