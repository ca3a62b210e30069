package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/party"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// Captions that no dictionary has.
const (
	mostHead     = 4    // words of a caption
	leastShort   = 3    // letters of a word that stands for a longer one: Lic of License
	likeScore    = 0.85 // how far such a caption is trusted
	overGap      = 1.5  // heights of a line between a caption and the value above it
	mostLike     = 6    // values of one property found so
	mostAcronym  = 5    // letters of one
	leastAcronym = 2
)

// ownWords says of an option that its caption is as like its property as can be.
var ownWords = Trait{"affinity", 1}

// likeOptions offers the values at captions that say a property's own words, or their beginnings or first letters, which the
// dictionary need not know: Lic# for license_number, L.P.O for a local purchase order, Total THC below its figure.
//
// Where a caption that the dictionary knows was found, first letters alone are looked for.
func likeOptions(d *Finder, w *want.Want, known bool, add func(Match, way, ...Trait)) {
	if w.Role != "" || w.Kind == term.KindDate {
		return
	}
	names, short := wordsAsked(d, w), acronyms(w)
	if known {
		names = nil
	}
	n := 0
	offer := func(pi int, words []page.Word) bool {
		if len(words) == 0 {
			return false
		}
		r, ok := d.Fit(w.Kind, words, WantsPrinted(w))
		if ok && d.Suits(w, r) {
			n++
			add(Match{Value: r, Page: pi, Score: likeScore * r.Score, Own: true}, wayCaption, ownWords)
		}
		return ok
	}
	for pi, p := range d.Pages {
		for ri, row := range p.Rows {
			for si, s := range row.Segments {
				to := ownCaption(d, s.Words, names, short)
				if to == 0 || n >= mostLike || d.InTable(label.At(pi, ri, si)) {
					continue
				}
				if to < len(s.Words) {
					if strings.ContainsAny(s.Words[to-1].Text[len(s.Words[to-1].Text)-1:], ":#.") || d.isSign(s.Words[to-1]) {
						offer(pi, s.Words[to:])
					}
					continue
				}
				if si+1 < len(row.Segments) && !d.BeginsWithLabel(label.At(pi, ri, si+1)) && offer(pi, row.Segments[si+1].Words) {
					continue
				}
				if w.Kind.Numeric() {
					offer(pi, over(p, ri, s))
				}
			}
		}
	}
}

// isSign reports whether a word is the sign of a number: No, #.
func (d *Finder) isSign(w page.Word) bool {
	_, sign := d.Dict.Group("said by the sign").Is(w.Text)
	return sign || strings.Trim(w.Text, "#:") == ""
}

// captioned reports whether an option was found at a caption.
func captioned(o *Option) bool {
	return slices.ContainsFunc(o.Ways, func(by way) bool {
		return by == wayLabel || by == wayCaption || by == wayPrint || by == wayHeader || by == wayDirect
	})
}

// namedElsewhere reports whether an option is a name that something else than its place tells: a caption, a heading, a legal form
// below the letterhead.
func namedElsewhere(d *Finder, o *Option) bool {
	if captioned(o) || slices.Contains(o.Ways, WayBlock) || slices.Contains(o.Ways, wayHeaded) || slices.Contains(o.Ways, wayAddressee) {
		return true
	}
	row, _, _ := d.Letterhead()
	head := row >= 0 && o.Page == 0 && len(o.Words) > 0 && o.Words[0].Box.OverlapY(d.Pages[0].Rows[row].Box) > 0
	return !head && reading.CompanyForm.MatchString(o.Text)
}

// wordsAsked are the telling words of a property's name, title and description.
func wordsAsked(d *Finder, w *want.Want) [][]string {
	var all [][]string
	for _, text := range []string{w.Node.Name, w.Node.Title, want.Description(w.Node)} {
		words := slices.DeleteFunc(strings.Fields(value.Fold(strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(text))), func(t string) bool {
			_, said := d.Dict.Group("said by the sign").Is(t)
			return said
		})
		if len(words) > 0 && len(words) <= mostHead {
			all = append(all, words)
		}
	}
	return all
}

// ownCaption is how many words at the beginning of a line are a caption in a property's own words, 0 for none. A property of one word
// wants that word as it is.
func ownCaption(d *Finder, line []page.Word, names [][]string, short []string) int {
	for n := min(mostHead, len(line)); n > 0; n-- {
		said := headWords(d, line[:n])
		if len(said) == 1 && slices.Contains(short, strings.ToUpper(strings.Join(said, ""))) && line[0].Text == strings.ToUpper(line[0].Text) {
			return n
		}
		for _, words := range names {
			if len(said) == len(words) && saysAll(said, words) {
				return n
			}
		}
	}
	return 0
}

// headWords are the folded words of a caption less the signs of a number.
func headWords(d *Finder, words []page.Word) []string {
	var all []string
	for _, w := range words {
		t := strings.ReplaceAll(strings.Trim(value.Fold(w.Text), ":#().-*"), ".", "")
		if _, sign := d.Dict.Group("said by the sign").Is(t); t != "" && !sign {
			all = append(all, t)
		}
	}
	return all
}

