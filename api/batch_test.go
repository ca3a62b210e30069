package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

const (
	xlsxPath  = "/api/v3/tariff/xlsx"
	itemsPath = "/api/v3/tariff/items-to-excel"
)

// workbook returns a sheet of a header and rows.
func workbook(t testing.TB, headers []string, rows ...[]string) string {
	t.Helper()
	var b bytes.Buffer
	err := excel.WriteSheet(&b, "Goods", headers, func(add func([]excel.Cell) error) error {
		for _, row := range rows {
			var cells []excel.Cell
			for _, text := range row {
				cells = append(cells, excel.Cell{Kind: excel.KindText, Text: text})
			}
			if err := add(cells); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func goods(t testing.TB) string {
	return workbook(t, []string{"SKU", "Description"}, []string{"1", "cotton shirt"}, []string{"2", ""}, []string{"3", " cotton  shirt"}, []string{"4", "steel screw"})
}

func (s *service) upload(token, path, content string, fields ...part) *response {
	s.t.Helper()
	return s.do1(s.formRequest(path, append(fields, part{field: "file", value: content, name: "../../etc/goods.xlsx"})...), token)
}

type batchBody struct {
	JobID     string                                            `json:"job_id"`
	Kind      string                                            `json:"kind"`
	Status    string                                            `json:"status"`
	Counts    struct{ Total, Completed, Failed, Cancelled int } `json:"counts"`
	ResultURL *string                                           `json:"result_url"`
	ExpiresAt *string                                           `json:"expires_at"`
}

// chunks returns the texts of the chunks of the only batch, in order.
func (s *service) chunks() (texts []string) {
	s.t.Helper()
	for {
		c, ok, err := s.store.ClaimChunk(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if !ok || c.N == jobs.ChunkAssembly {
			return texts
		}
		var list []jobs.BatchText
		if err := json.Unmarshal(c.Input, &list); err != nil {
			s.t.Fatal(err)
		}
		for _, text := range list {
			texts = append(texts, fmt.Sprint(text.Text, text.Rows))
		}
	}
}

func TestAWorkbookIsChargedByItsDescriptionsAndClassifiedByItsTexts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	r := s.upload(s.key, xlsxPath+"?country_code=MEX", goods(t)).want(202)
	var j batchBody
	r.decode(&j)
	if j.Kind != "batch" || j.Counts.Total != 3 || r.header.Get("X-Credits-Charged") != "3" || r.header.Get("X-Credits-Remaining") != "97" {
		t.Errorf("job %+v, headers %v", j, r.header)
	}
	if r.header.Get("Location") != "/api/v3/jobs/"+j.JobID || r.header.Get("Retry-After") == "" {
		t.Errorf("headers %v", r.header)
	}
	if got := fmt.Sprint(s.chunks()); got != "[cotton shirt[2 4] steel screw[5]]" {
		t.Errorf("chunks %s", got)
	}
	storetest.CheckInvariants(t, s.store)
}

func TestItemsBecomeAWorkbookWithTheirOwnColumns(t *testing.T) {
	t.Parallel()
	s := setup(t)
	body := `{"items":[{"product_description":"cotton shirt","colour":"blue","id":7},{"id":"x","product_description":"  ","price":1.5},{"product_description":"cotton shirt","price":12345678901234567890}]}`
	s.send(http.MethodPost, itemsPath+"?country_code=WORLD", s.key, body).want(202)
	if got := fmt.Sprint(s.chunks()); got != "[cotton shirt[2 4]]" {
		t.Errorf("chunks %s", got)
	}
	var source string
	if err := s.store.QueryRow(t.Context(), `SELECT input->>'source' FROM jobs`, nil, &source); err != nil {
		t.Fatal(err)
	}
	r, err := s.blobs.Open(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := cells(t, content); got != "id,product_description,colour,price\n7,cotton shirt,blue\nx,  ,,1.5\n,cotton shirt,,12345678901234567890\n" {
		t.Errorf("workbook:\n%s", got)
	}
}

func cells(t *testing.T, content []byte) string {
	t.Helper()
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out strings.Builder
	for {
		row, ok, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return out.String()
		}
		var texts []string
		for _, c := range row.Cells {
			texts = append(texts, c.Text)
		}
		out.WriteString(strings.Join(texts, ",") + "\n")
	}
}

func TestWhoMayNotSendABatchIsToldSo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	_, poor := s.organisation(account.PlanPro, credit.One)
	free, _ := s.organisation(account.PlanFree, 100*credit.One)
	user := s.signIn(free.ID, account.RoleMember).Access
	items := `{"items":[{"product_description":"cotton shirt"},{"product_description":"steel screw"}]}`
	for _, path := range []string{xlsxPath, itemsPath} {
		send := func(token, query string) *response {
			if path == xlsxPath {
				return s.upload(token, path+query, goods(t))
			}
			return s.send(http.MethodPost, path+query, token, items)
		}
		send("", "?country_code=WORLD").fails(401, "Unauthorized")
		send(poor, "?country_code=WORLD").fails(402, "CreditError")
		send(user, "?country_code=MEX").fails(403, "Forbidden", "WORLD")
		send(user, "?country_code=WORLD").want(202)
		send(s.key, "").fails(400, "BadRequest", "country_code")
		send(s.key, "?country_code=FRA&model=best&tariff_info=perhaps").fails(400, "BadRequest", "country_code", "model", "tariff_info")
		s.get(path, s.key).fails(405, "MethodNotAllowed")
	}
	s.send(http.MethodPost, xlsxPath+"?country_code=WORLD", s.key, items).fails(415, "UnsupportedMediaType")
	s.upload(s.key, itemsPath+"?country_code=WORLD", goods(t)).fails(415, "UnsupportedMediaType")
	s.upload(s.key, xlsxPath+"?country_code=WORLD", strings.Repeat("x", 20<<20+1)).fails(413, "PayloadTooLarge", "20 MB")
}

func TestARepeatedBatchIsTheSameJob(t *testing.T) {
	t.Parallel()
	s := setup(t)
	send := func(content string) *response {
		r := s.formRequest(xlsxPath+"?country_code=WORLD", part{field: "file", value: content, name: "goods.xlsx"})
		r.Header.Set("Idempotency-Key", "once")
		return s.do1(r, s.key)
	}
	var first, second batchBody
	content := goods(t)
	send(content).want(202).decode(&first)
	again := send(content).want(202)
	again.decode(&second)
	if first.JobID != second.JobID || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("jobs %s and %s, headers %v", first.JobID, second.JobID, again.header)
	}
	send(workbook(t, []string{"Description"}, []string{"another thing"})).fails(422, "ValidationError", "Idempotency-Key")
	if got := storetest.Balance(t, s.store, s.org.ID); got != 97*credit.One {
		t.Errorf("balance %s", got)
	}
}

// finishBatch leaves results for the only batch as its worker would.
func (s *service) finishBatch(workbook, ndjson []byte) string {
	s.t.Helper()
	ctx := s.t.Context()
	for {
		c, ok, err := s.store.ClaimChunk(ctx)
		if err != nil || !ok {
			s.t.Fatalf("claim: %v %v", ok, err)
		}
		if c.N != jobs.ChunkAssembly {
			_, err = s.store.FinishChunk(ctx, c, jobs.ChunkOutcome{Output: []byte(`[]`), Completed: c.Rows})
			if err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		files := jobs.Files{Workbook: "results/" + c.JobID + ".xlsx", NDJSON: "results/" + c.JobID + ".ndjson.gz", Name: "goods-classified"}
		raw, err := json.Marshal(files)
		if err != nil {
			s.t.Fatal(err)
		}
		for key, content := range map[string][]byte{files.Workbook: workbook, files.NDJSON: ndjson} {
			if err := s.blobs.Put(ctx, key, "", content); err != nil {
				s.t.Fatal(err)
			}
		}
		if _, err := s.store.FinishBatch(ctx, c, raw); err != nil {
			s.t.Fatal(err)
		}
		return c.JobID
	}
}

func TestTheResultOfABatchIsItsWorkbookOrItsRows(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var j batchBody
	s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t)).want(202).decode(&j)
	path := "/api/v3/jobs/" + j.JobID + "/result"
	s.get(path, s.key).fails(409, "Conflict")
	s.finishBatch([]byte("PK workbook"), packed(t, "{\"row\":2}\n"))
	book := s.get(path, s.key).want(200)
	if string(book.body) != "PK workbook" || !strings.Contains(book.header.Get("Content-Type"), "spreadsheetml") ||
		!strings.Contains(book.header.Get("Content-Disposition"), "goods-classified.xlsx") {
		t.Errorf("%v %q", book.header, book.body)
	}
	r := s.request(http.MethodGet, path, nil)
	r.Header.Set("Accept", "application/x-ndjson")
	lines := s.do1(r, s.key).want(200)
	if string(lines.body) != "{\"row\":2}\n" || lines.header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("%v %q", lines.header, lines.body)
	}
	_, stranger := s.organisation(account.PlanPro, 0)
	s.get(path, stranger).fails(404, "NotFound")
	s.get("/api/v3/jobs/"+j.JobID, s.key).decode(&j)
	if j.Status != "succeeded" || j.ResultURL == nil || j.ExpiresAt == nil {
		t.Errorf("%+v", j)
	}
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET expires_at = now() - interval '1 second'`); err != nil {
		t.Fatal(err)
	}
	if err := s.store.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.get(path, s.key).fails(410, "Gone")
}

func TestACancelledBatchGivesWhatWasDoneOfIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var items []string
	for i := range 401 { // more than a chunk
		items = append(items, fmt.Sprintf(`{"product_description":"cotton shirt number %d"}`, i))
	}
	_, key := s.organisation(account.PlanPro, 500*credit.One)
	var j batchBody
	s.send(http.MethodPost, itemsPath+"?country_code=WORLD", key, json.RawMessage(`{"items":[`+strings.Join(items, ",")+`]}`)).want(202).decode(&j)
	c, ok, err := s.store.ClaimChunk(t.Context())
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	path := "/api/v3/jobs/" + j.JobID
	s.post(path+"/cancel", key, "").want(200).decode(&j)
	if j.Status != "running" || j.ResultURL != nil {
		t.Errorf("%+v", j)
	}
	if _, err := s.store.FinishChunk(t.Context(), c, jobs.ChunkOutcome{Output: []byte(`1`), Completed: c.Rows}); err != nil {
		t.Fatal(err)
	}
	s.get(path+"/result", key).fails(409, "Conflict", "not finished")
	s.finishBatch([]byte("PK workbook"), packed(t, "{\"row\":2}\n"))
	s.get(path, key).want(200).decode(&j)
	if j.Status != "cancelled" || j.ResultURL == nil || j.Counts.Completed != c.Rows || j.Counts.Completed+j.Counts.Cancelled != 401 || j.Counts.Cancelled == 0 {
		t.Errorf("%+v", j)
	}
	if got := s.get(path+"/result", key).want(200); string(got.body) != "PK workbook" || got.header.Get("X-Credits-Charged") != strconv.Itoa(c.Rows) {
		t.Errorf("%v %q", got.header, got.body)
	}
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET expires_at = now() - interval '1 second'`); err != nil {
		t.Fatal(err)
	}
	s.get(path+"/result", key).fails(410, "Gone")
	storetest.CheckInvariants(t, s.store)
}

