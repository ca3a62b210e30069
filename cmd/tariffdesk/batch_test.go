package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tariffdesk/excel"
)

// goodsFile writes a workbook of different goods.
func goodsFile(t *testing.T, rows int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "goods.xlsx")
	var b bytes.Buffer
	err := excel.WriteSheet(&b, "Goods", []string{"SKU", "Description", "Price"}, func(add func([]excel.Cell) error) error {
		for i := range rows {
			err := add([]excel.Cell{
				{Kind: excel.KindText, Text: fmt.Sprintf("%05d", i)}, {Kind: excel.KindText, Text: fmt.Sprintf("cotton t-shirt number %d", i)},
				{Kind: excel.KindNumber, Number: 1.5, Format: "#,##0.00"},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sheetRows counts the rows of the first sheet and returns the second of them.
func sheetRows(t *testing.T, path string) (n int, second []string) {
	t.Helper()
	table, err := excel.OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = table.Close() }()
	for {
		row, ok, err := table.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return n, second
		}
		if n++; n == 2 {
			second = append(second, row...)
		}
	}
}

// A workbook of ten thousand rows goes up, comes back, and opens in LibreOffice.
func TestABatchComesBackAsAWorkbookThatLibreOfficeOpens(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	mustInvoke(t, nil, "credits", "grant", "--data", p.dir, "--org", d.OrganisationID, "--amount", "20000")
	out := filepath.Join(t.TempDir(), "out.xlsx")
	env := map[string]string{"TARIFFDESK_SERVER": d.BaseURL, "TARIFFDESK_KEY": d.APIKey}
	said := mustInvoke(t, env, "batch", "run", goodsFile(t, 10_000), "-o", out, "--model", "fast", "--country", "MEX")
	if !strings.Contains(said, "10000 rows classified, 0 without a code, 0 failed, 10000 credits") {
		t.Errorf("said %q", said)
	}
	saved := filepath.Join(t.TempDir(), "saved")
	convert := exec.Command("libreoffice", "-env:UserInstallation=file://"+saved+"/profile", "--headless", "--convert-to", "xlsx", "--outdir", saved, out)
	if text, err := convert.CombinedOutput(); err != nil {
		t.Fatalf("LibreOffice: %v\n%s", err, text)
	}
	for _, path := range []string{out, filepath.Join(saved, "out.xlsx")} {
		n, second := sheetRows(t, path)
		if n != 10_001 || len(second) < 12 || second[0] != "00000" || second[3] != "classified" || second[4] != "61" {
			t.Errorf("%s: %d rows, %q", path, n, second)
		}
	}
}

func TestABatchThatWasLeftIsFetchedByItsID(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	dir := t.TempDir()
	ctx, leave := context.WithCancel(t.Context())
	var said bytes.Buffer
	left := &leaver{out: &said, leave: leave}
	err := run(ctx, []string{"batch", "run", goodsFile(t, 900), "-o", filepath.Join(dir, "a.xlsx"), "--server", d.BaseURL, "--key", d.APIKey, "--model", "fast"},
		func(string) string { return "" }, &said, left)
	if err == nil || left.job == "" || !strings.Contains(err.Error(), "--job "+left.job) {
		t.Fatalf("job %q: %v", left.job, err)
	}
	mustInvoke(t, nil, "batch", "run", "--job", left.job, "-o", filepath.Join(dir, "b.ndjson"), "--server", d.BaseURL, "--key", d.APIKey)
	content, err := os.ReadFile(filepath.Join(dir, "b.ndjson"))
	if err != nil || bytes.Count(content, []byte("\n")) != 900 || !json.Valid(content[:bytes.IndexByte(content, '\n')]) {
		t.Errorf("%v, %d lines", err, bytes.Count(content, []byte("\n")))
	}
	if _, err := os.Stat(filepath.Join(dir, "a.xlsx")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a result: %v", err)
	}
}

// leaver stops the command as soon as it has told the job's id.
type leaver struct {
	out   *bytes.Buffer
	leave func()
	job   string
}

func (l *leaver) Write(b []byte) (int, error) {
	if id, ok := strings.CutPrefix(strings.TrimSpace(string(b)), "job "); ok && l.job == "" {
		l.job = id
		l.leave()
	}
	return len(b), nil
}

func TestABatchThatTheServerRefusesSaysWhy(t *testing.T) {
	t.Parallel()
	p := startUp(t, filepath.Join(openDir(t, nil), "data"), nil)
	d := readDemoFile(t, p.dir)
	bad := filepath.Join(t.TempDir(), "bad.xlsx")
	if err := os.WriteFile(bad, []byte("description\nshirt\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := invoke(t, nil, "batch", "run", bad, "-o", "x.xlsx", "--server", d.BaseURL, "--key", d.APIKey)
	if err == nil || exitCode(err) != 1 || !strings.Contains(err.Error(), "CSV") {
		t.Errorf("%v", err)
	}
	for _, args := range [][]string{
		{"-o", "x.xlsx", "--server", d.BaseURL, "--key", d.APIKey},
		{bad, "-o", "x.xlsx", "--server", "example.com", "--key", d.APIKey},
		{bad, "--server", d.BaseURL, "--key", d.APIKey},
	} {
		if _, err := invoke(t, nil, append([]string{"batch", "run"}, args...)...); exitCode(err) != 2 {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestPrecedentsAreImportedFromTheCommandLine(t *testing.T) {
	t.Parallel()
	env := deployment(t)
	mustInvoke(t, env, "migrate", "up")
	mustInvoke(t, env, "org", "create", "--name", "acme", "--plan", "pro", "--credits", "1")
	file := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(file, []byte("description,hs\ncotton shirt,610910\nscarf,6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := mustInvoke(t, env, "precedents", "import", "--org", "acme", file); got != "1 imported (0 carried over from older editions), 0 repeated, 1 refused" {
			t.Errorf("said %q", got)
		}
	}
	if _, err := invoke(t, env, "precedents", "import", "--org", "nobody", file); exitCode(err) != 1 {
		t.Errorf("%v", err)
	}
}
