package fit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tariffdesk/classify"
	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/tariff"
)

// tools is knowledge of two subheadings.
func tools(t *testing.T) *tariff.Knowledge {
	t.Helper()
	heading, err := os.ReadFile("../testdata/tools/82.txt")
	if err != nil {
		t.Fatal(err)
	}
	k, err := tariff.ReadKnowledge(fstest.MapFS{"facets.txt": {Data: []byte("type: kind | clase\n")}, "hs/82.txt": {Data: heading}, "lexicon.txt": {Data: nil}})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// labelled are small labelled files of those goods.
func labelled() map[string]string {
	return map[string]string{
		"dev_shop.jsonl": `{"description":"mallet","hs":"820520"}
{"description":"hammer with handle","hs":"8205.20.00"}
{"description":"blow lamp","hs":"820559"}
{"description":"gimlet","hs":"820559","hs_all":["820559","820520"]}
{"description":"sledgehammer","hs":"820520"}

{"description":"berbiquí","hs":"820559"}
`,
		"dev_rulings.jsonl": `{"description":"a hammer of steel","hs":"820520"}
{"description":"the hair clipper stand","hs":"820559"}
{"description":"hand tool","hs":"820520"}
`,
		"dev_vague.jsonl":                 `{"description":"gift","hs":"","expect":"ask"}` + "\n" + `{"description":"set of two","hs":"","expect":"ask"}` + "\n",
		"pairs.tsv":                       "# English, Spanish, codes\nhammer\tmartillo\t820520\n",
		"cases/own.tsv":                   "820559\tgimlets\n",
		"precedents/train_customer.jsonl": strings.Repeat(`{"description":"hammer of wood","hs":"820520"}`+"\n"+`{"description":"gimlet of steel","hs":"820559"}`+"\n", 12),
	}
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// optionsFor fits quickly.
func optionsFor(t *testing.T, files map[string]string) Options {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 1, 31, 23, 0, 0, 0, time.UTC) }
	return Options{Folder: folderOf(t, files), Out: filepath.Join(t.TempDir(), "out"), Steps: 5, Knowledge: tools(t), Now: now, Log: io.Discard}
}

func TestAFitIsDeterministicAndSaysWhereItComesFrom(t *testing.T) {
	t.Parallel()
	first, second := optionsFor(t, labelled()), optionsFor(t, labelled())
	log := &bytes.Buffer{}
	first.Log = log
	for _, o := range []Options{first, second} {
		if err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	for file, families := range map[string][]string{
		"rank.json":       {"case-own", "pairs", "rulings", "shop"},
		"precedents.json": {"held-out+customer", "rulings+customer", "shop+customer"},
		"confidence.json": {"rulings", "rulings+customer", "shop", "shop+customer"},
	} {
		raw, err := os.ReadFile(filepath.Join(first.Out, file))
		again, _ := os.ReadFile(filepath.Join(second.Out, file))
		if err != nil || !bytes.Equal(raw, again) {
			t.Errorf("%s: two fits to the same rows differ: %v", file, err)
		}
		var read struct{ Provenance coefficient.Provenance }
		if err := json.Unmarshal(raw, &read); err != nil {
			t.Fatal(err)
		}
		p := read.Provenance
		if p.Origin == "" || p.Date != "2026-01-31" || p.Folds < 2 || len(p.Files) != 6 {
			t.Errorf("%s: %+v", file, p)
		}
		for _, source := range p.Files {
			if source.Rows == 0 || len(source.SHA256) != 64 {
				t.Errorf("%s: %+v", file, source)
			}
		}
		for _, family := range families {
			if p.HeldOut[family]["rows"] == 0 {
				t.Errorf("%s: nothing is told of %s held out: %v", file, family, p.HeldOut)
			}
		}
		if len(p.HeldOut) != len(families) {
			t.Errorf("%s: held out %v", file, p.HeldOut)
		}
	}
	for _, want := range []string{"fit of rank", "fit of precedents", "fit of confidence", "held out", "asked from"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not told: %s", want, log)
		}
	}
}

func TestOnlyOnePartIsWrittenAndTheOthersStay(t *testing.T) {
	t.Parallel()
	o := optionsFor(t, labelled())
	o.Only = PartConfidence
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(o.Out); err != nil || len(files) != 1 || files[0].Name() != "confidence.json" {
		t.Errorf("%v %v", files, err)
	}
}

