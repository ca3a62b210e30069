package fit

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"tariffdesk/extract"
	"tariffdesk/extract/internal/confidence"
)

// TestAFitSaysWhereItComesFrom holds the provenance of the file, and that few values fit nothing.
func TestAFitSaysWhereItComesFrom(t *testing.T) {
	t.Parallel()
	s := Sample{Now: func() time.Time { return time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC) }, Inputs: "a1b2"}
	if _, err := s.Values(io.Discard); err == nil {
		t.Error("a fit on nothing")
	}
	for i := range 60 {
		found := []extract.Observation{
			{Path: []string{"a", "b"}, Value: "x", Evidence: []confidence.Feature{{Name: "always", Value: 1}, {Name: "labelled", Value: 1}}},
			{Path: []string{"a", "b"}, Value: "y", Evidence: []confidence.Feature{{Name: "always", Value: 1}}},
			{Path: []string{"c"}, Value: "z", Evidence: []confidence.Feature{{Name: "always", Value: 1}}},
		}
		s.Add(Document{Layout: fmt.Sprint(i % 12), Kind: "invoice", Weight: 1}, found, func(o extract.Observation) bool {
			return o.Value == "x" || o.Value == "z" && i%4 == 0
		})
	}
	text, err := s.Values(io.Discard)
	if err != nil || !strings.Contains(text, "2026-05-04 from inputs of sha256 a1b2") || !strings.Contains(text, "120 properties of labelled documents: 60 invoice") ||
		!strings.Contains(text, "\nlabelled\t") || !strings.Contains(text, "75 have a right option") {
		t.Errorf("%v\n%s", err, text)
	}
}
