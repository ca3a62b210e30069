package label

// Captions without colons that stand one under the other, each before its value: as in forms of authorities.
const (
	leastStacked = 3   // different things of a party that they tell
	stackGap     = 1.6 // heights of a line between their tops, above the lines' own
	stackShift   = 0.4 // by which they may begin apart
)

// ofParty are the words that say what of a party is told.
var ofParty = []string{"address", "city", "state", "postal", "country", "phone", "email", "tax", "name"}

// captionOfParty are the words of captions that tell nothing else.
var captionOfParty = append([]string{"code", "id", "number"}, ofParty...)

// stackCaptions makes labels of known names that begin lines set one under the other, where a run tells of a party: ADDRESS 4
// Mill Lane above CITY Leeds above PHONE 0113. Alone the first would be prose.
func stackCaptions(d *Sheet) {
	for pi, p := range d.Pages {
		done := map[Place]bool{}
		for ri, r := range p.Rows {
			for si := range r.Segments {
				run := stackFrom(d, Place{pi, ri, si}, done)
				if tellsOfParty(run) < leastStacked {
					continue
				}
				for _, l := range run {
					if len(d.BySegment[l.Place]) == 0 {
						d.Labels = append(d.Labels, l)
						d.BySegment[l.Place] = []*Label{l}
					}
				}
			}
		}
	}
}

// tellsOfParty is how many different things of a party labels name.
func tellsOfParty(run []*Label) int {
	told := map[string]bool{}
	for _, l := range run {
		for _, word := range ofParty {
			if l.Bag.Has(word) {
				told[word] = true
				break
			}
		}
	}
	return len(told)
}

// stackFrom is the run of lines that begins at a place, each with a name that it begins with.
func stackFrom(d *Sheet, at Place, done map[Place]bool) []*Label {
	var run []*Label
	rows := d.Pages[at.Page].Rows
	for l := stackable(d, at); l != nil && !done[at]; {
		done[at] = true
		run = append(run, l)
		l = nil
		s := d.Segment(at)
		for ri := at.Row + 1; ri < len(rows) && l == nil && rows[ri].Box.Y0-s.Box.Y0 < s.Box.Height()*(1+stackGap); ri++ {
			for si, o := range rows[ri].Segments {
				if shift := o.Box.X0 - s.Box.X0; max(shift, -shift) < stackShift*s.Box.Height() {
					at = Place{at.Page, ri, si}
					l = stackable(d, at)
					break
				}
			}
		}
	}
	return run
}

// stackable is the label that a segment begins with, the one that stands there already or the longest known name with a
// value behind it; nil for none.
func stackable(d *Sheet, at Place) *Label {
	if found := d.BySegment[at]; len(found) > 0 {
		if found[0].From == 0 {
			return found[0]
		}
		return nil
	}
	s := d.Segment(at)
	for to := min(len(s.Words)-1, maxLabelWords); to > 0; to-- {
		l := label(d, at, s, 0, to)
		if l == nil || len(l.Concepts) == 0 && len(l.Parts) == 0 && l.Bag.Without(captionOfParty...).Key != "" || d.Dict.Bag(s.Words[to-1].Text).Key == "" {
			continue
		}
		l.Colon, l.Inline = true, s.Words[to:]
		return l
	}
	return nil
}
