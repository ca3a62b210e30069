package fit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/internal/opinion"
)

// catalogueOf is a catalogue in which a word of the trade, unknown to the tariff, says what the goods are.
func catalogueOf() string {
	var b strings.Builder
	for i := range 600 {
		hs, word := "820520", "KLOPFER"
		if i%2 == 1 {
			hs, word = "820559", "BOHRER"
		}
		fmt.Fprintf(&b, `{"description":"%s HAND TOOL MODEL%d","hs":"%s"}`+"\n", word, i, hs)
	}
	return b.String() + `{"description":"SECRET LABEL HAMMER","hs":"820520"}` + "\n" + `{"description":"SAW BLADE","hs":"820291"}` + "\n"
}

func fitOpinion(t *testing.T, files map[string]string) (raw []byte, log string) {
	t.Helper()
	o := optionsFor(t, files)
	told := &bytes.Buffer{}
	o.Only, o.Log = PartOpinion, told
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(o.Out, "opinion.bin"))
	if err != nil {
		t.Fatal(err)
	}
	return raw, told.String()
}

func TestTheOpinionIsLearntFromCataloguesAlone(t *testing.T) {
	t.Parallel()
	files := map[string]string{"precedents/train_customer.jsonl": catalogueOf()}
	raw, log := fitOpinion(t, files)
	if again, _ := fitOpinion(t, files); !bytes.Equal(raw, again) {
		t.Error("two fits to the same rows differ")
	}
	files["dev_shop.jsonl"] = strings.Repeat(`{"description":"ZWINGE of steel","hs":"820559"}`+"\n", 9)
	if again, _ := fitOpinion(t, files); !bytes.Equal(raw, again) {
		t.Error("descriptions to measure on changed what was learnt")
	}
	m, err := opinion.Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, f := range m.Features {
		words = append(words, f.Text)
	}
	for _, want := range []string{"klopfer", "bohrer"} {
		if !slices.Contains(words, want) {
			t.Errorf("%q was not learnt: %q", want, words)
		}
	}
	for _, w := range words {
		if strings.Contains(w, "secret") || strings.Contains(w, "model7") {
			t.Errorf("%q stands in one text and was learnt", w)
		}
	}
	p := m.Provenance
	if len(p.Files) != 2 || p.Files[0].Name != "names of the tariff" || p.Files[1].Name != "train_customer.jsonl" || p.Files[1].Rows != 602 || p.Date != "2026-01-31" {
		t.Errorf("provenance %+v", p)
	}
	if held := p.HeldOut["customer"]; held["rows"] != 601 || held["first"] <= held["first_without"] {
		t.Errorf("held out %v", held)
	}
	if !strings.Contains(log, "1 rows of codes that the tariff lacks") {
		t.Errorf("not told: %s", log)
	}
}

func TestFilesForMeasuringAloneAreLeftOutOfEveryFit(t *testing.T) {
	t.Parallel()
	files := labelled()
	o := optionsFor(t, files)
	o.Only = PartRank
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(o.Out, "rank.json"))
	if err != nil {
		t.Fatal(err)
	}
	// Labels of prefixes, which a fit could not read, and rows that would change it.
	files["dev_reading.jsonl"] = `{"description":"hammer with handle","hs_any":["8205"]}` + "\n"
	files["dev_synonyms.jsonl"] = strings.Repeat(`{"description":"mallet","hs":"820559"}`+"\n", 40)
	files["dev_shop_unread.jsonl"] = files["dev_synonyms.jsonl"]
	files["cases/own_unread.tsv"] = "820559\tmallet\n"
	o = optionsFor(t, files)
	log := &bytes.Buffer{}
	o.Only, o.Log = PartRank, log
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(o.Out, "rank.json"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("they took part: %v", err)
	}
	for _, name := range []string{"dev_reading.jsonl", "dev_synonyms.jsonl", "dev_shop_unread.jsonl", "own_unread.tsv"} {
		if !strings.Contains(log.String(), name+" is for measuring alone") {
			t.Errorf("%s is not told: %s", name, log)
		}
	}
	alone := optionsFor(t, map[string]string{"dev_synonyms.jsonl": files["dev_synonyms.jsonl"]})
	if err := Run(t.Context(), alone); err == nil || !strings.Contains(err.Error(), "no labelled descriptions to fit to") {
		t.Errorf("a folder of nothing else: %v", err)
	}
}
