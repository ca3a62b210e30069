package classify

import (
	"math"
	"sort"
)

// coefficients of the ranking: a conditional logit over the candidates.
var coefficients = features{
	featBest:              -0.050,
	featBestShare:         0.352,
	featNext:              1.682,
	featText:              0.921,
	featTextShare:         1.465,
	featHeadingOwn:        1.585,
	featHeadingAny:        1.174,
	featHeadingText:       1.011,
	featChapterText:       1.377,
	featCovered:           1.464,
	featHeadingCover:      1.127,
	featTermWhole:         0.502,
	featTermCovers:        0.133,
	featHeadNoun:          0.157,
	featMatch:             0.385,
	featMatchCentral:      0.453,
	featMatchLocal:        0.355,
	featMatchLimit:        0.888,
	featAgainst:           -1.227,
	featAgainstCentral:    -0.538,
	featAgainstLocal:      -0.971,
	featAgainstLimit:      -0.565,
	featResidual:          -0.545,
	featUnlisted:          -0.648,
	featUndecided:         -1.092,
	featIsResidual:        0.154,
	featNot:               -0.414,
	featBreadth:           1.771,
	featPart:              -0.104,
	featPartUnasked:       -0.369,
	featExact:             0.993,
	featHeadingExact:      0.239,
	featPoint:             -0.590,
	featPointShare:        0.003,
	featHeadingPoint:      0.262,
	featHeads:             -0.277,
	featHeadingHeads:      0.338,
	featProseHeads:        -0.019,
	featProseHeadingHeads: -0.007,
	featProseHeadNoun:     -0.083,
	featProseExact:        0.248,
	featShared:            0.588,
	featUnshared:          -0.610,
	featMadeUp:            1.136,
	featNotMadeUp:         -0.760,
	featWornBy:            0.203,
	featNotWornBy:         -1.075,
	featKept:              0.852,
	featNotKept:           -0.280,
	featProfile:           1.122,
	featProfile + 1:       -0.847,
	featProfile + 2:       0.049,
	featProfile + 3:       -0.915,
	featProfile + 4:       0.228,
	featProfile + 5:       -1.075,
	featProfile + 6:       0.524,
	featProfile + 7:       -0.139,
	featProfile + 8:       0.437,
	featProfile + 9:       -0.138,
	featProfile + 10:      -0.159,
	featProfile + 11:      -0.178,
	featProfile + 12:      -0.714,
	featProfile + 13:      0.199,
}

// rank scores the candidates, orders them and gives each its probability.
func rank(candidates []candidate) {
	for i := range candidates {
		c := &candidates[i]
		c.score = 0
		for f, w := range coefficients {
			c.score += w * c.features[f]
		}
	}
	order(candidates)
}

// order sorts scored candidates and gives each its probability.
func order(candidates []candidate) {
	sort.Slice(candidates, func(i, j int) bool {
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
