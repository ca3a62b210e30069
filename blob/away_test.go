package blob_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"tariffdesk/blob"
)

// brokenBucket is a bucket whose server drops every connection.
func brokenBucket(t *testing.T) *blob.Store {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "x")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = c.Close()
		}
	}))
	t.Cleanup(server.Close)
	s, err := blob.Open(t.Context(), "s3://bucket?region=us-east-1&use_path_style=true&endpoint="+server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestAStoreThatDoesNotWorkIsToldFromAFileThatIsNotThere(t *testing.T) { //nolint:paralleltest // it sets the environment
	s := brokenBucket(t)
	_, err := s.Open(t.Context(), "results/a")
	for what, err := range map[string]error{
		"open": err, "put": s.Put(t.Context(), "uploads/a", "text/plain", []byte("x")), "ready": s.Ready(t.Context()),
		"write": s.Write(t.Context(), "results/a", "text/plain", func(w io.Writer) error { _, err := w.Write(make([]byte, 10<<20)); return err }),
	} {
		if !errors.Is(err, blob.ErrAway) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := setup(t).Ready(t.Context()); err != nil {
		t.Errorf("a folder that is there: %v", err)
	}
}
