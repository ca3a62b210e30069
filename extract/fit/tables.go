package fit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/read"
	"tariffdesk/extract/internal/result"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/value"
)

// TableOptions say what coefficients are fitted to.
type TableOptions struct {
	Manifests []string // JSON arrays of {file, layout, truth, schema, expected}; files lie beside each
	// Takes says which documents of the first manifest are fitted to; nil takes all.
	Takes func(layout, source, file string) bool
	// Choice fits the choice of tables alone; columns and rows are those of the program.
	Choice bool
	// Cells fits what the cells of a column are by themselves alone; all else is that of the program.
	Cells  bool
	Out    string           // folder of the coefficient files
	Now    func() time.Time // for the provenance
	Inputs string           // hash of the manifests and their documents, for the provenance
	Log    io.Writer        // figures of layouts left out
}

// Weights and repetitions of what is fitted to.
const (
	drawnWeight = 0.25 // of a document whose truth is "drawn": it was made to fit on
	dropouts    = 3    // more copies of each list, with words of the dictionary and the order left out at random
	dropShare   = 0.5  // of the properties lose what the dictionary knows
	fitFolds    = 5    // groups of layouts, each left out once
	rightShare  = 0.3  // of the expected cells of a list stand in the table that serves it, at least
	nearlyAll   = 0.9  // of what the best table holds another one must hold to be as right
	itemShare   = 0.5  // of the cells of an expected row, and more, stand in the row that is it
	strayWeight = 2    // of a row that is no item: a row too many is worse than one that is missing

	absentWeight = 1.6 // of a list that the document does not have
)

// Tables fits which column is which property, which table serves which list and which rows are items to labelled
// documents, prints the figures of layouts left out, and writes coefficients/tables.tsv with where it comes from.
//
// It reads every document, pictures included: minutes for some hundred, unless their pages were kept.
func (e *Trainer) Tables(ctx context.Context, o TableOptions) error {
	return e.tables(ctx, o, e.readPages)
}

// pageReader reads a document.
type pageReader func(ctx context.Context, content []byte) ([]*page.Page, error)

func (e *Trainer) readPages(ctx context.Context, content []byte) ([]*page.Page, error) {
	pages, _, err := e.parts.Reader.Pages(ctx, content, read.MaxPages, nil)
	return pages, err
}

// fitEntry is a document of a manifest.
type fitEntry struct {
	File     string          `json:"file"`
	Source   string          `json:"source"`
	Layout   string          `json:"layout"`
	Truth    string          `json:"truth"`
	DocType  string          `json:"doc_type"`
	Schema   json.RawMessage `json:"schema"`
	Expected any             `json:"expected"`
}

// sample is a list of a labelled document with the rows expected and the tables it chooses from.
type sample struct {
	layout string
	weight float64
	lists  []grids.List // as asked for, and with words and order left out
	rows   []map[string]any
	tables []*grids.Grid
	hits   [][][]float64 // by table, want, column: share of the expected values that stand there
	right  []bool        // by table
}

func (e *Trainer) tables(ctx context.Context, o TableOptions, read pageReader) error {
	var samples []*sample
	documents := 0
	err := e.eachEntry(ctx, o, read, func(entry fitEntry, pages []*page.Page, lent []lentList) error {
		documents++
		found, err := e.samplesOf(entry, pages, lent)
		samples = append(samples, found...)
		return err
	})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(samples, func(s *sample) bool { return len(s.rows) > 0 }) {
		return fmt.Errorf("fit tables: no list with expected rows in %s", strings.Join(o.Manifests, ", "))
	}
	report := e.heldOut(samples, o)
	_, _ = fmt.Fprintf(o.Log, "%d documents, %d lists; layouts left out: %s\n", documents, len(samples), report)
	what := "Coefficients of columns, tables and rows: conditional logits with none, made by `tariffdesk fit extract --what tables`"
	if o.Choice {
		what = "Coefficients of columns and rows as they were; of tables: a conditional logit with none, made by `tariffdesk fit extract --what choice`"
	}
	if o.Cells {
		what = "Coefficients as they were; of columns those of what cells are by themselves (held, unheld, held else): a conditional logit with none, made by `tariffdesk fit extract --what cells`"
	}
	text := tablesText(e.fitModel(samples, o), what,
		fmt.Sprintf("on %s from %d labelled documents (inputs of sha256 %s) with %d lists.", o.Now().UTC().Format(time.DateOnly), documents, cmp.Or(o.Inputs, "unknown"), len(samples)),
		fmt.Sprintf("Layouts left out in %d folds: %s.", fitFolds, report))
	if err := os.WriteFile(filepath.Join(o.Out, filepath.Base(grids.ModelFile)), []byte(text), 0o600); err != nil {
		return fmt.Errorf("write coefficients: %w", err)
	}
	return nil
}

// eachEntry hands over the documents of the manifests that can be read, with the lists that they may borrow: those of all
// documents that are taken.
func (e *Trainer) eachEntry(ctx context.Context, o TableOptions, read pageReader, do func(fitEntry, []*page.Page, []lentList) error) error {
	var all []fitEntry
	var folders []string
	for i, name := range o.Manifests {
		entries, err := readFitEntries(name)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if i > 0 || o.Takes == nil || o.Takes(entry.Layout, entry.Source, entry.File) {
				all, folders = append(all, entry), append(folders, filepath.Dir(name))
			}
		}
	}
	lent, err := e.lentLists(all)
	if err != nil {
		return err
	}
	for i, entry := range all {
		content, err := os.ReadFile(filepath.Join(folders[i], entry.File))
		if err != nil {
			return fmt.Errorf("read document: %w", err)
		}
		pages, err := read(ctx, content)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !result.Readable(pages) {
			continue // it shows nothing of tables
		}
		if err := do(entry, pages, lent); err != nil {
			return fmt.Errorf("%s: %w", entry.File, err)
		}
	}
	return nil
}

