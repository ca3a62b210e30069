package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
)

func classify(c *caller, a arguments) (*reply, error) {
	query := a.query("country_code", "model", "tariff_info", "user_identifier")
	body, contentType, err := a.form("product_description", "language", "classification_record_id", "answers")
	if err != nil {
		return nil, err
	}
	return c.do(call{method: http.MethodPost, path: "/api/v3/tariff/tariff-mini", query: query, body: body, contentType: contentType,
		key: a.text("idempotency_key")})
}

// quote answers the API's array under a name: structured content is an object for older clients.
func quote(c *caller, a arguments) (*reply, error) {
	got, err := c.post("/api/v3/quoter_v2/new-quote", a, "include_rrna", "user_identifier")
	if err == nil && got.status == http.StatusOK {
		got.body = slices.Concat([]byte(`{"items":`), bytes.TrimSpace(got.body), []byte(`}`))
	}
	return got, err
}

func landedCost(c *caller, a arguments) (*reply, error) {
	return c.post("/api/v3/marketplace/quotes", a)
}

func extract(c *caller, a arguments) (*reply, error) {
	task := arguments{}
	for _, name := range []string{"document_type", "document_description", "json_response"} {
		if value, ok := a[name]; ok {
			task[name] = value
		}
	}
	text, err := json.Marshal(task)
	if err != nil {
		return nil, fmt.Errorf("encode json_data: %w", err)
	}
	a["json_data"] = text
	body, contentType, err := a.form("file_url", "json_data", "pages", "password", "split")
	if err != nil {
		return nil, err
	}
	return c.do(call{method: http.MethodPost, path: "/api/v3/svcdocs/extract", query: a.query("country_code", "json_schema", "grounding"),
		body: body, contentType: contentType, key: a.text("idempotency_key")})
}

func lookupCode(c *caller, a arguments) (*reply, error) {
	code, words := a.text("code"), a.text("query")
	query := a.query("language")
	switch {
	case (code == "") == (words == ""):
		return nil, invalidParams("code, query: want one of them")
	case code != "":
		path := "/api/v3/tariff/codes/" + url.PathEscape(a.text("country_code")) + "/" + url.PathEscape(code)
		return c.do(call{method: http.MethodGet, path: path, query: query})
	}
	query.Set("country_code", a.text("country_code"))
	query.Set("q", words)
	return c.do(call{method: http.MethodGet, path: "/api/v3/tariff/search", query: query})
}

// job adds the result of a single call that has succeeded; a batch's is a workbook.
func job(c *caller, a arguments) (*reply, error) {
	path := "/api/v3/jobs/" + url.PathEscape(a.text("job_id"))
	got, err := c.do(call{method: http.MethodGet, path: path, query: a.query("wait")})
	if err != nil {
		return nil, err
	}
	var state struct {
		Kind   string `json:"kind"`
		Status string `json:"status"`
	}
	if err := json.Unmarshal(got.body, &state); err != nil {
		return nil, fmt.Errorf("read job: %w", err)
	}
	single := slices.Contains([]string{"classify", "extract", "digitize", "split", "quote"}, state.Kind)
	if state.Status != "succeeded" || !single {
		return got, nil
	}
	result, err := c.do(call{method: http.MethodGet, path: path + "/result"})
	if err != nil {
		return nil, err
	}
	head := bytes.TrimSuffix(bytes.TrimSpace(got.body), []byte("}"))
	result.body = slices.Concat(head, []byte(`,"result":`), bytes.TrimSpace(result.body), []byte(`}`))
	return result, nil
}

// post sends the arguments as a JSON body but for those that the API takes in its query.
func (c *caller) post(path string, a arguments, inQuery ...string) (*reply, error) {
	query, key := a.query(inQuery...), a.text("idempotency_key")
	for _, name := range append(inQuery, "idempotency_key") {
		delete(a, name)
	}
	body, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode arguments: %w", err)
	}
	return c.do(call{method: http.MethodPost, path: path, query: query, body: body, contentType: "application/json", key: key})
}

func (a arguments) query(names ...string) url.Values {
	q := url.Values{}
	for _, name := range names {
		if _, ok := a[name]; ok {
			q.Set(name, a.text(name))
		}
	}
	return q
}

func (a arguments) form(names ...string) (body []byte, contentType string, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, name := range names {
		if _, ok := a[name]; !ok {
			continue
		}
		if err := w.WriteField(name, a.text(name)); err != nil {
			return nil, "", fmt.Errorf("encode %s: %w", name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("encode form: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
