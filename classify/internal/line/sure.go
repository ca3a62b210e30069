package line

import (
	"tariffdesk/odds"
)

// Places in a Shape.
const (
	shapeBase       = iota
	shapeOdds       // logarithm of the odds the level's code has
	shapeLeast      // the same of the least decided split on the way
	shapeRival      // the same of the next code of the level
	shapeSilent     // splits on the way whose rest was taken although something unsaid could name a sibling
	shapeUnmeasured // splits where a measure or a facet that is not stated parts the siblings
	shapeResidual   // splits whose rest was taken
	shapeMet        // stated facts that the way meets, at most four
	shapeSteps      // splits on the way
	shapeWords      // logarithm of the words of the description
	shapeListing    // a shop's listing: title, attributes, category
	ShapeCount
)

var shapeNames = [ShapeCount]string{"base", "odds", "least", "rival", "silent", "unmeasured", "residual", "met", "steps", "words", "listing"}

// ShapeNames are the names of the places of a Shape in their order.
func ShapeNames() []string { return shapeNames[:] }

// Shape sums up what the way to a code looks like: how sure the code is, is read from it alone.
type Shape [ShapeCount]float64

// read is the probability that a model gives a shape.
func (s *Shape) read(model *Shape) float64 {
	z := 0.0
	for i, v := range s {
		z += v * model[i]
	}
	return odds.Probability(z)
}

// logOdds bounds the odds of p at both ends.
func logOdds(p float64) float64 {
	return odds.Log(p, 0.002)
}

// maxMet bounds what further stated facts add.
const maxMet = 4

// step takes one split on the way into a shape.
func (s *Shape) step(found []evidence, shares []float64, next int) {
	s[shapeSteps]++
	s[shapeLeast] = min(s[shapeLeast], logOdds(shares[next]))
	rest := found[next].features[featResidual] == 1
	if rest {
		s[shapeResidual]++
	}
	s[shapeMet] = min(maxMet, s[shapeMet]+float64(found[next].met))
	silent, unmeasured := false, false
	for i := range found {
		if i == next || found[i].excluded {
			continue
		}
		f := &found[i].features
		silent = silent || f[featSilent] > 0 && f[featUnnamed] == 0 && f[featOnlySilent] == 0
		unmeasured = unmeasured || f[featMeasureOpen]+f[featFacetOpen] > 0 && f[featUnnamed] == 0 && f[featOnlySilent] == 0
	}
	if silent && rest {
		s[shapeSilent]++
	}
	if unmeasured && found[next].features[featMeasure]+found[next].features[featFacet] == 0 {
		s[shapeUnmeasured]++
	}
}
