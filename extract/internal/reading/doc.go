// Package reading owns what words amount to: a date, a number, a reference, a name, by the conventions of the
// document they stand in.
//
// It refuses to know labels, and where words stand.
package reading
