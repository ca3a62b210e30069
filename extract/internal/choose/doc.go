// Package choose owns the choice of one candidate, or none, for each property, so that no two exclude each other.
//
// It refuses to know where evidence comes from.
package choose
