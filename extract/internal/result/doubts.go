package result

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/label"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
)

// What is said of values that are not sure.
const (
	leastFound = 0.15 // how probable a candidate is at least that was found and not given
	named      = 0.85 // how well a caption names a property that is there without a value
	hardlyRead = 0.70 // mean confidence of the words of a page below which it could hardly be read
	poorWord   = 0.50 // confidence of a word that is none of print
	byHand     = 0.25 // share of such words of a page that is written on by hand
	printed    = 0.20 // share of well read words beside them
	wellRead   = 0.85
	leastWords = 8 // of a page that is judged
)

// doubts says what of a result is not sure.
type doubts struct{ *Builder }

// unsure warns of each value that is given and not sure, with the one that came second.
func (f doubts) unsure() {
	nodes := map[string]*want.Want{}
	for _, w := range f.Wants {
		nodes[w.Pointer] = w
	}
	for _, pointer := range slices.Sorted(maps.Keys(f.Found)) {
		m := f.Found[pointer]
		sure := doubt.Rounded(m.Score)
		v, given := f.at(pointer)
		if given {
			if w := f.undecided(m, pointer); w != nil {
				f.Warnings = append(f.Warnings, *w)
				continue
			}
		}
		if sure >= doubt.Sure || !given {
			continue
		}
		w := doubt.Warning{Code: doubt.CodeCheck, Pointer: pointer, Value: doubt.Of(v), Confidence: &sure, Message: fmt.Sprintf("given with a confidence of %s: compare it with the document", share(sure))}
		if m.SharedWith != "" {
			w.Message = fmt.Sprintf("printed once, and given to %s too, which its caption names better: compare it with the document", m.SharedWith)
		}
		if second := f.Seconds[pointer]; second != nil && nodes[pointer] != nil {
			w.RunnerUp = f.runnerUp(nodes[pointer], *second)
		}
		f.Warnings = append(f.Warnings, w)
	}
}

// guessed is the most that a value is worth that was looked for in a document of another type.
const guessed = 0.65

// DoubtAll lowers the confidence of all values: they were looked for in a document of another type than theirs.
func (b *Builder) DoubtAll() {
	for _, m := range b.Found {
		m.Score = min(m.Score, guessed)
	}
}

// mostUndecided is how sure a value is at most that its print may be read in two ways.
const mostUndecided = 0.6

// undecided warns of a date whose day and month, or a number whose point, may be read in two ways and nothing in the document decides.
func (f doubts) undecided(m *candidate.Match, pointer string) *doubt.Warning {
	print := page.Join(m.Words)
	message := "day and month of %q may be exchanged: nothing in the document tells their order"
	var other any
	if iso, ok := f.Doc.ExchangedDate(print, m.Text); ok {
		other = iso
	} else if n, ok := value.OpenPoint(print, f.Doc.Mark); ok && m.Numeric && !m.Converted && n.Text != m.Text {
		other = json.Number(n.Text)
		message = "the point in %q may mark decimals or thousands: nothing in the document tells which"
	} else {
		return nil
	}
	m.Score = min(m.Score, mostUndecided)
	v, _ := f.at(pointer)
	sure := doubt.Rounded(m.Score)
	return &doubt.Warning{Code: doubt.CodeCheck, Pointer: pointer, Value: doubt.Of(v), Confidence: &sure, Message: fmt.Sprintf(message, print),
		RunnerUp: &doubt.RunnerUp{Value: doubt.Of(other), Confidence: doubt.Rounded(1 - m.Score)}}
}

// share writes a confidence.
func share(p float64) string { return strconv.FormatFloat(p, 'f', 2, 64) }

// runnerUp returns the second best value of the property, nil where it cannot be one.
func (f doubts) runnerUp(w *want.Want, m candidate.Match) *doubt.RunnerUp {
	v, ok := f.Typed(w.Node, &m)
	if !ok {
		return nil
	}
	return &doubt.RunnerUp{Value: doubt.Of(v), Confidence: doubt.Rounded(m.Score)}
}

