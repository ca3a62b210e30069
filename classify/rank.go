package classify

import (
	"math"
	"sort"
)

// coefficients of the ranking: a conditional logit over the candidates.
var coefficients = features{
	featBest:              0.128,
	featBestShare:         0.504,
	featNext:              0.909,
	featText:              0.950,
	featTextShare:         1.673,
	featHeadingOwn:        1.602,
	featHeadingAny:        1.067,
	featHeadingText:       1.011,
	featChapterText:       1.656,
	featCovered:           0.682,
	featHeadingCover:      1.032,
	featTermWhole:         0.683,
	featTermCovers:        0.176,
	featHeadNoun:          0.182,
	featMatch:             0.230,
	featMatchCentral:      0.524,
	featMatchLocal:        0.087,
	featMatchLimit:        1.000,
	featAgainst:           -0.565,
	featAgainstCentral:    -0.236,
	featAgainstLocal:      -0.563,
	featAgainstLimit:      -0.181,
	featResidual:          -0.244,
	featUnlisted:          -0.528,
	featUndecided:         -0.894,
	featIsResidual:        0.071,
	featNot:               -0.201,
	featBreadth:           2.281,
	featPart:              -0.331,
	featPartUnasked:       0.104,
	featExact:             0.188,
	featHeadingExact:      0.037,
	featPoint:             -0.602,
	featPointShare:        -0.074,
	featHeadingPoint:      0.316,
	featHeads:             -0.133,
	featHeadingHeads:      0.570,
	featProseHeads:        0.167,
	featProseHeadingHeads: 0.199,
	featProseHeadNoun:     -0.198,
	featProseExact:        0.603,
	featProfile:           1.259,
	featProfile + 1:       -0.404,
	featProfile + 2:       -0.436,
	featProfile + 3:       -0.153,
	featProfile + 4:       -0.361,
	featProfile + 5:       -0.564,
	featProfile + 6:       0.491,
	featProfile + 7:       0.068,
	featProfile + 8:       0.292,
	featProfile + 9:       -0.135,
	featProfile + 10:      -0.000,
	featProfile + 11:      -0.325,
	featProfile + 12:      -0.568,
	featProfile + 13:      0.020,
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
	featBest:              1.000,
	featBestShare:         0.559,
	featNext:              1.196,
	featText:              1.657,
	featTextShare:         0.759,
	featHeadingOwn:        0.842,
	featHeadingAny:        0.821,
	featHeadingText:       0.088,
	featChapterText:       0.642,
	featCovered:           0.801,
	featHeadingCover:      0.865,
	featTermWhole:         -0.540,
	featTermCovers:        -0.514,
	featHeadNoun:          -0.014,
	featMatch:             0.447,
	featMatchCentral:      0.485,
	featMatchLocal:        0.160,
	featMatchLimit:        0.367,
	featAgainst:           -0.334,
	featAgainstCentral:    -0.164,
	featAgainstLocal:      -0.686,
	featAgainstLimit:      -0.149,
	featResidual:          -0.602,
	featUnlisted:          -0.429,
	featUndecided:         -1.012,
	featIsResidual:        0.213,
	featNot:               -0.375,
	featBreadth:           1.870,
	featPart:              -0.188,
	featPartUnasked:       -0.089,
	featExact:             0.451,
	featHeadingExact:      0.793,
	featPoint:             -0.226,
	featPointShare:        0.031,
	featHeadingPoint:      -0.093,
	featHeads:             0.157,
	featHeadingHeads:      0.103,
	featProseHeads:        0.266,
	featProseHeadingHeads: 0.497,
	featProseHeadNoun:     -0.152,
	featProseExact:        0.429,
	featProfile:           1.243,
	featProfile + 1:       -0.818,
	featProfile + 2:       -0.366,
	featProfile + 3:       -0.163,
	featProfile + 4:       0.156,
	featProfile + 5:       -0.522,
	featProfile + 6:       0.084,
	featProfile + 7:       -0.532,
	featProfile + 8:       0.272,
	featProfile + 9:       -0.068,
	featProfile + 10:      -0.023,
	featProfile + 11:      -0.374,
	featProfile + 12:      -0.248,
	featProfile + 13:      0.019,
	featVotes:             0.300,
	featVotesHeading:      0.771,
	featNearest:           0.889,
	featVotesLog:          0.999,
	featHeadingLog:        2.114,
	featOdds:              0.880,
	featPrior:             2.383,
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
