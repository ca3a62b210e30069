package console

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tariffdesk/client"
)

func batchRoutes() []route {
	return []route{
		{pattern: "GET /app/batches", handle: batchesPage},
		{pattern: "POST /app/batches", handle: uploadBatch},
		{pattern: "GET /app/batches/{id}", handle: batchPage},
		{pattern: "GET /app/batches/{id}/state", handle: batchState},
		{pattern: "GET /app/batches/{id}/result", handle: batchResult},
		{pattern: "POST /app/batches/{id}/cancel", handle: cancelBatch},
		{pattern: "POST /app/batches/{id}/retry", handle: retryBatch},
	}
}

// below is the confidence under which rows of the batch are to be reviewed.
func (j job) below(v *visit) string {
	if j.ReviewBelow == nil {
		return v.c.offered().reviewBelow
	}
	return plain(j.ReviewBelow)
}

// Ended reports whether nothing more happens to the job.
func (j job) Ended() bool {
	return j.Status == "succeeded" || j.Status == "failed" || j.Status == "cancelled"
}

// workbookAPI classifies the rows of a workbook, or shows what it would read and charge.
const workbookAPI = "/api/v3/tariff/xlsx"

// batchesData is the form for another workbook, and the batches there have been.
type batchesData struct {
	formPage
	filtered
	Form    string // names the form once sent
	Values  map[string]string
	List    []job
	Partial bool
	Limited bool // the plan allows the international system alone

	Preview *workbookPreview // nil before a workbook is chosen
	Name    string           // of the workbook that the page carries along, "" for none
	Content string           // of it, in base64
}

// workbookPreview shows which rows of a workbook would be read.
type workbookPreview struct{ client.PreviewBody }

// Short reports whether the credits do not reach for the rows.
func (p workbookPreview) Short() bool { return p.Cost > p.Remaining }

// Column is the letter of the column with a role, "" where none has it.
func (p workbookPreview) Column(role client.PreviewColumnRole) string {
	for _, c := range p.Columns {
		if c.Role != nil && *c.Role == role {
			return c.Letter
		}
	}
	return ""
}

// RowsOf is how many rows a sheet has, "" where it cannot be read.
func (workbookPreview) RowsOf(s client.PreviewSheet) string {
	if s.Rows == nil {
		return ""
	}
	return grouped(*s.Rows)
}

// RoleOf names the role of a column, "" where it is only given back.
func (workbookPreview) RoleOf(c client.PreviewColumn) string {
	if c.Role == nil {
		return ""
	}
	return string(*c.Role)
}

// Header is the row that names the columns, 0 where none does.
func (p workbookPreview) Header() int64 {
	if p.HeaderRow == nil {
		return 0
	}
	return *p.HeaderRow
}

func batchesPage(v *visit) error {
	return showBatches(v, &batchesData{Values: map[string]string{"language": v.language.Name(), "review_below": wholePercent(v.c.offered().reviewBelow)}})
}

// wholePercent writes a share as people type it: 0.7 is 70. Anything else stays as it is.
func wholePercent(share string) string {
	f, err := strconv.ParseFloat(share, 64)
	if err != nil {
		return share
	}
	return strconv.FormatFloat(math.Round(f*1e4)/100, 'f', -1, 64)
}

// ofPercent is the other way round.
func ofPercent(percent string) string {
	f, err := strconv.ParseFloat(percent, 64)
	if err != nil {
		return percent // the API says what is wrong with it
	}
	return strconv.FormatFloat(f/100, 'f', -1, 64)
}

func showBatches(v *visit, d *batchesData) error {
	d.Form, d.filtered = newFormID(), v.filter("100", "q", "status")
	if o := v.viewer.Organization; o != nil {
		d.Limited = o.Plan == "free"
	}
	var err error
	if d.List, d.Partial, err = jobsOf(v, &d.filtered, "batch"); err != nil {
		return err
	}
	return v.page("batches", d)
}

// jobsOf lists the jobs of a kind under a filter of words and status.
func jobsOf(v *visit, f *filtered, kind string) (found []job, partial bool, err error) {
	keep := func(j job) bool {
		return j.Kind == kind && (f.Filter["status"] == "" || f.Filter["status"] == string(j.Status)) && matches(given(j.FileName)+" "+j.JobId.String()+" "+given(j.CountryCode), f.Filter["q"])
	}
	found, last, more, err := lookThrough(v, "/api/v3/jobs", url.Values{"kind": {kind}}, keep, func(j job) string { return j.JobId.String() })
	f.more(more, last)
	return found, more && len(found) < listed, err
}

