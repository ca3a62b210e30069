package console

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValuesKeepTheirOrderAndListsBecomeTables(t *testing.T) {
	t.Parallel()
	e := extraction{
		Data:   json.RawMessage(`{"z":"last","a":{"b/c":12.50},"none":null,"rows":[{"q":1,"p":"x"},{"p":"y","tax":true}],"tags":["t1","t2"]}`),
		Fields: map[string]place{"/z": {Page: 2, Box: [4]float64{0, 0, .5, .5}}, "/rows/1/p": {Page: 1}},
		Errors: []string{"/none: not found in the document", "/due: not found in the document", "/z: doubtful", "other: not found"},
	}
	leaves, partial := leavesOf(e.Data)
	if more := e.absent(leaves); len(more) != 1 || more[0].Pointer != "/due" || more[0].Number != len(leaves)+1 {
		t.Errorf("%+v", more)
	}
	var pointers, states []string
	for _, l := range leaves {
		l.locate(e)
		pointers, states = append(pointers, l.Pointer+"="+l.Value), append(states, l.State)
	}
	if got := strings.Join(pointers, " "); partial || got != "/z=last /a/b~1c=12.50 /none= /rows/0/q=1 /rows/0/p=x /rows/1/p=y /rows/1/tax=true /tags/0=t1 /tags/1=t2" {
		t.Errorf("%s", got)
	}
	if got := strings.Join(states, " "); got != "found no_source missing no_source no_source found no_source no_source no_source" {
		t.Errorf("%s", got)
	}
	single, tables := arranged(leaves)
	if len(single) != 3 || len(tables) != 2 || strings.Join(tables[0].Columns, " ") != "q p tax" || len(tables[0].Rows) != 2 || tables[0].Rows[1][0] != nil || tables[0].Rows[1][2].Value != "true" {
		t.Errorf("%+v %+v", single, tables)
	}
	sheets := sheetsOf(e, leaves)
	if len(sheets) != 2 || sheets[0].Picture || len(sheets[1].Leaves) != 1 {
		t.Errorf("%+v", sheets)
	}
}

func TestACellOfADocumentIsNoFormulaInASpreadsheet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"=1+1": "'=1+1", "@x": "'@x", "-5.20": "-5.20", "+52 55": "'+52 55", "plain": "plain", "": "", "-cmd": "'-cmd"} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestFiguresAreShownExactly(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"0.16": "16 %", "0.008": "0.8 %", "0": "0 %", "1": "100 %", "0.125": "12.5 %", "2.5": "250 %", "0.0005": "0.05 %", "free": "free"} {
		if got := percent(amount(given)); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for given, want := range map[string]string{"1234567.50": "1,234,567.50", "-1000": "−1,000", "999": "999", "x": "x", "": ""} {
		if got := grouped(amount(given)); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for given, want := range map[string]string{"61": "61", "6109": "6109", "610910": "6109.10", "6109100301": "6109.10.03.01"} {
		if got := dotted(given); got != want {
			t.Errorf("%s is %s", given, got)
		}
	}
	for confidence, want := range map[float64]string{1: "high", 0.9: "high", 0.899: "medium", 0.7: "medium", 0.5: "low", 0.49: "very_low", 0: "very_low"} {
		if got := band(confidence); got != want {
			t.Errorf("%v is %s", confidence, got)
		}
	}
}

func FuzzLeaves(f *testing.F) {
	f.Add(`{"a":[{"b":1},[2,[3]]],"":{"~/":null}}`)
	f.Add(`[[[[`)
	f.Fuzz(func(t *testing.T, text string) {
		leaves, _ := leavesOf(json.RawMessage(text))
		if len(leaves) > maxLeaves {
			t.Fatalf("%d values", len(leaves))
		}
		_, tables := arranged(leaves)
		for _, table := range tables {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Fatalf("a row of %d cells under %d columns", len(row), len(table.Columns))
				}
			}
		}
	})
}
