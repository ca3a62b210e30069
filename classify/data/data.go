// Package data holds what the classification reads at its start and people change without Go: vocabulary, the word
// lists by which texts are read, and coefficients, the fitted numbers with where they come from.
//
// It refuses to interpret them.
package data

import "embed"

// Files are the folders of the package.
//
//go:embed coefficients vocabulary
var Files embed.FS
