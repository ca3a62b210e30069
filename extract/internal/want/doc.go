// Package want owns what a schema asks for: a leaf as something to look for, by the names that a document may print
// for it, the kind of its value, and the party whose it is.
//
// It refuses to look at pages.
package want
