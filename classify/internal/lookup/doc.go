// Package lookup owns the search: the tariff as an index of terms, whole names and larger documents, the bilingual
// lexicon, the query that a description becomes, and the evidence that a search finds of every subheading and heading.
//
// It refuses to judge: it weighs no evidence against other evidence, and knows neither facets nor precedents.
package lookup
