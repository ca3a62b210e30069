package chaos

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/store/storetest"
)

// shipmentsKilled kills workers and the API in every step of shipments: each rests ready, each page and line is paid once,
// and papers that are sent again under their key are the same shipment.
func shipmentsKilled(t *testing.T) {
	h := newHouse(t)
	worker := h.start("worker")
	api := h.start("api")
	const shipments, lines = 4, 40
	var books [][]byte
	ids := map[string]bool{}
	send := func(n int) {
		a := h.sendPapers(books[n], fmt.Sprint("shipment ", n))
		if id, _ := a.body["operation_id"].(string); a.err == nil && a.status == http.StatusAccepted {
			ids[id] = true
		} else if a.err == nil && a.status != http.StatusConflict {
			t.Errorf("shipment %d: status %d, %v", n, a.status, a.body)
		}
	}
	for n := range shipments {
		books = append(books, invoiceBook(t, n, lines))
		send(n)
	}
	h.until("a file that is being read", 1, `SELECT count(*) FROM jobs WHERE kind = 'shipment_papers'`)
	worker.kill()
	worker = h.start("worker")
	h.until("lines that are classified", lines/2, `SELECT count(*) FROM jobs WHERE kind = 'classify' AND state = 'succeeded'`)
	api.kill()
	worker.kill()
	h.start("api")
	worker = h.start("worker")
	for n := range shipments {
		send(n)
	}
	h.until("further lines", shipments*lines*3/4, `SELECT count(*) FROM jobs WHERE kind = 'classify' AND state = 'succeeded'`)
	worker.kill()
	worker = h.start("worker")
	h.until("an entry that is quoted", 1, `SELECT count(*) FROM jobs WHERE kind = 'shipment_quote'`)
	worker.kill()
	h.start("worker")
	h.until("shipments that are ready", shipments, `SELECT count(*) FROM shipments WHERE state = 'ready'`)
	if len(ids) != shipments {
		t.Errorf("%d shipments of %d", len(ids), shipments)
	}
	h.settled(shipments * (1 + 1 + lines + 1)) // a run, a file, the lines, the entry
	each := credit.One + lines*credit.One + lines*credit.One/4
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-shipments*each {
		t.Errorf("balance %s, want %s", got, startBalance-shipments*each)
	}
	h.until("codes of all lines", shipments*lines, `SELECT count(*) FROM shipment_lines WHERE record_id IS NOT NULL`)
}

// invoiceBook is an invoice in a workbook.
func invoiceBook(t *testing.T, n, lines int) []byte {
	t.Helper()
	var b bytes.Buffer
	text := func(cells ...string) (row []excel.Cell) {
		for _, c := range cells {
			row = append(row, excel.Cell{Kind: excel.KindText, Text: c})
		}
		return row
	}
	err := excel.WriteSheet(&b, "Invoice", []string{"Invoice No", fmt.Sprint("INV-", n), "Currency", "USD", "Incoterm", "CIF Veracruz"}, func(add func([]excel.Cell) error) error {
		rows := [][]excel.Cell{text("Seller", "Hailong Hardware Co., Ltd.", "Buyer", "Ferretera SA"), text("Description", "Qty", "Unit", "Origin", "Amount")}
		for i := range lines {
			rows = append(rows, text(fmt.Sprintf("Cotton knitted T-shirts for men, style %d", i), "10", "PCS", "China", "100"))
		}
		for _, row := range rows {
			if err := add(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sendPapers sends a workbook as the papers of a shipment.
func (h *house) sendPapers(book []byte, key string) answer {
	return h.sendPapersIn(h.t.Context(), book, key)
}

func (h *house) sendPapersIn(ctx context.Context, book []byte, key string) answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("operation", `{"exchange_rate":17.5,"usd_exchange_rate":17.5,"date":"2026-06-01","confirm_below":0}`)
	if part, err := w.CreateFormFile("files", "invoice.xlsx"); err == nil {
		_, _ = part.Write(book)
	}
	_ = w.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.api.url+"/api/v3/operations", &form)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Idempotency-Key", key)
	return h.do(req)
}
