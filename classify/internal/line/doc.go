// Package line chooses the national tariff line below a subheading: it holds what a description states
// against the conditions of a tree's nodes and gives every leaf its probability. It owns the reading of
// phrases, numbers and units, the features of a split and their fitted weights. It refuses to rank
// subheadings, to write sentences, and to look at duties.
package line
