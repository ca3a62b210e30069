package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// shipment opens an operation from URLs, or reads one after the changes and answers that a call brings. Where it is at
// work the answer waits for its rest, within bounds.
func shipment(c *caller, a arguments) (*reply, error) {
	id := a.text("operation_id")
	_, opens := a["file_urls"]
	_, answers := a["answers"]
	_, lines := a["lines"]
	switch {
	case opens == (id != ""):
		return nil, invalidParams("file_urls, operation_id: want one of them")
	case opens && (answers || lines || a.text("continue") == "true"):
		return nil, invalidParams("answers, lines, continue: only with operation_id")
	}
	var got *reply
	var err error
	if opens {
		got, err = c.open(a)
	} else {
		got, err = c.change(a, id)
	}
	if err != nil {
		return nil, err
	}
	return c.atRest(a, got)
}

// open sends the addresses of papers.
func (c *caller) open(a arguments) (*reply, error) {
	var urls []string
	if err := json.Unmarshal(a["file_urls"], &urls); err != nil {
		return nil, fmt.Errorf("read file_urls: %w", err)
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	fields := make([][2]string, 0, len(urls)+1)
	for _, one := range urls {
		fields = append(fields, [2]string{"file_urls", one})
	}
	if _, ok := a["operation"]; ok {
		fields = append(fields, [2]string{"operation", string(a["operation"])})
	}
	for _, field := range fields {
		if err := w.WriteField(field[0], field[1]); err != nil {
			return nil, fmt.Errorf("encode %s: %w", field[0], err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("encode form: %w", err)
	}
	return c.do(call{method: http.MethodPost, path: operationsPath, query: a.query("user_identifier"), body: b.Bytes(), contentType: w.FormDataContentType(), key: a.text("idempotency_key")})
}

const operationsPath = "/api/v3/operations"

// change states facts, decides lines and goes on, as far as the call asks for each.
func (c *caller) change(a arguments, id string) (*reply, error) {
	path := operationsPath + "/" + url.PathEscape(id)
	var done []string
	if facts, ok := a["operation"]; ok {
		if _, err := c.do(call{method: http.MethodPatch, path: path, body: facts, contentType: "application/json"}); err != nil {
			return nil, err
		}
		done = append(done, "operation")
	}
	var lines []map[string]json.RawMessage
	if raw, ok := a["lines"]; ok {
		if err := json.Unmarshal(raw, &lines); err != nil {
			return nil, fmt.Errorf("read lines: %w", err)
		}
	}
	for _, l := range lines {
		name := arguments(l).text("line_id")
		delete(l, "line_id")
		body, err := json.Marshal(l)
		if err != nil {
			return nil, fmt.Errorf("encode line: %w", err)
		}
		if _, err := c.do(call{method: http.MethodPatch, path: path + "/lines/" + url.PathEscape(name), body: body, contentType: "application/json"}); err != nil {
			return nil, standing(err, done)
		}
		done = append(done, name)
	}
	answers, answered := a["answers"]
	if !answered && a.text("continue") != "true" {
		return c.do(call{method: http.MethodGet, path: path})
	}
	body := json.RawMessage("{}")
	if answered {
		body = json.RawMessage(`{"answers":` + string(answers) + `}`)
	}
	r, err := c.do(call{method: http.MethodPost, path: path + "/continue", body: body, contentType: "application/json", key: a.text("idempotency_key")})
	return r, standing(err, done)
}

// standing says in a refusal, as its member changed, what the call had changed before: it stands.
func standing(err error, done []string) error {
	refused, ok := errors.AsType[*refusal](err)
	var body map[string]json.RawMessage
	if !ok || len(done) == 0 || json.Unmarshal(refused.body, &body) != nil {
		return err
	}
	if body["changed"], err = json.Marshal(done); err == nil {
		refused.body, err = json.Marshal(body)
	}
	if err != nil {
		return fmt.Errorf("encode refusal: %w", err)
	}
	return refused
}

// defaultWait is how long an operation is waited for where the call does not say.
const defaultWait = 20 * time.Second

// atRest returns the operation that an answer names, as it rests or as it stands when the wait is over. The head of the
// first answer stays, since it tells of the call.
func (c *caller) atRest(a arguments, first *reply) (*reply, error) {
	wait := defaultWait
	if _, ok := a["wait"]; ok {
		seconds, err := strconv.Atoi(a.text("wait"))
		if err != nil {
			return nil, invalidParams("wait: want a whole number")
		}
		wait = time.Duration(seconds) * time.Second
	}
	var at struct {
		ID     string `json:"operation_id"`
		Status string `json:"status"`
		JobID  string `json:"job_id"`
	}
	for until := time.Now().Add(wait); ; {
		if err := json.Unmarshal(first.body, &at); err != nil {
			return nil, fmt.Errorf("read operation: %w", err)
		}
		left := time.Until(until)
		if works := at.Status == "reading" || at.Status == "checking" || at.Status == "classifying" || at.Status == "quoting"; works && left >= time.Second {
			seconds := strconv.Itoa(int(left / time.Second))
			if _, err := c.do(call{method: http.MethodGet, path: "/api/v3/jobs/" + url.PathEscape(at.JobID), query: url.Values{"wait": {seconds}}}); err != nil {
				return nil, err
			}
		} else if first.status == http.StatusOK {
			return first, nil
		}
		now, err := c.do(call{method: http.MethodGet, path: operationsPath + "/" + url.PathEscape(at.ID)})
		if err != nil {
			return nil, err
		}
		first.status, first.body = now.status, now.body
	}
}
