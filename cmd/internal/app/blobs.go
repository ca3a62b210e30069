package app

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"tariffdesk/blob"
	"tariffdesk/fail"
	"tariffdesk/store"
)

// blobMark is the key under which a blob store says whose it is.
const blobMark = "tariffdesk-store"

// sharedBlobs tells a process whose folder or bucket is not that of the others: uploads that it takes
// would be missing where they are read.
type sharedBlobs struct {
	store *store.Store
	blobs *blob.Store
	same  atomic.Bool
}

// check fails where the blob store is away or denies what the service needs, or is another than the
// other processes' one.
func (s *sharedBlobs) check(ctx context.Context) error {
	if err := s.blobs.Ready(ctx); err != nil {
		return fmt.Errorf("BLOB_URL does not answer: %w", err)
	}
	if s.same.Load() {
		return nil
	}
	id, err := s.store.BlobStore(ctx, func(id string) error { return s.blobs.Put(ctx, blobMark, "text/plain", []byte(id)) })
	if err != nil {
		return fmt.Errorf("BLOB_URL cannot be marked: %w", err)
	}
	found, err := s.mark(ctx)
	if err != nil {
		return fmt.Errorf("BLOB_URL cannot be read: %w", err)
	}
	if found != id {
		return fmt.Errorf("BLOB_URL is not the store of this database's other processes: share one; where its files were moved on purpose, write a file %s with the content %s into it", blobMark, id)
	}
	if err := s.blobs.Put(ctx, blobMark, "text/plain", []byte(id)); err != nil { // says the same, and that writing is allowed
		return fmt.Errorf("BLOB_URL can be read, not written: %w", err)
	}
	s.same.Store(true)
	return nil
}

// mark reads the mark in the store, "" where there is none.
func (s *sharedBlobs) mark(ctx context.Context) (string, error) {
	r, err := s.blobs.Open(ctx, blobMark)
	if fail.CodeOf(err) == fail.CodeNotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = r.Close() }() // only read
	content, err := io.ReadAll(io.LimitReader(r, 64))
	return string(content), err
}
