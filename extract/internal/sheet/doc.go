// Package sheet owns what a document prints, marked up: captions, headings of parties, addresses, sums at the ends of lines. A Sheet
// does not change once it is made; what is derived from it is computed when it is first asked for.
//
// It refuses to know which of its print is the value of a property.
package sheet
