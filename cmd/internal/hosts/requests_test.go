//go:build hosts && linux

package hosts

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"tariffdesk/excel"
)

// send returns an answer with its body, which is read to the end.
func send(req *http.Request, token string) (status int, header http.Header, body []byte, err error) {
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(res.Body, 64<<20))
	return res.StatusCode, res.Header, body, err
}

// workbook submits a batch and returns its job.
func (s *site) workbook(rows int) string {
	s.Helper()
	if status, body := s.tryWorkbook(rows); status != http.StatusAccepted {
		s.Fatalf("workbook: status %d, %s", status, body)
	}
	var id string
	if err := s.store.QueryRow(s.Context(), `SELECT id::text FROM jobs WHERE kind = 'batch' ORDER BY created_at DESC LIMIT 1`, nil, &id); err != nil {
		s.Fatal(err)
	}
	return id
}

// tryWorkbook submits a batch, and returns the answer.
func (s *site) tryWorkbook(rows int) (status int, body []byte) {
	s.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "goods.xlsx")
	if err == nil {
		err = excel.WriteSheet(part, "Goods", []string{"Description"}, func(add func([]excel.Cell) error) error {
			for i := range rows {
				if err := add([]excel.Cell{{Kind: excel.KindText, Text: fmt.Sprint("steel screw number ", i)}}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		s.Fatal(err)
	}
	_ = w.Close()
	req, err := http.NewRequestWithContext(s.Context(), http.MethodPost, apiURL(s.apis[0])+"/api/v3/tariff/xlsx?country_code=WORLD&model=fast&tariff_info=false", &form)
	if err != nil {
		s.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	status, _, body, err = send(req, s.token)
	if err != nil {
		s.Fatal(err)
	}
	return status, body
}

// finished waits until a batch has done all its rows and its result is read back in full.
func (s *site) finished(id string, rows int) {
	s.Helper()
	s.until("the batch", 1, `SELECT count(*) FROM jobs WHERE id = $1 AND state = 'succeeded' AND completed = total`, id)
	req, err := http.NewRequestWithContext(s.Context(), http.MethodGet, apiURL(s.apis[1])+"/api/v3/jobs/"+id+"/result", nil)
	if err != nil {
		s.Fatal(err)
	}
	req.Header.Set("Accept", "application/x-ndjson")
	status, _, body, err := send(req, s.token)
	if err != nil || status != http.StatusOK || bytes.Count(body, []byte("\n")) != rows {
		s.Errorf("result: status %d, %v, %d lines", status, err, bytes.Count(body, []byte("\n")))
	}
}

// readiness is what an api says of itself.
func (s *site) readiness(h *host) (status int, body string) {
	s.Helper()
	req, err := http.NewRequestWithContext(s.Context(), http.MethodGet, apiURL(h)+"/health/ready", nil)
	if err != nil {
		s.Fatal(err)
	}
	status, _, text, err := send(req, s.token)
	if err != nil {
		s.Fatal(err)
	}
	return status, string(text)
}

// wait lets a fault last.
func wait(d time.Duration) { <-time.After(d) }
