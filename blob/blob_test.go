package blob_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tariffdesk/blob"
	"tariffdesk/fail"
)

func setup(t *testing.T) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), "file://"+t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func read(ctx context.Context, s *blob.Store, key string) (string, error) {
	r, err := s.Open(ctx, key)
	if err != nil {
		return "", err
	}
	content, err := io.ReadAll(r)
	return string(content), errors.Join(err, r.Close())
}

func TestWhatIsPutIsReadUntilItIsDeleted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, content := range []string{"one", "two"} {
		if err := s.Put(t.Context(), "uploads/a b/ñ?.pdf", "application/pdf", []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := read(t.Context(), s, "uploads/a b/ñ?.pdf"); err != nil || got != content {
			t.Errorf("%q %v", got, err)
		}
	}
	for range 2 {
		if err := s.Delete(t.Context(), "uploads/a b/ñ?.pdf"); err != nil {
			t.Error(err)
		}
	}
	if _, err := read(t.Context(), s, "uploads/a b/ñ?.pdf"); fail.CodeOf(err) != fail.CodeNotFound {
		t.Errorf("deleted: %v", err)
	}
}

func TestAKeyCannotLeaveTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "file://"+filepath.Join(dir, "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, key := range []string{"../out", "a/../../out", "/out", "..\\out"} {
		_ = s.Put(t.Context(), key, "text/plain", []byte("x")) // stored inside under an escaped name, or refused
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

func TestOlderThanListsUploadsByTimeOfWriting(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, key := range []string{"uploads/a", "uploads/b", "results/c"} {
		if err := s.Put(t.Context(), key, "text/plain", []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if keys, err := s.OlderThan(t.Context(), time.Now().Add(-time.Hour), 10); err != nil || len(keys) != 0 {
		t.Errorf("%v %v", keys, err)
	}
	if keys, err := s.OlderThan(t.Context(), time.Now().Add(time.Hour), 10); err != nil || len(keys) != 2 || slices.Contains(keys, "results/c") {
		t.Errorf("%v %v", keys, err)
	}
	if keys, err := s.OlderThan(t.Context(), time.Now().Add(time.Hour), 1); err != nil || len(keys) != 1 {
		t.Errorf("%v %v", keys, err)
	}
}

func TestOpeningNamesWhatIsWrongAndShowsNoCredentials(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"", "ftp://x?key=hidden", "gs://bucket?key=hidden", "file://relative", "file://" + file, "::"} {
		_, err := blob.Open(t.Context(), url)
		if err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: %v", url, err)
		}
	}
	s, err := blob.Open(t.Context(), "s3://bucket?region=us-east-1")
	if err != nil {
		t.Fatal("an S3 bucket does not open:", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
