package candidate

import (
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// printOptions are the prints at the captions in a property's own words, whatever they look like: a form has "None" as an account,
// and a weight with its unit where text is wanted.
func printOptions(d *Finder, w *want.Want, c sheet.Caption, affinity float64, add func(Match, way, ...Trait)) {
	if !AsksPrint(w) {
		return
	}
	text := *w
	text.Kind = term.KindText
	m, ok := valueOf(d, &text, c.Label)
	if !ok {
		return
	}
	own, fits := d.Fit(w.Kind, m.Words, WantsPrinted(w))
	if fits && w.Kind == term.KindID && reading.SignOnly(m.Words) {
		m.Value = own // the sign of a number in front of it is no part of it
	}
	m.Score *= sheet.CaptionScore * affinity
	add(m, wayPrint, Trait{"affinity of print", affinity}, Trait{"print of another form", Flag(!fits)},
		Trait{"print around its form", Flag(fits && len(own.Words) < len(m.Words))}, Trait{"print of a number", Flag(fits && own.Numeric)},
		Trait{"print at a colon", Flag(c.Label.Colon)})
}

// AsksPrint reports whether a property may hold words though its name speaks of a number, an amount or a date.
func AsksPrint(w *want.Want) bool {
	return w.Node.Type == schema.TypeString && w.Node.Format == "" && len(w.Node.Enum) == 0 && w.Role == "" && w.Kind != term.KindText
}

// AsksText reports whether a property holds a text of its own: neither yes or no, nor one of some texts.
func AsksText(w *want.Want) bool {
	return w.Node.Type == schema.TypeString && len(w.Node.Enum) == 0
}

// AtCaption is where an option stands to its caption.
func (d *Finder) AtCaption(o *Option) []Trait {
	l := o.Label
	if l == nil || l.Given != nil || l.Page != o.Page || len(o.Words) == 0 {
		return nil
	}
	p, box := d.Pages[o.Page], page.Bounds(o.Words)
	line := max(p.LineHeight, 1)
	if box.OverlapY(l.Box) > 0.5*min(box.Height(), l.Box.Height()) {
		return []Trait{{"right of its caption", 1}, {"far from its caption", max(0, box.X0-l.Box.X1) / max(p.Width, 1)}}
	}
	return []Trait{{"below its caption", 1}, {"lines below its caption", (box.Y0 - l.Box.Y1) / line}, {"at its caption's edge", Flag(box.X0-l.Box.X0 < line/2 && l.Box.X0-box.X0 < line/2)}}
}
