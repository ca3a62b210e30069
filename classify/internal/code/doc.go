// Package code owns the codes of the nomenclature as numbers: chapters, headings and subheadings in order, which lies
// in which, and the code of a subheading as one number.
//
// It refuses words: what goods are called, and what a description says, is no business of a code.
package code
