// Package infer owns the schema of a document for which the caller gave none, or an example.
//
// It refuses to choose values.
package infer