// at is the value of a pointer in the result.
func (f doubts) at(pointer string) (any, bool) {
	v := f.Value
	for _, name := range schema.Path(pointer) {
		switch holder := v.(type) {
		case map[string]any:
			v = holder[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(holder) {
				return nil, false
			}
			v = holder[i]
		default:
			return nil, false
		}
	}
	return v, v != nil
}

// missingIn names the properties without a value, each with the reason. What was left out for its unit, or refused by the schema, is
// reported already.
func (f doubts) missingIn(n *schema.Node, v any, path []string) {
	object, _ := v.(map[string]any)
	for _, p := range n.Properties {
		at := append(slices.Clone(path), p.Name)
		child := object[p.Name]
		list, isList := child.([]any)
		switch {
		case child == nil || isList && len(list) == 0:
			pointer := schema.Pointer(at)
			if !slices.ContainsFunc(f.Warnings, func(w doubt.Warning) bool { return w.Pointer == pointer && w.Code != doubt.CodeSum }) {
				f.Warn(f.missing(p, at))
			}
		case p.Type == schema.TypeObject:
			f.missingIn(p, child, at)
		case isList && p.Items != nil && p.Items.Type == schema.TypeObject:
			f.emptyColumns(p.Items, at)
		}
	}
}

// emptyColumns names once, at the first item, each property of a list that no item has.
func (f doubts) emptyColumns(items *schema.Node, path []string) {
	at := schema.Pointer(path)
	said := func(pointer, rest string) bool {
		within, ok := strings.CutPrefix(pointer, at+"/")
		_, leaf, _ := strings.Cut(within, "/")
		return ok && "/"+leaf == rest
	}
	for _, w := range f.itemWants(items) {
		rest := schema.Pointer(w.Path)
		warned := slices.ContainsFunc(f.Warnings, func(o doubt.Warning) bool { return o.Code != doubt.CodeSum && said(o.Pointer, rest) })
		filled := slices.ContainsFunc(slices.Collect(maps.Keys(f.Found)), func(pointer string) bool { return said(pointer, rest) })
		if warned || filled {
			continue
		}
		missing := doubt.Warning{Code: doubt.CodeMissing, Pointer: at + "/0" + rest}
		missing.Reason, missing.Message = doubt.ReasonNoCaption, "no item of the list has it: no column is surely its own"
		if f.columnSays(w, at) {
			missing.Reason, missing.Message = doubt.ReasonAbsent, "no item of the list has it: its column prints nothing of its kind"
		}
		f.Warn(missing)
	}
}

// unusedTables warns of each table that serves no list though its columns are called as those of one that does.
func (f doubts) unusedTables() {
	taken := slices.Collect(maps.Values(f.lists))
	for _, pointer := range slices.Sorted(maps.Keys(f.lists)) {
		for _, g := range f.grids {
			if len(g.Parts) == 0 || !f.lists[pointer].Alike(g) || slices.ContainsFunc(taken, func(c *table.Choice) bool { return c.Grid.Overlaps(g) }) {
				continue
			}
			taken = append(taken, &table.Choice{Grid: g})
			f.Warn(doubt.Warning{Code: doubt.CodeMissing, Pointer: pointer, Reason: doubt.ReasonAmbiguous,
				Message: fmt.Sprintf("page %d has another table with the same columns, and its %d rows are not in the list", f.Doc.Pages[g.Parts[0].Page].Number, g.Items())})
		}
	}
}

// columnSays reports whether a column of the table that serves a list is called as a property.
func (f doubts) columnSays(w *want.Want, list string) bool {
	c := f.lists[list]
	return c != nil && slices.ContainsFunc(c.Grid.Columns, func(c table.Column) bool { return grid.SaysColumn(f.Doc.Dict, w, c.Text()) })
}

// missing is the warning of a property without a value.
func (f doubts) missing(n *schema.Node, path []string) doubt.Warning {
	w := doubt.Warning{Code: doubt.CodeMissing, Pointer: schema.Pointer(path), Reason: doubt.ReasonNoCaption, Message: "not found in the document"}
	if n.Type == schema.TypeArray {
		return f.missingList(n, w)
	}
	at := slices.IndexFunc(f.Wants, func(o *want.Want) bool { return o.Pointer == w.Pointer })
	if at >= 0 {
		if m := f.Seconds[w.Pointer]; m != nil && m.Score >= leastFound {
			if second := f.runnerUp(f.Wants[at], *m); second != nil {
				w.Reason, w.RunnerUp = doubt.ReasonAmbiguous, second
				w.Message = fmt.Sprintf("found, and not surely enough to be given: %q", page.Join(m.Words))
				return w
			}
		}
		if slices.ContainsFunc(f.Doc.Labels, func(l *label.Label) bool { return f.Doc.LabelScore(f.Wants[at], l) >= named }) {
			w.Reason, w.Message = doubt.ReasonAbsent, "the document names it, and prints no value of its kind there"
			return w
		}
	}
	return f.unread(w)
}

// unread gives the reason where the document could hardly be read.
func (f doubts) unread(w doubt.Warning) doubt.Warning {
	if !slices.ContainsFunc(f.Doc.Pages, func(p *page.Page) bool { return len(p.Words) > 0 }) {
		w.Reason, w.Message = doubt.ReasonUnreadable, "not found: no page could be read"
		return w
	}
	for _, p := range f.Doc.Pages {
		if sure, judged := meanConfidence(p); judged && sure < hardlyRead {
			w.Reason, w.Message = doubt.ReasonUnreadable, fmt.Sprintf("not found, and page %d could hardly be read", p.Number)
			return w
		}
	}
	return w
}

// missingList gives the reason of an empty list: no table, one that nothing names, or one that too little names.
func (f doubts) missingList(n *schema.Node, w doubt.Warning) doubt.Warning {
	if n.Items == nil || n.Items.Type != schema.TypeObject {
		return f.unread(w)
	}
	wants := f.itemWants(n.Items)
	most := 0
	for _, g := range f.grids {
		said := 0
		for _, i := range wants {
			if slices.ContainsFunc(g.Columns, func(c table.Column) bool { return grid.SaysColumn(f.Doc.Dict, i, c.Text()) }) {
				said++
			}
		}
		most = max(most, said)
	}
	switch {
	case most > 0:
		w.Reason, w.Message = doubt.ReasonAmbiguous, fmt.Sprintf("a table names %d of the %d properties: too few to be sure that it is this list", most, len(wants))
	case len(f.grids) > 0:
		w.Message = "no table of the document is named like its properties"
		return f.unread(w)
	default:
		w.Message = "the document has no table"
		return f.unread(w)
	}
	return w
}

// meanConfidence is how surely the words of a page were recognised on average; judged is false for a text layer and for a page of few
// words.
func meanConfidence(p *page.Page) (mean float64, judged bool) {
	if p.Source != page.SourceOCR || len(p.Words) < leastWords {
		return 1, false
	}
	for _, w := range p.Words {
		mean += w.Confidence
	}
	return mean / float64(len(p.Words)), true
}

// pages warns of pages that could hardly be read, and of writing by hand.
func (f doubts) pages() {
	for _, p := range f.Doc.Pages {
		sure, judged := meanConfidence(p)
		if !judged {
			continue
		}
		poor, well := 0.0, 0.0
		for _, w := range p.Words {
			if w.Confidence < poorWord {
				poor += 1 / float64(len(p.Words))
			}
			if w.Confidence >= wellRead {
				well += 1 / float64(len(p.Words))
			}
		}
		w := doubt.Warning{Code: doubt.CodeUnreadable}
		switch {
		case poor >= byHand && well >= printed:
			w.Message = fmt.Sprintf("page %d has writing that was hardly read, by hand as it seems: its words were read with a confidence of %s on average", p.Number, share(sure))
		case sure < hardlyRead:
			w.Message = fmt.Sprintf("page %d could hardly be read: its words were read with a confidence of %s on average", p.Number, share(sure))
		default:
			continue
		}
		rounded := doubt.Rounded(sure)
		w.Confidence = &rounded
		f.Warnings = append(f.Warnings, w)
	}
}