func TestABatchCancelledBeforeItBeganHasNoResult(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var j batchBody
	s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t)).want(202).decode(&j)
	s.post("/api/v3/jobs/"+j.JobID+"/cancel", s.key, "").want(200)
	s.get("/api/v3/jobs/"+j.JobID, s.key).want(200).decode(&j)
	if c := j.Counts; c.Total == 0 || c.Cancelled != c.Total || c.Completed+c.Failed != 0 {
		t.Errorf("counts %+v", c)
	}
	s.get("/api/v3/jobs/"+j.JobID+"/result", s.key).fails(409, "Conflict")
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
}

// answered is a handler of free jobs that succeeds with a report.
func answered(body string) handler {
	return func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
		return jobs.Outcome{Result: json.RawMessage(body)}, nil
	}
}

type previewAnswer struct {
	Sheets []struct {
		Name string
		Rows *int
	}
	Sheet     string
	HeaderRow *int `json:"header_row"`
	Columns   []struct {
		Letter, Header string
		Role           *string
	}
	Rows       [][]string
	ToClassify int `json:"to_classify"`
	Cost       float64
	Remaining  float64
}

func TestAPreviewShowsWhatAWorkbookWouldCostAndDoesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	content := workbook(t, []string{"SKU", "Description", "HS"}, []string{"1", "cotton shirt", "610910"}, []string{"2", "", ""}, []string{"3", "steel screw", "731815"})
	a := s.upload(s.key, xlsxPath+"?country_code=MEX&preview=true", content, part{field: "code_column", value: "HS"})
	var p previewAnswer
	a.want(200).decode(&p)
	var roles []string
	for _, c := range p.Columns {
		role := ""
		if c.Role != nil {
			role = *c.Role
		}
		roles = append(roles, c.Letter+" "+c.Header+" "+role)
	}
	if p.Sheet != "Goods" || *p.HeaderRow != 1 || strings.Join(roles, ", ") != "A SKU id, B Description description, C HS code" || len(p.Rows) != 3 || p.Rows[2][1] != "steel screw" ||
		p.ToClassify != 2 || p.Cost != 2 || p.Remaining <= 2 || len(p.Sheets) != 1 || *p.Sheets[0].Rows != 4 {
		t.Errorf("%+v %q", p, roles)
	}
	if a.header.Get("X-Credits-Charged") != "0" {
		t.Errorf("charged %s", a.header.Get("X-Credits-Charged"))
	}
	var listed struct{ Data []batchBody }
	if s.get("/api/v3/jobs", s.key).want(200).decode(&listed); len(listed.Data) > 0 {
		t.Errorf("a job was made: %+v", listed.Data)
	}
	s.upload(s.key, xlsxPath+"?country_code=MEX&preview=perhaps", content).fails(400, "BadRequest", "preview")
	s.upload("", xlsxPath+"?country_code=MEX&preview=true", content).fails(401, "Unauthorized")
	_, free := s.organisation(account.PlanFree, 0)
	s.upload(free, xlsxPath+"?country_code=MEX&preview=true", content).fails(403, "Forbidden")
}

