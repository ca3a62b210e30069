package feature

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// AmongOptions compares an option with the others, and with the rest of the document's print.
func AmongOptions(f *candidate.Chosen, w *want.Want, o *candidate.Option, all []*candidate.Option) []candidate.Trait {
	var traits []candidate.Trait
	add := func(name string, holds bool) {
		if holds {
			traits = append(traits, candidate.Trait{Name: name, Value: 1})
		}
	}
	within, holds, label := false, false, false
	for _, other := range all {
		if other == o || other.Page != o.Page || other.Text == o.Text || len(other.Words) == 0 || len(o.Words) == 0 || !candidate.Overlaps(&other.Match, &o.Match) {
			continue
		}
		within = within || len(other.Text) > len(o.Text) && strings.Contains(other.Text, o.Text)
		holds = holds || len(other.Text) < len(o.Text) && strings.Contains(o.Text, other.Text)
		label = label || o.Label != nil && o.Label.Given == nil && page.Bounds(other.Words).X0 <= o.Label.Box.X0 && o.Label.Box.OverlapY(page.Bounds(other.Words)) > 0
	}
	add("part of another option", within)
	add("holds another option", holds)
	add("its label is part of another option", label)
	add("in words of captions", inCaptionWords(f.Doc, o.Text))
	add("a caption", CaptionPrint(f.Doc, o))
	add("named as another field", namesAnotherField(w, o))
	traits = append(traits, f.Doc.AtCaption(o)...)
	own, rival := wordsOf(f, w, o)
	traits = append(traits, candidate.Trait{Name: "its label has its words", Value: own}, candidate.Trait{Name: "its label has a rival's words", Value: rival})
	switch candidate.GroupOf(w) {
	case "name":
		if w.Role != "" {
			add("like an address of the web", LikeDomain(f.Doc, o.Text))
			foot := inFoot(f.Doc, o)
			add("said in the foot", foot)
			side := " for another side"
			if f.Doc.Issues(w.Role) {
				side = " for who issues"
			}
			add("like an address of the web"+side, LikeDomain(f.Doc, o.Text))
			add("said in the foot"+side, foot)
			traits = append(append(traits, Posted(f.Doc, o)...), f.Remaining(w, o, all)...)
		}
	case "date":
		traits = append(traits, DateTraits(f, w, o, all)...)
	case "amount":
		traits = append(traits, SumTraits(f, w, o)...)
		if agrees, told := agrees(f, w, o); told {
			add("agrees with the other sums", agrees)
			add("disagrees with the other sums", !agrees)
		}
	}
	if w.Role != "" {
		traits = append(traits, f.Doc.Footed(w, o)...)
	}
	if w.Role != "" && !sheet.IsName(w.Attr) {
		own, told := nearestName(f, w, o)
		add("nearest to its party's name", told && own)
		add("nearest to another's name", told && !own)
	}
	return traits
}

// namesAnotherField reports whether the label of an option names fields, and none that the property may be.
func namesAnotherField(w *want.Want, o *candidate.Option) bool {
	return o.Label != nil && len(o.Label.Concepts) > 0 && len(w.Concepts) > 0 && !slices.ContainsFunc(o.Label.Concepts, func(c *term.Concept) bool {
		return slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept == c })
	})
}

// CaptionPrint reports whether an option prints a caption: a whole label, or the numbered heading of a box in a form that
// numbers its boxes.
func CaptionPrint(d *candidate.Finder, o *candidate.Option) bool {
	if len(o.Words) == 0 {
		return false
	}
	text := page.Join(o.Words)
	if letters, _ := value.Counts(text); letters < 2 {
		return false
	}
	if len(o.Words) > 2 && label.Enumerator.MatchString(o.Words[0].Text) && numbersBoxes(d, o.Page) {
		return true
	}
	first := o.Words[0].Box
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool {
		return l.Page == o.Page && l.Given == nil && (l.Whole || l.Colon) && (len(l.Concepts) > 0 || len(l.Parts) > 0) && l.Box.OverlapX(first) > 0 && l.Box.OverlapY(first) > 0.5*first.Height() &&
			value.Fold(strings.Trim(l.Text, " :.")) == value.Fold(strings.Trim(text, " :."))
	})
}

// inCaptionWords reports whether captions alone have the words of a text.
func inCaptionWords(d *candidate.Finder, text string) bool {
	tokens := d.Dict.Tokens(text)
	_, digits := value.Counts(text)
	return digits == 0 && len(tokens) > 1 && !slices.ContainsFunc(tokens, func(t string) bool { return !d.Dict.Known(t) })
}

// leastNumbered is how many captions are numbered in a form that numbers its boxes.
const leastNumbered = 3

// numbersBoxes reports whether a page is a form whose boxes are numbered.
func numbersBoxes(d *candidate.Finder, pi int) bool {
	n := 0
	for _, l := range d.Labels {
		if l.Page == pi && l.Given == nil && len(l.Concepts) > 0 {
			if words := d.Segment(l.Place).Words; len(words) > 1 && label.Enumerator.MatchString(words[0].Text) {
				n++
			}
		}
	}
	return n >= leastNumbered
}

// OwnWords is how far the caption that an option stands at has the words of the property, 0 to 1.
func OwnWords(f *candidate.Chosen, w *want.Want, o *candidate.Option) float64 {
	own, _ := wordsOf(f, w, o)
	return own
}