// uploadBatch shows what would be read of the workbook, or starts the batch where the button for it was pressed.
func uploadBatch(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	start := v.field("do") == "start"
	parts, err := workbookParts(v, start)
	if err != nil {
		return err
	}
	query := url.Values{"country_code": {v.field("country_code")}, "model": {v.field("model")}, "language": {v.field("language")}}
	if !start {
		query.Set("preview", "true")
	}
	c, end, err := multipartCall(call{method: http.MethodPost, path: workbookAPI, query: query}, parts)
	defer end()
	if err != nil {
		return err
	}
	if !start {
		return previewBatch(v, c, parts)
	}
	c.key = onceKey(v, append(parts, part{field: "query", value: query.Encode()}))
	var made job
	if err := v.decoded(c, &made); err != nil {
		return err
	}
	return v.redirect("/app/batches/" + made.JobId.String())
}

// workbookParts are the workbook and how it is to be read. Where another sheet was chosen than the one that the page
// showed, the columns are those of the other one and count no more.
func workbookParts(v *visit, start bool) ([]part, error) {
	parts := v.fileParts("file")
	if content := v.r.PostFormValue(workbookContent); content != "" && len(parts) == 0 {
		plain, err := base64.StdEncoding.DecodeString(content)
		if err != nil {
			return nil, &refusal{Status: http.StatusBadRequest, Type: "BadRequest"}
		}
		parts = append(parts, part{field: "file", name: cmp.Or(v.field("workbook_name"), "workbook.xlsx"), value: string(plain)})
	}
	fields := []string{"sheet", "header_row", "description_column", "id_column", "code_column"}
	if shown := v.field("shown_sheet"); !start && shown != "" && shown != v.field("sheet") {
		fields = fields[:1]
	}
	for _, name := range fields {
		if value := v.field(name); value != "" {
			parts = append(parts, part{field: name, value: value})
		}
	}
	if percent := v.field("review_below"); percent != "" {
		parts = append(parts, part{field: "review_below", value: ofPercent(percent)})
	}
	return parts, nil
}

// workbookContent is the field in which a page carries a small workbook from its preview to its start, for browsers without
// the script; others keep the file that was chosen.
const workbookContent = "workbook_content"

// maxCarried bounds such a workbook.
const maxCarried = 2 << 20

// previewBatch shows the form again with what the API would read of the workbook.
func previewBatch(v *visit, c call, parts []part) error {
	d := &batchesData{Values: map[string]string{}, Preview: &workbookPreview{}}
	if err := v.decoded(c, &d.Preview.PreviewBody); err != nil {
		return err
	}
	for _, name := range []string{"country_code", "model", "language", "review_below"} {
		d.Values[name] = v.field(name)
	}
	if v.field("scripted") == "" {
		if err := d.carry(parts[0]); err != nil {
			return err
		}
	}
	return showBatches(v, d)
}

// carry keeps the workbook in the page, where it is small.
func (d *batchesData) carry(p part) error {
	content := []byte(p.value)
	if p.file != nil {
		if p.file.Size > maxCarried {
			return nil
		}
		f, err := p.file.Open()
		if err != nil {
			return fmt.Errorf("uploaded file: %w", err)
		}
		defer f.Close()
		if content, err = io.ReadAll(f); err != nil {
			return fmt.Errorf("uploaded file: %w", err)
		}
	}
	d.Name, d.Content = p.filename(), base64.StdEncoding.EncodeToString(content)
	return nil
}

// batchData is one batch with some of its rows.
type batchData struct {
	Job         job
	State       batchFigures
	Show        string // which rows: review, failed, all
	Rows        client.ListBodyRowItem
	Next, First string
	Gone        bool   // the rows are no longer kept
	Below       string // the confidence under which rows are to be reviewed
}

// batchFigures are the figures of a batch that change while it runs, as people read them.
type batchFigures struct {
	Ended        bool   `json:"ended"`
	Progress     int64  `json:"progress"`
	Completed    string `json:"completed"`
	Failed       string `json:"failed"`
	Unclassified string `json:"unclassified"`
	Total        string `json:"total"`
	Remaining    string `json:"remaining"`
	Status       string `json:"status"`
}

func figuresOf(v *visit, j job) batchFigures {
	f := batchFigures{
		Ended: j.Ended(), Progress: j.Progress, Completed: grouped(j.Counts.Completed), Failed: grouped(j.Counts.Failed), Unclassified: grouped(j.Counts.Unclassified), Total: grouped(j.Counts.Total),
		Status: v.c.words[v.language].value("state.", j.Status),
	}
	switch {
	case f.Ended:
	case j.RemainingSeconds == nil:
		f.Remaining = v.t("batch.remaining.unknown")
	case *j.RemainingSeconds < 60:
		f.Remaining = v.t("batch.remaining.seconds", max(1, *j.RemainingSeconds))
	case *j.RemainingSeconds < 7200:
		f.Remaining = v.t("batch.remaining.minutes", (*j.RemainingSeconds+59)/60)
	default:
		f.Remaining = v.t("batch.remaining.hours", (*j.RemainingSeconds+3599)/3600)
	}
	return f
}

