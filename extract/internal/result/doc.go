// Package result owns the value that is built from what was chosen: types, lists, checks and reports.
//
// It refuses to look for values.
package result
