// Package describe writes schemas: for the fields that a text asks for, for the columns of a workbook, and for an example of the answer.
//
// It refuses to look at pages.
//
// A text is read in four steps. It is cut into pieces at its marks (split.go), pieces into noun phrases (chunk.go), phrases are given the
// words that they share with their neighbours (join.go), and each becomes a field of the document, of a party or of lines (read.go,
// list.go, field.go). What words are stands in the tables of data/; no code knows a request.
package describe
