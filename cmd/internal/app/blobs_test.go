package app

import (
	"strings"
	"sync"
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
