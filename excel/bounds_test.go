package excel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

// filler is what a small file unpacks to, and allocated what may be allocated until it is refused.
const (
	filler    = 24 << 20
	allocated = 20 << 20
)

// TestABombInOneTokenIsNeverHeld measures all that is allocated on the way to the refusal, without
// which each of these takes twice its size and more.
//
//nolint:paralleltest // the allocations are those of the process
func TestABombInOneTokenIsNeverHeld(t *testing.T) {
	text := strings.Repeat("a", filler)
	cell := func(inside string) map[string]string {
		return parts(`<sheetData><row r="1"><c r="A1" ` + inside + `</c></row></sheetData>`)
	}
	runs := strings.Repeat("<t>"+text[:1<<16]+"</t>", filler>>16)
	inStrings := parts(`<sheetData/>`)
	inStrings["xl/sharedStrings.xml"] = `<sst><!--` + text + `--></sst>`
	merged := parts(`<sheetData/><mergeCells><mergeCell ref="` + text + `"/></mergeCells>`)
	for name, c := range map[string]struct {
		parts map[string]string
		says  string
		most  uint64 // where more than usual is allocated
	}{
		"a comment":                   {parts(`<!--` + text + `--><sheetData/>`), "512 KB in one piece", 0},
		"a comment in shared strings": {inStrings, "512 KB in one piece", 0},
		"an attribute of a merge":     {merged, "512 KB in one piece", 0},
		"attributes without values":   {parts(`<sheetData><row` + strings.Repeat(" a", filler/2) + `/></sheetData>`), "512 KB in one piece", 72 << 20},
		"one inline text":             {cell(`t="inlineStr"><is><t>` + text + `</t></is>`), "32767 characters", 0},
		"an inline text of runs":      {cell(`t="inlineStr"><is>` + runs + `</is>`), "32767 characters", 0},
		"one value":                   {cell(`t="str"><v>` + text + `</v>`), "32767 characters", 0},
		"a value of runs":             {cell(`t="str"><v>` + strings.Repeat("<![CDATA["+text[:1<<16]+"]]>", filler>>16) + `</v>`), "32767 characters", 0},
		"a shared string":             {parts(`<sheetData/>`, runs), "32767 characters", 0},
	} {
		t.Run(name, func(t *testing.T) {
			content := pack(t, c.parts)
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := firstError(content)
			runtime.ReadMemStats(&after)
			refused(t, err, fail.CodeBadRequest, c.says)
			if grown := after.TotalAlloc - before.TotalAlloc; grown > max(c.most, allocated) {
				t.Errorf("%d MB were allocated for %d KB of workbook", grown>>20, len(content)>>10)
			}
		})
	}
}

// TestTextIsBoundedByWhatItAddsUpTo: shared strings and merges repeat a text at no cost to the file,
// and whoever writes the results pays for each.
func TestTextIsBoundedByWhatItAddsUpTo(t *testing.T) {
	t.Parallel()
	long := `<t>` + strings.Repeat("a", 4*excel.MaxCellChars) + `</t>`
	shared := func(n int) string { return strings.Repeat(`<c t="s"><v>0</v></c>`, n) }
	var merges strings.Builder
	for column := range 9 {
		fmt.Fprintf(&merges, `<mergeCell ref="%[1]s%[2]d:%[1]s9"/>`, excel.Letter(column), 1+column/5)
	}
	for name, c := range map[string]struct{ sheet, says string }{
		"a row":    {`<sheetData><row r="7">` + shared(9) + `</row></sheetData>`, "row 7 holds more than 1 MB"},
		"a sheet":  {`<sheetData>` + strings.Repeat(`<row>`+shared(8)+`</row>`, 129) + `</sheetData>`, "128 MB of text"},
		"a merge":  {`<sheetData><row r="1">` + shared(5) + `</row><row r="2">` + strings.Repeat(`<c/>`, 5) + shared(4) + `</row></sheetData><mergeCells>` + merges.String() + `</mergeCells>`, "row 2 holds more than 1 MB"},
		"one cell": {`<sheetData><row><c t="str"><v>` + strings.Repeat("a", 4*excel.MaxCellChars+1) + `</v></c></row></sheetData>`, "32767 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, firstError(pack(t, parts(c.sheet, long))), fail.CodeBadRequest, c.says)
		})
	}
}

