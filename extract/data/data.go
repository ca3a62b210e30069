// Package data holds the dictionary files of trade documents that people edit: words.tsv, what
// documents print in several languages for one meaning, and concepts.tsv, the fields of trade
// documents with the names they go by; and coefficients, what was fitted on labelled documents.
//
// It refuses to interpret them.
package data

import "embed"

// Files are the files of the dictionary and the coefficients.
//
//go:embed words.tsv concepts.tsv coefficients
var Files embed.FS
