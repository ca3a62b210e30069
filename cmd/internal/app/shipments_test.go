package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/shipment/packets"
)

// papers posts files as an operation.
func (r running) papers(key, operation, idempotency string, files ...[]byte) (status int, body map[string]any) {
	r.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("operation", operation)
	for i, content := range files {
		file, _ := w.CreateFormFile("files", fmt.Sprintf("paper-%d.pdf", i+1))
		_, _ = file.Write(content)
	}
	_ = w.Close()
	return r.call(http.MethodPost, "/api/v3/operations", key, w.FormDataContentType(), form.Bytes(), map[string]string{"Idempotency-Key": idempotency})
}

func (r running) call(method, path, key, mediaType string, content []byte, headers map[string]string) (int, map[string]any) {
	r.Helper()
	request, err := http.NewRequestWithContext(r.Context(), method, r.url+path, bytes.NewReader(content))
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	for name, value := range headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		r.Fatal(err)
	}
	var body map[string]any
	_ = json.Unmarshal(raw, &body)
	return answer.StatusCode, body
}

func (r running) json(method, path, key string, body any, headers ...string) (int, map[string]any) {
	r.Helper()
	var content []byte
	mediaType := ""
	if body != nil {
		content, _ = json.Marshal(body)
		mediaType = "application/json"
	}
	with := map[string]string{}
	for i := 0; i+1 < len(headers); i += 2 {
		with[headers[i]] = headers[i+1]
	}
	return r.call(method, path, key, mediaType, content, with)
}

