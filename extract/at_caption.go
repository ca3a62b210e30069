package extract

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// printOptions are the prints at the captions in a property's own words, whatever they look like: a form has "None" as an account,
// and a weight with its unit where text is wanted.
func (d *document) printOptions(w *want.Want, c caption, affinity float64, add func(match, way, ...trait)) {
	if !asksPrint(w) {
		return
	}
	text := *w
	text.Kind = term.KindText
	m, ok := d.valueOf(&text, c.label, claims{})
	if !ok {
		return
	}
	own, fits := d.Fit(w.Kind, m.Words, wantsPrinted(w))
	m.score *= captionScore * affinity
	add(m, wayPrint, trait{"affinity of print", affinity}, trait{"print of another form", flag(!fits)},
		trait{"print with more than its form", flag(fits && len(own.Words) < len(m.Words))}, trait{"print of a number", flag(fits && own.Numeric)},
		trait{"print at a colon", flag(c.label.Colon)})
}

// asksPrint reports whether a property may hold words though its name speaks of a number, an amount or a date.
func asksPrint(w *want.Want) bool {
	return w.Node.Type == schema.TypeString && w.Node.Format == "" && len(w.Node.Enum) == 0 && w.Role == "" && w.Kind != term.KindText
}

// atCaption is where an option stands to its caption.
func (d *document) atCaption(o *option) []trait {
	l := o.label
	if l == nil || l.Given != nil || l.Page != o.page || len(o.Words) == 0 {
		return nil
	}
	p, box := d.Pages[o.page], page.Bounds(o.Words)
	line := max(p.LineHeight, 1)
	if box.OverlapY(l.Box) > 0.5*min(box.Height(), l.Box.Height()) {
		return []trait{{"right of its caption", 1}, {"far from its caption", max(0, box.X0-l.Box.X1) / max(p.Width, 1)}}
	}
	return []trait{{"below its caption", 1}, {"lines below its caption", (box.Y0 - l.Box.Y1) / line}, {"at its caption's edge", flag(box.X0-l.Box.X0 < line/2 && l.Box.X0-box.X0 < line/2)}}
}
