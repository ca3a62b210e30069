// Package feature owns the evidence for and against a candidate, among the others and beside what other properties were given.
//
// It refuses to choose.
package feature
