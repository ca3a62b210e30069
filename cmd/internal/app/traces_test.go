package app

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// span is what a collector was told, with the service that told it.
type span struct {
	*tracepb.Span
	service string
}

// collect answers as a collector of OTLP over HTTP does, and hands on the spans that it is told.
func collect(t *testing.T) (url string, spans <-chan span) {
	t.Helper()
	told := make(chan span, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var batch collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" || proto.Unmarshal(body, &batch) != nil {
			http.Error(w, "not of OTLP", http.StatusBadRequest)
			return
		}
		for _, resource := range batch.GetResourceSpans() {
			service := ""
			for _, a := range resource.GetResource().GetAttributes() {
				if a.GetKey() == "service.name" {
					service = a.GetValue().GetStringValue()
				}
			}
			for _, scope := range resource.GetScopeSpans() {
				for _, s := range scope.GetSpans() {
					told <- span{s, service}
				}
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(server.Close)
	return server.URL, told
}

func TestATraceLeadsFromTheRequestOverTheQueueToTheWorker(t *testing.T) {
	t.Parallel()
	url, told := collect(t)
	r := start(t, "", func(c *Config) { c.OTLPEndpoint = url })
	const trace, caller = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url+"/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast",
		strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"product_description\"\r\n\r\nmilk\r\n--x--\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	request.Header.Set("Authorization", "Bearer "+r.key)
	request.Header.Set("traceparent", "00-"+trace+"-"+caller+"-01")
	if status, body := do(request); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	found := map[string]span{}
	late := time.After(2 * time.Minute) // the exporter tells each 5 s
	for len(found) < 3 {
		select {
		case s := <-told:
			if hex.EncodeToString(s.GetTraceId()) == trace {
				found[strings.TrimPrefix(s.GetKind().String(), "SPAN_KIND_")+" "+s.GetName()] = s
			}
		case <-late:
			t.Fatalf("only %v of the trace came", found)
		}
	}
	call, enqueue, work := found["SERVER POST /api/v3/tariff/tariff-mini"], found["PRODUCER enqueue classify"], found["CONSUMER job classify"]
	for _, s := range []span{call, enqueue, work} {
		if s.Span == nil || s.service != "tariffdesk-all" {
			t.Fatalf("got %v, want a span of the request, of its place in the queue, and of the worker", found)
		}
	}
	if got := attributeOf(call, "http.route"); got != "/api/v3/tariff/tariff-mini" {
		t.Errorf("the request's route is %q", got)
	}
	if got := hex.EncodeToString(call.GetParentSpanId()); got != caller {
		t.Errorf("the request hangs on %s, not on its caller", got)
	}
	for _, s := range []span{enqueue, work} {
		if string(s.GetParentSpanId()) != string(call.GetSpanId()) {
			t.Errorf("%s does not hang on the request", s.GetName())
		}
	}
}

func attributeOf(s span, key string) string {
	for _, a := range s.GetAttributes() {
		if a.GetKey() == key {
			return a.GetValue().GetStringValue()
		}
	}
	return ""
}
