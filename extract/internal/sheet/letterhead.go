package sheet

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// TitleWords finds words that title a document or greet its reader.
var TitleWords = regexp.MustCompile(`(?i)\b(?:invoice|factura|packing list|bill of lading|receipt|recibo|ticket|pedimento|certificate|certificado|lista de empaque|purchase order|orden de compra|statement|delivery note|air waybill|rechnung|facture|copy|original|page|p[áa]gina|cash bill|remisi[oó]n|quotation|cotizaci[oó]n|albar[aá]n|proforma|guest check|guest folio|welcome|customer copy|tax invoice|conocimiento|gu[ií]a|nota)\b`)

// Bounds of a letterhead.
const (
	headRows     = 14
	maxHeadLines = 6
)

// Letterhead finds the segment at the top of the first page that is most like a company's name.
func (d *Sheet) Letterhead() (row, segment int, score float64) {
	row, segment = -1, -1
	if len(d.Pages) == 0 {
		return row, segment, 0
	}
	p := d.Pages[0]
	best := 0.0
	for ri, r := range p.Rows {
		if ri >= headRows || r.Box.Y0 > label.HeadShare*p.Height && ri > 5 {
			break
		}
		for si, s := range r.Segments {
			v := nameLikeness(d, p, label.At(0, ri, si), s)
			v -= 0.06 * float64(ri)
			if v > best {
				best, row, segment = v, ri, si
			}
		}
	}
	return row, segment, min(0.9, 0.45+best/3)
}

func nameLikeness(d *Sheet, p *page.Page, at label.Place, s page.Segment) float64 {
	text := reading.TrimText(page.Join(Unregistered(s.Words)))
	letters, digits := value.Counts(text)
	switch {
	case letters < 4, digits > letters/2, len(d.BySegment[at]) > 0 && d.BeginsWithLabel(at), NotAddress.MatchString(text), inBlock(d, at):
		return 0
	case reading.EmailForm.MatchString(text), strings.Contains(text, "www."), strings.HasSuffix(text, ":"):
		return 0
	}
	v := 0.5
	if reading.CompanyForm.MatchString(text) {
		v += 0.8
	}
	if TitleWords.MatchString(text) && !reading.CompanyForm.MatchString(text) {
		v -= 0.5
	}
	if s.Box.Height() > 1.25*p.LineHeight {
		v += 0.3
	}
	if reading.Upper(text) {
		v += 0.15
	}
	if digits > 0 || strings.Count(text, ",") > 1 {
		v -= 0.3
	}
	if below, ok := d.RightBelow(at, s); ok && label.DigitsIn(below.Words) && AddressWord.MatchString(numberWord.ReplaceAllString(below.Text(), "")) {
		v += 0.35
	}
	if len(Unregistered(s.Words)) > 8 || lettered(s.Words) {
		v -= 0.3
	}
	return v * (0.4 + 0.6*page.Confidence(s.Words))
}

// registration is the number of a company in brackets behind its name.
var registration = regexp.MustCompile(`^\([A-Z]{0,3}\d{4,}-?\w{0,2}\)?$`)

// nameEnd separates a name from the address on the same line.
var nameEnd = regexp.MustCompile(`[,;·•|–—]$|^-$`)

// Unregistered is a name less the number of its registration or the address that follows it.
func Unregistered(words []page.Word) []page.Word {
	for i, w := range words {
		if i > 0 && registration.MatchString(w.Text) {
			return words[:i]
		}
		if i > 0 && nameEnd.MatchString(w.Text) && label.DigitsIn(words[i+1:]) && reading.CompanyForm.MatchString(page.Join(words[:i+1])) && !reading.FormOnly(words[i+1].Text) {
			if nameEnd.FindString(w.Text) == w.Text {
				return words[:i]
			}
			return words[:i+1]
		}
	}
	return words
}

// lettered reports whether words are letters set apart, as decoration is.
func lettered(words []page.Word) bool {
	single := 0
	for _, w := range words {
		if len(w.Text) == 1 {
			single++
		}
	}
	return single > 2 && 2*single > len(words)
}

