package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/svcdocs"
	"tariffdesk/credit"
	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

// TestDocumentsAndWorkbooksWaitApart has all places of one kind taken.
func TestDocumentsAndWorkbooksWaitApart(t *testing.T) {
	t.Parallel()
	with, engine := withDocuments(t)
	s := setup(t, with)
	s.handle(reading(s, engine))
	busy := func(r *response) {
		t.Helper()
		r.fails(503, "ServiceUnavailable", "being read")
		if r.header.Get("Retry-After") != "5" {
			t.Errorf("Retry-After %q", r.header.Get("Retry-After"))
		}
	}
	items := func() *response {
		return s.send(http.MethodPost, itemsPath+"?country_code=WORLD", s.key, `{"items":[{"product_description":"cotton shirt"}]}`)
	}
	document := func() *response { return s.extract(s.key, data(goodData), upload(invoicePDF(t))) }
	free := s.api.HoldDocuments(t.Context(), time.Millisecond)
	busy(document())
	busy(s.do1(s.formRequest("/api/v3/svcdocs/validate-file", upload(invoicePDF(t))), s.key))
	items().want(202)
	free()
	document().want(200)
	free = s.api.HoldWorkbooks(t.Context(), time.Millisecond)
	busy(items())
	busy(s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t)))
	busy(s.upload(s.key, precedentsPath, goods(t)))
	document().want(200)
	free()
	items().want(202)
	items().want(202) // each gives its place back
	items().want(202)
	s.keeps(94 * credit.One)
}

// counted notes which documents were looked at, and how.
type counted struct {
	svcdocs.Documents
	counts, looks int
}

func (c *counted) Count(ctx context.Context, file []byte) (extract.Info, error) {
	c.counts++
	return c.Documents.Count(ctx, file)
}

func (c *counted) Inspect(ctx context.Context, file []byte) (extract.Info, error) {
	c.looks++
	return c.Documents.Inspect(ctx, file)
}

func TestADocumentIsLookedAtForWhoCanPayForAPage(t *testing.T) {
	t.Parallel()
	with, engine := withDocuments(t)
	seen := &counted{Documents: engine}
	s := setup(t, with, func(_ *api.Config, d *api.Deps) { d.Documents = seen })
	s.handle(reading(s, engine))
	_, poor := s.organisation(account.PlanPro, 0)
	s.extract(poor, data(goodData), upload(invoicePDF(t))).fails(402, "SvcDocsCreditError", "insufficient credits")
	s.do1(s.formRequest(digitizePath, upload(invoicePDF(t))), poor).fails(402, "SvcDocsCreditError", "insufficient credits")
	s.extract(poor, data("{"), upload(invoicePDF(t))).fails(400, "BadRequest", "json_data")
	if seen.counts+seen.looks > 0 {
		t.Errorf("%+v", seen)
	}
	one, last := s.organisation(account.PlanPro, credit.One)
	for range 2 { // the repetition of what is paid needs no credits
		r := s.formRequest(extractPath, data(goodData), upload(invoicePDF(t)))
		r.Header.Set("Idempotency-Key", "once")
		s.do1(r, last).want(200)
	}
	if storetest.Balance(t, s.store, one.ID) != 0 || seen.counts != 2 || seen.looks > 0 {
		t.Errorf("%+v", seen)
	}
}

// TestA202TellsTheStatusOfItsMoment, not that of the moment when the call began to wait.
func TestA202TellsTheStatusOfItsMoment(t *testing.T) {
	t.Parallel()
	s := setup(t)
	running := make(chan struct{})
	h, finish := held()
	defer finish()
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		close(running)
		return h(ctx, j, report)
	})
	answered := make(chan *response, 1)
	go func() { answered <- s.classify(s.key, description("a chair")) }()
	<-running
	s.api.Drain()
	var j struct{ Status string }
	(<-answered).want(202).decode(&j)
	if j.Status != "running" {
		t.Errorf("status %q", j.Status)
	}
}

// TestASmallBodyNeverTakesMuchMemory measures what is allocated until each is refused.
//
//nolint:paralleltest // the allocations are those of the process
func TestASmallBodyNeverTakesMuchMemory(t *testing.T) {
	s := setup(t, func(c *api.Config, _ *api.Deps) { c.ReadTime = time.Hour }) // only what is read decides, on a slow machine too
	const mb = 1 << 20
	sheet := func(rows string) string {
		return repacked(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><t>Description</t></is></c></row>` + rows + `</sheetData></worksheet>`})
	}
	text := func(n int) string {
		return `<row><c t="inlineStr"><is><t>` + strings.Repeat("cotton shirt ", n/13) + `</t></is></c></row>`
	}
	numbered := func(n int) string {
		var members strings.Builder
		for i := range n {
			fmt.Fprintf(&members, `"a%d":1,`, i)
		}
		return members.String()
	}
	for name, c := range map[string]struct {
		path   string
		body   string
		status int
		says   string
		mb     uint64 // allocated in all
	}{
		"one text of 64 MB":        {xlsxPath, sheet(text(64 * mb)), 400, "32767 characters", 32},
		"texts of 33 MB":           {xlsxPath, sheet(strings.Repeat(text(100_000), 340)), 400, "32 MB", 640},
		"an item of 16 MB":         {itemsPath, `{"items":[{"product_description":"x","a":[` + strings.Repeat("[],", 16*mb/3) + `0]}]}`, 400, "items[0]: larger than 1 MB", 192},
		"5 million codes":          {tablesPath, `{"hscodes":[` + strings.Repeat("1,", 5_000_000) + `1]}`, 400, "50000 codes", 192},
		"a million unknown fields": {tablesPath, `{` + numbered(1_000_000) + `"hscodes":[]}`, 422, "a0: unknown field", 400},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			r := s.request(http.MethodPost, c.path+"?country_code=WORLD", strings.NewReader(c.body))
			r.Header.Set("Content-Type", "application/json")
			if c.path == xlsxPath {
				r = s.formRequest(c.path+"?country_code=WORLD", part{"file", c.body, "goods.xlsx"})
			}
			runtime.GC()
			runtime.ReadMemStats(&before)
			got := s.do1(r, s.key)
			runtime.ReadMemStats(&after)
			var refused struct {
				Message string
				Errors  []string
			}
			if err := json.Unmarshal(got.body, &refused); got.status != c.status || err != nil || !strings.Contains(fmt.Sprint(refused), c.says) || len(refused.Errors) > 30 {
				t.Errorf("%d %.300s", got.status, got.body)
			}
			if grown := (after.TotalAlloc - before.TotalAlloc) / mb; grown > c.mb {
				t.Errorf("%d MB were allocated", grown)
			}
		})
	}
}
