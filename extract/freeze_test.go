package extract_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
	"tariffdesk/extract/internal/feature"
)

// frozenFile holds for each layout a hash of its result and one of the observations on it. A change of structure leaves both as
// they are; only a change of what is read or chosen rewrites them, by -update.
const frozenFile = "testdata/frozen.tsv"

// TestResultsAndObservationsOfLayoutsStayAsTheyAre holds a change of structure to changing no value, no confidence and no evidence.
func TestResultsAndObservationsOfLayoutsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	var now bytes.Buffer
	known, err := feature.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range layouts(t) {
		r := extract.Request{File: file(t, "testdata/layouts/"+d.File), Schema: d.Schema, DocumentType: d.Type, Grounding: true}
		result := grounded(t)[d.File]
		observed, err := e.Observe(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range observed {
			for _, f := range o.Evidence {
				if !known.Has(f.Name) {
					t.Errorf("%s: %q is not registered", d.File, f.Name)
				}
			}
		}
		if len(result.Documents) != 1 {
			t.Errorf("%s is told as %+v", d.File, result.Documents)
		}
		result.Documents = nil // what it was recognised as is held elsewhere
		encoded, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&now, "%s\t%.8x\t%.8x\n", d.File, sha256.Sum256(encoded), sha256.Sum256([]byte(canonical(observed))))
	}
	if *update {
		write(t, frozenFile, now.Bytes())
	}
	was := map[string]bool{}
	for line := range strings.Lines(string(file(t, frozenFile))) {
		was[line] = true
	}
	for line := range strings.Lines(now.String()) {
		if !was[line] {
			t.Errorf("differs from %s: %s", frozenFile, line)
		}
	}
}

// canonical writes observations with their evidence in the order of its names.
func canonical(all []extract.Observation) string {
	var b strings.Builder
	for _, o := range all {
		var evidence []string
		for _, f := range o.Evidence {
			evidence = append(evidence, fmt.Sprintf("%s=%.6f", f.Name, f.Value))
		}
		slices.Sort(evidence)
		fmt.Fprintf(&b, "%s\t%v\t%s\n", strings.Join(o.Path, "/"), o.Value, strings.Join(evidence, ";"))
	}
	return b.String()
}
