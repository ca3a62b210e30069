// Package candidate owns what may be the value of a property outside lists, and how each candidate was found.
//
// It refuses to weigh candidates against each other.
package candidate
