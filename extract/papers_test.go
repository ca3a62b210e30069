package extract_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// united joins layouts to one file.
func united(t *testing.T, names ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "united.pdf")
	var args []string
	for _, name := range names {
		args = append(args, "testdata/layouts/"+name)
	}
	if text, err := exec.CommandContext(t.Context(), "pdfunite", append(args, out)...).CombinedOutput(); err != nil {
		t.Fatalf("pdfunite: %v: %s", err, text)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

const numberSchema = `{"type":"object","properties":{"invoice_number":{"type":"string"},"bill_of_lading_number":{"type":"string"},"total_amount":{"type":"number"}}}`

// TestDocumentsOfAFileAreToldApart holds that what is given comes from one document alone, from the one that the caller names, and
// that the others are told.
func TestDocumentsOfAFileAreToldApart(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	content := united(t, "07_commercial_invoice_en.pdf", "08_commercial_invoice_es.pdf", "100_air_waybill_en.pdf")
	r := extract.Request{File: content, Schema: []byte(numberSchema), DocumentType: "invoice"}
	whole, err := e.Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for i, d := range whole.Documents {
		if d.Document != i+1 || len(d.Pages) == 0 || d.Data != nil {
			t.Errorf("%+v", d)
		}
		types = append(types, d.Type)
	}
	if want := []string{"commercial_invoice", "commercial_invoice", "air_waybill"}; !slices.Equal(types, want) {
		t.Fatalf("%v, want %v: %+v", types, want, whole.Documents)
	}
	if told := ofCode(whole, extract.WarningDocuments); len(told) != 1 || *told[0].Document != 1 ||
		!slices.ContainsFunc(whole.Errors, func(s string) bool { return strings.Contains(s, "holds 3 documents") }) {
		t.Errorf("warnings %+v, errors %v", whole.Warnings, whole.Errors)
	}
	r.Split = true
	split, err := e.Extract(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if string(split.Data) != string(whole.Data) || string(split.Documents[0].Data) != string(whole.Data) || len(ofCode(split, extract.WarningDocuments)) != 0 {
		t.Errorf("with split %s, without %s", split.Data, whole.Data)
	}
	for _, d := range split.Documents {
		from, to := d.Pages[0], d.Pages[len(d.Pages)-1]
		alone, err := e.Extract(t.Context(), extract.Request{File: content, Schema: r.Schema, DocumentType: r.DocumentType, Pages: []extract.PageRange{{First: from, Last: to}}})
		if err != nil || string(alone.Data) != string(d.Data) || alone.Pages != len(d.Pages) || len(alone.Documents) != 1 || !slices.Equal(alone.Documents[0].Pages, d.Pages) {
			t.Errorf("document %d: %s with split, alone %s %+v: %v", d.Document, d.Data, alone.Data, alone.Documents, err)
		}
	}
	r.DocumentType, r.Split = "air waybill", false
	last, err := e.Extract(t.Context(), r)
	if told := ofCode(last, extract.WarningDocuments); err != nil || len(told) != 1 || *told[0].Document != 3 {
		t.Errorf("%+v: %v", last.Warnings, err)
	}
	only, err := e.Split(t.Context(), extract.Request{File: content})
	if err != nil || len(only.Documents) != 3 || only.Pages != whole.Pages {
		t.Errorf("%+v: %v", only, err)
	}
}
