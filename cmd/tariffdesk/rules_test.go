package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/quote"
	"tariffdesk/store/storetest"
)

func TestATableOfDutiesIsImportedOnceItHoldsTogether(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	file := filepath.Join(t.TempDir(), "duties.csv")
	row := `jack,jack,84254202,,,,yes,,CN,Example Jacks Ltd,0.4,,,,,,Bottle jacks,Gatos de botella,DOF,2024-10-01,,,DOF,verified`
	write := func(rows ...string) { writeTable(t, file, "duties", rows...) }
	write(row, strings.Replace(row, "jack,", "other,", 1))
	if out, err := invoke(t, env, "duties", "import", file, "--force"); err == nil || !strings.Contains(err.Error(), ":3: ") || out != "" {
		t.Errorf("overlapping dates: %q %v", out, err)
	}
	write(row)
	if _, err := invoke(t, env, "duties", "import", file); err == nil || !strings.Contains(err.Error(), "more than 5 %") {
		t.Errorf("half a table: %v", err)
	}
	if out := mustInvoke(t, env, "duties", "import", file, "--force", "--dry-run"); !strings.Contains(out, "nothing was stored") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rules", "import", "duties", file, "--force", "--vintage", "2026-06-01"); !strings.Contains(out, "duties version 1, as of 2026-06-01, is in use") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "duties", "import", file); !strings.Contains(out, "nothing to import") {
		t.Errorf("%q", out)
	}
	for _, line := range [][]string{
		{"rules", "import", "messages", file}, {"duties", "import", file, "--vintage", "yesterday"}, {"duties", "import", "/nowhere.csv"},
		{"duties", "import"}, {"duties", "import", file, "--drop", "jack"}, {"rules", "export", "messages"},
	} {
		if _, err := invoke(t, env, line...); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}

func writeTable(t *testing.T, file, table string, rows ...string) {
	t.Helper()
	text := strings.Join(append([]string{strings.Join(quote.TableColumns(table), ",")}, rows...), "\n") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestATableIsExportedEditedAndMergedFromADay(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	file := filepath.Join(t.TempDir(), "table.csv")
	exported := mustInvoke(t, env, "duties", "export")
	if err := os.WriteFile(file, []byte(exported), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := mustInvoke(t, env, "duties", "import", file); !strings.Contains(out, "nothing to import") {
		t.Errorf("what was exported changes the table: %q", out)
	}
	writeTable(t, file, "amounts", "dta_minimum,480.00,LFD 49-I,,2027-12-31,RMF 2027 Anexo 4,verified")
	out := mustInvoke(t, env, "rules", "import", "--merge", "amounts", file, "--from", "2027-01-01", "--vintage", "2026-12-28")
	if !strings.Contains(out, "1 rows added, 0 removed") || !strings.Contains(out, "amounts version 1, as of 2026-12-28, is in use") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "rules", "export", "amounts"); !strings.Contains(out, "dta_minimum,480.00,LFD 49-I,2027-01-01,2027-12-31,") || !strings.Contains(out, "dta_minimum,461.61,") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "duties", "import", "--merge", "--drop", "pencil_cn", "--from", "2026-12-01"); !strings.Contains(out, "duties version 1") {
		t.Errorf("%q", out)
	}
	if out := mustInvoke(t, env, "duties", "export"); !strings.Contains(out, "2014-05-27,2026-11-30,2029-05-27,DOF 29-05-2025,verified") {
		t.Error("the row does not end")
	}
	knowledge := mustInvoke(t, env, "knowledge")
	if list := mustInvoke(t, env, "rules", "list"); list != knowledge {
		t.Errorf("rules list is another list:\n%s", list)
	}
	lines := map[string][]string{}
	for line := range strings.Lines(knowledge) {
		cells := strings.Fields(line)
		lines[cells[0]] = cells
	}
	// amounts: 12 verified rows shipped and one merged; the next change is the first day of 2027.
	if amounts := lines["amounts"]; len(amounts) < 8 || amounts[1] != "1" || amounts[5] != "2026-12-28" || amounts[7] != "2027-01-01" {
		t.Errorf("%q", amounts)
	}
	if mex := lines["MEX"]; len(mex) < 8 || mex[1] != "carried" || mex[2] != "8134" && mex[2] == "0" || mex[5] != "2026-04-24" {
		t.Errorf("%q", mex)
	}
}

func TestAWorkbookOfATableIsMergedAndOneOfAnotherShapeIsRefused(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	write := func(rows ...[]any) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "table.xlsx")
		book := excelize.NewFile()
		for i, row := range rows {
			cell, _ := excelize.CoordinatesToCellName(1, i+1)
			if err := book.SetSheetRow("Sheet1", cell, &row); err != nil {
				t.Fatal(err)
			}
		}
		if err := book.SaveAs(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	columns := []any{}
	for _, column := range quote.TableColumns("history") {
		columns = append(columns, column)
	}
	good := write(columns, []any{84713001, "15%", "2025-01-01", "2026-04-23", "DOF 19-12-2024", "verified"})
	if out := mustInvoke(t, env, "rules", "import", "--merge", "history", good); !strings.Contains(out, "1 rows added") {
		t.Errorf("%q", out)
	}
	other := write([]any{"Registro sanitario", "Denominación distintiva", "Titular"}, []any{"0001E2026", "X", "Y"})
	if _, err := invoke(t, env, "rules", "import", "--merge", "history", other); err == nil || !strings.Contains(err.Error(), `row 1: column "Registro sanitario" is not known`) {
		t.Errorf("%v", err)
	}
	unknown := write(columns, nil, []any{84713099, "15%", "2025-01-01", "2026-04-23", "DOF", "verified"})
	if _, err := invoke(t, env, "rules", "import", "--merge", "history", unknown); err == nil || !strings.Contains(err.Error(), ":3: column line: 84713099 is no line") {
		t.Errorf("%v", err)
	}
}

func TestAWrongFirstDayOfATariffIsMended(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.URL(t)}
	if out := mustInvoke(t, env, "tariff", "redate", "MEX", "2026-04-24", "2026-04-23"); !strings.Contains(out, "MEX version 1, vintage 2026-04-24, is in use: the rates of 2026-04-24 begin on 2026-04-23") {
		t.Errorf("%q", out)
	}
	if _, err := invoke(t, env, "tariff", "redate", "MEX", "2026-04-24", "2026-04-22"); err == nil || !strings.Contains(err.Error(), "no rate of MEX begins on 2026-04-24") {
		t.Errorf("%v", err)
	}
	if _, err := invoke(t, env, "tariff", "redate", "MEX", "2026-04-23", "tomorrow"); err == nil {
		t.Error("a day that is none is accepted")
	}
}
