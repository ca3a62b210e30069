// Package blob owns the files of jobs: uploads and results by key, in a folder or in an S3 bucket.
//
// It refuses to know what a file means and who may see it; keys are the caller's.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // s3:// URLs
	"gocloud.dev/gcerrors"

	"tariffdesk/fail"
)

// MaxBytes is the largest file that is stored or read.
const MaxBytes = 512 << 20

// Store keeps files by key. It is safe for concurrent use.
type Store struct {
	bucket *blob.Bucket
	folder string // "" for a bucket
}

// Open opens the bucket at a file:///folder or s3://name?region=… URL. A folder is created where it
// is absent, and must be writable.
func Open(ctx context.Context, bucketURL string) (*Store, error) {
	u, err := parse(bucketURL)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "file" {
		return openFolder(u.Path)
	}
	b, err := blob.OpenBucket(ctx, bucketURL)
	if err != nil {
		return nil, fmt.Errorf("open bucket %s: %w", u.Host, err)
	}
	return &Store{bucket: b}, nil
}

// Check refuses a URL that Open would not take, without opening anything.
func Check(bucketURL string) error {
	_, err := parse(bucketURL)
	return err
}

func parse(bucketURL string) (*url.URL, error) {
	u, err := url.Parse(bucketURL)
	switch {
	case err != nil || u.Scheme != "file" && u.Scheme != "s3":
		return nil, fmt.Errorf("%q: want file:///folder or s3://bucket", redacted(bucketURL))
	case u.Scheme == "file" && (u.Host != "" || !filepath.IsAbs(u.Path)):
		return nil, fmt.Errorf("%q: want an absolute path, as in file:///folder", redacted(bucketURL))
	case u.Scheme == "s3" && u.Host == "":
		return nil, fmt.Errorf("%q names no bucket", redacted(bucketURL))
	case u.Scheme == "s3" && strings.Trim(u.Path, "/") != "":
		return nil, fmt.Errorf("%q: nothing may follow the name of the bucket", redacted(bucketURL))
	}
	return u, nil
}

// redacted leaves out what follows a question mark, where credentials may stand.
func redacted(s string) string {
	s, _, _ = strings.Cut(s, "?")
	return s
}

func openFolder(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("create blob folder: %w", err)
	}
	// Beside the target, not in the system's temp folder, from where a rename may cross file systems.
	b, err := fileblob.OpenBucket(folder, &fileblob.Options{NoTempDir: true, DirFileMode: 0o700, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, fmt.Errorf("open blob folder %s: %w", folder, err)
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("blob folder %s is not writable: %w", folder, err), b.Close())
	}
	return &Store{b, folder}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Close releases the bucket.
func (b *Store) Close() error { return b.bucket.Close() }

// ErrAway says that the store itself did not do its work, whatever was asked of it: it may later.
// It is a net.Error, by which callers tell it from a mistake.
var ErrAway error = awayError{}

type awayError struct{}

func (awayError) Error() string   { return "the blob store is away" }
func (awayError) Timeout() bool   { return false }
func (awayError) Temporary() bool { return true }

// The bounds of a call on a store that hangs: a bucket whose host has vanished answers nothing.
const (
	askLimit  = 10 * time.Second
	listLimit = 30 * time.Second
	moveLimit = 2 * time.Minute // of a file of MaxBytes over a slow line
)

// Ready fails where the store does not answer.
func (b *Store) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	if b.folder != "" { // a listing would read all of it, and stumble over files that come and go
		if _, err := os.Stat(b.folder); err != nil {
			return fmt.Errorf("%w: %w", ErrAway, err)
		}
		return nil
	}
	switch ok, err := b.bucket.IsAccessible(ctx); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrAway, err)
	case !ok:
		return fmt.Errorf("%w: there is no such bucket", ErrAway)
	}
	return nil
}

// Put stores content under key, replacing what was there.
func (b *Store) Put(ctx context.Context, key, mediaType string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, moveLimit)
	defer cancel()
	if len(content) > MaxBytes {
		return fmt.Errorf("store blob %s: %d bytes exceed the limit of %d", key, len(content), MaxBytes)
	}
	if err := b.bucket.WriteAll(ctx, key, content, &blob.WriterOptions{ContentType: mediaType}); err != nil {
		return fmt.Errorf("store blob %s: %w: %w", key, ErrAway, err)
	}
	return nil
}

// bounded ends its reader's time when it is closed.
type bounded struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (r bounded) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	return n, away(err)
}

// away marks what is the store's failure, not its content's end.
func away(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

func (r bounded) Close() error {
	defer r.cancel()
	return r.ReadCloser.Close()
}

// Open reads the file under key, MaxBytes at most; CodeNotFound where there is none. The caller closes it.
func (b *Store) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, moveLimit)
	r, err := b.bucket.NewReader(ctx, key, nil)
	switch {
	case gcerrors.Code(err) == gcerrors.NotFound:
		cancel()
		return nil, fail.Wrap(err, fail.CodeNotFound, "no such file")
	case err != nil:
		cancel()
		return nil, fmt.Errorf("open blob %s: %w: %w", key, ErrAway, err)
	case r.Size() > MaxBytes:
		defer cancel()
		return nil, errors.Join(fmt.Errorf("open blob %s: %d bytes exceed the limit of %d", key, r.Size(), MaxBytes), r.Close())
	}
	return bounded{r, cancel}, nil
}

// Delete removes the file under key. One that is not there is no error.
func (b *Store) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	if err := b.bucket.Delete(ctx, key); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("delete blob %s: %w: %w", key, ErrAway, err)
	}
	return nil
}

// uploadPrefix begins the keys of uploads. Files that jobs leave are noted before they
// are written: only uploads may come to belong to no job.
const uploadPrefix = "uploads/"

// OlderThan lists up to limit keys of uploads last written before t, in no particular order of age.
func (b *Store) OlderThan(ctx context.Context, t time.Time, limit int) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, listLimit)
	defer cancel()
	var keys []string
	for list := b.bucket.List(&blob.ListOptions{Prefix: uploadPrefix}); len(keys) < limit; {
		o, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("list blobs: %w", err)
		}
		if !o.IsDir && o.ModTime.Before(t) {
			keys = append(keys, o.Key)
		}
	}
	return keys, nil
}
