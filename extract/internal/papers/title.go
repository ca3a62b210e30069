package papers

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// meanings tell titles by what their words mean, whatever their form: origin and certificate are in "Ursprungsbescheinigung" and in
// "Constancia de origen".
type meanings struct {
	stems []stem
	kinds []kindOfTitle
}

// stem is how a word of a meaning begins, or how it goes on where it ends a compound.
type stem struct {
	text, meaning string
	ends          bool
}

// kindOfTitle is a kind of paper with what its title means.
type kindOfTitle struct {
	kind  string
	means []string
}

func newMeanings(d *term.Dictionary) (m meanings) {
	g := d.Group("stem of title")
	for _, meaning := range g.Members() {
		for _, text := range g.Phrases(meaning, "") {
			rest, ends := strings.CutPrefix(text, "-")
			m.stems = append(m.stems, stem{strings.Join(term.Split(rest), ""), meaning, ends})
		}
	}
	g = d.Group("title by meaning")
	for _, kind := range g.Members() {
		for _, text := range g.Phrases(kind, "") {
			m.kinds = append(m.kinds, kindOfTitle{kind, strings.Fields(text)})
		}
	}
	return m
}

// kindOf is the kind of paper whose title a text is by its meaning, "" for none. It is the one with most of its meanings in the text.
func (m meanings) kindOf(text string) string {
	said := map[string]bool{}
	for _, word := range term.Split(text) {
		for _, s := range m.stems {
			if at := strings.Index(word, s.text); at == 0 && !s.ends || at > 0 && s.ends {
				said[s.meaning] = true
			}
		}
	}
	kind, most := "", 0
	for _, k := range m.kinds {
		if len(k.means) > most && !slices.ContainsFunc(k.means, func(one string) bool { return !said[one] }) {
			kind, most = k.kind, len(k.means)
		}
	}
	return kind
}

// title notes a title by its place and its print.
func (w *words) title(s *Sight, p *page.Page, ri int, seg page.Segment) {
	if len(seg.Words) > longestTitle {
		return
	}
	text := seg.Text()
	kind, at, length := w.titled(text)
	if kind != "" && digits(text) == 0 && !strings.Contains(text, ":") {
		at, length = w.around(term.Split(text), at, length)
	}
	if n := len(term.Split(text)); len(seg.Words) > longTitle && length < n {
		return
	}
	if (kind == "" || kind == Other) && large(seg, p) && seg.Box.Y0 < meantShare*p.Height && digits(text) == 0 && len(seg.Words) <= longestMeant && !strings.ContainsAny(text, "(),") {
		if means := w.meanings.kindOf(text); means != "" {
			kind, at, length = means, 0, len(term.Split(text))
		}
	}
	if kind == "" {
		return
	}
	strength := 0.3
	if seg.Box.Y0 < headShare*p.Height {
		strength += 0.3 * (1 - seg.Box.Y0/(headShare*p.Height))
	}
	if large(seg, p) {
		strength += 0.5
	} else if w.captions(p, ri, seg) {
		strength -= 0.6
	}
	if n := len(term.Split(text)); length == n {
		strength += 0.5
	} else if at > 0 || strings.ContainsAny(text, ":#") || n > length+3 {
		strength -= 0.35
	}
	if text == strings.ToUpper(text) {
		strength += 0.15
	}
	if ri == len(p.Rows)-1 || seg.Box.Y0 > 0.5*p.Height {
		strength -= 0.5
	}
	if strength > s.titles[kind] {
		s.titles[kind], s.named[kind] = strength, value.Alnum(text)
	}
}

// around is where a title stands and how long it is with the words that belong to it: MULTIMODAL TRANSPORT before one; "(not negotiable)" or
// "for ocean transport" behind it.
func (w *words) around(said []string, at, length int) (from, wide int) {
	if _, ok := w.before.Is(strings.Join(said[:at], " ")); ok {
		at, length = 0, length+at
	}
	if rest := strings.Join(said[at+length:], " "); at == 0 && rest != "" {
		m, opens := w.behind.Begins(rest)
		_, alone := w.behind.Is(rest)
		if opens && (m == "opens" || alone) {
			length = len(said)
		}
	}
	return at, length
}

// How many words a title has that is told by their meaning, and how far down it stands.
const (
	longestMeant = 8
	meantShare   = 0.22 // of the height of its page
)

// large reports whether a segment is printed larger than the lines of its page.
func large(seg page.Segment, p *page.Page) bool { return seg.Box.Height() > largePrint*p.LineHeight }

// joined is a row as one segment.
func joined(r page.Row) page.Segment {
	all := page.Segment{Box: r.Box}
	for _, seg := range r.Segments {
		all.Words = append(all.Words, seg.Words...)
	}
	return all
}

// captions reports whether a segment is the caption of a paper's number that stands beside or below it: Handelsrechnung over A66668
// is on a packing list.
func (w *words) captions(p *page.Page, ri int, seg page.Segment) bool {
	if kind, n := w.caption(texts(seg)); kind == anyKind || n == 0 || n < len(seg.Words) {
		return false
	}
	si := slices.IndexFunc(p.Rows[ri].Segments, func(o page.Segment) bool { return o.Box == seg.Box })
	return si >= 0 && beyond(p, ri, si) != ""
}

// titled is the kind of paper that a text titles, and where and how long the title stands in it.
func (w *words) titled(text string) (kind string, at, length int) {
	if kind, at, length = w.titledAs(text); kind != "" {
		return kind, at, length
	}
	for _, one := range w.parted(text) {
		if kind, _, _ = w.titledAs(one); kind != "" {
			return kind, 0, len(term.Split(text))
		}
	}
	return "", 0, 0
}

// parted are the two titles that a text joins: "Pack- und Gewichtsliste" is Packliste and Gewichtsliste, "Packing & Weight List"
// Packing List and Weight List, "Lista de Pesos y Empaque" Lista de Pesos and Lista de Empaque.
func (w *words) parted(text string) (all []string) {
	said := strings.Fields(text)
	for i := 1; i+1 < len(said); i++ {
		if _, joins := w.joins.Is(said[i]); !joins && said[i] != "&" && said[i] != "+" {
			continue
		}
		if first, cut := strings.CutSuffix(said[i-1], "-"); cut {
			last := []rune(said[i+1])
			for at := 1; at+leastEnding <= len(last); at++ {
				all = append(all, first+string(last[at:]))
			}
			all = append(all, said[i+1])
			continue
		}
		all = append(all, strings.Join(slices.Concat(said[:i], said[i+2:]), " "), strings.Join(slices.Concat(said[:i-1], said[i+1:]), " "))
	}
	return all
}

// leastEnding is how many letters the second part of a compound has.
const leastEnding = 4

func (w *words) titledAs(text string) (kind string, at, length int) {
	for _, g := range []*term.Group{w.exact, w.titles} {
		for _, h := range g.Find(text) {
			return typeNamed(h.Member), h.From, h.To - h.From
		}
	}
	return "", 0, 0
}

// typeNamed is the type of a member of the dictionary's titles.
func typeNamed(member string) string {
	switch member {
	case "invoice":
		return typeCommercialInvoice
	case "airway_bill":
		return typeAirWaybill
	}
	if slices.Contains(Types(), member) {
		return member
	}
	return Other
}
