package candidate

import (
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/want"
)

// relatedGap is how far above a reference, in heights of a line, the print stands that says it is another document's.
const relatedGap = 1.8

// asksRelated reports whether a property is called as what belongs to another document that this one is related to: uuid_relacionado.
func asksRelated(d *Finder, w *want.Want) bool {
	_, ok := d.Dict.Group("related").Has(strings.ReplaceAll(w.Node.Name, "_", " "))
	return ok
}

// mayBeRelated reports whether its title or description speaks of a related document: the invoice of a packing list.
func mayBeRelated(d *Finder, w *want.Want) bool {
	_, ok := d.Dict.Group("related").Has(w.Node.Title + " " + w.Node.Description)
	return ok
}

// IsRelated reports whether print around an option says that it belongs to a related document: its own line, or the one right above it.
func IsRelated(d *Finder, o *Option) bool {
	if len(o.Words) == 0 {
		return false
	}
	box := page.Bounds(o.Words)
	line := box.Height()
	for _, r := range d.Pages[o.Page].Rows {
		for _, s := range r.Segments {
			beside := s.Box.OverlapY(box) > 0.5*line && s.Box.X0 <= box.X0
			above := s.Box.OverlapX(box) > 0 && s.Box.Y1 <= box.Y0+0.5*line && box.Y0-s.Box.Y1 < relatedGap*line
			if !beside && !above {
				continue
			}
			if _, ok := d.Dict.Group("related").Has(s.Text()); ok {
				return true
			}
		}
	}
	return false
}

// ofDocument leaves to a property what is said of its own document, or of the related one where it asks for that; all where that is
// nothing.
func ofDocument(d *Finder, w *want.Want, all []*Option) []*Option {
	if GroupOf(w) != "id" && GroupOf(w) != "date" && GroupOf(w) != "text" {
		return all
	}
	related := asksRelated(d, w)
	if !related && mayBeRelated(d, w) {
		return all
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(o *Option) bool { return captioned(o) && IsRelated(d, o) != related })
	if !related && !slices.ContainsFunc(kept, captioned) {
		return all
	}
	return kept
}

// relatedOptions are the options of a property of a related document: those that it would have without the word, where the print says
// that they are the other's.
func (f *Chosen) relatedOptions(w *want.Want) []*Option {
	node := *w.Node
	words := strings.Fields(strings.ReplaceAll(node.Name, "_", " "))
	words = slices.DeleteFunc(words, func(t string) bool { _, ok := f.Doc.Dict.Group("related").Is(t); return ok })
	node.Name, node.Title, node.Description = strings.Join(words, "_"), "", ""
	if len(words) == 0 {
		return nil
	}
	own := want.New(f.Doc.Dict, &node, w.Path, nil)
	return slices.DeleteFunc(f.gather(own), func(o *Option) bool { return !IsRelated(f.Doc, o) })
}
