package classify

import (
	"math"
	"sort"
)

// coefficients of the ranking: a conditional logit over the candidates.
var coefficients = features{
	featBest:              -0.089,
	featBestShare:         0.637,
	featNext:              1.036,
	featText:              0.833,
	featTextShare:         1.492,
	featHeadingOwn:        1.885,
	featHeadingAny:        0.911,
	featHeadingText:       1.225,
	featChapterText:       1.578,
	featCovered:           0.893,
	featHeadingCover:      1.019,
	featTermWhole:         0.586,
	featTermCovers:        0.258,
	featHeadNoun:          0.156,
	featMatch:             0.421,
	featMatchCentral:      0.568,
	featMatchLocal:        0.224,
	featMatchLimit:        1.085,
	featAgainst:           -0.560,
	featAgainstCentral:    -0.348,
	featAgainstLocal:      -0.638,
	featAgainstLimit:      -0.506,
	featResidual:          -0.292,
	featUnlisted:          -0.547,
	featUndecided:         -0.783,
	featIsResidual:        0.026,
	featNot:               -0.340,
	featBreadth:           2.285,
	featPart:              -0.356,
	featPartUnasked:       0.100,
	featExact:             0.751,
	featHeadingExact:      0.085,
	featPoint:             -0.695,
	featPointShare:        0.046,
	featHeadingPoint:      0.203,
	featHeads:             -0.052,
	featHeadingHeads:      0.611,
	featProseHeads:        0.096,
	featProseHeadingHeads: 0.116,
	featProseHeadNoun:     -0.157,
	featProseExact:        0.316,
	featProfile:           1.241,
	featProfile + 1:       -0.411,
	featProfile + 2:       -0.460,
	featProfile + 3:       -0.131,
	featProfile + 4:       -0.268,
	featProfile + 5:       -0.485,
	featProfile + 6:       0.486,
	featProfile + 7:       0.030,
	featProfile + 8:       0.362,
	featProfile + 9:       -0.200,
	featProfile + 10:      0.120,
	featProfile + 11:      -0.329,
	featProfile + 12:      -0.544,
	featProfile + 13:      0.041,
	featVotes:             0.000,
	featVotesHeading:      0.000,
	featNearest:           0.000,
	featVotesLog:          0.000,
	featHeadingLog:        0.000,
	featOdds:              0.000,
	featPrior:             0.000,
}

// coefficientsWithPrecedents take their place where the organisation has precedents near.
var coefficientsWithPrecedents = features{
	featBest:              0.829,
	featBestShare:         0.649,
	featNext:              1.437,
	featText:              1.407,
	featTextShare:         0.599,
	featHeadingOwn:        1.172,
	featHeadingAny:        0.701,
	featHeadingText:       0.254,
	featChapterText:       0.733,
	featCovered:           0.887,
	featHeadingCover:      0.708,
	featTermWhole:         -0.687,
	featTermCovers:        -0.391,
	featHeadNoun:          -0.016,
	featMatch:             0.596,
	featMatchCentral:      0.509,
	featMatchLocal:        0.292,
	featMatchLimit:        0.546,
	featAgainst:           -0.453,
	featAgainstCentral:    -0.330,
	featAgainstLocal:      -0.735,
	featAgainstLimit:      -0.352,
	featResidual:          -0.516,
	featUnlisted:          -0.409,
	featUndecided:         -0.862,
	featIsResidual:        0.194,
	featNot:               -0.440,
	featBreadth:           1.783,
	featPart:              -0.219,
	featPartUnasked:       -0.050,
	featExact:             1.005,
	featHeadingExact:      0.772,
	featPoint:             -0.367,
	featPointShare:        0.198,
	featHeadingPoint:      -0.035,
	featHeads:             -0.051,
	featHeadingHeads:      0.345,
	featProseHeads:        0.217,
	featProseHeadingHeads: 0.307,
	featProseHeadNoun:     -0.111,
	featProseExact:        0.207,
	featProfile:           1.164,
	featProfile + 1:       -0.745,
	featProfile + 2:       -0.377,
	featProfile + 3:       -0.128,
	featProfile + 4:       0.226,
	featProfile + 5:       -0.412,
	featProfile + 6:       0.179,
	featProfile + 7:       -0.470,
	featProfile + 8:       0.427,
	featProfile + 9:       -0.211,
	featProfile + 10:      0.194,
	featProfile + 11:      -0.306,
	featProfile + 12:      -0.337,
	featProfile + 13:      0.085,
	featVotes:             0.405,
	featVotesHeading:      0.738,
	featNearest:           1.087,
	featVotesLog:          0.921,
	featHeadingLog:        2.109,
	featOdds:              1.004,
	featPrior:             1.978,
}

// rank scores the candidates, orders them and gives each its probability.
func rank(candidates []candidate, precedents bool) {
	weights := &coefficients
	if precedents {
		weights = &coefficientsWithPrecedents
	}
	if len(candidates) == 0 {
		return
	}
	for i := range candidates {
		c := &candidates[i]
		c.score = 0
		for f, w := range weights {
			c.score += w * c.features[f]
		}
	}
	sort.SliceStable(candidates, func(i, j int) bool {
		if candidates[i].score != candidates[j].score {
			return candidates[i].score > candidates[j].score
		}
		return candidates[i].sub < candidates[j].sub
	})
	total := 0.0
	for i := range candidates {
		total += math.Exp(float64(candidates[i].score - candidates[0].score))
	}
	for i := range candidates {
		candidates[i].p = float32(math.Exp(float64(candidates[i].score-candidates[0].score)) / total)
	}
}
