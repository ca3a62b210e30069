package rank

import "tariffdesk/classify/internal/facet"

// FeatureNames returns the names of the features in coefficient files, by place.
func FeatureNames() []string {
	names := [featureCount]string{
		featBest: "best", featBestShare: "best_share", featNext: "next", featText: "text", featTextShare: "text_share",
		featHeadingOwn: "heading_own", featHeadingAny: "heading_any", featHeadingText: "heading_text", featChapterText: "chapter_text",
		FeatCovered: "covered", featHeadingCover: "heading_covered", FeatTermWhole: "term_whole", featTermCovers: "term_covers", featHeadNoun: "head_noun",
		featMatch: "match_material", featMatchCentral: "match_central", featMatchLocal: "match_local", featMatchLimit: "match_limit",
		featAgainst: "against_material", featAgainstCentral: "against_central", featAgainstLocal: "against_local", featAgainstLimit: "against_limit",
		featResidual: "residual_stated", featUnlisted: "unlisted", featUndecided: "undecided", featIsResidual: "is_residual", featNot: "excluded",
		featBreadth: "breadth", featPart: "part", featPartUnasked: "part_unasked", featExact: "exact", featHeadingExact: "heading_exact",
		featPoint: "point", featPointShare: "point_share", featHeadingPoint: "heading_point", featHeads: "heads", FeatHeadingHeads: "heading_heads",
		featProseHeads: "prose_heads", featProseHeadingHeads: "prose_heading_heads", featProseHeadNoun: "prose_head_noun", featProseExact: "prose_exact",
		featShared: "share_matches", featUnshared: "share_against", featMadeUp: "made_up", featNotMadeUp: "made_up_against",
		featWornBy: "worn_by", featNotWornBy: "worn_by_against", featKept: "kept", featNotKept: "kept_against",
		FeatWhole: "whole", featHeadingWhole: "heading_whole", FeatOffForm: "off_form",
	}
	for class, name := range facet.Classes {
		names[featProfile+2*class] = "title_" + name
		names[featProfile+2*class+1] = "title_" + name + "_against"
	}
	return names[:]
}
