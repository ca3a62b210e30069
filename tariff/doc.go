// Package tariff owns what is known about goods codes: the HS 2022 nomenclature with titles and
// search words of our own in English and Spanish, the facets that split its headings, and the
// national schedules with their rates, units and dates.
//
// It refuses to rank: which code a description deserves is decided in classify, what is due on it
// in quote. It refuses to guess too: a chapter file that does not follow the format is an error
// that names file and line, never a chapter half read.
package tariff