// rests waits until an operation stands still, and returns it.
func (r running) rests(key, id string) map[string]any {
	r.Helper()
	deadline := time.Now().Add(4 * time.Minute)
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for ; ; <-poll.C {
		status, body := r.json(http.MethodGet, "/api/v3/operations/"+id, key, nil)
		if status != http.StatusOK {
			r.Fatalf("operation %s: %d %v", id, status, body)
		}
		switch body["status"] {
		case "reading", "checking", "classifying", "quoting":
		default:
			return body
		}
		if time.Now().After(deadline) {
			r.Fatalf("operation %s is still %v", id, body["status"])
		}
	}
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// confirmed decides every code that is asked, by the truth of the packet, and fills in what is missing.
func (r running) confirmed(key string, operation map[string]any, p packets.Packet) {
	r.Helper()
	for _, raw := range operation["needs"].([]any) {
		need := raw.(map[string]any)
		line := text(need["line"])
		if line == "" {
			r.Fatalf("asked %v", need)
		}
		change := map[string]any{}
		switch need["kind"] {
		case "code":
			change["code"] = p.Lines[lineIndex(operation, line)].Code
		case "origin":
			change["origin"] = p.Lines[lineIndex(operation, line)].Origin
		case "value":
			l := p.Lines[lineIndex(operation, line)]
			change["value"] = float64(l.AmountCents()) / 100
		default:
			r.Fatalf("asked %v", need)
		}
		if status, body := r.json(http.MethodPatch, "/api/v3/operations/"+text(operation["operation_id"])+"/lines/"+line, key, change); status != http.StatusOK {
			r.Fatalf("line %s: %d %v", line, status, body)
		}
	}
}

func lineIndex(operation map[string]any, id string) int {
	for i, raw := range operation["lines"].([]any) {
		if raw.(map[string]any)["line_id"] == id {
			return i
		}
	}
	return 0
}

const facts = `{"reference":"A-1","exchange_rate":17.5,"usd_exchange_rate":17.5,"date":"2026-06-01","freight":350,"insurance":0}`

func TestAPacketBecomesAPricedEntry(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	p, err := packets.New(0)
	if err != nil {
		t.Fatal(err)
	}
	key := r.organisation(200 * credit.One)
	began := time.Now()
	status, made := r.papers(key, facts, "one", p.PDF)
	if status != http.StatusAccepted || made["status"] != "reading" {
		t.Fatalf("%d %v", status, made)
	}
	id := text(made["operation_id"])
	operation := r.rests(key, id)
	t.Logf("%d papers, %d lines after %s: %v", len(operation["papers"].([]any)), len(operation["lines"].([]any)), time.Since(began), operation["status"])
	if got := len(operation["lines"].([]any)); got != len(p.Lines) {
		t.Fatalf("%d lines, the packet holds %d", got, len(p.Lines))
	}
	for round := 0; operation["status"] == "needs_input" && round < 3; round++ {
		r.confirmed(key, operation, p)
		if status, body := r.json(http.MethodPost, "/api/v3/operations/"+id+"/continue", key, nil); status != http.StatusAccepted {
			t.Fatalf("continue: %d %v", status, body)
		}
		operation = r.rests(key, id)
	}
	if operation["status"] != "ready" {
		t.Fatalf("it rests as %v: %v %v", operation["status"], operation["failure"], operation["needs"])
	}
	totals, _ := json.Marshal(operation["totals"])
	t.Logf("totals %s, costs %v", totals, operation["costs"])
	if again, body := r.papers(key, facts, "one", p.PDF); again != http.StatusAccepted || body["operation_id"] != made["operation_id"] {
		t.Errorf("repeated under its key: %d %v", again, body)
	}
}

func TestCreditsRunOutAndADeletedShareIsGone(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	p, err := packets.New(0)
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, one := range p.Papers {
		pages += len(one.Pages)
	}
	key := r.organisation(credit.Amount(pages+2) * credit.One) // and two lines
	_, made := r.papers(key, facts, "", p.PDF)
	id := text(made["operation_id"])
	at := "/api/v3/operations/" + id
	operation := r.rests(key, id)
	if operation["status"] != "needs_credits" {
		t.Fatalf("with credits for two lines it rests as %v", operation["status"])
	}
	if status, _ := r.json(http.MethodGet, at, r.key, nil); status != http.StatusNotFound {
		t.Errorf("another organisation reads it: %d", status)
	}
	line := at + "/lines/l1"
	if status, body := r.json(http.MethodPatch, line, key, map[string]any{"value": 0}); status != http.StatusUnprocessableEntity {
		t.Errorf("a value of 0: %d %v", status, body)
	}
	_, link := r.json(http.MethodPost, at+"/sharelink", key, map[string]any{})
	shown := "/api/v3/operations-sharelink/info/" + text(link["token"])
	if status, body := r.json(http.MethodGet, shown, "", nil); status != http.StatusOK || body["operation"] == nil {
		t.Errorf("shared: %d %v", status, body)
	}
	if status, _ := r.json(http.MethodDelete, at, key, nil); status != http.StatusConflict {
		t.Errorf("an open operation was deleted: %d", status)
	}
	if status, body := r.json(http.MethodPost, at+"/close", key, nil); status != http.StatusOK || body["status"] != "closed" {
		t.Errorf("close: %d %v", status, body)
	}
	for path, method := range map[string]string{at + "/continue": http.MethodPost, line: http.MethodPatch} {
		if status, _ := r.json(method, path, key, map[string]any{"value": 1}); status != http.StatusConflict && status != http.StatusUnprocessableEntity {
			t.Errorf("%s after the end: %d", path, status)
		}
	}
	if status, _ := r.json(http.MethodDelete, at, key, nil); status != http.StatusNoContent {
		t.Errorf("delete: %d", status)
	}
	if status, _ := r.json(http.MethodGet, shown, "", nil); status != http.StatusGone {
		t.Errorf("shared after the end: %d", status)
	}
}

// A supplier answers the questions of a line by its ordinary share link, and the line moves; a code that a person decided
// stays.
func TestASuppliersAnswerMovesTheLineOfAShipment(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	key := r.organisation(100 * credit.One)
	made := r.book(key, `{"exchange_rate":17.5,"usd_exchange_rate":17.5,"date":"2026-06-01"}`, "milk", "cheese")
	id := text(made["operation_id"])
	operation := r.rests(key, id)
	at := "/api/v3/operations/" + id
	for i, decided := range []bool{false, true} {
		line := operation["lines"].([]any)[i].(map[string]any)
		record := text(line["classification_record_id"])
		if decided {
			if status, body := r.json(http.MethodPatch, at+"/lines/"+text(line["line_id"]), key, map[string]any{"code": "04061001"}, "If-Match", fmt.Sprintf("%q", fmt.Sprint(line["version"]))); status != http.StatusOK {
				t.Fatalf("decide: %d %v", status, body)
			}
		}
		status, link := r.json(http.MethodPost, "/api/v3/sharelink", key, map[string]any{"classification_record_id": record})
		if status != http.StatusCreated {
			t.Fatalf("link: %d %v", status, link)
		}
		token := text(link["token"])
		status, shown := r.json(http.MethodGet, "/api/v3/sharelink/questions/"+token, "", nil)
		questions, _ := shown["questions"].([]any)
		if status != http.StatusOK || len(questions) == 0 {
			t.Fatalf("shown: %d %v", status, shown)
		}
		question := questions[0].(map[string]any)
		answer := "2"
		if choices, _ := question["choices"].([]any); len(choices) > 0 {
			answer = text(choices[0].(map[string]any)["value"])
		}
		status, body := r.json(http.MethodPost, "/api/v3/sharelink/responses/"+token, "", map[string]any{"answers": []any{map[string]any{"question": question["id"], "answer": answer}}})
		if status != http.StatusAccepted {
			t.Fatalf("answer: %d %v", status, body)
		}
		deadline := time.Now().Add(2 * time.Minute)
		for {
			_, now := r.json(http.MethodGet, at, key, nil)
			moved := now["lines"].([]any)[i].(map[string]any)
			trail := moved["trail"].([]any)
			if n := len(trail); n > 0 && trail[n-1].(map[string]any)["by"] == "answers" {
				if text(moved["classification_record_id"]) == record {
					t.Errorf("line %d still has the record that was answered", i+1)
				}
				if decided && text(moved["code"]) != "04061001" {
					t.Errorf("the decided code became %v", moved["code"])
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("line %d has not moved: %v", i+1, moved)
			}
			<-time.After(50 * time.Millisecond)
		}
	}
}

// book sends an invoice in a workbook with a line for each description.
func (r running) book(key, operation string, descriptions ...string) map[string]any {
	r.Helper()
	var b bytes.Buffer
	cells := func(texts ...string) (row []excel.Cell) {
		for _, text := range texts {
			row = append(row, excel.Cell{Kind: excel.KindText, Text: text})
		}
		return row
	}
	err := excel.WriteSheet(&b, "Invoice", []string{"Invoice No", "INV-1", "Currency", "USD", "Incoterm", "CIF Veracruz"}, func(add func([]excel.Cell) error) error {
		rows := [][]excel.Cell{cells("Seller", "Hailong Hardware Co., Ltd.", "Buyer", "Ferretera SA"), cells("Description", "Qty", "Unit", "Origin", "Amount")}
		for _, d := range descriptions {
			rows = append(rows, cells(d, "10", "KG", "China", "100"))
		}
		for _, row := range rows {
			if err := add(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		r.Fatal(err)
	}
	status, made := r.papers(key, operation, "", b.Bytes())
	if status != http.StatusAccepted {
		r.Fatalf("%d %v", status, made)
	}
	return made
}
