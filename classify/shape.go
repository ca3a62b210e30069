package classify

import "math"

// Places in a shape.
const (
	shapeBase      = iota
	shapeOdds      // logarithm of the odds the ranking gives the first candidate
	shapeHeading   // the same of its heading
	shapeMargin    // logarithm of first over second
	shapeCovered   // share of the description the first candidate's words cover
	shapeWhole     // share of its best term that was asked for
	shapeHeads     // share of the head noun's goods that lie in the first candidate's heading
	shapeProse     // a sentence
	shapeLength    // known words, up to twelve
	shapeUnknown   // share of the words of its name no term knows
	shapeListing   // an attribute list or shop category is present
	shapeCapitals  // written in capitals
	shapeNamed     // the description is a name of the first candidate word for word
	shapeGuessed   // it is no name as it stands, and but part of one, akin to one or known by the stem alone
	shapePrecedent // similarity of the nearest precedent
	shapeVotes     // the first candidate's share of the precedents' votes
	shapeCount
)

// shape sums up what a search knows about its own answer: the confidence model reads nothing else.
type shape [shapeCount]float64

func (f *finding) shape() shape {
	s := shape{shapeBase: 1}
	if len(f.candidates) == 0 {
		return s
	}
	first := &f.candidates[0]
	s[shapeOdds] = logit(float64(first.p))
	s[shapeHeading] = logit(f.headingShare())
	second := 1e-4
	if len(f.candidates) > 1 {
		second = max(second, float64(f.candidates[1].p))
	}
	s[shapeMargin] = math.Log(max(float64(first.p), 1e-4) / second)
	s[shapeCovered] = float64(first.features[featCovered])
	s[shapeWhole] = float64(first.features[featTermWhole])
	s[shapeHeads] = float64(first.features[featHeadingHeads])
	if f.description.prose {
		s[shapeProse] = 1
	}
	s[shapeLength] = math.Min(float64(f.query.known), 12) / 12
	s[shapeUnknown] = float64(len(f.query.unknown)) / float64(len(f.query.unknown)+f.query.known+1)
	if f.description.listing {
		s[shapeListing] = 1
	}
	if f.description.capitals {
		s[shapeCapitals] = 1
	}
	s[shapeNamed] = float64(first.features[featWhole])
	if len(f.query.whole) == 0 && (f.query.guessed > 0 || first.features[featOffForm] > 0 || first.features[featTermWhole] < guessShare) {
		s[shapeGuessed] = 1
	}
	if f.neighbors != nil {
		s[shapePrecedent] = float64(f.neighbors.top)
		s[shapeVotes] = float64(first.neighbor * f.neighbors.top)
	}
	return s
}

// headingShare is the probability of all candidates in the first one's heading.
func (f *finding) headingShare() (sum float64) {
	x := f.search.x
	for i := range f.candidates {
		if x.headingOf[f.candidates[i].sub] == x.headingOf[f.candidates[0].sub] {
			sum += float64(f.candidates[i].p)
		}
	}
	return sum
}

func logit(p float64) float64 {
	p = min(max(p, 1e-4), 1-1e-4)
	return math.Log(p / (1 - p))
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
