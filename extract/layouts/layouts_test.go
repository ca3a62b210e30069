package layouts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func testPlan(t *testing.T) *plan {
	t.Helper()
	lib, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(lib, Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEveryExpectedValueIsPrinted holds the truth to what poppler finds on the pages, and each value to
// its print.
func TestEveryExpectedValueIsPrinted(t *testing.T) {
	t.Parallel()
	p := testPlan(t)
	for i := range 240 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			d := p.document(i)
			content, _, err := d.draw()
			if err != nil {
				t.Fatal(err)
			}
			page := textOf(t, content)
			if len(d.sheet.said)+len(d.sheet.lists) == 0 {
				t.Fatal("says nothing")
			}
			for key, f := range d.sheet.said {
				checkFact(t, d.design, page, key, f)
			}
			for list, rows := range d.sheet.lists {
				for n, r := range rows {
					for key, f := range r {
						checkFact(t, d.design, page, fmt.Sprint(list, n, key), f)
					}
				}
			}
		})
	}
}

// checkFact fails where a word of a print is not on the page, or a value is not what is printed.
func checkFact(t *testing.T, g *design, page, key string, f fact) {
	t.Helper()
	for word := range strings.FieldsSeq(f.text) {
		if !strings.Contains(page, word) {
			t.Errorf("%s %s: %q of %q is not on the page", g.id, key, word, f.text)
		}
	}
	switch v := f.value.(type) {
	case json.Number:
		print := strings.NewReplacer(" m3", "", g.numbers.group, "", g.numbers.point, ".").Replace(f.text)
		digits := strings.Trim(print, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz/.%€$£ ")
		if strings.Contains(digits, ".") {
			digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
		}
		if digits != strings.TrimSuffix(string(v), ".0") && "-"+digits != string(v) {
			t.Errorf("%s %s: printed %q is not %s", g.id, key, f.text, v)
		}
	case string:
		if v != f.text && !strings.Contains(f.text, strings.TrimLeft(v[8:], "0")) && !strings.Contains(f.text, v[2:4]) {
			t.Errorf("%s %s: printed %q is not %s", g.id, key, f.text, v)
		}
	}
}

// textOf is what poppler reads, without spaces that break lines.
func textOf(t *testing.T, content []byte) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "pdftotext", "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(content)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return string(out)
}

// TestASchemaAsksForEveryExpectedValue holds each expected value to a property of its type.
func TestASchemaAsksForEveryExpectedValue(t *testing.T) {
	t.Parallel()
	p := testPlan(t)
	expected, absent := 0, 0
	for i := range 400 {
		d := p.document(i)
		content, pages, err := d.draw()
		if err != nil {
			t.Fatal(err)
		}
		e := d.entry(pages, len(content))
		var schema, want any
		if json.Unmarshal(e.Schema, &schema) != nil || json.Unmarshal(e.Expected, &want) != nil {
			t.Fatalf("document %d: no JSON", i)
		}
		asked, found := checkNode(t, fmt.Sprint(i), schema, want)
		expected += found
		absent += asked - found
		if found == 0 {
			t.Errorf("document %d (%s) expects nothing", i, e.Kind)
		}
	}
	if absent == 0 || absent > expected {
		t.Errorf("%d values expected, %d asked for in vain", expected, absent)
	}
}

// checkNode counts the leaves of a schema and those with an expected value.
func checkNode(t *testing.T, at string, schema, want any) (asked, found int) {
	t.Helper()
	node, _ := schema.(map[string]any)
	switch kind := fmt.Sprint(node["type"]); {
	case kind == "object":
		properties, _ := node["properties"].(map[string]any)
		values, _ := want.(map[string]any)
		for name := range values {
			if properties[name] == nil {
				t.Errorf("%s: %q is expected and not asked for", at, name)
			}
		}
		for name, child := range properties {
			a, f := checkNode(t, at+"/"+name, child, values[name])
			asked, found = asked+a, found+f
		}
		return asked, found
	case kind == "array":
		rows, _ := want.([]any)
		for i, row := range rows {
			a, f := checkNode(t, fmt.Sprint(at, "/", i), node["items"], row)
			asked, found = asked+f, found+f
			_ = a
		}
		return asked, found
	case want == nil:
		return 1, 0
	default:
		if _, number := want.(float64); number != strings.Contains(kind, "number") {
			t.Errorf("%s: %v for type %s", at, want, kind)
		}
		return 1, 1
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	var runs [2]map[string]string
	for i := range runs {
		folder := t.TempDir()
		if err := Run(t.Context(), Options{Folder: folder, Seed: 3, Count: 30, Scans: 10}); err != nil {
			t.Fatal(err)
		}
		runs[i] = contents(t, folder)
	}
	if len(runs[0]) != 31 || len(runs[1]) != 31 {
		t.Fatalf("%d and %d files", len(runs[0]), len(runs[1]))
	}
	for name, content := range runs[0] {
		if runs[1][name] != content {
			t.Errorf("%s differs", name)
		}
	}
	other := t.TempDir()
	if err := Run(t.Context(), Options{Folder: other, Seed: 4, Count: 30}); err != nil {
		t.Fatal(err)
	}
	if contents(t, other)["manifest.json"] == runs[0]["manifest.json"] {
		t.Error("another seed gives the same documents")
	}
}

func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.json", "docs/*"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			relative, err := filepath.Rel(folder, name)
			if err != nil {
				t.Fatal(err)
			}
			all[relative] = string(raw)
		}
	}
	return all
}

func TestARunRefusesWhatItCannotMake(t *testing.T) {
	t.Parallel()
	for says, o := range map[string]Options{
		"count":    {},
		"scans":    {Count: 1, Scans: 101},
		"kind":     {Count: 1, Kinds: []string{"poem"}},
		"language": {Count: 1, Langs: []string{"xx"}},
	} {
		o.Folder = t.TempDir()
		if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestAMistakeInATableIsNamedWithItsLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, content, says string }{
		"a column is missing":     {"data/captions.tsv", "# x\ndate\tDate\n", "captions.tsv:2: 2 columns"},
		"a language has no words": {"data/captions.tsv", "date\ta\tb\tc\td\te\t\n", "no wording in it"},
		"a word stands twice":     {"data/captions.tsv", "date\ta\ta\ta\ta\ta\ta\ndate\ta\ta\ta\ta\ta\ta\n", "captions.tsv:2: date stands twice"},
		"no such sort":            {"data/fields.tsv", "date\tday\tdate\ta\ta\ta\ta\ta\ta\n", "fields.tsv:1"},
	} {
		from := fstest.MapFS{}
		for _, table := range []string{"captions", "parts", "fields", "kinds", "places"} {
			raw, err := files.ReadFile("data/" + table + ".tsv")
			if err != nil {
				t.Fatal(err)
			}
			from["data/"+table+".tsv"] = &fstest.MapFile{Data: raw}
		}
		from[c.file] = &fstest.MapFile{Data: []byte(c.content)}
		if _, err := load(from); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
