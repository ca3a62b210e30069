package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"
)

// visit calls in process and without a token from a network address; "" is one of the test's own, so
// that tests do not use up each other's minutes.
func (s *service) visit(address, method, path string, body any) *response {
	s.t.Helper()
	raw, isRaw := body.(string)
	b := []byte(raw)
	if !isRaw {
		var err error
		if b, err = json.Marshal(body); err != nil {
			s.t.Fatal(err)
		}
	}
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	return s.visitWith(address, r)
}

func (s *service) visitWith(address string, r *http.Request) *response {
	s.t.Helper()
	if address == "" {
		address = uuid.NewString()
	}
	r.RemoteAddr = address + ":1"
	w := httptest.NewRecorder()
	s.served.ServeHTTP(w, r)
	return &response{s.t, w.Code, w.Header(), w.Body.Bytes()}
}

func TestATokenIsTriedTenTimesAMinuteFromOneAddress(t *testing.T) {
	t.Parallel()
	s := setup(t)
	address := uuid.NewString()
	for range 10 {
		s.visit(address, http.MethodGet, "/api/v3/invitations/guess", "").fails(404, "NotFound")
	}
	r := s.visit(address, http.MethodGet, "/api/v3/invitations/guess", "")
	r.fails(429, "RATE_LIMITED", "10 requests a minute")
	if r.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.visit("", http.MethodGet, "/api/v3/invitations/guess", "").fails(404, "NotFound")
}

// decoded is a JSON text as a T.
func decoded[T any](t *testing.T, b []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
