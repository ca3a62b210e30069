package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api/apitest"
	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// running is a whole process with an organisation.
type running struct {
	*testing.T
	url, key string
	accounts *account.Service
}

// recorded holds every answer of the processes that start against the OpenAPI document.
var recorded = sync.OnceValues(apitest.New)

func start(t *testing.T, modelURL string, changes ...func(*Config)) running {
	t.Helper()
	return startLogging(t, slog.New(slog.DiscardHandler), modelURL, changes...)
}

func startLogging(t *testing.T, log *slog.Logger, modelURL string, changes ...func(*Config)) running {
	t.Helper()
	cfg := Config{
		DatabaseURL: storetest.URL(t), RedisURL: storetest.Redis(t), BlobURL: "file://" + t.TempDir(), Listen: "127.0.0.1:0",
		JWTSecret: strings.Repeat("s", 32), OpsPassword: "ops-secret", WorkerSlots: 50, DBMaxConns: 20, SyncWait: time.Minute,
		Role: RoleAll,
	}
	if modelURL != "" {
		cfg.ModelBaseURL, cfg.ModelName = modelURL, "test"
	}
	for _, change := range changes {
		change(&cfg)
	}
	a, err := New(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	a.http.Handler = answers.Handler(t, a.http.Handler, a.server.Routes())
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	r := running{t, a.URL(), "", account.NewService(a.store, time.Now)}
	r.key = r.organisation(50 * credit.One)
	return r
}

// organisation makes one and returns a key of it.
func (r running) organisation(credits credit.Amount) (key string) {
	r.Helper()
	o, err := r.accounts.CreateOrganisation(r.Context(), account.NewOrganisation{Name: "Test " + uuid.NewString(), Plan: account.PlanPro, Credits: int64(credits)})
	if err != nil {
		r.Fatal(err)
	}
	_, key, err = r.accounts.CreateKey(r.Context(), account.NewKey{OrganisationID: o.ID, Name: "test", Type: account.KeyTypeSecret})
	if err != nil {
		r.Fatal(err)
	}
	return key
}

// send posts a form of a document and fields; what went wrong on the way stands in the body.
func (r running) send(path, document string, fields map[string]string) (status int, body string) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range fields {
		_ = w.WriteField(name, value)
	}
	if document != "" {
		content, err := os.ReadFile(document)
		if err != nil {
			return 0, err.Error()
		}
		file, _ := w.CreateFormFile("file_path", "document.pdf")
		_, _ = file.Write(content)
	}
	_ = w.Close()
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.url+path, &form)
	if err != nil {
		return 0, err.Error()
	}
	request.Header.Set("Content-Type", w.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+r.key)
	return do(request)
}

func do(request *http.Request) (status int, body string) {
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, string(raw)
}

const (
	invoice     = "../../../extract/testdata/layouts/01_commercial_invoice_en.pdf"
	invoiceData = `{"document_type":"invoice","document_description":"all","json_response":{"properties":{"z":{"type":"string"},"total":{"type":"number"}}}}`
)

func TestAConfiguredModelReadsDocumentsAndItsTokensAreCounted(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"usage": map[string]any{"prompt_tokens": 321, "completion_tokens": 12}, "choices": []any{map[string]any{
			"message": map[string]any{"role": "assistant", "content": `{"data":{"z":"Northern Mills Corp.","total":367938.21}}`}, "finish_reason": "stop"}}})
	}))
	t.Cleanup(server.Close)
	r := start(t, server.URL)
	_, body := r.send("/api/v3/svcdocs/extract?grounding=true", invoice, map[string]string{"json_data": invoiceData})
	for _, want := range []string{`"z":"Northern Mills Corp."`, `"total":367938.21`, `"/z":{"page":1`} {
		if !strings.Contains(body, want) {
			t.Errorf("%s lacks %s", body, want)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("ops", "ops-secret")
	_, metrics := do(request)
	for _, want := range []string{`"prompt_tokens"} 321`, `"completion_tokens"} 12`, `"document_parts_accepted"} 1`, `"classifications_asked"} 0`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

// TestAModelThatHangsHoldsUpNoOtherCall has more documents waiting for it than extraction has slots.
func TestAModelThatHangsHoldsUpNoOtherCall(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-release
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	r := start(t, server.URL)
	const documents = 12
	answers := make(chan string, documents)
	for range documents {
		go func() {
			_, body := r.send("/api/v3/svcdocs/extract", invoice, map[string]string{"json_data": invoiceData})
			answers <- body
		}()
	}
	const extractSlots = 10
	for range extractSlots {
		<-asked
	}
	if status, body := r.send("/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast", "", map[string]string{"product_description": "leather shoes"}); status != http.StatusOK {
		t.Error(body)
	}
	select {
	case <-asked:
		t.Error("an eleventh document is at work: extraction holds more than its slots")
	default:
	}
	close(release)
	for range documents {
		if body := <-answers; !strings.Contains(body, `"total":367938.21`) {
			t.Error(body)
		}
	}
}