// inBlock reports whether a segment stands under the label of a party.
func inBlock(d *Sheet, at label.Place) bool {
	first := d.Segment(at).Words[0].Box
	for _, l := range d.Labels {
		if l.Page != at.Page || l.Row > at.Row || l.Given != nil {
			continue
		}
		if _, _, ok := want.RoleIn(l.Bag); !ok {
			continue
		}
		for _, c := range d.Candidates(l) {
			for _, line := range c.Lines {
				if line[0].Box == first {
					return true
				}
			}
		}
	}
	return false
}

// Spaced joins a segment with its neighbours in letters or words set wide apart.
func (d *Sheet) Spaced(ri, si int) page.Segment {
	row := d.Pages[0].Rows[ri].Segments
	from, to := si, si
	wide := 3 * row[si].Box.Height()
	title := func(s page.Segment) bool {
		return term.DocumentKind(s.Text()) != "" && !reading.CompanyForm.MatchString(reading.TrimText(s.Text()))
	}
	for from > 0 && row[from].Box.X0-row[from-1].Box.X1 < wide && !title(row[from-1]) && (reading.FormOnly(row[from].Text()) || !reading.CompanyForm.MatchString(reading.TrimText(row[from-1].Text()))) {
		from--
	}
	for to+1 < len(row) && row[to+1].Box.X0-row[to].Box.X1 < wide && !d.BeginsWithLabel(label.At(0, ri, to+1)) && !title(row[to+1]) && (beginsForm(row[to+1:]) || !reading.CompanyForm.MatchString(reading.TrimText(row[to].Text()))) {
		to++
	}
	var words []page.Word
	for _, s := range row[from : to+1] {
		words = append(words, s.Words...)
	}
	if len(words) > 2 && utf8.RuneCountInString(words[0].Text) == 1 && words[0].Box.Height() > sameHeight*words[1].Box.Height() {
		words = words[1:] // a logo
	}
	return page.Segment{Words: words, Box: page.Bounds(words)}
}

// numberWord stands before the number of a house, and before any other number.
var numberWord = regexp.MustCompile(`(?i)\bno\b`)

// AddressWord finds a word that is usual in an address, such as one for a street.
var AddressWord = regexp.MustCompile(`(?i)\b(?:no|lot|jalan|jln|street|st|road|rd|avenue|ave|av|avda|blvd|calle|col|carrera|cra|cll|km|suite|floor|box|plaza|parque|park|lorong|taman|building|bldg|piso|rue|via|stra(?:ss|ß)e|str|weg|c\.?p|int|autoroute|carretera|camino|drive|dr|lane|ln|way|highway|hwy|batu|seksyen|pje|urb|local)\b`)

// HeadAddress are the lines below the name that make its address.
func (d *Sheet) HeadAddress(ri int, name page.Segment) [][]page.Word {
	p := d.Pages[0]
	var lines [][]page.Word
	last := name.Box
	for i := ri + 1; i < len(p.Rows) && len(lines) < maxHeadLines && i < ri+10; i++ {
		si := d.Under(p.Rows[i], name.Box, p.Width, p.LineHeight*4)
		if si < 0 {
			continue
		}
		s := d.Spaced(i, si)
		if s.Box.OverlapX(name.Box) <= 0 && p.Rows[i].Segments[si].Box.X0 > name.Box.X1 {
			continue // of the column beside it
		}
		text := s.Text()
		_, isDate := value.ParseDate(text, d.Order)
		letters, digits := value.Counts(text)
		like := AddressWord.MatchString(text) || strings.Contains(text, ",") || reading.PostalForm.MatchString(text)
		switch {
		case s.Box.Y0-last.Y1 > 2.5*p.LineHeight && len(lines) > 0, !like && TownLine.MatchString(page.Join(slices.Concat(lines...))) && s.Box.Y0-last.Y1 > p.LineHeight:
			i = len(p.Rows)
			continue
		case len(lines) == 0 && (Registered.MatchString(text) || NotAddress.MatchString(text) || reading.CompanyForm.MatchString(reading.TrimText(text)) || !like):
			continue
		case len(lines) > 0 && digits > 8 && digits > letters, NotAddress.MatchString(text), Registered.MatchString(text), isDate, TitleWords.MatchString(text), d.BeginsWithLabel(label.At(0, i, si)):
			i = len(p.Rows)
			continue
		}
		lines = append(lines, s.Words)
		last = s.Box
	}
	return lines
}
