package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
)

// batchClient speaks to a server. What the network loses is asked again; the submission carries an
// idempotency key, so that it is charged once.
type batchClient struct {
	base, key string
	http      *http.Client
}

// batchJob is the part of the job object that is shown.
type batchJob struct {
	ID       string `json:"job_id"`
	Kind     string `json:"kind"`
	Status   string `json:"status"`
	Progress int64  `json:"progress"`
	Counts   struct {
		Total, Completed, Failed, Unclassified int
	} `json:"counts"`
	Credits struct {
		Charged, Refunded credit.Amount
	} `json:"credits"`
	Error *refusedError `json:"error"`
}

func (j batchJob) ended() bool {
	return j.Status == "succeeded" || j.Status == "failed" || j.Status == "cancelled"
}

func (j batchJob) problem() error {
	if j.Error != nil {
		return fmt.Errorf("the job %s: %w", j.Status, j.Error)
	}
	return fmt.Errorf("the job was %s", j.Status)
}

// refusedError is the server's error body.
type refusedError struct {
	Type    string   `json:"error"`
	Message string   `json:"message"`
	Status  int      `json:"status_code"`
	Errors  []string `json:"errors"`
}

func (e *refusedError) Error() string { return fmt.Sprintf("%s (%s, %d)", e.Message, e.Type, e.Status) }

// maxUploadBytes is the server's limit of a file.
const maxUploadBytes = 20 << 20

// submit uploads the workbook and returns the id of its job.
func (b *batchClient) submit(ctx context.Context, file string, query url.Values, fields map[string]string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("read workbook: %w", err)
	}
	if info.Size() > maxUploadBytes {
		return "", fmt.Errorf("%s has %d MB, more than the limit of %d MB", file, info.Size()>>20, maxUploadBytes>>20)
	}
	body, contentType, err := upload(file, fields)
	if err != nil {
		return "", err
	}
	header := http.Header{"Content-Type": {contentType}, "Idempotency-Key": {uuid.NewString()}}
	var job batchJob
	err = b.patiently(ctx, func(ctx context.Context) error {
		return b.call(ctx, http.MethodPost, "/api/v3/tariff/xlsx?"+query.Encode(), header, body, func(r *http.Response) error {
			return json.NewDecoder(r.Body).Decode(&job)
		})
	})
	return job.ID, err
}

func upload(file string, fields map[string]string) (body []byte, contentType string, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, "", fmt.Errorf("read workbook: %w", err)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range fields {
		if value != "" {
			err = errors.Join(err, w.WriteField(name, value))
		}
	}
	part, problem := w.CreateFormFile("file", filepath.Base(file))
	if problem == nil {
		_, problem = part.Write(content)
	}
	if err = errors.Join(err, problem, w.Close()); err != nil {
		return nil, "", fmt.Errorf("encode upload: %w", err)
	}
	return form.Bytes(), w.FormDataContentType(), nil
}

func (b *batchClient) job(ctx context.Context, id string, wait int) (job batchJob, err error) {
	err = b.patiently(ctx, func(ctx context.Context) error {
		path := fmt.Sprintf("/api/v3/jobs/%s?wait=%d", url.PathEscape(id), wait)
		return b.call(ctx, http.MethodGet, path, http.Header{}, nil, func(r *http.Response) error {
			return json.NewDecoder(r.Body).Decode(&job)
		})
	})
	return job, err
}

func (b *batchClient) result(ctx context.Context, id, accept string, to *os.File) error {
	return b.patiently(ctx, func(ctx context.Context) error {
		if _, err := to.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("store result: %w", err)
		}
		path := "/api/v3/jobs/" + url.PathEscape(id) + "/result"
		return b.call(ctx, http.MethodGet, path, http.Header{"Accept": {accept}}, nil, func(r *http.Response) error {
			n, err := io.Copy(to, r.Body)
			if err != nil {
				return fmt.Errorf("fetch result: %w", err)
			}
			return to.Truncate(n)
		})
	})
}

const (
	callTimeout  = 5 * time.Minute
	callAttempts = 8
)

// call makes one request; read gets the answer of a success.
func (b *batchClient) call(ctx context.Context, method, path string, header http.Header, body []byte, read func(*http.Response) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, b.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("ask %s: %w", b.base, err)
	}
	r.Header = header.Clone()
	r.Header.Set("Authorization", "Bearer "+b.key)
	res, err := b.http.Do(r)
	if err != nil {
		return fmt.Errorf("ask %s: %w", b.base, err)
	}
	defer func() { _ = res.Body.Close() }() // only read
	if res.StatusCode < http.StatusBadRequest {
		return read(res)
	}
	refused := &refusedError{}
	if json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(refused) != nil || refused.Message == "" {
		refused.Message = "the server answered " + res.Status
	}
	refused.Status = res.StatusCode
	return refused
}

// patiently repeats what may go better later: lost connections, a busy or restarting server.
func (b *batchClient) patiently(ctx context.Context, do func(context.Context) error) error {
	for attempt, wait := 1, time.Second; ; attempt, wait = attempt+1, min(2*wait, 20*time.Second) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil || attempt == callAttempts {
			return err
		}
		if refused, ok := errors.AsType[*refusedError](err); ok {
			switch refused.Status {
			case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			default:
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
