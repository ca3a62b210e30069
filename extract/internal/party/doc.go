// Package party owns what the lines of a party's block print: its name, the pieces of its address, and what is neither.
//
// It refuses to know where on a page the lines stand, and whose they are.
package party
