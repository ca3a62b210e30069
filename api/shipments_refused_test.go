package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/shipment/packets"
	"tariffdesk/store/storetest"
)

// united joins PDFs.
func united(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "united.pdf")
	var args []string
	for i, content := range files {
		name := filepath.Join(dir, fmt.Sprintf("%d.pdf", i))
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if text, err := exec.CommandContext(t.Context(), "pdfunite", append(args, out)...).CombinedOutput(); err != nil {
		t.Fatalf("pdfunite: %v: %s", err, text)
	}
	content, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func repeated(content string, n int) (list []string) {
	for range n {
		list = append(list, content)
	}
	return list
}

// zipped adds entries to a workbook, or makes an archive that is none.
func zipped(t testing.TB, book string, more map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name string, content []byte) {
		to, err := w.Create(name)
		if err == nil {
			_, err = to.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if book != "" {
		r, err := zip.NewReader(strings.NewReader(book), int64(len(book)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			from, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(from)
			_ = from.Close()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, content)
		}
	}
	for name, content := range more {
		add(name, []byte(content))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPapersThatCannotBeTakenAreRefusedByFieldAndCostNothing(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	page := invoicePDF(t)
	book := grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(1)...))
	pdf := func(name, content string) part { return part{field: "files", name: name, value: content} }
	many := united(t, repeated(page, 67)...)
	for name, c := range map[string]struct {
		facts  string
		files  []part
		status int
		code   string
		says   []string
	}{
		"no file":                  {`{}`, nil, 400, "BadRequest", []string{"files: 1 to 20 files are required"}},
		"an empty PDF":             {`{}`, []part{pdf("a.pdf", "")}, 400, "BadRequest", []string{"files: ", "empty"}},
		"a PDF that ends early":    {`{}`, []part{pdf("a.pdf", "%PDF-1.7\n")}, 400, "BadRequest", []string{"files: ", "a.pdf"}},
		"101 pages in a file":      {`{}`, []part{pdf("a.pdf", united(t, repeated(page, 101)...))}, 400, "BadRequest", []string{"files: ", "100"}},
		"201 pages together":       {`{}`, []part{pdf("a.pdf", many), pdf("b.pdf", many), pdf("c.pdf", many)}, 400, "BadRequest", []string{"files: hold 201 pages, the limit is 200"}},
		"a zip renamed to PDF":     {`{}`, []part{pdf("a.pdf", zipped(t, "", map[string]string{"a.txt": "hello"}))}, 400, "BadRequest", []string{"files: ", "a.pdf"}},
		"21 files":                 {`{}`, partsOf(pdf("a.pdf", page), 21), 400, "BadRequest", []string{"files: want at most 20 files"}},
		"a workbook with macros":   {`{}`, []part{pdf("a.xlsx", zipped(t, book, map[string]string{"xl/vbaProject.bin": "x"}))}, 400, "BadRequest", []string{"files: ", "macros"}},
		"a workbook with links":    {`{}`, []part{pdf("a.xlsx", zipped(t, book, map[string]string{"xl/externalLinks/externalLink1.xml": "<x/>"}))}, 400, "BadRequest", []string{"files: ", "other files"}},
		"facts that do not hold":   {`{"incoterm":"XXX","freight":-1,"country_code":"USA"}`, []part{pdf("a.pdf", page)}, 422, "ValidationError", []string{"operation.incoterm", "operation.freight", "operation.country_code: only MEX"}},
		"a fact that is not known": {`{"colour":"red"}`, []part{pdf("a.pdf", page)}, 422, "ValidationError", []string{"operation.colour: unknown field"}},
		"a URL inside":             {`{}`, []part{field("file_urls", "http://127.0.0.1/a.pdf")}, 400, "SvcDocsResourceError", []string{"file_urls: the URL cannot be reached"}},
		"no such sample":           {`{}`, []part{field("file_urls", "/docs/samples/none.pdf")}, 400, "SvcDocsResourceError", []string{"file_urls: there is no such sample"}},
		"a long URL":               {`{}`, []part{field("file_urls", "https://example.com/"+strings.Repeat("a", 2100))}, 400, "BadRequest", []string{"file_urls: want at most 2048 characters"}},
	} {
		r := s.sends(s.key, "", c.facts, c.files...)
		if r.status != c.status {
			t.Errorf("%s: %d %s", name, r.status, r.body)
			continue
		}
		r.fails(c.status, c.code, c.says...)
	}
	var list struct{ Data []struct{} }
	s.get(operationsPath, s.key).want(200).decode(&list)
	if len(list.Data) != 0 {
		t.Errorf("%d operations were made", len(list.Data))
	}
	s.exact(s.org.ID, 100*credit.One)
	o, free := s.organisation(account.PlanFree, credit.One)
	s.sends(free, "", `{}`, pdf("a.pdf", page)).want(403)
	s.exact(o.ID, credit.One)
}

func partsOf(p part, n int) (list []part) {
	for range n {
		list = append(list, p)
	}
	return list
}

func TestPapersThatContradictThemselvesAreAskedAbout(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	one := func(number, buyer, currency string, amount string) [][]string {
		return append(invoiceRows(number, buyer, currency, [3]string{"cotton t-shirt " + number + amount, "10", amount}), []string{"Total", "", "", "", amount})
	}
	var encrypted = encryptedPDF(t)
	for name, c := range map[string]struct {
		files  []part
		kind   string // of the need
		choice string // the beginning of the choice that answers it; "" where it offers none
		lines  int    // after the answer
		pages  int    // that are charged
	}{
		"two shipments in one file": {[]part{invoiceBook(grid(t, one("INV-1", "Ferretera del Norte SA", "USD", "100"), one("INV-2", "Zapateria Perez SA", "USD", "200")))}, "shipments", "p1", 1, 1},
		"two currencies":            {[]part{invoiceBook(grid(t, one("INV-1", "Ferretera SA", "USD", "100"), one("INV-2", "Ferretera SA", "EUR", "200")))}, "currency", "USD", 1, 1},
		"one number, two totals":    {[]part{invoiceBook(grid(t, one("INV-1", "Ferretera SA", "USD", "100"), one("INV-1", "Ferretera SA", "USD", "200")))}, "invoice_conflict", "p2", 1, 1},
		"no invoice at all": {[]part{invoiceBook(grid(t, [][]string{{"Packing list no", "PL-1"}, {}, {"Description", "Qty", "Unit", "Net weight", "Gross weight"}, {"cotton shirts", "10", "PCS", "5", "6"}}))},
			"invoice", "", 0, 1},
		"a line with value 0":  {[]part{invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", [3]string{"cotton t-shirt", "10", "0"})))}, "value", "", 1, 1},
		"an encrypted paper":   {[]part{{field: "files", name: "secret.pdf", value: encrypted}}, "invoice", "", 0, 0},
		"a page without print": {[]part{{field: "files", name: "blank.pdf", value: blankPage(t)}}, "invoice", "", 0, 0},
	} {
		o, token := s.organisation(account.PlanPro, 20*credit.One)
		var made operation
		s.sends(token, "", rates, c.files...).want(202).decode(&made)
		path := operationsPath + "/" + made.ID
		got := s.settles(path, token)
		if got.Status != "needs_input" || len(got.Needs) != 1 || got.Needs[0].Kind != c.kind {
			t.Errorf("%s: it rests as %s, asking %+v", name, got.Status, got.Needs)
			continue
		}
		lines := 0
		if c.choice != "" {
			s.post(path+"/continue", token, map[string]any{"answers": []any{map[string]any{"id": got.Needs[0].ID, "choice": "nonsense"}}}).fails(422, "ValidationError", "answers[0]", "nonsense")
			s.post(path+"/continue", token, map[string]any{"answers": []any{map[string]any{"id": got.Needs[0].ID, "choice": c.choice}}}).want(202)
			if got = s.settles(path, token); got.Status != "ready" || len(got.Lines) != c.lines {
				t.Errorf("%s: answered it rests as %s with %d lines, asking %+v", name, got.Status, len(got.Lines), got.Needs)
			}
			lines = c.lines
		}
		paid := credit.Amount(c.pages)*credit.One + credit.Amount(lines)*(credit.One+credit.One/4)
		if c.kind == "value" { // it was classified before its value was asked
			paid += credit.One
		}
		s.exact(o.ID, 20*credit.One-paid)
	}
}

// onePageInvoice is a packet with text and one invoice that fills one page, which it names.
func onePageInvoice(t *testing.T) (packets.Packet, string) {
	t.Helper()
	var page string
	p, err := packets.Find(func(p packets.Packet) bool {
		invoices := slices.DeleteFunc(slices.Clone(p.Papers), func(q packets.Paper) bool { return q.Type != "commercial_invoice" })
		if p.Lang != "en" || len(p.Planted) > 0 || len(invoices) != 1 || len(invoices[0].Pages) != 1 {
			return false
		}
		page = strconv.Itoa(invoices[0].Pages[0])
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, page
}

func TestAPDFWhosePagesAreAllOneCopyCountsOnce(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	p, page := onePageInvoice(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.pdf"), p.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.CommandContext(t.Context(), "pdfseparate", "-f", page, "-l", page, filepath.Join(dir, "p.pdf"), filepath.Join(dir, "one.pdf")).CombinedOutput(); err != nil {
		t.Fatalf("pdfseparate: %v: %s", err, text)
	}
	invoice, err := os.ReadFile(filepath.Join(dir, "one.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	var made operation
	s.sends(s.key, "", rates, part{field: "files", name: "copies.pdf", value: united(t, repeated(string(invoice), 4)...)}).want(202).decode(&made)
	var got struct {
		Lines  []struct{}
		Papers []struct {
			CopyOf *string `json:"copy_of"`
		}
	}
	s.settles(operationsPath+"/"+made.ID, s.key)
	s.get(operationsPath+"/"+made.ID, s.key).want(200).decode(&got)
	copies := 0
	for _, p := range got.Papers {
		if p.CopyOf != nil {
			copies++
		}
	}
	if len(got.Lines) != len(p.Lines) || len(got.Papers)-copies != 1 {
		t.Errorf("%d lines of %d, %d papers of which %d are copies", len(got.Lines), len(p.Lines), len(got.Papers), copies)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestChangesAreRefusedByFieldAndState(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(1)...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	if got := s.settles(path, s.key); got.Status != "ready" {
		t.Fatalf("it rests as %s: %+v", got.Status, got.Needs)
	}
	line := path + "/lines/l1"
	for _, c := range []struct {
		path   string
		body   any
		status int
		says   []string
	}{
		{line, map[string]any{"code": "99999999"}, 422, []string{"code: 99999999 is no code of the tariff of MEX", "near: 98999999"}},
		{line, map[string]any{"code": "610910"}, 422, []string{"code: want 8 or 10 digits; near: "}},
		{line, map[string]any{"code": "shirt"}, 422, []string{"code: want 8 or 10 digits"}},
		{line, map[string]any{"value": 0}, 422, []string{"value: must be above 0"}},
		{line, map[string]any{"origin": "Atlantis"}, 422, []string{"origin: is no country"}},
		{line, map[string]any{}, 422, []string{"body: must hold code"}},
		{line, map[string]any{"colour": "red"}, 422, []string{"colour: unknown field"}},
		{line, map[string]any{"facts": map[string]any{"colour": true}}, 422, []string{"facts.colour: is no fact of goods"}},
		{line, map[string]any{"facts": map[string]any{"used": "yes"}}, 422, []string{"facts.used: must be true or false"}},
		{line, map[string]any{"facts": map[string]any{"alcohol_degrees": 101}}, 422, []string{"facts.alcohol_degrees: must be a number from 0 to 100"}},
		{line, map[string]any{"facts": map[string]any{"has_certificate_of_origin": true}}, 422, []string{"facts.has_certificate_of_origin: state it of the operation"}},
		{path + "/lines/l9", map[string]any{"value": 1}, 404, []string{"no such line"}},
		{path, map[string]any{"wood_packaging": "yes"}, 422, []string{"wood_packaging: "}},
		{path, map[string]any{"incoterm": "XXX"}, 422, []string{"incoterm: must be one of"}},
	} {
		r := s.send(http.MethodPatch, c.path, s.key, c.body)
		code := map[int]string{404: "NotFound", 422: "ValidationError"}[c.status]
		if r.status != c.status {
			t.Errorf("%v: %d %s", c.body, r.status, r.body)
			continue
		}
		r.fails(c.status, code, c.says...)
	}
	_, other := s.organisation(account.PlanPro, 0)
	for method, at := range map[string]string{http.MethodGet: path, http.MethodPatch: line, http.MethodPost: path + "/continue", http.MethodDelete: path} {
		s.send(method, at, other, map[string]any{"value": 1}).fails(404, "NotFound")
	}
	var link struct{ Token string }
	s.post(path+"/sharelink", s.key, map[string]any{"language": "English"}).want(201).decode(&link)
	shown := "/api/v3/operations-sharelink/info/" + link.Token
	var info struct{ Language string }
	s.visit("", http.MethodGet, shown, "").want(200).decode(&info)
	if info.Language != "English" {
		t.Errorf("the shared view says %q", info.Language)
	}
	s.post(path+"/close", s.key, nil).want(200)
	s.send(http.MethodPatch, path, s.key, map[string]any{"freight": 1}).fails(409, "Conflict", "closed")
	s.send(http.MethodPatch, line, s.key, map[string]any{"value": 1}).fails(409, "Conflict", "closed")
	s.post(path+"/continue", s.key, map[string]any{}).fails(409, "Conflict", "closed")
	s.post(path+"/cancel", s.key, nil).fails(409, "Conflict", "closed")
	s.send(http.MethodDelete, path, s.key, nil).want(204)
	s.visit("", http.MethodGet, shown, "").fails(410, "Gone")
	s.exact(s.org.ID, 100*credit.One-priced(1))
}

func TestAListOfJobsNamesTheOperationOfARun(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	var made, cancelled operation
	book := func(number string) part {
		return invoiceBook(grid(t, invoiceRows(number, "Ferretera SA", "USD", shirts(1)...)))
	}
	s.sends(s.key, "", rates, book("INV-1")).want(202).decode(&made)
	s.settles(operationsPath+"/"+made.ID, s.key)
	s.handle(nil)
	s.sends(s.key, "", rates, book("INV-2")).want(202).decode(&cancelled)
	s.post(operationsPath+"/"+cancelled.ID+"/cancel", s.key, nil).want(200)
	var list struct {
		Data []struct {
			Kind      string
			ResultURL *string `json:"result_url"`
		}
	}
	s.get("/api/v3/jobs?limit=100", s.key).want(200).decode(&list)
	found := map[string]bool{}
	for _, j := range list.Data {
		if j.Kind == "shipment" && j.ResultURL != nil {
			found[*j.ResultURL] = true
		}
	}
	if len(found) != 2 || !found[operationsPath+"/"+made.ID] || !found[operationsPath+"/"+cancelled.ID] {
		t.Errorf("runs lead to %v", found)
	}
}

func TestAPictureOfAPageIsSmallAndKept(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	p, err := packets.New(15)
	if err != nil {
		t.Fatal(err)
	}
	path := s.shipped(p, `{}`)
	o := s.settles(path, s.key)
	total := 0
	for _, paper := range o.Papers {
		at := fmt.Sprintf("%s/papers/%s/pages/%d", path, paper.ID, paper.Pages[0])
		r := s.get(at, s.key).want(200)
		total += len(r.body)
		if r.header.Get("ETag") == "" || !strings.Contains(r.header.Get("Cache-Control"), "max-age") {
			t.Errorf("a browser cannot keep it: %s, %s", r.header.Get("ETag"), r.header.Get("Cache-Control"))
		}
		again := s.request(http.MethodGet, at, nil)
		again.Header.Set("If-None-Match", r.header.Get("ETag"))
		if held := s.do1(again, s.key).want(304); len(held.body) > 0 {
			t.Errorf("%d bytes of a picture that is held already", len(held.body))
		}
	}
	if mean := total / len(o.Papers); mean > 80<<10 {
		t.Errorf("a picture has %d kB on average", mean>>10)
	}
}
