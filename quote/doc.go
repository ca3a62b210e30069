// Package quote answers what crossing the Mexican border costs and requires: for a tariff line, a
// description and a country it gives duties, taxes, restrictions, agreements, notes and non-tariff
// regulations, each with its legal source, its period and how certain it is.
//
// The law lives in quote/data as dated rows; the package owns their meaning and the arithmetic. It
// refuses to guess: a rate without a source is not printed, an undecided fact becomes a question,
// and what was left out is named. It knows no HTTP, no credits and no storage.
package quote
