package extract_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"tariffdesk/extract"
)

// oracle answers in turn, the last answer for good, and keeps the prompts.
type oracle struct {
	answers []any // string, error, or func(extract.Prompt) string

	mu      sync.Mutex
	prompts []extract.Prompt
}

func (o *oracle) ask(_ context.Context, p extract.Prompt) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	a := o.answers[min(len(o.prompts), len(o.answers)-1)]
	o.prompts = append(o.prompts, p)
	switch a := a.(type) {
	case error:
		return nil, a
	case func(extract.Prompt) string:
		return []byte(a(p)), nil
	}
	return []byte(a.(string)), nil
}

func assisted(t *testing.T, answers ...any) (*extract.Assisted, *oracle) {
	t.Helper()
	o := &oracle{answers: answers}
	return extract.NewAssisted(newEngine(t), o.ask), o
}

// textPDF is a PDF that prints lines; "|" in a line goes on a third of the page to the right.
func textPDF(pages ...[]string) []byte {
	var b, kids bytes.Buffer
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	fmt.Fprintf(&b, "2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n", len(pages), kids.String())
	for i, lines := range pages {
		var text strings.Builder
		for row, line := range lines {
			for column, cell := range strings.Split(line, "|") {
				fmt.Fprintf(&text, "BT /F 10 Tf %d %d Td (%s) Tj ET\n", 50+180*column, 740-16*row, strings.NewReplacer("(", `\(`, ")", `\)`).Replace(cell))
			}
		}
		fmt.Fprintf(&b, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>endobj\n", 4+2*i, 5+2*i)
		fmt.Fprintf(&b, "%d 0 obj<</Length %d>>stream\n%sendstream endobj\n", 5+2*i, text.Len(), text.String())
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\n%%%%EOF", 4+2*len(pages))
	return b.Bytes()
}

// order is a small document that the engine alone reads in part.
var order = []string{
	"ACME Tools Ltd|ORDER", "12 Mill Lane|Order No: PO-4471", "Leeds LS1 4AB|Date: 03 May 2025", "",
	"Part|Pieces|Value", "Hammer|12|1,240.00", "Chisel set|7|86.50", "Vice|12|300.00", "",
	"Mode of carriage: by road", "Total: 1,626.50",
}

const orderSchema = `{"type":"object","properties":{"z_maker":{"type":"string"},"order_number":{"type":"string"},"z_when":{"type":"string","format":"date"},
"z_place":{"type":"string"},"total":{"type":"number"},"z_urgent":{"type":"boolean"},"z_mode":{"type":"string","enum":["sea","road"]},
"z_rows":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"number"}}}}}}`

const orderAnswer = `{"data":{"z_maker":"Acme Tools Ltd.","order_number":"PO-4471","z_when":"2025-05-03","z_place":"12 Mill Lane, Leeds LS1 4AB","total":1626.5,"z_urgent":null,"z_mode":"road",
"z_rows":[{"a":"Hammer","b":12,"c":1240},{"a":"Chisel set","b":7,"c":86.50},{"a":"Vice","b":12,"c":300}]}}`

func orderRequest() extract.Request {
	return extract.Request{File: textPDF(order), Schema: json.RawMessage(orderSchema), DocumentType: "order", Description: "who, when and what", Grounding: true}
}

func extracted(t *testing.T, e interface {
	Extract(context.Context, extract.Request) (extract.Result, error)
}, r extract.Request) (map[string]any, extract.Result) {
	t.Helper()
	got, err := e.Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(got.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data, got
}

func TestWhatAModelReadsIsLocatedOnThePage(t *testing.T) {
	t.Parallel()
	a, o := assisted(t, orderAnswer)
	data, got := extracted(t, a, orderRequest())
	var want struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal([]byte(orderAnswer), &want); err != nil {
		t.Fatal(err)
	}
	delete(want.Data, "z_urgent")
	if !reflect.DeepEqual(data, want.Data) {
		t.Errorf("%s", got.Data)
	}
	for pointer, printed := range map[string]string{"/z_maker": "ACME Tools Ltd", "/z_when": "03 May 2025", "/z_place": "12 Mill Lane Leeds LS1 4AB", "/z_mode": "road",
		"/z_rows/0/b": "12", "/z_rows/2/a": "Vice", "/z_rows/2/b": "12", "/z_rows/0/c": "1,240.00", "/total": "1,626.50"} {
		f := got.Fields[pointer]
		if f.Text != printed || f.Page != 1 || f.Source != "text" || f.Confidence <= 0.5 || f.Confidence > 0.99 || f.Box[0] >= f.Box[2] || f.Box[1] >= f.Box[3] {
			t.Errorf("%s: %+v", pointer, f)
		}
	}
	if first, last := got.Fields["/z_rows/0/b"].Box, got.Fields["/z_rows/2/b"].Box; first[1] >= last[1] {
		t.Errorf("the same number in two rows: %v, %v", first, last)
	}
	if len(o.prompts) != 1 || a.Stats() != (extract.AssistStats{Asked: 1, Accepted: 1}) {
		t.Errorf("%d prompts, %+v", len(o.prompts), a.Stats())
	}
	if !slices.Contains(got.Errors, "/z_urgent: not found in the document") {
		t.Errorf("%q", got.Errors)
	}
}

// TestATrueAnswerIsKeptAndLocatedInEveryLayout gives the fields names that mean nothing to the engine.
func TestATrueAnswerIsKeptAndLocatedInEveryLayout(t *testing.T) {
	t.Parallel()
	var all []struct {
		File     string         `json:"file"`
		Schema   map[string]any `json:"schema"`
		Expected any            `json:"expected"`
	}
	if err := json.Unmarshal(file(t, "testdata/layouts/manifest.json"), &all); err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		t.Run(d.File, func(t *testing.T) {
			t.Parallel()
			schema, expected := unnamed(d.Schema, d.Expected)
			answer, err := json.Marshal(map[string]any{"data": expected})
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(schema)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := assisted(t, string(answer))
			data, got := extracted(t, a, extract.Request{File: file(t, "testdata/layouts/"+d.File), Schema: raw, Grounding: true})
			if !reflect.DeepEqual(any(data), expected) {
				t.Errorf("got %s\nwant %s", got.Data, answer)
			}
			for pointer, f := range got.Fields {
				if f.Page == 0 || f.Text == "" {
					t.Errorf("%s is not located", pointer)
				}
			}
		})
	}
}

// unnamed takes names and descriptions out of a schema, and renames the properties of data alike.
func unnamed(schema map[string]any, data any) (map[string]any, any) {
	out := map[string]any{}
	for k, v := range schema {
		if k != "description" && k != "title" && k != "required" {
			out[k] = v
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		list, _ := data.([]any)
		renamed := make([]any, len(list))
		out["items"], _ = unnamed(items, nil)
		for i := range list {
			_, renamed[i] = unnamed(items, list[i])
		}
		return out, any(renamed)
	}
	properties, ok := schema["properties"].(map[string]any)
	if !ok {
		return out, data
	}
	object, _ := data.(map[string]any)
	names, values := map[string]any{}, map[string]any{}
	for i, name := range sortedKeys(properties) {
		to := fmt.Sprintf("z%d", i)
		p, _ := properties[name].(map[string]any)
		inner, v := unnamed(p, object[name])
		names[to] = inner
		if object[name] != nil {
			values[to] = v
		}
	}
	out["properties"] = names
	return out, values
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func TestAgreementRaisesConfidenceAndContradictionIsReported(t *testing.T) {
	t.Parallel()
	_, own := extracted(t, newEngine(t), orderRequest())
	a, _ := assisted(t, orderAnswer)
	_, agreed := extracted(t, a, orderRequest())
	if e, j := own.Fields["/order_number"].Confidence, agreed.Fields["/order_number"].Confidence; j <= e && e < 0.99 {
		t.Errorf("agreed: %v, engine %v", j, e)
	}
	a, _ = assisted(t, strings.Replace(orderAnswer, "1626.5", "300", 1))
	data, got := extracted(t, a, orderRequest())
	if data["total"] != 300.0 || got.Fields["/total"].Confidence >= 0.75 {
		t.Errorf("%v %+v", data["total"], got.Fields["/total"])
	}
	if !slices.Contains(got.Errors, `/total: the engine alone reads "1626.5"`) {
		t.Errorf("%q", got.Errors)
	}
	a, _ = assisted(t, strings.Replace(orderAnswer, `"PO-4471"`, "null", 1))
	data, got = extracted(t, a, orderRequest())
	if data["order_number"] != "PO-4471" || got.Fields["/order_number"].Confidence >= own.Fields["/order_number"].Confidence {
		t.Errorf("silence: %v %+v", data["order_number"], got.Fields["/order_number"])
	}
}

func TestInventedValuesAndRowsAreLeftOutAndReported(t *testing.T) {
	t.Parallel()
	answer := strings.NewReplacer("12 Mill Lane, Leeds LS1 4AB", "1 Invented Street", `"total":1626.5`, `"total":99999.5`,
		`{"a":"Vice"`, `{"a":"Drill","b":3,"c":77.7},{"a":"Vice","b":12,"c":300},{"a":"Vice"`).Replace(orderAnswer)
	a, _ := assisted(t, answer)
	data, got := extracted(t, a, orderRequest())
	rows, _ := data["z_rows"].([]any)
	if data["z_place"] != nil || data["total"] != 1626.5 || len(rows) != 3 {
		t.Errorf("%s", got.Data)
	}
	reports := strings.Join(got.Errors, "\n")
	for _, want := range []string{"/z_place: the configured model gave a value that is not printed", `/total: the configured model says "99999.5"`, "/z_rows/2: the configured model gave a row that is not printed", "/z_rows/4: "} {
		if !strings.Contains(reports, want) {
			t.Errorf("%q is not reported: %s", want, reports)
		}
	}
	if a.Stats().Dropped < 5 {
		t.Errorf("%+v", a.Stats())
	}
}

func TestRowsThatAModelLeavesOutStay(t *testing.T) {
	t.Parallel()
	d := layouts(t)[0]
	r := extract.Request{File: file(t, "testdata/layouts/"+d.File), Schema: d.Schema, DocumentType: d.Type, Grounding: true}
	own, ownResult := extracted(t, newEngine(t), r)
	a, _ := assisted(t, func(extract.Prompt) string {
		lines := own["line_items"].([]any)
		raw, _ := json.Marshal(map[string]any{"data": map[string]any{"line_items": []any{lines[1], lines[4]}}})
		return string(raw)
	})
	data, got := extracted(t, a, r)
	if !reflect.DeepEqual(data["line_items"], own["line_items"]) {
		t.Errorf("%s", got.Data)
	}
	if !strings.Contains(strings.Join(got.Errors, "\n"), "/line_items/0: the configured model does not name this row") {
		t.Errorf("%q", got.Errors)
	}
	for pointer, f := range got.Fields {
		if was := ownResult.Fields[pointer]; was.Box != f.Box {
			t.Errorf("%s moved from %v to %v", pointer, was.Box, f.Box)
		}
	}
}
