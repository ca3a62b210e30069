package feature

import (
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/confidence"
)

// TestACoefficientOfNoFeatureIsRefused by its name, and so is a model without what every candidate has.
func TestACoefficientOfNoFeatureIsRefused(t *testing.T) {
	t.Parallel()
	r, err := NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	m, err := confidence.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(m); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"amount: by telepathy", "by telepathy", "amount: always", "amonut: alone", "whole less than", "sum total for everything"} {
		m[name] = 0.5
		if err := r.Check(m); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		delete(m, name)
	}
	delete(m, "always")
	if err := r.Check(m); err == nil || !strings.Contains(err.Error(), "always") {
		t.Errorf("without always: %v", err)
	}
}
