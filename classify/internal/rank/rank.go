package rank

import (
	"cmp"
	"math"
	"slices"
)

// Coefficients of the ranking: a conditional logit over the candidates.
var Coefficients = Features{
	featBest:              -0.052,
	featBestShare:         0.343,
	featNext:              1.688,
	featText:              0.922,
	featTextShare:         1.466,
	featHeadingOwn:        1.582,
	featHeadingAny:        1.170,
	featHeadingText:       1.006,
	featChapterText:       1.385,
	FeatCovered:           1.472,
	featHeadingCover:      1.131,
	FeatTermWhole:         0.506,
	featTermCovers:        0.128,
	featHeadNoun:          0.148,
	featMatch:             0.381,
	featMatchCentral:      0.453,
	featMatchLocal:        0.357,
	featMatchLimit:        0.888,
	featAgainst:           -1.220,
	featAgainstCentral:    -0.538,
	featAgainstLocal:      -0.972,
	featAgainstLimit:      -0.565,
	featResidual:          -0.541,
	featUnlisted:          -0.657,
	featUndecided:         -1.095,
	featIsResidual:        0.159,
	featNot:               -0.413,
	featBreadth:           1.762,
	featPart:              -0.103,
	featPartUnasked:       -0.374,
	featExact:             1.005,
	featHeadingExact:      0.252,
	featPoint:             -0.588,
	featPointShare:        -0.012,
	featHeadingPoint:      0.259,
	featHeads:             -0.273,
	FeatHeadingHeads:      0.343,
	featProseHeads:        -0.019,
	featProseHeadingHeads: -0.006,
	featProseHeadNoun:     -0.071,
	featProseExact:        0.246,
	featShared:            0.584,
	featUnshared:          -0.615,
	featMadeUp:            1.115,
	featNotMadeUp:         -0.766,
	featWornBy:            0.204,
	featNotWornBy:         -1.078,
	featKept:              0.852,
	featNotKept:           -0.280,
	FeatWhole:             2.5,
	featHeadingWhole:      3.5,
	FeatOffForm:           -1.5,
	featProfile:           1.127,
	featProfile + 1:       -0.837,
	featProfile + 2:       0.049,
	featProfile + 3:       -0.919,
	featProfile + 4:       0.228,
	featProfile + 5:       -1.078,
	featProfile + 6:       0.524,
	featProfile + 7:       -0.138,
	featProfile + 8:       0.436,
	featProfile + 9:       -0.137,
	featProfile + 10:      -0.158,
	featProfile + 11:      -0.175,
	featProfile + 12:      -0.713,
	featProfile + 13:      0.201,
}

// Rank scores the candidates, orders them and gives each its probability.
func (r *Ranking) Rank() {
	for i := range r.Candidates {
		score := float32(0)
		for f, v := range r.Candidates[i].Features {
			score += Coefficients[f] * v
		}
		r.Candidates[i].Score = score
	}
	Order(r.Candidates)
}

// Order sorts scored candidates and gives each its probability.
func Order(candidates []Candidate) {
	slices.SortFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Sub, b.Sub))
	})
	total := 0.0
	for i := range candidates {
		total += math.Exp(float64(candidates[i].Score - candidates[0].Score))
	}
	for i := range candidates {
		candidates[i].P = float32(math.Exp(float64(candidates[i].Score-candidates[0].Score)) / total)
	}
}