func TestBlankCellsAreCountedToo(t *testing.T) {
	t.Parallel()
	row := func(cells int) string {
		return `<sheetData><row r="3">` + strings.Repeat(`<c/>`, cells) + `</row></sheetData>`
	}
	if err := firstError(pack(t, parts(row(16_384)))); err != nil {
		t.Error(err)
	}
	refused(t, firstError(pack(t, parts(row(16_385)))), fail.CodeBadRequest, "row 3", "16384 cells")
}

// TestALongNumberFormatIsNoFormat: it would be looked through once for every style that names it.
func TestALongNumberFormatIsNoFormat(t *testing.T) {
	t.Parallel()
	p := parts(`<sheetData><row r="1"><c s="30000"><v>46000</v></c></row></sheetData>`)
	p["xl/styles.xml"] = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="` + strings.Repeat("0", 400_000) + `d"/></numFmts>` +
		`<cellXfs>` + strings.Repeat(`<xf numFmtId="200"/>`, 60_000) + `</cellXfs></styleSheet>`
	if got := read(t, pack(t, p), ""); len(got) != 1 || got[0] != "1|46000" {
		t.Errorf("%q", got)
	}
}

func TestReadingEndsSoonAfterItsContext(t *testing.T) {
	t.Parallel()
	content := pack(t, parts(`<sheetData><row><c><v>1</v></c></row>`+strings.Repeat(`<row/>`, 2<<20)+`</sheetData>`))
	ctx, cancel := context.WithCancel(t.Context())
	book, err := excel.Open(excel.Within(ctx, bytes.NewReader(content)), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	if _, ok, err := rows.Next(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	cancel()
	if _, _, err = rows.Next(); fail.CodeOf(err) != fail.CodeUnavailable || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, err = excel.OpenGoodsWithin(ctx, "goods.xlsx", content)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestATimeBeyondTheLimitIsTheWorkbooksFault(t *testing.T) {
	t.Parallel()
	content := pack(t, parts(`<sheetData/>`))
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := excel.Timed(t.Context(), excel.MaxReadTime)
		defer cancel()
		from := excel.Within(ctx, bytes.NewReader(content))
		if _, err := excel.Open(from, int64(len(content))); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done() // the clock of the test leaps
		_, err := excel.Open(from, int64(len(content)))
		refused(t, err, fail.CodeBadRequest, "60 seconds")
	})
}

func TestALineOfTextIsBounded(t *testing.T) {
	t.Parallel()
	const head = "description,hs\nshirt,610910\n"
	for name, c := range map[string]struct{ file, content string }{
		"commas":      {"a.csv", head + strings.Repeat(",", 4<<20)},
		"open quotes": {"a.csv", head + `"` + strings.Repeat("a\n", 2<<20)},
		"JSON":        {"a.jsonl", `{"description":"shirt","hs":610910}` + "\n" + `{"a":"` + strings.Repeat("a", 4<<20) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			goods, err := excel.OpenGoods(c.file, []byte(c.content))
			for ok := true; err == nil && ok; {
				_, ok, err = goods.Next()
			}
			if message := fail.As(err).Message; fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(message, "longer than") || !strings.Contains(message, "line") {
				t.Error(err)
			}
		})
	}
}

// TestOnlyTheColumnOfCodesIsKept: texts that are no codes come back cut, to be named.
func TestOnlyTheColumnOfCodesIsKept(t *testing.T) {
	t.Parallel()
	rows, err := excel.ReadCSV([]byte("id,hs\nx,610910\ny," + strings.Repeat("ñ", 1000) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := excel.Codes(rows)
	if err != nil || len(got) != 2 || got[0] != "610910" || got[1] != strings.Repeat("ñ", 128) {
		t.Errorf("%q %v", got, err)
	}
}
