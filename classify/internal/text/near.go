package text

import (
	"math/bits"
	"strings"

	"tariffdesk/classify/internal/vocabulary"
)

// Near is a known word that a misspelt one may be meant for.
type Near struct {
	Word string
	IDs  WordIDs
	Cost float32 // of the slips between them: 1 is a wrong letter
}

// Costs of slips of the pen and of the ear.
const (
	slipLetter  = 1.0
	slipLeft    = 0.9 // a letter left out, or one too many
	slipDoubled = 0.5 // a letter doubled, or a double one written once
	slipSwapped = 0.7 // two neighbours changed places
	slipKey     = 0.7 // the key beside
	slipSound   = 0.5 // letters that sound alike
	slipFirst   = 0.5 // more, where the first letter is another: it is rarely wrong
)

// Bounds of words that are compared.
const (
	maxNearLetters = 20
	maxNearLength  = 2 // letters that one is longer
)

// Near lists the known words of a language whose slips from a word cost at most so much.
func (x *Lexicon) Near(word string, l Lang, most float32) (found []Near) {
	if len(word) > maxNearLetters || !ASCIILetters(word) {
		return nil
	}
	own, searched := lettersOf(word), x.compare(word, l)
	for n := max(1, len(word)-maxNearLength); n <= len(word)+maxNearLength; n++ {
		for row := range x.nearby.beginningLike(&x.slipWords, word, n, l) {
			for _, near := range row {
				if bits.OnesCount32(own^near.letters) > 2*maxNearLength || x.ids[near.surface][l] == NoWord {
					continue
				}
				known := x.surfaces.Word(int(near.surface))
				if cost := searched.slips(known, most); cost <= most {
					found = append(found, Near{string(known), x.ids[near.surface], cost})
				}
			}
		}
	}
	return found
}

// lettersOf is the set of the letters of a word.
func lettersOf[K string | []byte](word K) (set uint32) {
	for i := range len(word) {
		set |= 1 << (word[i] & letterMask)
	}
	return set
}

// misspelt is a word that others are compared with.
type misspelt struct {
	*slipWords
	said   string
	in     Lang
	extras [maxNearLetters]float32
	sounds [maxNearLetters + 1][]soundEnd // by how many letters come before: groups of letters that end there and sound like others
}

// soundEnd is a group of letters with another that sounds like it.
type soundEnd struct {
	letters int // of the group
	like    string
}

// compare prepares a word to be compared with many.
func (x *slipWords) compare(said string, l Lang) *misspelt {
	m := &misspelt{slipWords: x, said: said, in: l}
	for i := range len(said) {
		m.extras[i] = extra(said, i, l)
	}
	for i := 1; i <= len(said); i++ {
		for _, pair := range x.soundPairs[l] {
			for k, group := range pair {
				if strings.HasSuffix(said[:i], group) {
					m.sounds[i] = append(m.sounds[i], soundEnd{len(group), pair[1-k]})
				}
			}
		}
	}
	return m
}

// slips is the least cost of the slips that make one word of another; more than most where that is passed.
func (m *misspelt) slips(known []byte, most float32) float32 {
	var rows [maxNearLetters + 1][maxNearLetters + maxNearLength + 1]float32
	var extras [maxNearLetters + maxNearLength]float32
	for j := 1; j <= len(known); j++ {
		rows[0][j] = float32(j)*slipLeft + slipFirst
		extras[j-1] = extra(known, j-1, m.in)
	}
	said := m.said
	for i := 1; i <= len(said); i++ {
		rows[i][0] = float32(i)*slipLeft + slipFirst
		least := rows[i][0]
		for j := 1; j <= len(known); j++ {
			cost := rows[i-1][j-1] + m.replaced(said[i-1], known[j-1], i == 1 || j == 1)
			cost = min(cost, rows[i-1][j]+m.extras[i-1], rows[i][j-1]+extras[j-1])
			if i > 1 && j > 1 && said[i-1] == known[j-2] && said[i-2] == known[j-1] {
				cost = min(cost, rows[i-2][j-2]+slipSwapped) //nolint:gosec // i and j are above 1
			}
			for _, end := range m.sounds[i] {
				if n := j - len(end.like); n >= 0 && string(known[n:j]) == end.like {
					cost = min(cost, rows[i-end.letters][n]+slipSound)
				}
			}
			rows[i][j] = cost
			least = min(least, cost)
		}
		if least > most+slipFirst {
			return least
		}
	}
	return rows[len(said)][len(known)]
}

// replaced is the cost of one letter for another, which may be the first.
func (m *misspelt) replaced(a, b byte, first bool) float32 {
	cost := float32(slipLetter)
	switch {
	case a == b:
		return 0
	case m.sound(a, b, m.in):
		return slipSound
	case m.beside(a, b):
		cost = slipKey
	}
	if first {
		cost += slipFirst
	}
	return cost
}

// extra is the cost of a letter that the other word does not have.
func extra[K string | []byte](word K, i int, l Lang) float32 {
	switch {
	case i > 0 && word[i] == word[i-1], i+1 < len(word) && word[i] == word[i+1], l == Spanish && word[i] == 'h':
		return slipDoubled
	case i == 0:
		return slipLeft + slipFirst
	}
	return slipLeft
}

// sound reports whether two letters sound alike in a language.
func (x *slipWords) sound(a, b byte, l Lang) bool {
	return x.soundLetters[l][a&letterMask]&(1<<(b&letterMask)) != 0
}

// beside reports whether two letters stand beside each other on the keys.
func (x *slipWords) beside(a, b byte) bool { return x.keys[a&letterMask]&(1<<(b&letterMask)) != 0 }

// letterMask is the place of a letter in the alphabet.
const letterMask = 31

// slipWords tell which slips are likely: keys beside each other, and letters and pairs of letters that sound alike.
type slipWords struct {
	keys         [letterMask + 1]uint32 // by letter: a bit for each letter beside it
	soundLetters [LangCount][letterMask + 1]uint32
	soundPairs   [LangCount][][2]string
}

// readSlips reads which slips are likely.
func readSlips(b *vocabulary.Book) slipWords {
	w := slipWords{}
	for key, others := range b.Names("keys") {
		w.keys[key[0]&letterMask] |= lettersOf(others)
	}
	w.soundLetters[English], w.soundLetters[Spanish] = groupsOf(b.Set("letters alike in english")), groupsOf(b.Set("letters alike in spanish"))
	w.soundPairs[English], w.soundPairs[Spanish] = pairsOf(b.Phrases("sounds alike in english")), pairsOf(b.Phrases("sounds alike in spanish"))
	return w
}

// groupsOf gives every letter those that stand in a group with it.
func groupsOf(groups map[string]bool) (by [letterMask + 1]uint32) {
	for group := range groups {
		for i := range len(group) {
			by[group[i]&letterMask] |= lettersOf(group)
		}
	}
	return by
}

// pairsOf parts phrases of two words.
func pairsOf(phrases []string) (pairs [][2]string) {
	for _, phrase := range phrases {
		if one, other, ok := strings.Cut(phrase, " "); ok {
			pairs = append(pairs, [2]string{one, other})
		}
	}
	return pairs
}
