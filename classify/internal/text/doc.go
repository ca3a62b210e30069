// Package text owns words: characters brought to one form, words and their stems in both languages, the small words,
// units, the spelling of unknown words, and a description taken apart into mentions, each with the role and the weight
// that its place gives it.
//
// It refuses goods: it knows no code, no heading and no facet, and ranks nothing.
package text
