// Package parse owns the grammar of a description: which of its words name the goods, and which say what these carry, are
// made of, serve, come in, or do not have; which are counts, numbers of the maker, marks, colours or promotion.
//
// It refuses knowledge of the tariff: no word is a name of goods to it. Its vocabulary is data. One pass, bounded by the
// number of words.
package parse
