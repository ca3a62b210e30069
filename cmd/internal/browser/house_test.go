package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/xuri/excelize/v2"
)

// client calls the API as a program does.
type client struct {
	testing.TB
	authorization string
}

// as signs an account in by the API.
func as(t testing.TB, a account) client {
	t.Helper()
	c := client{TB: t}
	var tokens struct {
		Access string `json:"access_token"`
	}
	c.json(http.MethodPost, "/api/login", map[string]string{"email": a.email, "password": a.password}, &tokens)
	c.authorization = "Bearer " + tokens.Access
	return c
}

// json sends body and decodes the answer; a refusal ends the test.
func (c client) json(method, path string, body, into any) {
	c.Helper()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			c.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	c.send(method, path, "application/json", content, into)
}

// form sends fields as multipart and decodes the answer.
func (c client) form(path string, fields map[string]string, into any) {
	c.Helper()
	var content bytes.Buffer
	w := multipart.NewWriter(&content)
	for name, value := range fields {
		_ = w.WriteField(name, value)
	}
	_ = w.Close()
	c.send(http.MethodPost, path, w.FormDataContentType(), &content, into)
}

func (c client) send(method, path, contentType string, content io.Reader, into any) {
	c.Helper()
	request, err := http.NewRequestWithContext(c.Context(), method, shared.url+path, content)
	if err != nil {
		c.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	if c.authorization != "" {
		request.Header.Set("Authorization", c.authorization)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		c.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		c.Fatalf("%s %s: %d %s %v", method, path, answer.StatusCode, text, err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			c.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
}

// classify classifies a product and returns its record.
func (c client) classify(country, description string) string {
	c.Helper()
	var made struct {
		Record string `json:"classification_record_id"`
	}
	c.form("/api/v3/tariff/tariff-mini?model=fast&country_code="+country, map[string]string{"product_description": description}, &made)
	return made.Record
}

// quote quotes two products of which something is missing, and returns the quote.
func (c client) quote() string {
	c.Helper()
	c.json(http.MethodPost, "/api/v3/quoter_v2/new-quote?country_code=MEX&include_rrna=true", map[string]any{"direction": "import", "language": "Spanish", "products": []map[string]any{
		{"product_description": "teléfono inteligente con 5G", "hscode_8digits": "85171301", "country": "China", "customs_value": 12500.5, "currency": "USD", "exchange_rate": 17.2},
		{"product_description": "refresco de cola en botella", "hscode_8digits": "22021001", "country": "Estados Unidos"},
	}}, nil)
	var list struct {
		Data []struct {
			ID string `json:"quote_id"`
		} `json:"data"`
	}
	c.json(http.MethodGet, "/api/v3/quoter_v2/quotes", nil, &list)
	return list.Data[0].ID
}

// vague is a product of which the engine has to ask something.
const vague = "plastic parts for machines"

// goods are products of many chapters.
func goods() []string {
	return []string{
		"men's knitted cotton T-shirt", "laptop computer, 14 inch", "stainless steel kitchen knife", "roasted coffee beans", "leather shoes for women",
		"truck tyre, radial, new", "wooden dining table", "LED lamp 9 W", vague, "parts", "set of tools", "olive oil, extra virgin",
	}
}

// batch classifies all goods as a batch and waits for its end.
func (c client) batch(items []string) string { return c.batchIn(items, "English") }

func (c client) batchIn(items []string, language string) string {
	c.Helper()
	var list []map[string]string
	for i, description := range items {
		list = append(list, map[string]string{"id": fmt.Sprintf("SKU-%03d", i+1), "product_description": description})
	}
	var job struct {
		ID     string `json:"job_id"`
		Status string `json:"status"`
	}
	c.json(http.MethodPost, "/api/v3/tariff/items-to-excel?country_code=MEX&model=fast&language="+language, map[string]any{"items": list}, &job)
	for deadline := time.Now().Add(patience); job.Status != "succeeded"; {
		c.json(http.MethodGet, "/api/v3/jobs/"+job.ID+"?wait=20", nil, &job)
		if time.Now().After(deadline) {
			c.Fatalf("the batch does not end: %+v", job)
		}
	}
	return job.ID
}

// ask makes a link that asks a supplier about a record, and returns its path.
func (c client) ask(record string, more map[string]any) string {
	c.Helper()
	body := map[string]any{"classification_record_id": record, "allow_files": true, "message": "Hola, necesitamos estos datos para la importación. Gracias."}
	for name, value := range more {
		body[name] = value
	}
	var made struct {
		URL string `json:"url"`
	}
	c.json(http.MethodPost, "/api/v3/sharelink", body, &made)
	_, path, _ := strings.Cut(made.URL, "/app/")
	return "/app/" + path
}

// workbook writes products into a workbook and returns its path.
func workbook(t *testing.T, products ...string) string {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	_ = f.SetSheetRow("Sheet1", "A1", &[]string{"SKU", "Description"})
	for i, product := range products {
		_ = f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+2), &[]any{fmt.Sprintf("SKU-%d", i+1), product})
	}
	path := filepath.Join(t.TempDir(), "products.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// file writes content into a file of the test.
func file(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// session signs an account in by the API and returns the cookies that the form of the console would set.
func session(t testing.TB, a account) map[string]string {
	t.Helper()
	var tokens struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	client{TB: t}.json(http.MethodPost, "/api/login", map[string]string{"email": a.email, "password": a.password}, &tokens)
	return map[string]string{"__Host-access": tokens.Access, "__Host-refresh": tokens.Refresh}
}

// signIn gives the window a session of the account, as its form does, and opens the first page.
func (b *tab) signIn(a account) {
	b.Helper()
	var cookies []*network.CookieParam
	for name, value := range session(b.T, a) {
		cookies = append(cookies, &network.CookieParam{
			Name: name, Value: value, URL: shared.url, Path: "/", Secure: true, HTTPOnly: true, SameSite: network.CookieSameSiteLax,
		})
	}
	b.do(call(network.SetCookies, network.SetCookiesParams{Cookies: cookies}))
	b.open("/app/")
}

// operate gives the window the password of the operators, as a browser that has been asked for it.
func (b *tab) operate() {
	b.Helper()
	b.sends(network.Headers{"Authorization": operators()})
}

// operators is what a browser sends that has been told the password of the operators.
func operators() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte("ops:"+opsPassword))
}

// statusOf is what a call is answered.
func statusOf(t *testing.T, method, path, authorization string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, shared.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", authorization)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// remaining is what an organisation has left, in credits.
func (c client) remaining() string {
	c.Helper()
	var info struct {
		Organization struct {
			Subscription struct {
				Limits struct {
					Credits struct {
						Remaining json.Number `json:"remaining"`
					} `json:"credits"`
				} `json:"limits"`
			} `json:"subscription"`
		} `json:"organization"`
	}
	c.json(http.MethodGet, "/api/v3/organization/subscription-info", nil, &info)
	return info.Organization.Subscription.Limits.Credits.Remaining.String()
}
