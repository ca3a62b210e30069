// Package describe writes schemas: for the fields that a text asks for, for the columns of a workbook, and for an example of the answer.
//
// It refuses to look at pages.
//
// A text is read in steps. It is cut into words with their marks (spelled.go, token.go); what is said beside fields is taken out
// (remark.go). Each word is given a tag by a fitted chain (features.go, tagger.go), and the tags are made properties (read.go): with the
// words that fields share (shared.go), the columns of lists (list.go), and the types that are said beside them (hint.go). What words are
// stands in the tables of data/; no code knows a request.
package describe
