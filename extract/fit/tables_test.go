package fit

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tariffdesk/extract"
	grids "tariffdesk/extract/internal/table"
)

// TestCoefficientsOfTablesAreMadeAnewTheSame from the same documents, and can be loaded.
func TestCoefficientsOfTablesAreMadeAnewTheSame(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	raw, err := os.ReadFile("../testdata/layouts/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	all = all[:4]
	for _, entry := range all {
		name, _ := entry["file"].(string)
		content, err := os.ReadFile(filepath.Join("../testdata/layouts", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	manifest := filepath.Join(folder, "manifest.json")
	if raw, err = json.Marshal(all); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(manifest, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := NewTrainer(extract.Config{})
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for range 2 {
		out := filepath.Join(t.TempDir(), "coefficients")
		if err := os.Mkdir(out, 0o700); err != nil {
			t.Fatal(err)
		}
		now := func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }
		if err := e.Tables(t.Context(), TableOptions{Manifests: []string{manifest}, Out: out, Now: now, Log: io.Discard}); err != nil {
			t.Fatal(err)
		}
		m, err := grids.Load(os.DirFS(filepath.Dir(out)))
		if err != nil {
			t.Fatal(err)
		}
		if m.Columns[grids.FeatureFit] <= 0 || m.Rows[grids.MarkLike] <= 0 {
			t.Errorf("cells of the form that is wanted speak against a column: %v", m)
		}
		made[tablesText(m)] = true
	}
	if len(made) != 1 {
		t.Error("two fits differ")
	}
	err = e.Tables(t.Context(), TableOptions{Manifests: []string{filepath.Join(folder, "none.json")}, Out: folder, Now: time.Now, Log: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "none.json") {
		t.Errorf("a manifest that is not there: %v", err)
	}
}
