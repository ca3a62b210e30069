package classify

import (
	"math"
	"sort"
)

// coefficients of the ranking: a conditional logit over the candidates.
var coefficients = features{
	featBest:              -0.109,
	featBestShare:         0.574,
	featNext:              1.134,
	featText:              0.805,
	featTextShare:         1.501,
	featHeadingOwn:        1.767,
	featHeadingAny:        0.983,
	featHeadingText:       1.177,
	featChapterText:       1.560,
	featCovered:           0.924,
	featHeadingCover:      0.998,
	featTermWhole:         0.562,
	featTermCovers:        0.289,
	featHeadNoun:          0.142,
	featMatch:             0.373,
	featMatchCentral:      0.530,
	featMatchLocal:        0.185,
	featMatchLimit:        1.228,
	featAgainst:           -0.533,
	featAgainstCentral:    -0.395,
	featAgainstLocal:      -0.705,
	featAgainstLimit:      -0.735,
	featResidual:          -0.327,
	featUnlisted:          -0.649,
	featUndecided:         -0.788,
	featIsResidual:        0.034,
	featNot:               -0.153,
	featBreadth:           2.185,
	featPart:              -0.257,
	featPartUnasked:       0.110,
	featExact:             0.766,
	featHeadingExact:      0.012,
	featPoint:             -0.664,
	featPointShare:        0.060,
	featHeadingPoint:      0.188,
	featHeads:             -0.139,
	featHeadingHeads:      0.643,
	featProseHeads:        0.138,
	featProseHeadingHeads: 0.161,
	featProseHeadNoun:     -0.181,
	featProseExact:        0.326,
	featProfile:           1.253,
	featProfile + 1:       -0.411,
	featProfile + 2:       -0.427,
	featProfile + 3:       -0.153,
	featProfile + 4:       -0.133,
	featProfile + 5:       -0.480,
	featProfile + 6:       0.540,
	featProfile + 7:       0.039,
	featProfile + 8:       0.296,
	featProfile + 9:       -0.180,
	featProfile + 10:      0.075,
	featProfile + 11:      -0.301,
	featProfile + 12:      -0.452,
	featProfile + 13:      0.060,
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
	featBest:              0.844,
	featBestShare:         0.641,
	featNext:              1.485,
	featText:              1.428,
	featTextShare:         0.616,
	featHeadingOwn:        1.187,
	featHeadingAny:        0.688,
	featHeadingText:       0.193,
	featChapterText:       0.726,
	featCovered:           0.888,
	featHeadingCover:      0.732,
	featTermWhole:         -0.735,
	featTermCovers:        -0.385,
	featHeadNoun:          -0.029,
	featMatch:             0.565,
	featMatchCentral:      0.477,
	featMatchLocal:        0.264,
	featMatchLimit:        0.768,
	featAgainst:           -0.478,
	featAgainstCentral:    -0.350,
	featAgainstLocal:      -0.769,
	featAgainstLimit:      -0.581,
	featResidual:          -0.539,
	featUnlisted:          -0.422,
	featUndecided:         -0.898,
	featIsResidual:        0.214,
	featNot:               -0.294,
	featBreadth:           1.704,
	featPart:              -0.196,
	featPartUnasked:       -0.041,
	featExact:             1.019,
	featHeadingExact:      0.659,
	featPoint:             -0.308,
	featPointShare:        0.176,
	featHeadingPoint:      -0.029,
	featHeads:             -0.081,
	featHeadingHeads:      0.383,
	featProseHeads:        0.252,
	featProseHeadingHeads: 0.333,
	featProseHeadNoun:     -0.143,
	featProseExact:        0.208,
	featProfile:           1.181,
	featProfile + 1:       -0.737,
	featProfile + 2:       -0.374,
	featProfile + 3:       -0.133,
	featProfile + 4:       0.215,
	featProfile + 5:       -0.425,
	featProfile + 6:       0.222,
	featProfile + 7:       -0.455,
	featProfile + 8:       0.346,
	featProfile + 9:       -0.169,
	featProfile + 10:      0.140,
	featProfile + 11:      -0.286,
	featProfile + 12:      -0.351,
	featProfile + 13:      0.100,
	featVotes:             0.397,
	featVotesHeading:      0.728,
	featNearest:           1.079,
	featVotesLog:          0.909,
	featHeadingLog:        2.095,
	featOdds:              1.005,
	featPrior:             1.980,
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
