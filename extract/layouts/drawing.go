package layouts

// What is drawn on a sheet has a type for each sort, of which each knows the ones before: a sum is drawn as captioned values are, a
// head holds captioned values, and so on up to the whole paper.
type (
	// labelled draws values with their captions: in columns, lines, boxes, strips and lists.
	labelled struct{ *sheet }
	// summed draws sums below and inside a table.
	summed struct{ labelled }
	// headed draws the letterhead, the parties and the heading.
	headed struct{ summed }
	// footed draws what stands at the end: bank, instalments, bars, stamp.
	footed struct{ headed }
	// composed draws a paper of the trade: head, parties, table, sums and foot in one of several arrangements.
	composed struct{ footed }
	// freeForm draws forms and tables of captions that no trade has.
	freeForm struct{ headed }
	// tillRoll draws a receipt of a till.
	tillRoll struct{ composed }
)

func headedOn(s *sheet) headed { return headed{summed{labelled{s}}} }