func TestFieldsOfAWorkbookAreRefusedByName(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for field, values := range map[string][]string{
		"header_row": {"x", "-1", "1.5", "99", "1048577"}, "code_column": {"tariff", "D", "ZZ"}, "review_below": {"2", "-0.1", "much", "NaN"},
	} {
		for _, value := range values {
			s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t), part{field: field, value: value}).fails(400, "BadRequest", field)
		}
	}
	var listed struct{ Data []batchBody }
	if s.get("/api/v3/jobs", s.key).want(200).decode(&listed); len(listed.Data) > 0 {
		t.Errorf("a job was made: %+v", listed.Data)
	}
}

func TestABatchNamesItsFileItsCountryAndTheSheetsThatWereNotRead(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := excelize.NewFile()
	_ = f.SetSheetRow("Sheet1", "A1", &[]any{"Description"})
	_ = f.SetSheetRow("Sheet1", "A2", &[]any{"cotton shirt for men, knitted"})
	_, _ = f.NewSheet("Prices")
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	type about struct {
		JobID    string   `json:"job_id"`
		FileName *string  `json:"file_name"`
		Country  *string  `json:"country_code"`
		Unread   []string `json:"unread_sheets"`
		Below    float64  `json:"review_below"`
	}
	names := func(a about) string { return fmt.Sprint(*a.FileName, *a.Country, a.Unread, a.Below) }
	var made, read about
	s.upload(s.key, xlsxPath+"?country_code=USA", b.String(), part{field: "review_below", value: "0.9"}).want(202).decode(&made)
	s.get("/api/v3/jobs/"+made.JobID, s.key).want(200).decode(&read)
	var listed struct{ Data []about }
	s.get("/api/v3/jobs", s.key).want(200).decode(&listed)
	for _, a := range []about{made, read, listed.Data[0]} {
		if names(a) != "goods.xlsxUSA[Prices] 0.9" {
			t.Errorf("%s", names(a))
		}
	}
}
