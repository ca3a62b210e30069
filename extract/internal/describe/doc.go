// Package describe writes schemas: for the fields that a text asks for, for the columns of a workbook, and for an example of the answer.
//
// It refuses to look at pages.
//
// A text is read in steps. It is cut into pieces at its marks (split.go); what it says not to give is taken out (exclude.go), and what
// stands before its fields (opening.go, title.go); values that an "or" ends go to their field (choice.go). Pieces are cut into noun phrases
// (chunk.go), phrases are given the words that they share with their neighbours (join.go), and each becomes a field of the document, of a
// party or of lines (read.go, list.go, field.go). What words are stands in the tables of data/; no code knows a request.
package describe
