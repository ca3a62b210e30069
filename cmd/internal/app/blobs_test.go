package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tariffdesk/blob"
	"tariffdesk/store/storetest"
)

func TestAProcessWithABlobStoreOfItsOwnIsTold(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	folder := func(path string) *sharedBlobs {
		b, err := blob.Open(t.Context(), "file://"+path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close() })
		return &sharedBlobs{store: s, blobs: b}
	}
	ours := t.TempDir()
	var processes sync.WaitGroup
	for range 5 {
		p := folder(ours)
		processes.Go(func() {
			if err := p.check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	other := folder(t.TempDir())
	err := other.check(t.Context())
	if err == nil || !strings.Contains(err.Error(), "BLOB_URL") {
		t.Fatalf("another folder: %v", err)
	}
	_, id, _ := strings.Cut(err.Error(), "content ")
	id, _, _ = strings.Cut(id, " ")
	if err := other.blobs.Put(t.Context(), blobMark, "text/plain", []byte(id)); err != nil {
		t.Fatal(err)
	}
	if err := other.check(t.Context()); err != nil {
		t.Errorf("after it was taken over: %v", err)
	}
}

// bucketWithRights is an S3 server that answers 403 to a method while it is denied.
func bucketWithRights(t *testing.T, denied *atomic.Value) *blob.Store {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "x")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	var files sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		kept, there := files.Load(r.URL.Path)
		switch {
		case r.Method == denied.Load():
			w.WriteHeader(http.StatusForbidden)
		case r.URL.Query().Has("list-type"):
			_, _ = w.Write([]byte("<ListBucketResult></ListBucketResult>"))
		case r.Method == http.MethodPut:
			files.Store(r.URL.Path, content)
		case !there:
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = w.Write(kept.([]byte))
		}
	}))
	t.Cleanup(server.Close)
	b, err := blob.Open(t.Context(), "s3://bucket?region=us-east-1&use_path_style=true&request_checksum_calculation=when_required&endpoint="+server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestABucketWithoutRightsIsNamed(t *testing.T) { //nolint:paralleltest // it sets the environment
	s := storetest.New(t)
	var denied atomic.Value
	b := bucketWithRights(t, &denied)
	for _, c := range []struct{ method, says string }{
		{http.MethodPut, "BLOB_URL cannot be marked"}, {"", ""},
		{http.MethodPut, "BLOB_URL can be read, not written"}, {http.MethodGet, "BLOB_URL does not answer"},
	} {
		denied.Store(c.method)
		err := (&sharedBlobs{store: s, blobs: b}).check(t.Context())
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.HasPrefix(err.Error(), c.says)) {
			t.Errorf("without %s: %v", c.method, err)
		}
	}
}
