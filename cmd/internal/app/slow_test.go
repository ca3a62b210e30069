package app

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"tariffdesk/logline/logtest"
)

// said returns the lines that say message, with their attributes.
func said(t *testing.T, log *logtest.Lines, message string) (found []map[string]any) {
	t.Helper()
	for _, line := range log.About(message) {
		var attrs map[string]any
		if err := json.Unmarshal([]byte(line), &attrs); err != nil {
			t.Fatal(err)
		}
		if attrs["msg"] == message {
			found = append(found, attrs)
		}
	}
	return found
}

func TestSlowRequestsJobsAndStatementsAreLoggedUnderTheirNames(t *testing.T) {
	t.Parallel()
	log := &logtest.Lines{}
	r := startLogging(t, slog.New(slog.NewJSONHandler(log, nil)), "", func(c *Config) {
		c.SlowQuery, c.SlowRequest, c.SlowJob = time.Nanosecond, time.Nanosecond, time.Nanosecond
	})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url+"/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast",
		strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"product_description\"\r\n\r\nmilk\r\n--x--\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	request.Header.Set("Authorization", "Bearer "+r.key)
	request.Header.Set("X-Request-ID", "slow-one")
	if status, body := do(request); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	job := ""
	for deadline := time.After(2 * time.Minute); job == ""; { // the line follows the answer
		for _, line := range said(t, log, "request") {
			if line["request_id"] != "slow-one" {
				continue
			}
			job, _ = line["job_id"].(string)
			waited, _ := line["waited_ms"].(float64)
			took, _ := line["duration_ms"].(float64)
			if line["slow"] != true || line["level"] != "WARN" || waited <= 0 || waited >= took {
				t.Errorf("the request is logged as %v, want slow, and a part of its time waited", line)
			}
		}
		select {
		case <-deadline:
			t.Fatal("the request is not in the log")
		case <-time.After(10 * time.Millisecond):
		}
	}
	named := map[string]bool{}
	for _, line := range said(t, log, "slow query") {
		if line["request_id"] == "slow-one" {
			named["request"] = true
		}
	}
	for _, line := range said(t, log, "slow job") {
		if line["job_id"] == job && line["kind"] == "classify" {
			named["job"] = true
		}
	}
	if !named["request"] || !named["job"] {
		t.Errorf("named are %v, want statements of the request and the job at work", named)
	}
}
