package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// amongOptions is what an option has in common with the others, and with what the document prints elsewhere.
func (f *filling) amongOptions(w *want.Want, o *option, all []*option) []trait {
	var traits []trait
	add := func(name string, holds bool) {
		if holds {
			traits = append(traits, trait{name, 1})
		}
	}
	within, holds, label := false, false, false
	for _, other := range all {
		if other == o || other.page != o.page || other.Text == o.Text || len(other.Words) == 0 || len(o.Words) == 0 || !overlaps(&other.match, &o.match) {
			continue
		}
		within = within || len(other.Text) > len(o.Text) && strings.Contains(other.Text, o.Text)
		holds = holds || len(other.Text) < len(o.Text) && strings.Contains(o.Text, other.Text)
		label = label || o.label != nil && o.label.Given == nil && page.Bounds(other.Words).X0 <= o.label.Box.X0 && o.label.Box.OverlapY(page.Bounds(other.Words)) > 0
	}
	add("part of another option", within)
	add("holds another option", holds)
	add("its label is part of another option", label)
	add("in words of captions", f.doc.inCaptionWords(o.Text))
	add("a caption", f.doc.captionPrint(o))
	traits = append(traits, f.doc.atCaption(o)...)
	own, rival := f.wordsOf(w, o)
	traits = append(traits, trait{"its label has its words", own}, trait{"its label has a rival's words", rival})
	switch groupOf(w) {
	case "name":
		if w.Role != "" {
			add("like an address of the web", f.doc.likeDomain(o.Text))
			foot := f.doc.inFoot(o)
			add("said in the foot", foot)
			side := " for another side"
			if f.doc.issues(w.Role) {
				side = " for who issues"
			}
			add("like an address of the web"+side, f.doc.likeDomain(o.Text))
			add("said in the foot"+side, foot)
			traits = append(append(traits, f.doc.posted(o)...), f.remaining(w, o, all)...)
		}
	case "date":
		traits = append(traits, f.dateTraits(w, o, all)...)
	case "amount":
		traits = append(traits, f.sumTraits(w, o)...)
		if agrees, told := f.agrees(w, o); told {
			add("agrees with the other sums", agrees)
			add("disagrees with the other sums", !agrees)
		}
	}
	if w.Role != "" {
		traits = append(traits, f.doc.footed(w, o)...)
	}
	if w.Role != "" && !isName(w.Attr) {
		own, told := f.nearestName(w, o)
		add("nearest to its party's name", told && own)
		add("nearest to another's name", told && !own)
	}
	return traits
}

// captionPrint reports whether an option prints a caption: a whole label, or the numbered heading of a box in a form that
// numbers its boxes.
func (d *document) captionPrint(o *option) bool {
	if len(o.Words) == 0 {
		return false
	}
	text := page.Join(o.Words)
	if letters, _ := value.Counts(text); letters < 2 {
		return false
	}
	if len(o.Words) > 2 && label.Enumerator.MatchString(o.Words[0].Text) && d.numbersBoxes(o.page) {
		return true
	}
	first := o.Words[0].Box
	return slices.ContainsFunc(d.Labels, func(l *label.Label) bool {
		return l.Page == o.page && l.Given == nil && (l.Whole || l.Colon) && (len(l.Concepts) > 0 || len(l.Parts) > 0) && l.Box.OverlapX(first) > 0 && l.Box.OverlapY(first) > 0.5*first.Height() &&
			value.Fold(strings.Trim(l.Text, " :.")) == value.Fold(strings.Trim(text, " :."))
	})
}

// inCaptionWords reports whether captions alone have the words of a text.
func (d *document) inCaptionWords(text string) bool {
	tokens := d.Dict.Tokens(text)
	_, digits := value.Counts(text)
	return digits == 0 && len(tokens) > 1 && !slices.ContainsFunc(tokens, func(t string) bool { return !d.Dict.Known(t) })
}

// leastNumbered is how many captions are numbered in a form that numbers its boxes.
const leastNumbered = 3

