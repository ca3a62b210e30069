// Package describe owns schemas that are written for a caller: from a text, from the headings of a spreadsheet, from
// an example, and with what a document names.
//
// It refuses to look at pages.
package describe
