package extract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"tariffdesk/extract"
)

// printed is a text at a place of a page, in points from its lower left corner.
type printed struct {
	x, y int
	text string
}

// printedPDF is a document with a text layer in Courier of 8 points, on pages of the width in points.
func printedPDF(width int, pages ...[]printed) []byte {
	var b, kids bytes.Buffer
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")
	fmt.Fprintf(&b, "2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n", len(pages), kids.String())
	b.WriteString("3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Courier>>endobj\n")
	for i, words := range pages {
		var text bytes.Buffer
		text.WriteString("BT /F 8 Tf\n")
		for _, w := range words {
			fmt.Fprintf(&text, "1 0 0 1 %d %d Tm (%s) Tj\n", w.x, w.y, w.text)
		}
		text.WriteString("ET")
		fmt.Fprintf(&b, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d 792]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>endobj\n", 4+2*i, width, 5+2*i)
		fmt.Fprintf(&b, "%d 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", 5+2*i, text.Len(), text.String())
	}
	b.WriteString("trailer<</Root 1 0 R>>\n%%EOF")
	return b.Bytes()
}

// row sets cells side by side, each so many points right of the one before.
func row(y, step int, cells ...string) []printed {
	var all []printed
	for i, text := range cells {
		all = append(all, printed{30 + step*i, y, text})
	}
	return all
}

// tablesPDF is a document of 200 tables, five on a page, each under headers of its own.
func tablesPDF() []byte {
	pages := make([][]printed, 40)
	for i := range pages {
		for k := range 5 {
			y, name := 740-k*140, string(rune('a'+i%26))+string(rune('a'+i/26))+string(rune('a'+k))
			pages[i] = append(pages[i], printed{30, y + 20, "Section " + name})
			pages[i] = append(pages[i], row(y, 120, "Wug"+name, "Blick"+name, "Dax"+name)...)
			for r := range 3 {
				pages[i] = append(pages[i], row(y-14*(r+1), 120, fmt.Sprintf("thing %c", 'p'+r), fmt.Sprint(i*5+k), fmt.Sprintf("%d.5%d", i+r, k))...)
			}
		}
	}
	return printedPDF(612, pages...)
}

// widePDF is a table of 60 columns.
func widePDF() []byte {
	names := make([]string, 60)
	for i := range names {
		names[i] = fmt.Sprintf("Wug%c%c", 'a'+i/26, 'a'+i%26)
	}
	page := row(740, 60, names...)
	for r := range 20 {
		cells := make([]string, len(names))
		for i := range cells {
			cells[i] = fmt.Sprintf("%d.%02d", 1+r, i)
		}
		page = append(page, row(726-14*r, 60, cells...)...)
	}
	return printedPDF(60*60+60, page)
}

// goodsPDF is an invoice with one table of goods.
func goodsPDF() []byte {
	page := []printed{{30, 760, "Invoice No. A-771"}, {30, 746, "Date: 2026-03-04"}}
	page = append(page, row(700, 120, "Description", "Quantity", "Unit price", "Amount")...)
	for i, cells := range [][]string{{"steel bolt", "12", "1.50", "18.00"}, {"brass nut", "7", "2.00", "14.00"}, {"rubber ring", "30", "3.25", "97.50"}} {
		page = append(page, row(686-14*i, 120, cells...)...)
	}
	return printedPDF(612, page)
}

func object(properties ...string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
}

// list is an array of objects; a name that ends with # is a number.
func list(name string, columns ...string) string {
	var all []string
	for _, c := range columns {
		kind := "string"
		if n, number := strings.CutSuffix(c, "#"); number {
			c, kind = n, "number"
		}
		all = append(all, fmt.Sprintf(`%q:{"type":%q}`, c, kind))
	}
	return fmt.Sprintf(`%q:{"type":"array","items":{"type":"object","properties":{%s}}}`, name, strings.Join(all, ","))
}

// TestStrangeRequestsAreAnsweredInTime holds what a document or a schema of another kind than usual is given, within seconds.
func TestStrangeRequestsAreAnsweredInTime(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for name, c := range map[string]struct {
		file   []byte
		schema json.RawMessage
		want   string
	}{
		"one of 200 tables": {tablesPDF(), object(list("rows", "wugcbd", "blickcbd#", "daxcbd#")),
			`{"rows":[{"blickcbd":143,"daxcbd":28.53,"wugcbd":"thing p"},{"blickcbd":143,"daxcbd":29.53,"wugcbd":"thing q"},{"blickcbd":143,"daxcbd":30.53,"wugcbd":"thing r"}]}`},
		"none of 200 tables": {tablesPDF(), object(list("rows", "vessel", "voyage", "port")), `{}`},
		"two lists of one shape": {goodsPDF(), object(list("items", "description", "quantity#", "amount#"), list("line_items", "description", "quantity#", "amount#")),
			`{"items":[{"amount":18,"description":"steel bolt","quantity":12},{"amount":14,"description":"brass nut","quantity":7},{"amount":97.5,"description":"rubber ring","quantity":30}]}`},
		"a list that fits badly": {goodsPDF(), object(list("passengers", "name", "seat", "flight", "departure")), `{}`},
		"nothing of the schema":  {goodsPDF(), object(`"vessel":{"type":"string"}`, `"iban":{"type":"string"}`, `"check_in":{"type":"string","format":"date"}`, `"net_weight":{"type":"number"}`, list("containers", "container_number", "seal", "gross_weight#")), `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			got, err := e.Extract(t.Context(), extract.Request{File: c.file, Schema: c.schema})
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Data) != c.want {
				t.Errorf("%s", got.Data)
			}
			if took := time.Since(start); took > strangeLimit {
				t.Errorf("it took %v", took)
			}
		})
	}
	t.Run("60 columns", func(t *testing.T) {
		t.Parallel()
		var names []string
		for i := range 60 {
			names = append(names, fmt.Sprintf("wug%c%c#", 'a'+i/26, 'a'+i%26))
		}
		start := time.Now()
		got, err := e.Extract(t.Context(), extract.Request{File: widePDF(), Schema: object(list("rows", names...))})
		if err != nil {
			t.Fatal(err)
		}
		var data struct{ Rows []map[string]json.Number }
		if err := json.Unmarshal(got.Data, &data); err != nil {
			t.Fatal(err)
		}
		right := 0
		for r, item := range data.Rows {
			for i, name := range names {
				if n, _ := item[strings.TrimSuffix(name, "#")].Float64(); math.Abs(n-float64(1+r)-float64(i)/100) < 1e-9 {
					right++
				}
			}
		}
		if len(data.Rows) != 20 || right != 1200 {
			t.Errorf("%d rows, %d cells right", len(data.Rows), right)
		}
		if took := time.Since(start); took > strangeLimit {
			t.Errorf("it took %v", took)
		}
	})
}

// strangeLimit bounds a document of forty pages on a busy machine; alone it takes a tenth of it.
const strangeLimit = 30 * time.Second
