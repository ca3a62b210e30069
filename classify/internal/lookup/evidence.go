package lookup

// wording adds up the words of a description for a subheading or heading, each place of the description once.
type wording struct {
	Text    float32 // BM25 over all its words
	Matched float32 // mass of the query words it uses
	Point   float32 // mass of the query words, each by the share of its uses that lies here
	Heads   float32 // share of the head noun's terms that lie here
	given   struct {
		slot                        int32
		text, matched, point, heads float32
	} // by the place searched last
}

// add takes in a word that is used here.
func (e *wording) add(w *Word, text, point float32) {
	if w.alone {
		e.Text, e.Matched, e.Point = e.Text+text, e.Matched+w.Mass, e.Point+point
		return
	}
	e.at(w.slot)
	e.Text += more(&e.given.text, text)
	e.Matched += more(&e.given.matched, w.Mass)
	e.Point += more(&e.given.point, point)
}

// addHead takes in a head noun that heads terms here, and returns what that adds.
func (e *wording) addHead(w *Word, share float32) float32 {
	e.at(w.slot)
	added := more(&e.given.heads, share)
	e.Heads += added
	return added
}

// at turns to a place of the description: nothing is given by it yet.
func (e *wording) at(slot int32) {
	if e.given.slot != slot {
		e.given.slot = slot
		e.given.text, e.given.matched, e.given.point, e.given.heads = 0, 0, 0, 0
	}
}

// Evidence is the result of a search for one subheading.
type Evidence struct {
	wording
	Exact float32 // mass of its weightiest term that was asked for in full
	Whole float32 // it goes by the name that was asked for
}

// HeadingEvidence is the same for a heading.
type HeadingEvidence struct {
	wording
	Own   float32 // best of its own terms
	Any   float32 // best of all terms below it
	Exact float32
	Whole float32 // the heading, or what is below it, goes by the name that was asked for
	Not   float32 // strongest exclusion found
}
