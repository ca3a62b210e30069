// Package data holds the dictionary files of trade documents that people edit: words.tsv, what
// documents print in several languages for one meaning, and concepts.tsv, the fields of trade
// documents with the names they go by.
//
// It refuses to interpret them.
package data

import "embed"

// Files are the dictionary files.
//
//go:embed words.tsv words.*.tsv concepts.tsv phrases.tsv
var Files embed.FS