// wordsOf is how far the caption that an option stands at has the words of the property, and those of another property that
// it has more of.
func wordsOf(f *candidate.Chosen, w *want.Want, o *candidate.Option) (own, rival float64) {
	if o.Label == nil {
		return 0, 0
	}
	tokens := f.Doc.Dict.Tokens(o.Label.Text)
	share := func(w *want.Want) float64 {
		best := 0.0
		for _, telling := range candidate.Said(w, f.Doc).Telling {
			n := 0
			for _, token := range telling {
				if slices.ContainsFunc(tokens, func(t string) bool { return t == token || grid.SameStem(t, token) }) {
					n++
				}
			}
			best = max(best, float64(n)/float64(len(telling)))
		}
		return best
	}
	own = share(w)
	for _, other := range f.Wants {
		if other != w && candidate.GroupOf(other) == candidate.GroupOf(w) && other.Role == w.Role && other.Attr == w.Attr {
			rival = max(rival, share(other)-own)
		}
	}
	return own, rival
}

var (
	legalWord = regexp.MustCompile(`(?i)^(?:gmbh|ltda?|limited|sarl|s\.?a\.?|inc|corp|company|group|services?|the|and|und)\.?$`)
)

// LikeDomain reports whether a word of a name stands in an address of the web or of mail that the document prints.
func LikeDomain(d *candidate.Finder, name string) bool {
	joined := value.Alnum(name)
	return slices.ContainsFunc(d.Domains(), func(domain string) bool {
		if strings.Contains(joined, domain) {
			return true
		}
		return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
			plain := value.Alnum(word)
			return len(plain) >= sheet.LeastDomain && !legalWord.MatchString(word) && strings.Contains(domain, plain)
		})
	})
}

// inFoot reports whether a name is said again in the foot of its page.
func inFoot(d *candidate.Finder, o *candidate.Option) bool {
	p := d.Pages[o.Page]
	joined := value.Alnum(o.Text)
	if len(joined) < sheet.LeastDomain || len(o.Words) == 0 || page.Bounds(o.Words).Y0 > sheet.FootShare*p.Height {
		return false
	}
	return slices.ContainsFunc(p.Rows, func(r page.Row) bool {
		return r.Box.Y0 > sheet.FootShare*p.Height && strings.Contains(value.Alnum(page.Join(r.Words())), joined)
	})
}

// agrees reports whether an amount, its tax and their sum hold where the other two were found; told is false where they were
// not, or the property is none of the three.
func agrees(f *candidate.Chosen, w *want.Want, o *candidate.Option) (holds, told bool) {
	if len(w.Concepts) == 0 {
		return false, false
	}
	own, ok := sheet.Cents(o.Text)
	net, tax, total := f.Read(f.AmountsOf("subtotal")), f.Read(f.AmountsOf("tax")), f.Read(f.AmountsOf("total_amount"))
	switch w.Concepts[0].Concept.Name {
	case "subtotal":
		net = own
	case "tax":
		tax = own
	case "total_amount":
		total = own
	default:
		return false, false
	}
	return net+tax == total, ok && net > 0 && tax > 0 && total > 0
}

// How far a property of a party stands from the party's name at most.
const (
	nameReach = 14   // heights of a line
	sideways  = 0.25 // what a height to the side counts, against one down
	upwards   = 3    // what a height up to what stands above its name counts
)

// nearestName reports whether the nearest of the names that were found is that of the property's own side; told is false where
// none is near.
func nearestName(f *candidate.Chosen, w *want.Want, o *candidate.Option) (own, told bool) {
	if len(o.Words) == 0 {
		return false, false
	}
	p := f.Doc.Pages[o.Page]
	box := page.Bounds(o.Words)
	nearest := nameReach * max(p.LineHeight, 1)
	for _, other := range f.Wants {
		m := f.Found[other.Pointer]
		if m == nil || other.Role == "" || !sheet.IsName(other.Attr) || m.Page != o.Page || len(m.Words) == 0 {
			continue
		}
		name := page.Bounds(m.Words)
		far := max(0, name.Y0-box.Y1, box.Y0-name.Y1) + sideways*max(0, name.X0-box.X1, box.X0-name.X1)
		if name.Y0 > box.Y1 {
			far *= upwards // a name stands above what is said of it
		}
		if far < nearest {
			nearest, own, told = far, sheet.Side(other.Role) == sheet.Side(w.Role), true
		}
	}
	return own, told
}

// OfAnother reports whether an option for the tax number of a party stands in one segment with the name that was found for a party
// of another side: CUIT: 30-50118864-9 Name: Vela Imports.
func OfAnother(f *candidate.Chosen, w *want.Want, o *candidate.Option) bool {
	if w.Attr != want.AttrTaxID || len(o.Words) == 0 {
		return false
	}
	for _, r := range f.Doc.Pages[o.Page].Rows {
		for _, s := range r.Segments {
			if holds(s, o.Words[0]) && namesAnother(f, w, o.Page, s) {
				return true
			}
		}
	}
	return false
}

// namesAnother reports whether the name that was found for a party of another side stands in a segment.
func namesAnother(f *candidate.Chosen, w *want.Want, pi int, s page.Segment) bool {
	return slices.ContainsFunc(f.Wants, func(other *want.Want) bool {
		m := f.Found[other.Pointer]
		return m != nil && other.Role != "" && sheet.Side(other.Role) != sheet.Side(w.Role) && sheet.IsName(other.Attr) &&
			m.Page == pi && len(m.Words) > 0 && holds(s, m.Words[0])
	})
}

// holds reports whether a word stands in a segment.
func holds(s page.Segment, w page.Word) bool {
	return slices.ContainsFunc(s.Words, func(own page.Word) bool { return own.Box == w.Box })
}
