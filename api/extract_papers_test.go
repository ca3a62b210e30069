package api_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"tariffdesk/credit"
)

const splitPath = "/api/v3/svcdocs/split"

func field(name, value string) part { return part{field: name, value: value} }

// joined are layouts in one file.
func joined(t *testing.T, names ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "joined.pdf")
	var in []string
	for _, name := range names {
		in = append(in, "../extract/testdata/layouts/"+name)
	}
	if text, err := exec.CommandContext(t.Context(), "pdfunite", append(in, out)...).CombinedOutput(); err != nil {
		t.Fatalf("pdfunite: %v: %s", err, text)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// locked is a layout that opens with one of two passwords.
func locked(t *testing.T, name, reader, owner string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "locked.pdf")
	if err := api.EncryptFile("../extract/testdata/layouts/"+name, out, model.NewAESConfiguration(reader, owner, 256)); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

type paperBody struct {
	Document  int            `json:"document"`
	Type      string         `json:"type"`
	Pages     []int          `json:"pages"`
	Reference string         `json:"reference"`
	Data      map[string]any `json:"document_data"`
}

type papersBody struct {
	Data      map[string]any `json:"document_data"`
	Billed    int            `json:"billed_pages"`
	Files     int            `json:"billed_files"`
	Documents []paperBody    `json:"documents"`
	Errors    []string       `json:"errors"`
	Warnings  []struct {
		Code     string `json:"code"`
		Document int    `json:"document"`
	} `json:"warnings"`
}

// TestAFileOfSeveralDocuments holds what is said without split, what split=auto gives, and that pages choose and are charged alone.
func TestAFileOfSeveralDocuments(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	file := upload(joined(t, "01_commercial_invoice_en.pdf", "100_air_waybill_en.pdf", "02_commercial_invoice_en.pdf"))
	var whole, split, one papersBody
	s.extract(s.key, data(goodData), file).want(200).decode(&whole)
	if len(whole.Documents) != 3 || len(whole.Warnings) == 0 || whole.Warnings[len(whole.Warnings)-1].Code != "documents" || !strings.Contains(strings.Join(whole.Errors, "\n"), "split=auto") {
		t.Fatalf("%+v", whole)
	}
	spent := credit.Amount(whole.Billed) * credit.One
	s.extract(s.key, data(goodData), file, field("split", "auto")).want(200).decode(&split)
	if fmt.Sprint(split.Data) != fmt.Sprint(whole.Data) || split.Documents[2].Data["invoice_number"] == split.Documents[0].Data["invoice_number"] {
		t.Errorf("%+v", split)
	}
	third := split.Documents[2]
	pages := fmt.Sprintf("%d-%d", third.Pages[0], third.Pages[len(third.Pages)-1])
	s.extract(s.key, data(goodData), file, field("pages", pages)).want(200).decode(&one)
	if fmt.Sprint(one.Data) != fmt.Sprint(third.Data) || one.Billed != len(third.Pages) || len(one.Documents) != 1 {
		t.Errorf("page %s: %+v, want %+v", pages, one, third)
	}
	spent += credit.Amount(whole.Billed+one.Billed) * credit.One
	s.keeps(100*credit.One - spent)
}

// TestPagesThatDoNotExistCostNothing goes through every form of a choice that is none.
func TestPagesThatDoNotExistCostNothing(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	file := upload(invoicePDF(t))
	for _, pages := range []string{"0-", "1-99999", "0", "-1", "3-1", "1;2", "eins", "1-", "1,,2", "1-2-3", "99999999999999999999", strings.Repeat("1,", 600) + "1"} {
		s.extract(s.key, data(goodData), file, field("pages", pages)).fails(400, "BadRequest", "pages")
	}
	s.extract(s.key, data(goodData), file, field("split", "yes")).fails(400, "BadRequest", "split")
	s.keeps(100 * credit.One)
}

// TestAPasswordOpensAFile holds that the right one does, whether the reader's or the owner's, that no other and none does not and
// costs nothing, and that the password is in no row of the database and goes with the upload.
func TestAPasswordOpensAFile(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	file := upload(locked(t, "01_commercial_invoice_en.pdf", "s3cr3t-ñandú", "0wn3r-w0rd"))
	for _, path := range []string{extractPath, splitPath} {
		s.do1(s.formRequest(path, data(goodData), file), s.key).fails(422, "SvcDocsValidationError", "encrypted")
		s.do1(s.formRequest(path, data(goodData), file, field("password", "guess")), s.key).fails(422, "SvcDocsValidationError", "does not open")
		s.do1(s.formRequest(path, data(goodData), file, field("password", strings.Repeat("x", 128))), s.key).fails(422, "SvcDocsValidationError", "127 bytes")
	}
	s.keeps(100 * credit.One)
	for _, password := range []string{"s3cr3t-ñandú", "0wn3r-w0rd"} {
		var got papersBody
		s.extract(s.key, data(goodData), file, field("password", password)).want(200).decode(&got)
		if got.Data["invoice_number"] == nil {
			t.Errorf("%s: %+v", password, got)
		}
		for _, table := range []string{"jobs", "idempotency_keys", "request_log", "audit_log"} {
			if err := s.store.Exec(t.Context(), `DO $$ BEGIN IF EXISTS (SELECT FROM `+table+` r WHERE r::text LIKE '%`+password+`%') THEN RAISE EXCEPTION 'it stands there'; END IF; END $$`); err != nil {
				t.Errorf("%s: %v", table, err)
			}
		}
	}
	if err := s.store.Exec(t.Context(), `DO $$ BEGIN IF (SELECT count(*) FROM uploads) <> 4 THEN RAISE EXCEPTION 'a password is not kept as its document is'; END IF; END $$`); err != nil {
		t.Error(err)
	}
}

// TestSplitTellsDocumentsForACredit holds the price of a file, its refund where nothing is read, and that a repeat is replayed.
func TestSplitTellsDocumentsForACredit(t *testing.T) {
	t.Parallel()
	s := setupDocuments(t)
	file := upload(joined(t, "01_commercial_invoice_en.pdf", "100_air_waybill_en.pdf"))
	send := func(parts ...part) *response {
		r := s.formRequest(splitPath, parts...)
		r.Header.Set("Idempotency-Key", "split-1")
		return s.do1(r, s.key)
	}
	var got papersBody
	send(file).want(200).decode(&got)
	if len(got.Documents) != 2 || got.Documents[0].Type != "commercial_invoice" || got.Documents[1].Type != "air_waybill" || got.Files != 1 || got.Data != nil {
		t.Errorf("%+v", got)
	}
	send(file).want(200)
	send(file, field("password", "other")).fails(422, "SvcDocsValidationError", "Idempotency-Key")
	s.keeps(99 * credit.One)
	s.do1(s.formRequest(splitPath, upload(blankPage(t))), s.key).want(200).decode(&got)
	s.keeps(99 * credit.One)
	s.do1(s.formRequest(splitPath), s.key).fails(422, "SvcDocsValidationError", "file_path")
}
