package worker_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

var errNoGoods = fail.New(fail.CodeBadRequest, "no goods")

func task(t *testing.T, org string, input any) worker.Task {
	t.Helper()
	raw, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	return worker.Task{Job: jobs.Job{ID: "0197d2a8-0000-7000-8000-000000000001", OrganisationID: org, Input: raw}, Progress: func(jobs.Progress) {}}
}

// subheadings are the only ones there are.
type subheadings []string

func (s subheadings) Entry(code string) *tariff.Entry {
	if slices.Contains(s, code) {
		return &tariff.Entry{Code: code}
	}
	return nil
}

// successors are the codes that took over goods of old ones.
type successors map[string][]string

func (s successors) FollowIn(_, code string) tariff.Trace {
	t := tariff.Trace{Code: code, Edition: tariff.Edition2012, Tariff: tariff.HarmonizedSystem, Relation: tariff.RelationUnknown, Successors: s[code]}
	switch len(s[code]) {
	case 0:
	case 1:
		t.Relation, t.Successor = tariff.RelationOne, s[code][0]
	default:
		t.Relation = tariff.RelationSeveral
	}
	return t
}

func TestAnImportRunTwiceCountsOnceAndReportsWhatItRefused(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	content := "description,hs\ncotton shirt,6109.10\ncotton shirt,610910\n,610910\nscarf,61\nwool hat,6505009001\nold shoe,640000\nscarf,6117.10.99\nknit vest,610999\nfur cap,650400\n"
	if err := b.blobs.Put(t.Context(), "uploads/p", "", []byte(content)); err != nil {
		t.Fatal(err)
	}
	old := successors{"61171099": {"61171001"}, "610999": {"610990"}, "650400": {"650500", "650610"}}
	i := worker.Import{Store: b.store, Blobs: b.blobs, Names: subheadings{"610910", "650500"}, Editions: old, Courtesy: worker.NewCourtesy()}
	for range 2 {
		o, err := i.Handle(t.Context(), task(t, b.org, jobs.PrecedentsInput{Source: "uploads/p", Name: "p.csv"}))
		if err != nil {
			t.Fatal(err)
		}
		want := `{"source":"p.csv","imported":4,"carried":2,"repeated":1,"refused":4,"refused_rows":[{"row":4,"reason":"no description"},{"row":5,"reason":"the code has not 6, 8 or 10 digits"},{"row":7,"reason":"640000 is no subheading of HS 2022"},{"row":10,"reason":"old code, several successors: 650500, 650610"}]}`
		if string(o.Result) != want {
			t.Errorf("report %s", o.Result)
		}
	}
	sources, err := b.store.PrecedentSources(t.Context(), b.org)
	if err != nil || len(sources) != 1 || sources[0].Count != 4 || sources[0].Source != "p.csv" {
		t.Errorf("%+v %v", sources, err)
	}
}

func TestAnImportBeyondTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	if err := b.blobs.Put(t.Context(), "uploads/p", "", []byte("description,hs\n"+strings.Repeat("shirt,610910\n", worker.MaxPrecedentRows+1))); err != nil {
		t.Fatal(err)
	}
	i := worker.Import{Store: b.store, Blobs: b.blobs, Names: subheadings{"610910", "650500"}, Editions: successors{}, Courtesy: worker.NewCourtesy()}
	_, err := i.Handle(t.Context(), task(t, b.org, jobs.PrecedentsInput{Source: "uploads/p", Name: "p.csv"}))
	if fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(err.Error(), "100000") {
		t.Errorf("%v", err)
	}
}

func TestTablesHoldEveryLineAndNameUnknownCodes(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	tables := worker.Tables{Engine: quote.New(schedule, rules), Names: knowledge, Editions: successors{"999999": {"010121", "010129"}}, Store: b.store, Blobs: b.blobs, Courtesy: worker.NewCourtesy()}
	for country, want := range map[string]int{"MEX": 0, "WORLD": 1} {
		id := b.submitBatch(t, 1, 1) // whose id the files are kept under
		work := task(t, b.org, jobs.TablesInput{CountryCode: country, Language: "English", Codes: []string{"0101.21", "9999", "abc", "9999.99"}})
		work.Job.ID = id
		o, err := tables.Handle(t.Context(), work)
		if err != nil {
			t.Fatal(err)
		}
		var f jobs.Files
		if err := json.Unmarshal(o.Result, &f); err != nil {
			t.Fatal(err)
		}
		known, unknown, noted := 0, 0, 0
		for line := range strings.Lines(unzipped(t, b.blob(t, f.NDJSON))) {
			if strings.Contains(line, `"note":"code of HS 2012 with several successors, the goods decide: 010121, 010129"`) {
				noted++
			} else if strings.Contains(line, `"error":null`) {
				known++
			} else {
				unknown++
			}
		}
		if known == 0 || unknown != 2 || want > 0 && known != want || noted < 2 {
			t.Errorf("%s: %d lines, %d unknown, %d of an old code", country, known, unknown, noted)
		}
	}
}

func unzipped(t *testing.T, content []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
