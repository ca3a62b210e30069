package classify

import (
	"math"
	"sort"
)

// coefficients of the ranking: a conditional logit over the candidates.
var coefficients = features{
	featBest: 0.621,
	featBestShare: 0.527,
	featNext: 1.165,
	featText: 1.491,
	featTextShare: 1.243,
	featHeadingOwn: 0.917,
	featHeadingAny: 0.976,
	featHeadingText: 0.650,
	featChapterText: 1.140,
	featCovered: 0.657,
	featHeadingCover: 0.581,
	featTermWhole: -0.030,
	featTermCovers: -0.477,
	featHeadNoun: 0.151,
	featMatch: 0.180,
	featAgainst: -0.524,
	featResidual: -0.341,
	featUnlisted: -0.444,
	featUndecided: -0.673,
	featIsResidual: 0.184,
	featNot: -0.605,
	featBreadth: 1.923,
	featPart: -0.350,
	featPartUnasked: 0.164,
	featExact: 0.446,
	featHeadingExact: 0.313,
	featPoint: -0.356,
	featPointShare: 0.004,
	featHeadingPoint: 0.165,
	featHeads: 0.260,
	featHeadingHeads: 0.428,
	featProfile: 1.087,
	featProfile + 1: -0.681,
	featProfile + 2: 0.169,
	featProfile + 3: 0.368,
	featProfile + 4: -0.253,
	featProfile + 5: -0.386,
	featProfile + 6: 0.521,
	featProfile + 7: -0.098,
	featProfile + 8: 0.253,
	featProfile + 9: -0.189,
	featProfile + 10: 0.273,
	featProfile + 11: -0.341,
	featProfile + 12: -0.095,
	featProfile + 13: 0.031,
	featVotes: 2.148,
	featVotesHeading: 2.717,
	featNearest: 3.367,
	featCustom: 1.471,
}

// rank scores the candidates, orders them and gives each its probability.
func rank(candidates []candidate) {
	if len(candidates) == 0 {
		return
	}
	for i := range candidates {
		c := &candidates[i]
		c.score = 0
		for f, w := range coefficients {
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
