// Package data holds the dictionary files of trade documents that people edit: words.tsv and a
// words.LANGUAGE.tsv for each further language, what documents print for one meaning; concepts.tsv, the
// fields of trade documents with the names they go by; phrases.tsv, closed lists such as the roles of
// parties and the kinds of sums; units.tsv, what units measure; and
// coefficients, what was fitted on labelled documents.
//
// It refuses to interpret them.
package data

import "embed"

// Files are the files of the dictionary and the coefficients.
//
//go:embed words.tsv words.*.tsv concepts.tsv phrases.tsv units.tsv coefficients
var Files embed.FS
