package classify

var featureNames = func() []string {
	n := []string{"featBest", "featBestShare", "featNext", "featText", "featTextShare", "featHeadingOwn", "featHeadingAny", "featHeadingText",
		"featChapterText", "featCovered", "featHeadingCover", "featTermWhole", "featTermCovers", "featHeadNoun", "featMatch", "featMatchCentral", "featMatchLocal", "featMatchLimit", "featAgainst", "featAgainstCentral", "featAgainstLocal", "featAgainstLimit",
		"featResidual", "featUnlisted", "featUndecided", "featIsResidual", "featNot", "featBreadth", "featPart", "featPartUnasked", "featExact", "featHeadingExact", "featPoint", "featPointShare", "featHeadingPoint", "featHeads", "featHeadingHeads", "featProseHeads", "featProseHeadingHeads", "featProseHeadNoun", "featProseExact"}
	for i := range 2 * profileCount {
		s := "featProfile"
		if i > 0 {
			s += " + " + string(rune('0'+i/10)) + string(rune('0'+i%10))
		}
		n = append(n, s)
	}
	return append(n, "featVotes", "featVotesHeading", "featNearest", "featVotesLog", "featHeadingLog", "featOdds", "featPrior")
}()
