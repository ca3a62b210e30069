package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCoefficientsOfAFolderStandInForTheEmbedded ones, file by file, and a broken one is told.
func TestCoefficientsOfAFolderStandInForTheEmbedded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, "values.tsv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("always\t-1\nalone\t1.5\n")
	e, err := New(Config{Coefficients: folder})
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.parts.Values) != 2 || e.parts.Values["alone"] != 1.5 {
		t.Errorf("%d coefficients of values, alone %g", len(e.parts.Values), e.parts.Values["alone"])
	}
	if e.parts.Tables != embedded.parts.Tables || len(embedded.parts.Values) < 100 {
		t.Error("the coefficients of tables are others, or the embedded ones of values too")
	}
	write("always\t-1\nalonely\t1.5\n")
	if _, err := New(Config{Coefficients: folder}); err == nil || !strings.Contains(err.Error(), "alonely") {
		t.Errorf("a coefficient of no feature: %v", err)
	}
	write("alone\tmuch\n")
	if _, err := New(Config{Coefficients: folder}); err == nil || !strings.Contains(err.Error(), "alone") {
		t.Errorf("a broken file: %v", err)
	}
}
