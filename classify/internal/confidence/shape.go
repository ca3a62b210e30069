package confidence

import (
	"tariffdesk/odds"
)

// Places in a shape.
const (
	Base     = iota
	Odds     // logarithm of the odds the ranking gives the first candidate
	Heading  // the same of its heading
	Margin   // logarithm of first over second
	Covered  // share of the description the first candidate's words cover
	Whole    // share of its best term that was asked for
	Heads    // share of the head noun's goods that lie in the first candidate's heading
	Prose    // a sentence
	Length   // known words, up to twelve
	Unknown  // share of the words of its name no term knows
	Listing  // an attribute list or shop category is present
	Capitals // written in capitals
	Named    // the description is a name of the first candidate word for word
	Known    // … or of any heading or subheading
	Sole     // one of them goes by it, and no other
	Guessed  // it is no name as it stands, and but part of one, akin to one or known by the stem alone
	Nearest  // similarity of the nearest precedent
	Votes    // the first candidate's share of the precedents' votes
	Count
)

// Shape sums up what a search knows about its own answer. The confidence model reads nothing else.
type Shape [Count]float64

// IsName reports whether the description is, word for word, a name that the tariff knows.
func (s *Shape) IsName() bool { return s[Known] > 0 }

// Logit is the logarithm of the odds of p, bounded at both ends.
func Logit(p float64) float64 {
	return odds.Log(p, 1e-4)
}

// Names returns the names of the places of a shape in coefficient files.
func Names() []string {
	names := [Count]string{
		Base: "base", Odds: "odds", Heading: "heading_odds", Margin: "margin", Covered: "covered", Whole: "term_whole", Heads: "heading_heads", Prose: "prose",
		Length: "length", Unknown: "unknown", Listing: "listing", Capitals: "capitals", Named: "named", Known: "known", Sole: "sole", Guessed: "guessed", Nearest: "nearest", Votes: "votes",
	}
	return names[:]
}

// Bands of the interface: the advice changes at each of these confidences.
const (
	BandHigh   = 0.90
	BandMedium = 0.70
	BandLow    = 0.50
)