func jobPath(v *visit) string { return "/api/v3/jobs/" + url.PathEscape(v.r.PathValue("id")) }

func batchPage(v *visit) error {
	d := &batchData{Show: v.query("show")}
	if err := v.get(jobPath(v), nil, &d.Job); err != nil {
		return err
	}
	d.State = figuresOf(v, d.Job)
	if d.Below = d.Job.below(v); d.Show == "" {
		d.Show = "all" // while it runs, the rows that are done
		if d.State.Ended {
			d.Show = "review"
		}
	}
	asked := url.Values{"limit": {"25"}, "job_id": {d.Job.JobId.String()}}
	switch d.Show {
	case "failed":
		asked.Set("failed", "true")
	case "all":
	default:
		d.Show = "review"
		asked.Set("confidence_below", d.Below)
		asked.Set("confirmed", "false")
	}
	here := v.r.URL.Path + "?show=" + d.Show
	if after := v.query("starting_after"); after != "" {
		asked.Set("starting_after", after)
		d.First = here
	}
	err := v.get("/api/v3/tariff/batch-rows", asked, &d.Rows)
	if d.Gone = refused(err, http.StatusGone, http.StatusNotFound) != nil; err != nil && !d.Gone {
		return err
	}
	if n := len(d.Rows.Data); d.Rows.HasMore && n > 0 {
		d.Next = here + "&starting_after=" + url.QueryEscape(d.Rows.Data[n-1].RowId)
	}
	return v.page("batch", d)
}

// batchState holds its answer until the batch has changed, for the page to show.
func batchState(v *visit) error {
	var j job
	if err := v.get(jobPath(v), url.Values{"wait": {"20"}}, &j); err != nil {
		return err
	}
	return v.json(http.StatusOK, figuresOf(v, j))
}

func batchResult(v *visit) error {
	return v.pass(call{method: http.MethodGet, path: jobPath(v) + "/result"}, nil)
}

func cancelBatch(v *visit) error {
	var j job
	if err := v.post(jobPath(v)+"/cancel", nil, &j); err != nil {
		return err
	}
	return v.done("/app/batches/"+j.JobId.String(), "cancelled")
}

func retryBatch(v *visit) error {
	var j job
	if err := v.post(jobPath(v)+"/retry", nil, &j); err != nil {
		return err
	}
	return v.done("/app/batches/"+j.JobId.String(), "retried")
}

func jobRoutes() []route {
	return []route{{pattern: "GET /app/jobs/{id}", handle: jobPage}}
}

// job is work of the service as pages show it.
type job struct{ client.JobBody }

// toJob goes to the page of the job that an answer of 202 names.
func toJob(v *visit, got *reply) error {
	var j job
	if err := json.Unmarshal(got.body, &j); err != nil {
		return err
	}
	return v.redirect(jobPagePath(j.JobId.String()))
}

func jobPagePath(id string) string { return "/app/jobs/" + url.PathEscape(id) }

// jobPage waits for a call that took longer than a browser should be kept, then goes to its result.
func jobPage(v *visit) error {
	var j job
	id := url.PathEscape(v.r.PathValue("id"))
	if err := v.get("/api/v3/jobs/"+id, nil, &j); err != nil {
		return err
	}
	switch {
	case j.Kind == "batch":
		return v.redirect("/app/batches/" + id)
	case j.Status == "queued" || j.Status == "running":
		v.w.Header().Set("Refresh", "2")
		return v.page("job", j)
	case strings.HasPrefix(j.Kind, "classify") && j.Status == "succeeded":
		got, err := v.ask(call{method: http.MethodGet, path: "/api/v3/jobs/" + id + "/result"})
		if err != nil {
			return err
		}
		return toRecord(v, got)
	case j.Kind == "quote" && j.Status == "succeeded":
		return v.redirect("/app/quotes/" + id)
	case j.Kind == "extract" && j.Status == "succeeded":
		return v.redirect("/app/extractions/" + id)
	case j.Error != nil:
		r := refusalOf(*j.Error)
		if r.Status < http.StatusBadRequest {
			r.Status = http.StatusInternalServerError
		}
		return r
	}
	return v.page("job", j)
}
