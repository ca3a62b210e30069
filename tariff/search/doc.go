// Package search owns finding codes by words: an index of the headings, subheadings and national
// lines of one country over their titles and terms in English and Spanish, ranked by BM25.
//
// It refuses to classify: it knows no facets, no limits and no precedents, and what it finds first
// is the best match of words, not the code that goods deserve.
package search
