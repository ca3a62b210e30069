package fit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// listSchema is a schema with one list of texts.
func listSchema(name string, properties ...string) json.RawMessage {
	var items []string
	for _, p := range properties {
		items = append(items, `"`+p+`":{"type":"string"}`)
	}
	return json.RawMessage(`{"type":"object","properties":{"about":{"type":"object","properties":{"` + name +
		`":{"type":"array","items":{"type":"object","properties":{` + strings.Join(items, ",") + `}}}}}}}`)
}

func borrowedNames(t *testing.T, e *Trainer, entry fitEntry, others ...fitEntry) []string {
	t.Helper()
	lent, err := e.lentLists(append([]fitEntry{entry}, others...))
	if err != nil {
		t.Fatal(err)
	}
	own, err := e.listsOfSchema(entry.Schema)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range borrowed(entry, own, lent) {
		names = append(names, l.list.Path[len(l.list.Path)-1])
	}
	slices.Sort(names)
	return names
}

func TestOnlyListsOfAnotherMeaningAreBorrowed(t *testing.T) {
	t.Parallel()
	e, err := NewTrainer(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	rows := func(name string) any {
		return map[string]any{"about": map[string]any{name: []any{map[string]any{"a": "1"}}}}
	}
	goods := fitEntry{File: "goods", Schema: listSchema("goods", "description", "quantity", "unit_price", "amount"), Expected: rows("goods")}
	sold := fitEntry{File: "sold", Schema: listSchema("sold", "articulo", "cantidad", "importe"), Expected: rows("sold")}
	crew := fitEntry{File: "crew", Schema: listSchema("crew", "sailor", "rank", "birthplace"), Expected: rows("crew")}
	staff := fitEntry{File: "staff", Schema: listSchema("staff", "sailor", "rank", "wage"), Expected: rows("staff")}
	same := fitEntry{File: "same", Layout: "crew", Schema: listSchema("same", "star", "planet", "moon")}
	plain := fitEntry{File: "plain", Schema: json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"}}}`)}
	for name, c := range map[string]struct {
		entry  fitEntry
		others []fitEntry
		want   []string
	}{
		"no goods of one that sells":                {goods, []fitEntry{sold, crew}, []string{"crew"}},
		"goods where rows are of something else":    {crew, []fitEntry{goods}, []string{"goods"}},
		"none that shares two names":                {crew, []fitEntry{staff}, nil},
		"none of its own layout":                    {crew, []fitEntry{same}, nil},
		"no goods where nobody knows what it sells": {plain, []fitEntry{goods, crew}, []string{"crew"}},
	} {
		if got := borrowedNames(t, e, c.entry, c.others...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

func TestBorrowedListsAreTheSameEachTimeAndFew(t *testing.T) {
	t.Parallel()
	e, err := NewTrainer(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	plain := fitEntry{File: "plain", Schema: json.RawMessage(`{"type":"object","properties":{"total":{"type":"number"}}}`)}
	var others []fitEntry
	for _, n := range strings.Fields("one two three four five six seven") {
		others = append(others, fitEntry{File: n, Schema: listSchema(n, "star"+n, "planet"+n, "moon"+n)})
	}
	first := borrowedNames(t, e, plain, others...)
	slices.Reverse(others)
	if again := borrowedNames(t, e, plain, others...); len(first) != borrowedEach || !slices.Equal(first, again) {
		t.Errorf("%v and %v", first, again)
	}
}

// TestAbsentListsAreCounted asks two documents for each other's list.
func TestAbsentListsAreCounted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	content, err := os.ReadFile("../testdata/layouts/07_commercial_invoice_en.pdf")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.pdf"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal([]map[string]any{
		{"file": "a.pdf", "layout": "one", "schema": listSchema("crew", "sailor", "rank", "birthplace"), "expected": map[string]any{}},
		{"file": "a.pdf", "layout": "two", "schema": listSchema("stars", "planet", "moon", "distance"), "expected": map[string]any{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(folder, "manifest.json")
	if err := os.WriteFile(manifest, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := NewTrainer(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	asked, given, err := e.AbsentLists(t.Context(), TableOptions{Manifests: []string{manifest}, Log: &log})
	if err != nil || asked != 2 || given != 0 {
		t.Errorf("%d asked, %d filled, %v: %s", asked, given, err, log.String())
	}
}
