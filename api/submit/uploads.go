package submit

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/fail"
)

// WorkbookType is the media type of an Excel workbook (.xlsx).
const WorkbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Keep stores an upload.
func (s *Service) Keep(ctx context.Context, mediaType string, content []byte) (key string, err error) {
	key = "uploads/" + uuid.NewString()
	if err := s.Blobs.Put(ctx, key, mediaType, content); err != nil {
		return "", fail.Wrap(err, fail.CodeUnavailable, "uploads cannot be stored at the moment")
	}
	return key, nil
}

// FindJob finds the job that the path names.
func (s *Service) FindJob(ctx huma.Context, k *gate.Call) error {
	found, err := s.Jobs.Get(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("job_id"))
	k.SetFound(found)
	return err
}

// Discard deletes uploads that no job owns. A failure leaves them to the sweep of old blobs.
func (s *Service) Discard(ctx context.Context, keys []string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			s.Log.WarnContext(ctx, "upload not deleted", "error", err)
		}
	}
}

// Reads reports whether the workers read files of a media type.
func (s *Service) Reads(mediaType string) bool { return s.Reader != nil && s.Reader.Reads(mediaType) }

// Blobs keeps uploads until their job has ended, and the files that jobs leave.
type Blobs interface {
	// Open is CodeNotFound for a key that is not there.
	Open(ctx context.Context, key string) (io.ReadCloser, error)
	Put(ctx context.Context, key, mediaType string, content []byte) error
	Delete(ctx context.Context, key string) error
}

// Reader knows which files the workers can read. Text files need none.
type Reader interface{ Reads(mediaType string) bool }

// Drain makes every waiting call answer 202 at once; call it before http.Server.Shutdown.
func (s *Service) Drain() { s.drain.Do(func() { close(s.draining) }) }
