package name

import (
	"math"
	"slices"
	"strings"
)

// weigher weighs words: a rare word counts more than one that half the names have.
type weigher func(word string) float64

// even weighs by length alone, where there is no index to ask.
func even(word string) float64 { return 1 + math.Log(float64(1+len(word))) }

// Likeness is how alike two names are, from 0 to 1 for names that fold to the same words in any order.
func Likeness(a, b string) float64 { return likeness(Fold(a), Fold(b), even) }

// likeness pairs the words of two names by their best similarity and returns the share of their
// weight that has a partner. Names that differ only in where words are parted are nearly the same.
func likeness(a, b []string, weight weigher) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	total, paired := 0.0, 0.0
	for _, w := range slices.Concat(a, b) {
		total += weight(w)
	}
	free := slices.Clone(b)
	for _, w := range a {
		best, at := 0.0, -1
		for i, other := range free {
			if s := similar(w, other); s > best {
				best, at = s, i
			}
		}
		if at >= 0 {
			paired += best * (weight(w) + weight(free[at]))
			free = slices.Delete(free, at, at+1)
		}
	}
	score := paired / total
	if score < joinedScore && joined(a) == joined(b) {
		return joinedScore
	}
	return score
}

// joinedScore is the score of names that differ in spaces alone.
const joinedScore = 0.97

func joined(words []string) string { return strings.Join(words, "") }

// similar is how alike two words are: 1 for the same, 0 beyond a slip or two of the pen.
func similar(a, b string) float64 {
	if a == b {
		return 1
	}
	short, long := min(len(a), len(b)), max(len(a), len(b))
	slips := allowed(long)
	if long-short > slips || short < 4 {
		return 0
	}
	d := distance([]rune(a), []rune(b), slips)
	if d > slips {
		return 0
	}
	return 1 - 1.5*float64(d)/float64(long)
}

// allowed is how many slips a word of so many bytes may have and still be meant.
func allowed(length int) int {
	switch {
	case length < 4:
		return 0
	case length < 9:
		return 1
	}
	return 2
}

// distance counts insertions, deletions, changes and swaps of neighbours between two words, as far as most.
func distance(a, b []rune, most int) int {
	var rows [3][64]int
	if len(b) >= len(rows[0]) || len(a) >= len(rows[0]) {
		return most + 1 // no word that long is a slip away
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
	}
	return rows[len(a)%3][len(b)]
}