func readFitEntries(name string) ([]fitEntry, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var entries []fitEntry
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", name, err)
	}
	return entries, nil
}

// samplesOf are the lists of a document's schema and those borrowed, of which it has no rows.
func (e *Trainer) samplesOf(entry fitEntry, pages []*page.Page, lent []lentList) ([]*sample, error) {
	s, err := result.ParseSchema(entry.Schema)
	if err != nil {
		return nil, err
	}
	d := e.parts.Sheet(pages, entry.DocType)
	weight := 1.0
	if entry.Truth == "drawn" {
		weight = drawnWeight
	}
	tables := d.CandidateGrids().Grids
	if len(tables) == 0 {
		return nil, nil
	}
	var all []*sample
	add := func(l grids.List, name string, rows []map[string]any) {
		one := &sample{layout: entry.looksLike(), weight: weight, rows: rows, tables: tables, lists: []grids.List{l}}
		if len(rows) == 0 {
			one.weight *= absentWeight
		}
		one.judge(l)
		dice := rand.New(rand.NewPCG(1, hash(entry.File+name)))
		for range dropouts {
			one.lists = append(one.lists, dropped(l, dice))
		}
		all = append(all, one)
	}
	own := e.parts.Builder(d, s).ListsAsked()
	for _, l := range own {
		add(l, strings.Join(l.Path, "/"), expectedRows(entry.Expected, l.Path))
	}
	for _, l := range borrowed(entry, own, lent) {
		add(l.list, l.from, nil)
	}
	return all, nil
}

func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text)
	return h.Sum64()
}

// dropped is a list whose properties have lost what the dictionary knows of them, some of them, and their order.
func dropped(l grids.List, dice *rand.Rand) grids.List {
	wants := slices.Clone(l.Wants)
	shuffle := dice.Float64() < dropShare
	order := dice.Perm(len(wants))
	for i := range wants {
		if dice.Float64() < dropShare {
			wants[i].Bags, wants[i].Concepts = nil, nil
		}
		if shuffle {
			wants[i].Order = order[i]
		}
	}
	return grids.List{Path: l.Path, Wants: wants}
}

// expectedRows are the items of an expected array.
func expectedRows(expected any, path []string) []map[string]any {
	for _, name := range path {
		object, _ := expected.(map[string]any)
		expected = object[name]
	}
	items, _ := expected.([]any)
	var all []map[string]any
	for _, item := range items {
		if row, ok := item.(map[string]any); ok {
			all = append(all, row)
		}
	}
	return all
}

// at is the expected value of a property of an item, nil for none. The first of a want's names is its path.
func at(row map[string]any, w grids.Want) any {
	if v, ok := row[w.Node.Name]; ok {
		return v
	}
	for _, v := range row {
		if inner, ok := v.(map[string]any); ok {
			if found, ok := inner[w.Node.Name]; ok {
				return found
			}
		}
	}
	return nil
}

// judge finds which columns hold what is expected, and which tables.
func (s *sample) judge(l grids.List) {
	totals := make([]float64, len(s.tables))
	most, cells := 0.0, 0.0
	for k, g := range s.tables {
		s.hits = append(s.hits, make([][]float64, len(l.Wants)))
		for i, w := range l.Wants {
			s.hits[k][i] = make([]float64, len(g.Columns))
			wanted, best := 0.0, 0.0
			for _, row := range s.rows {
				if v := at(row, w); v != nil && v != "" {
					wanted++
				}
			}
			for j := range g.Columns {
				hits := columnHits(s.rows, w, g, j)
				s.hits[k][i][j] = hits / max(wanted, 1)
				best = max(best, hits)
			}
			totals[k] += best
			if k == 0 {
				cells += wanted
			}
		}
		most = max(most, totals[k])
	}
	for k := range s.tables {
		s.right = append(s.right, totals[k] >= nearlyAll*most && totals[k] >= rightShare*cells && totals[k] > 0)
	}
}

// columnHits counts the expected values of a property that a column holds, each cell for one.
func columnHits(rows []map[string]any, w grids.Want, g *grids.Grid, column int) float64 {
	used := make([]bool, len(g.Rows))
	n := 0.0
	for _, row := range rows {
		v := at(row, w)
		if v == nil || v == "" {
			continue
		}
		for k, r := range g.Rows {
			if !used[k] && says(g, r, column, v) {
				used[k] = true
				n++
				break
			}
		}
	}
	return n
}

// says reports whether a cell prints a value.
func says(g *grids.Grid, r grids.Row, column int, want any) bool {
	texts := []string{r.Text(column)}
	if lines := g.Says(r, column); len(lines) > 0 {
		texts = append(texts, page.Join(slices.Concat(lines...)), page.Join(lines[0]))
	}
	return slices.ContainsFunc(texts, func(text string) bool { return printsValue(text, want) })
}

func printsValue(text string, want any) bool {
	switch want := want.(type) {
	case json.Number:
		n, ok := new(big.Rat).SetString(want.String())
		for _, mark := range []value.Mark{value.MarkUnknown, value.MarkComma, value.MarkPoint} {
			if got, read := value.ParseNumber(text, mark); ok && read && got.Rat().Cmp(n) == 0 {
				return true
			}
		}
	case string:
		if value.Alnum(text) == value.Alnum(want) {
			return text != ""
		}
		for _, order := range []value.Order{value.OrderUnknown, value.OrderDayFirst, value.OrderMonthly} {
			if got, read := value.ParseDate(text, order); read && got.ISO == want {
				return true
			}
		}
	}
	return false
}
