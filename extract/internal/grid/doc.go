// Package grid owns the tables of a document under a header of known words, and the choice of the table that serves a list.
//
// It refuses to know what single values are wanted, beyond the columns of a list.
package grid
