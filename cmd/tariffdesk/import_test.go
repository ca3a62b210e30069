package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheFileOfAnImportIsReadUpToItsLimit(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if content, info, err := readImport(file, 5); err != nil || string(content) != "12345" || info.Size() != 5 {
		t.Errorf("%q, %v", content, err)
	}
	if _, _, err := readImport(file, 4); err == nil || !strings.Contains(err.Error(), "table.csv has 5 bytes, more than the limit of 4") {
		t.Error(err)
	}
	if _, _, err := openWorkbook(file, 4); err == nil || !strings.Contains(err.Error(), "more than the limit of 4") {
		t.Error(err)
	}
	if _, _, err := readImport(file+"x", 4); err == nil {
		t.Error("read what is not there")
	}
}

func TestADayThatIsNoneNamesItsFlag(t *testing.T) {
	t.Parallel()
	if day, err := dayFlag("--vintage", "", "2026-01-31"); err != nil || day != "2026-01-31" {
		t.Error(day, err)
	}
	if day, err := dayFlag("--vintage", "2026-02-28", "2026-01-31"); err != nil || day != "2026-02-28" {
		t.Error(day, err)
	}
	for _, text := range []string{"yesterday", "2026-02-30", "28.2.2026"} {
		if _, err := dayFlag("--vintage", text, ""); exitCode(err) != 2 || !strings.Contains(err.Error(), "--vintage: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	file := filepath.Join(t.TempDir(), "lines.csv")
	if err := os.WriteFile(file, []byte("code\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := tariffImportCommand{Country: "MEX", File: file, Vintage: "yesterday"}
	if _, err := c.read(); err == nil || !strings.Contains(err.Error(), "--vintage: ") {
		t.Error(err)
	}
}