// numbersBoxes reports whether a page is a form whose boxes are numbered.
func (d *document) numbersBoxes(pi int) bool {
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

// wordsOf is how far the caption that an option stands at has the words of the property, and those of another property that
// it has more of.
func (f *filling) wordsOf(w *want.Want, o *option) (own, rival float64) {
	if o.label == nil {
		return 0, 0
	}
	tokens := f.doc.Dict.Tokens(o.label.Text)
	share := func(w *want.Want) float64 {
		best := 0.0
		for _, telling := range said(w, f.doc).telling {
			n := 0
			for _, token := range telling {
				if slices.ContainsFunc(tokens, func(t string) bool { return t == token || sameStem(t, token) }) {
					n++
				}
			}
			best = max(best, float64(n)/float64(len(telling)))
		}
		return best
	}
	own = share(w)
	for _, other := range f.wants {
		if other != w && groupOf(other) == groupOf(w) && other.Role == w.Role && other.Attr == w.Attr {
			rival = max(rival, share(other)-own)
		}
	}
	return own, rival
}

var (
	domainForm = regexp.MustCompile(`(?i)(?:@|www\.)([a-z0-9-]{4,})\.|\b([a-z0-9-]{4,})\.(?:com|de|fr|es|it|nl|net|org|eu|br|mx|co|ar|pt|uk|us)\b`)
	legalWord  = regexp.MustCompile(`(?i)^(?:gmbh|ltda?|limited|sarl|s\.?a\.?|inc|corp|company|group|services?|the|and|und)\.?$`)
)

// leastDomain is the letters of a name's word that may stand in an address of the web.
const leastDomain = 4

// likeDomain reports whether a word of a name stands in an address of the web or of mail that the document prints.
func (d *document) likeDomain(name string) bool {
	if d.domains == nil {
		d.domains = []string{}
		for _, p := range d.Pages {
			for _, r := range p.Rows {
				for _, m := range domainForm.FindAllStringSubmatch(page.Join(r.Words()), -1) {
					d.domains = append(d.domains, value.Alnum(m[1]+m[2]))
				}
			}
		}
	}
	joined := value.Alnum(name)
	return slices.ContainsFunc(d.domains, func(domain string) bool {
		if strings.Contains(joined, domain) {
			return true
		}
		return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
			plain := value.Alnum(word)
			return len(plain) >= leastDomain && !legalWord.MatchString(word) && strings.Contains(domain, plain)
		})
	})
}

// footShare is the share of its height below which the foot of a page begins.
const footShare = 0.82

// inFoot reports whether a name is said again in the foot of its page.
func (d *document) inFoot(o *option) bool {
	p := d.Pages[o.page]
	joined := value.Alnum(o.Text)
	if len(joined) < leastDomain || len(o.Words) == 0 || page.Bounds(o.Words).Y0 > footShare*p.Height {
		return false
	}
	return slices.ContainsFunc(p.Rows, func(r page.Row) bool {
		return r.Box.Y0 > footShare*p.Height && strings.Contains(value.Alnum(page.Join(r.Words())), joined)
	})
}

// agrees reports whether an amount, its tax and their sum hold where the other two were found; told is false where they were
// not, or the property is none of the three.
func (f *filling) agrees(w *want.Want, o *option) (holds, told bool) {
	if len(w.Concepts) == 0 {
		return false, false
	}
	own, ok := cents(o.Text)
	net, tax, total := f.read(f.amountsOf("subtotal")), f.read(f.amountsOf("tax")), f.read(f.amountsOf("total_amount"))
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
func (f *filling) nearestName(w *want.Want, o *option) (own, told bool) {
	if len(o.Words) == 0 {
		return false, false
	}
	p := f.doc.Pages[o.page]
	box := page.Bounds(o.Words)
	nearest := nameReach * max(p.LineHeight, 1)
	for _, other := range f.wants {
		m := f.found[other.Pointer]
		if m == nil || other.Role == "" || !isName(other.Attr) || m.page != o.page || len(m.Words) == 0 {
			continue
		}
		name := page.Bounds(m.Words)
		far := max(0, name.Y0-box.Y1, box.Y0-name.Y1) + sideways*max(0, name.X0-box.X1, box.X0-name.X1)
		if name.Y0 > box.Y1 {
			far *= upwards // a name stands above what is said of it
		}
		if far < nearest {
			nearest, own, told = far, side(other.Role) == side(w.Role), true
		}
	}
	return own, told
}

// ofAnother reports whether an option for the tax number of a party stands in one segment with the name that was found for a party
// of another side: CUIT: 30-50118864-9 Name: Vela Imports.
func (f *filling) ofAnother(w *want.Want, o *option) bool {
	if w.Attr != want.AttrTaxID || len(o.Words) == 0 {
		return false
	}
	for _, r := range f.doc.Pages[o.page].Rows {
		for _, s := range r.Segments {
			if holds(s, o.Words[0]) && f.namesAnother(w, o.page, s) {
				return true
			}
		}
	}
	return false
}

// namesAnother reports whether the name that was found for a party of another side stands in a segment.
func (f *filling) namesAnother(w *want.Want, pi int, s page.Segment) bool {
	return slices.ContainsFunc(f.wants, func(other *want.Want) bool {
		m := f.found[other.Pointer]
		return m != nil && other.Role != "" && side(other.Role) != side(w.Role) && isName(other.Attr) &&
			m.page == pi && len(m.Words) > 0 && holds(s, m.Words[0])
	})
}

// holds reports whether a word stands in a segment.
func holds(s page.Segment, w page.Word) bool {
	return slices.ContainsFunc(s.Words, func(own page.Word) bool { return own.Box == w.Box })
}
