package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCorrelateSaysWhatBecameOfACode(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"851770":                          "several",
		"610910":                          "610910",
		"999999":                          "unknown",
		"0101.29.01 --country MEX":        "MEX 2012  0101299901  one",
		"610910 --edition 2012 --json":    `"relation": "kept"`,
		"999999 --json":                   `"successors": []`,
		"0101.29.01 --edition 2017":       "010129",
		"8517.70.01 --country MEX --json": `"tariff": "MEX"`,
	} {
		if out := mustInvoke(t, nil, append([]string{"tariff", "correlate"}, strings.Fields(line)...)...); !strings.Contains(out, want) {
			t.Errorf("%s: %s", line, out)
		}
	}
	for _, line := range []string{"12", "shirt", "851770 --country USA", "851770 --edition 2022"} {
		if _, err := invoke(t, nil, append([]string{"tariff", "correlate"}, strings.Fields(line)...)...); exitCode(err) != 2 {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestCorrelateReadsAFileAndNamesItsBadRows(t *testing.T) {
	t.Parallel()
	file := func(content string) string {
		name := filepath.Join(t.TempDir(), "codes.csv")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	if out := mustInvoke(t, nil, "tariff", "correlate", file("851770\n610910\n")); !strings.Contains(out, "several") || !strings.Contains(out, "kept") {
		t.Errorf("a plain list: %s", out)
	}
	codes, problems, err := codesByRow([]byte("id;hs code\nA1;8517.70\nA2;\nA3;12\nA4;610910\n"))
	if err != nil || len(codes) != 2 || codes[1].row != 5 || len(problems) != 2 || !strings.HasPrefix(problems[0], "row 3:") {
		t.Errorf("%v %v %v", codes, problems, err)
	}
	if out, err := invoke(t, nil, "tariff", "correlate", file("code\n851770\nshirt\n")); err == nil || !strings.Contains(out, "several") {
		t.Errorf("a bad row: %s %v", out, err)
	}
	for _, content := range []string{"", "\xff\xfe", strings.Repeat("610910\n", maxCorrelateRows+1)} {
		if _, err := invoke(t, nil, "tariff", "correlate", file(content)); err == nil {
			t.Errorf("%.10q is read", content)
		}
	}
}
