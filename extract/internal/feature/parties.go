package feature

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Grouped says whether an option stands in one block with what was found of its party or of one of another side, and whether its
// block prints the name that was found for either, wherever it was found.
func Grouped(f *candidate.Chosen, w *want.Want, o *candidate.Option) []candidate.Trait {
	at := f.Doc.GroupAt(&o.Match)
	if at == sheet.NoGroup {
		return nil
	}
	text := f.Doc.GroupsOf(o.Page).Text[at]
	var own, others, ownName, othersName bool
	for _, other := range f.Wants {
		m := f.Found[other.Pointer]
		if m == nil || other == w || other.Role == "" {
			continue
		}
		ours, theirs := other.Role == w.Role, sheet.Side(other.Role) != sheet.Side(w.Role)
		if m.Page == o.Page && f.Doc.GroupAt(m) == at {
			own, others = own || ours, others || theirs
		}
		if sheet.IsName(other.Attr) && !sheet.IsName(w.Attr) && len(m.Text) >= sheet.LeastDomain && strings.Contains(text, value.Alnum(m.Text)) {
			ownName, othersName = ownName || ours, othersName || theirs
		}
	}
	return slices.Concat(either("in its party's block", "in another party's block", own, others),
		either("in a block with its party's name", "in a block with another's name", ownName, othersName))
}

// either is the trait of the one that holds, where the other does not.
func either(own, others string, isOwn, isOthers bool) []candidate.Trait {
	switch {
	case isOwn && !isOthers:
		return []candidate.Trait{{Name: own, Value: 1}}
	case isOthers && !isOwn:
		return []candidate.Trait{{Name: others, Value: 1}}
	}
	return nil
}

// FormOfMost says whether a tax number is written as the country writes them that has most of those among the options whose letters
// and marks tell their country.
func FormOfMost(o *candidate.Option, all []*candidate.Option) []candidate.Trait {
	own, ok := party.Number(o.Text)
	if !ok {
		return nil
	}
	counts := map[string]int{}
	var seen []string
	most := 0
	for _, other := range all {
		n, ok := party.Number(other.Text)
		_, digits := value.Counts(other.Text)
		if plain := value.Alnum(other.Text); ok && n.Country != "" && digits < len(other.Text) && !slices.Contains(seen, plain) {
			seen = append(seen, plain)
			counts[n.Country]++
			most = max(most, counts[n.Country])
		}
	}
	if most == 0 {
		return nil
	}
	return either("form of the document's country", "form of another country than most", counts[own.Country] == most, counts[own.Country] < most)
}

// Placed says under whose heading an option stands, or whose its own label says it is.
func Placed(d *candidate.Finder, w *want.Want, o *candidate.Option, all []*candidate.Option) []candidate.Trait {
	if role := candidate.LabelRole(o); role != "" {
		return []candidate.Trait{{Name: "label of " + candidate.Relation(w, role), Value: 1}}
	}
	own := candidate.Relation(w, o.Under)
	traits := []candidate.Trait{{Name: own, Value: 1}}
	switch {
	case own == sheet.UnderOwn:
	case d.Heads(o.Page, func(role string) bool { return role == w.Role }):
		traits = append(traits, candidate.Trait{Name: own + ", though its own is there", Value: 1})
	case own == sheet.UnderNone && !d.Issues(w.Role) && d.Heads(o.Page, func(role string) bool { return sheet.Side(role) == sheet.Side(w.Role) }):
		traits = append(traits, candidate.Trait{Name: own + ", though one of its side is there", Value: 1})
	}
	for _, other := range all {
		if other != o && value.Alnum(other.Text) == value.Alnum(o.Text) && !candidate.Overlaps(&other.Match, &o.Match) && other.Under != "" {
			traits = append(traits, candidate.Trait{Name: "said elsewhere " + candidate.Relation(w, other.Under), Value: 1})
			break
		}
	}
	if y := page.Bounds(o.Words).Y0; own == sheet.UnderNone && !slices.ContainsFunc(d.HeadingsOf(o.Page), func(h sheet.Heading) bool { return !h.Inline && h.Box.MidY() < y }) {
		of := "another"
		if d.Issues(w.Role) {
			of = "who issues"
		}
		traits = append(traits, candidate.Trait{Name: "above all headings, of " + of, Value: 1})
	}
	return traits
}

// Posted says how an option for a name stands to the line of a sender: whether it is the sender's, or the name below it in the window.
func Posted(d *candidate.Finder, o *candidate.Option) []candidate.Trait {
	if o.Page > 0 || len(o.Words) == 0 {
		return nil
	}
	p, box := d.Pages[0], page.Bounds(o.Words)
	for _, s := range d.Senders() {
		left := box.X0 - s.Box.X0
		switch plain := value.Alnum(o.Text); {
		case plain == s.Name:
			return []candidate.Trait{{Name: "the sender's name", Value: 1}}
		case box.Y0 > s.Box.MidY() && box.Y0-s.Box.Y1 < sheet.WindowGap*p.LineHeight && max(left, -left) < sheet.WindowGap*p.LineHeight:
			return []candidate.Trait{{Name: "below the line of a sender", Value: 1}}
		}
	}
	return nil
}