// saysAll reports whether words are those asked for, one by one, or the beginnings of them.
func saysAll(said, words []string) bool {
	for i, s := range said {
		w := words[i]
		begins := len(s) >= leastShort && strings.HasPrefix(w, s)
		if s != w && !begins && !grid.SameStem(s, w) {
			return false
		}
	}
	return true
}

// acronyms returns the initials of a property's title or description, and the texts in its brackets: LPO.
func acronyms(w *want.Want) []string {
	var all []string
	for _, text := range []string{w.Node.Title, w.Node.Description, strings.ReplaceAll(w.Node.Name, "_", " ")} {
		if _, in, ok := strings.Cut(text, "("); ok {
			inside, _, _ := strings.Cut(in, ")")
			if inside == strings.ToUpper(inside) && !strings.Contains(inside, " ") {
				all = append(all, inside)
			}
		}
		first := ""
		for _, word := range strings.Fields(want.WithoutParentheses(text)) {
			first += strings.ToUpper(word[:1])
		}
		all = append(all, first)
	}
	return slices.DeleteFunc(all, func(s string) bool {
		letters, _ := value.Counts(s)
		return letters < leastAcronym || len(s) > mostAcronym || letters != len(s)
	})
}

// over is the figure right above a caption, as on a tile.
func over(p *page.Page, ri int, s page.Segment) []page.Word {
	for i := ri - 1; i >= max(0, ri-2); i-- {
		for _, o := range p.Rows[i].Segments {
			if o.Box.OverlapX(s.Box) > 0.5*min(o.Box.Width(), s.Box.Width()) && s.Box.Y0-o.Box.Y1 < overGap*s.Box.Height() && label.IsFigure(o.Words[0]) {
				return o.Words
			}
		}
	}
	return nil
}

// pastSign is the print behind a segment that is only the abbreviation of a currency, in the same row: Rs. | Two Thousand Only.
func pastSign(d *Finder, w *want.Want, m Match) (Match, bool) {
	if w.Kind != term.KindText || len(m.Words) != 1 || len(m.Text) > mostAcronym || w.Node.Type != schema.TypeString || !strings.HasSuffix(m.Words[0].Text, ".") {
		return m, false
	}
	for _, r := range d.Pages[m.Page].Rows {
		for si, s := range r.Segments {
			if len(s.Words) == 1 && s.Words[0].Box == m.Words[0].Box && si+1 < len(r.Segments) {
				next := r.Segments[si+1].Words
				v, ok := d.Fit(w.Kind, next, false)
				v.Text = strings.TrimRight(v.Text, ".")
				m.Value = v
				return m, ok && len(next) > 1 && !label.DigitsIn(next)
			}
		}
	}
	return m, false
}

// The names that stand alone.
const (
	leastAlone = 2 // words
	mostAlone  = 5
	alonePart  = 0.5 // of the page's height
	mostLone   = 4
	aloneScore = 0.5
)

// loneNames are the names of the first page's upper half that stand alone in their line, or behind a word such as "For:", and are no
// caption, no title and not the letterhead.
func loneNames(d *Finder, add func(Match, way, ...Trait)) {
	p := d.Pages[0]
	head, _, _ := d.Letterhead()
	n := 0
	for ri, r := range p.Rows {
		if r.Box.Y0 > alonePart*p.Height || n == mostLone {
			return
		}
		if ri <= head || ri == 0 || len(r.Segments) == 0 {
			continue
		}
		words, led := r.Segments[0].Words, false
		if _, ok := d.Dict.Group("addressed by").Is(strings.Trim(words[0].Text, ":")); ok && strings.HasSuffix(words[0].Text, ":") {
			words, led = words[1:], true
		}
		if !led && d.BySegment[label.At(0, ri, 0)] != nil || !standsAlone(d, words) {
			continue
		}
		if v, ok := d.Fit(term.KindParty, words, false); ok {
			add(Match{Value: v, Score: aloneScore}, WayAlone)
			n++
		}
	}
}

// standsAlone reports whether words are a name: capitalised, no digits, no words of captions, no title.
func standsAlone(d *Finder, words []page.Word) bool {
	if len(words) < leastAlone || len(words) > mostAlone || label.DigitsIn(words) || !party.Names(words, d.Dict) {
		return false
	}
	known := 0
	for _, w := range words {
		first := w.Text[:1]
		if strings.HasSuffix(w.Text, ":") || strings.ToUpper(first) != first || strings.ContainsAny(w.Text, ",;") {
			return false
		}
		if d.Dict.Known(w.Text) {
			known++
		}
	}
	return 2*known < len(words) && !sheet.TitleWords.MatchString(page.Join(words)) && !reading.CompanyForm.MatchString(reading.TrimText(page.Join(words)))
}
