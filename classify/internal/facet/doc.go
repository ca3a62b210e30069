// Package facet owns what subheadings differ by: the values of the vocabulary and of single headings, the phrases that
// signal them, numeric limits, what a description states, and how a subheading stands to it.
//
// It refuses the search: it asks for no term and ranks nothing; whoever ranks, asks or explains reads it.
package facet
