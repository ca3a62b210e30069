package fit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/value"
)

// Lists that a document does not have: those of documents of another layout, asked of it, whose right answer is none.
const (
	borrowedEach = 4   // such lists of a document
	mostShared   = 1   // properties that one has in common with a list of the document's own
	sharedPart   = 0.4 // … of its properties
	nameSure     = 0.85
)

// lentList is a list of a labelled document that others may be asked for.
type lentList struct {
	from   string // file and path
	layout string
	schema json.RawMessage // of an object that has it alone
	list   grids.List
}

// lentLists are all lists of objects that the schemas of documents ask for.
func (e *Trainer) lentLists(entries []fitEntry) ([]lentList, error) {
	var all []lentList
	for _, entry := range entries {
		own, err := e.listsOfSchema(entry.Schema)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.File, err)
		}
		for _, l := range own {
			raw, ok := schemaAlone(entry.Schema, l.Path)
			if !ok {
				continue
			}
			alone, err := e.listsOfSchema(raw)
			if err != nil || len(alone) != 1 {
				continue // it refers to other parts of its schema
			}
			all = append(all, lentList{from: entry.File + "/" + strings.Join(l.Path, "/"), layout: entry.looksLike(), schema: raw, list: alone[0]})
		}
	}
	return all, nil
}

// looksLike is the layout of a document, its file where it names none.
func (e fitEntry) looksLike() string { return cmp.Or(e.Layout, e.File) }

func (e *Trainer) listsOfSchema(raw json.RawMessage) ([]grids.List, error) {
	s, err := result.ParseSchema(raw)
	if err != nil {
		return nil, err
	}
	return e.parts.Builder(e.parts.Sheet(nil, ""), s).ListsAsked(), nil
}

// schemaAlone is the schema of an object whose one property is the list at a path; false where the path leads elsewhere.
func schemaAlone(raw json.RawMessage, path []string) (json.RawMessage, bool) {
	if len(path) == 0 {
		return nil, false
	}
	at := raw
	for _, name := range path {
		var node struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if json.Unmarshal(at, &node) != nil || node.Properties[name] == nil {
			return nil, false
		}
		at = node.Properties[name]
	}
	name, err := json.Marshal(path[len(path)-1])
	if err != nil {
		return nil, false
	}
	return json.RawMessage(`{"type":"object","properties":{` + string(name) + `:` + string(at) + `}}`), true
}

// borrowed are lists of other documents that a document has nothing of: of another layout, chosen by a hash. A list of goods
// is asked only of documents whose own lists have rows and none of which is of goods: most others sell something.
func borrowed(entry fitEntry, own []grids.List, lent []lentList) []lentList {
	goods, rows := false, false
	for _, l := range own {
		goods = goods || l.Trade()
		rows = rows || len(expectedRows(entry.Expected, l.Path)) > 0
	}
	var fit []lentList
	for _, o := range lent {
		if o.layout == entry.looksLike() || o.list.Trade() && (goods || !rows) ||
			slices.ContainsFunc(own, func(l grids.List) bool { return sharesMeaning(o.list, l) }) {
			continue
		}
		fit = append(fit, o)
	}
	slices.SortFunc(fit, func(a, b lentList) int {
		return cmp.Or(cmp.Compare(hash(entry.File+"\n"+a.from), hash(entry.File+"\n"+b.from)), strings.Compare(a.from, b.from))
	})
	return fit[:min(len(fit), borrowedEach)]
}

// sharesMeaning reports whether a list has more properties in common with another than ones of different meaning have, by name or by
// the field that they are of.
func sharesMeaning(l, o grids.List) bool {
	n := 0
	for _, w := range l.Wants {
		if slices.ContainsFunc(o.Wants, func(other grids.Want) bool {
			return value.Alnum(w.Node.Name) == value.Alnum(other.Node.Name) || fieldOf(w) != "" && fieldOf(w) == fieldOf(other)
		}) {
			n++
		}
	}
	return n > mostShared || float64(n) >= sharedPart*float64(len(l.Wants))
}

// fieldOf is the field of trade documents that a property surely is, "" for none.
func fieldOf(w grids.Want) string {
	if len(w.Concepts) == 0 || w.Concepts[0].Score < nameSure {
		return ""
	}
	return w.Concepts[0].Concept.Name
}

// AbsentLists asks each document for lists of other documents that it has nothing of, and says how many it was asked for and
// how many were given an item all the same. o.Out and o.Now are not used.
func (e *Trainer) AbsentLists(ctx context.Context, o TableOptions) (asked, filled int, err error) {
	err = e.eachEntry(ctx, o, e.readPages, func(entry fitEntry, pages []*page.Page, lent []lentList) error {
		own, err := e.listsOfSchema(entry.Schema)
		if err != nil {
			return err
		}
		for _, l := range borrowed(entry, own, lent) {
			s, err := result.ParseSchema(l.schema)
			if err != nil {
				return err
			}
			d := e.parts.Sheet(pages, entry.DocType)
			f := e.parts.Builder(d, s)
			f.Find()
			f.Finish()
			asked++
			if object, ok := f.Value.(map[string]any); ok && len(object) > 0 {
				filled++
				if o.Log != nil {
					_, _ = fmt.Fprintf(o.Log, "%s: %s %v\n", entry.File, l.from, f.Value)
				}
			}
		}
		return nil
	})
	return asked, filled, err
}
