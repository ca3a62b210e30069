// Package dialogue owns what is asked about goods and what answers settle: questions and their choices, turns and
// exchanges, and the reading of answers over a description.
//
// It refuses to rank and to choose what is asked.
package dialogue
