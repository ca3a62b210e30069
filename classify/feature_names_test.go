package classify

import (
	"strconv"

	"tariffdesk/classify/internal/facet"
	"tariffdesk/classify/internal/precedent"
)

var featureNames = func() []string {
	n := []string{"featBest", "featBestShare", "featNext", "featText", "featTextShare", "featHeadingOwn", "featHeadingAny", "featHeadingText",
		"featChapterText", "featCovered", "featHeadingCover", "featTermWhole", "featTermCovers", "featHeadNoun", "featMatch", "featMatchCentral", "featMatchLocal", "featMatchLimit", "featAgainst", "featAgainstCentral", "featAgainstLocal", "featAgainstLimit",
		"featResidual", "featUnlisted", "featUndecided", "featIsResidual", "featNot", "featBreadth", "featPart", "featPartUnasked", "featExact", "featHeadingExact", "featPoint", "featPointShare", "featHeadingPoint", "featHeads", "featHeadingHeads", "featProseHeads", "featProseHeadingHeads", "featProseHeadNoun", "featProseExact",
		"featShared", "featUnshared", "featMadeUp", "featNotMadeUp", "featWornBy", "featNotWornBy", "featKept", "featNotKept", "featWhole", "featHeadingWhole", "featOffForm"}
	for i := range 2 * facet.ClassCount {
		s := "featProfile"
		if i > 0 {
			s += " + " + strconv.Itoa(i)
		}
		n = append(n, s)
	}
	return n
}()

var precedentNames = [precedent.EvidenceCount]string{"precScore", "precHeadingScore", "precVotes", "precVotesLog", "precHeadingVotes", "precHeadingLog", "precNearest", "precHeadingNearest",
	"precWords", "precPairs", "precHeadingWords", "precHeadingPairs", "precChapterWords", "precTop", "precKnown", "precAlike"}
