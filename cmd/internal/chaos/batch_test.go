package chaos

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/store/storetest"
)

// batchFlood keeps callers waiting beside more batches than run at once while a worker dies and one
// batch is cancelled: no caller, row or credit is lost or doubled.
func batchFlood(t *testing.T) {
	h := newHouse(t)
	first := h.start("worker")
	h.start("api")
	const rows, batches = 2000, 3
	cancelled := h.submitWorkbook(t, "cancelled", 5*rows)
	var ids []string
	for i := range batches {
		ids = append(ids, h.submitWorkbook(t, fmt.Sprint("batch ", i), rows))
	}
	wait := h.background(200, "cotton shirt")
	h.until("finished chunks", 5, `SELECT count(*) FROM batch_chunks WHERE state = 'done'`)
	h.replaceWorker(t, first)
	h.cancel(t, cancelled)
	succeeded(t, wait()...)
	h.until("the cancelled batch", 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state = 'cancelled' AND completed > 0 AND refunded > 0`, cancelled)
	for _, id := range ids {
		h.until("batch "+id, 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state = 'succeeded' AND completed = total`, id)
		h.checkResult(t, id, rows)
	}
	h.settled(200 + batches + 1)
	var ran int
	if err := h.store.QueryRow(t.Context(), `SELECT completed FROM jobs WHERE id = $1`, []any{cancelled}, &ran); err != nil {
		t.Fatal(err)
	}
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-credit.Amount(200+ran+batches*rows)*credit.One {
		t.Errorf("balance %s", got)
	}
}

// cancel ends what of a batch has not begun.
func (h *house) cancel(t *testing.T, id string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.api.url+"/api/v3/jobs/"+id+"/cancel", nil)
	if err != nil {
		t.Fatal(err)
	}
	if a := h.do(req); a.err != nil || a.status != http.StatusOK {
		t.Fatalf("cancel: status %d, %v, %v", a.status, a.err, a.body)
	}
}

// replaceWorker kills a worker in the middle of batches and sees that no finished chunk is done again.
func (h *house) replaceWorker(t *testing.T, first *process) {
	t.Helper()
	first.kill()
	finished := strings.Fields(h.finishedChunks(t))
	h.start("worker")
	h.until("a further chunk", len(finished)+1, `SELECT count(*) FROM batch_chunks WHERE state = 'done'`)
	again := strings.Fields(h.finishedChunks(t))
	for _, chunk := range finished {
		if !slices.Contains(again, chunk) {
			t.Errorf("the finished chunk %s was lost", chunk)
		}
	}
}

// finishedChunks lists the chunks that were done at the first attempt.
func (h *house) finishedChunks(t *testing.T) (list string) {
	t.Helper()
	err := h.store.QueryRow(t.Context(), `SELECT coalesce(string_agg(job_id || ':' || n, ' ' ORDER BY job_id, n), '') FROM batch_chunks WHERE state = 'done' AND attempt = 1`, nil, &list)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// submitWorkbook uploads a workbook of different goods as a client would.
func (h *house) submitWorkbook(t *testing.T, name string, rows int) string {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", name+".xlsx")
	if err != nil {
		t.Fatal(err)
	}
	err = excel.WriteSheet(part, "Goods", []string{"Description"}, func(add func([]excel.Cell) error) error {
		for i := range rows {
			if err := add([]excel.Cell{{Kind: excel.KindText, Text: fmt.Sprintf("steel screw %s number %d", name, i)}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.api.url+"/api/v3/tariff/xlsx?country_code=WORLD&model=fast&tariff_info=false", &form)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	a := h.do(req)
	if a.err != nil || a.status != http.StatusAccepted {
		t.Fatalf("status %d, %v, %v", a.status, a.err, a.body)
	}
	return a.jobID()
}

// checkResult reads the rows of a batch: each there once, in order, classified.
func (h *house) checkResult(t *testing.T, id string, rows int) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.api.url+"/api/v3/jobs/"+id+"/result", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+h.token)
	req.Header.Set("Accept", "application/x-ndjson")
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	next := 2
	for d := json.NewDecoder(res.Body); ; next++ {
		var line struct {
			Row    int
			Status string
		}
		if err := d.Decode(&line); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if line.Row != next || line.Status != "succeeded" {
			t.Errorf("batch %s: %+v where row %d was due", id, line, next)
		}
	}
	if next != rows+2 {
		t.Errorf("batch %s: %d rows", id, next-2)
	}
}

// batchWorkerKilled kills the worker in the middle of a batch, which costs nothing but time.
func batchWorkerKilled(t *testing.T) {
	h := newHouse(t)
	first := h.start("worker")
	h.start("api")
	began := time.Now()
	id := h.submitWorkbook(t, "one", 10_000)
	h.until("finished chunks", 3, `SELECT count(*) FROM batch_chunks WHERE state = 'done'`)
	h.replaceWorker(t, first)
	h.until("the batch", 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state = 'succeeded' AND completed = 10000 AND refunded = 0`, id)
	h.checkResult(t, id, 10_000)
	h.settled(1)
	t.Logf("10,000 rows in %s with a worker killed", time.Since(began).Round(time.Second))
}
