// Package precedent owns what an organisation has classified itself: the index of its goods, the neighbours of a
// description and their votes, the odds of its words, and the second stage that orders ranked candidates by them.
//
// It refuses to mix: one index holds the rows of one organisation. It neither searches the tariff nor writes a sentence.
package precedent