func TestWhatIsSetByHandStaysAndTheRestStartsFromTheFolder(t *testing.T) {
	t.Parallel()
	o := optionsFor(t, labelled())
	o.Only = PartRank
	raw, err := fs.ReadFile(data.Files, classify.RankFile)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(raw), `"whole": 2.5`, `"whole": 2.75`, 1)
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(o.Out, "rank.json"), []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(filepath.Join(o.Out, "rank.json"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := rank.ReadWeights(written)
	if err != nil || w.Of[rank.FeatWhole] != 2.75 || !slices.Contains(w.Provenance.Fixed, "whole") {
		t.Errorf("%v %v", w, err)
	}
	before, _ := rank.ReadWeights(raw)
	if w.Of[rank.FeatCovered] == before.Of[rank.FeatCovered] {
		t.Error("nothing was fitted")
	}
}

func TestBadInputIsNamedByFileAndRowAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	good := `{"description":"mallet","hs":"820520"}` + "\n"
	for name, tc := range map[string]struct{ file, content, want string }{
		"broken JSON":          {"dev_shop.jsonl", good + `{"description":`, "dev_shop.jsonl:2"},
		"no description":       {"dev_shop.jsonl", good + good + `{"description":" ","hs":"820520"}`, "dev_shop.jsonl:3: description is empty"},
		"a heading":            {"dev_shop.jsonl", `{"description":"mallet","hs":"8205"}`, `dev_shop.jsonl:1: hs "8205"`},
		"a word for a code":    {"dev_shop.jsonl", `{"description":"mallet","hs":"820520","hs_all":["hammer"]}`, `dev_shop.jsonl:1: hs "hammer"`},
		"no code":              {"dev_shop.jsonl", `{"description":"mallet"}`, `dev_shop.jsonl:1: hs ""`},
		"a number for a text":  {"dev_shop.jsonl", `{"description":7,"hs":"820520"}`, "dev_shop.jsonl:1"},
		"an empty file":        {"dev_shop.jsonl", "\n\n", "dev_shop.jsonl holds no rows"},
		"a line without end":   {"dev_shop.jsonl", good + strings.Repeat("x", maxLine+1), "dev_shop.jsonl:2"},
		"too long to classify": {"dev_shop.jsonl", `{"description":"` + strings.Repeat("x", 20001) + `","hs":"820520"}`, "row 1 of shop"},
		"a bad precedent":      {"precedents/train_customer.jsonl", `{"description":"mallet","hs":"x"}`, "train_customer.jsonl:1"},
		"a pair of one":        {"pairs.tsv", "hammer\t820520\n", "pairs.tsv:1: 2 cells"},
		"a case without tab":   {"cases/own.tsv", "820520 hammer\n", "own.tsv:1: no tab"},
		"codes of no goods":    {"dev_shop.jsonl", `{"description":"mallet","hs":"010121"}`, "nothing can be fitted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"dev_rulings.jsonl": `{"description":"nothing of the kind","hs":"999999"}`, tc.file: tc.content}
			o := optionsFor(t, files)
			if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
			if _, err := os.Stat(o.Out); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
	if err := Run(t.Context(), optionsFor(t, nil)); err == nil || !strings.Contains(err.Error(), "dev_*.jsonl") {
		t.Errorf("an empty folder: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, optionsFor(t, labelled())); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestTheTableOfFamiliesIsHeldToItsForm(t *testing.T) {
	t.Parallel()
	table, err := readFamilies(familyTable)
	if err != nil || len(table) < 2 || table[len(table)-1].name != "*" {
		t.Fatalf("%v %v", table, err)
	}
	if f := familyOf(table, "another"); f.name != "another" || !f.asksWith("any") || f.askCost == 0 {
		t.Errorf("%+v", f)
	}
	if f := familyOf(table, "ukterms"); f.asksWith("declarations") || !f.asksWith("ukterms") {
		t.Errorf("%+v", f)
	}
	for bad, want := range map[string]string{"a | b": "families.txt:1", "# c\na | b | dear | 1": `families.txt:2: "dear"`, "a | b | -1 | 1": "families.txt:1", "a | b | 1 | -1": "families.txt:1"} {
		if _, err := readFamilies(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
