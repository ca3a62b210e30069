// Package assist owns what a model is asked about a document, and how its answers are held against the pages and joined with the result.
//
// It refuses to take a value from a model that no page prints, unless it is marked so.
package assist
