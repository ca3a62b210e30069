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
	"strings"
	"time"

	"github.com/google/uuid"

	"tariffdesk/bounded"
	"tariffdesk/client"
)

// where says whether a server or the embedded engine answers, and in which form it is shown.
type where struct {
	Server string `variable:"TARIFFDESK_URL,TARIFFDESK_SERVER" placeholder:"URL" xor:"where" help:"Base address of the service."`
	Key    string `variable:"TARIFFDESK_KEY" placeholder:"sk_…" help:"An API key."`
	Local  bool   `help:"Ask the engine in this program: no server, no database, no credits."`
	JSON   bool   `name:"json" help:"Print the answer as JSON instead of a table."`
}

// answerTimeout is beyond what a server waits for a job before it answers 202.
const answerTimeout = 5 * time.Minute

// remote is a server that answers calls.
type remote struct{ *client.Client }

func (w where) remote() (remote, error) {
	server, err := url.Parse(w.Server)
	switch {
	case w.Server == "" || w.Key == "":
		return remote{}, usageError{errors.New("want --server and --key, or --local")}
	case err != nil || server.Host == "" || server.Scheme != "http" && server.Scheme != "https":
		return remote{}, usageError{fmt.Errorf("--server: %q is no http or https URL", w.Server)}
	}
	c, err := client.NewClient(strings.TrimSuffix(w.Server, "/"), client.WithKey(w.Key), client.WithHTTPClient(&http.Client{Timeout: answerTimeout}))
	if err != nil {
		return remote{}, fmt.Errorf("--server: %w", err)
	}
	return remote{c}, nil
}

// answer returns the body of a success. Where the server answers with a job it waits for its end.
func (r remote) answer(ctx context.Context, response *http.Response, err error) ([]byte, error) {
	body, err := bodyOf(response, err)
	if err != nil || response.StatusCode != http.StatusAccepted {
		return body, err
	}
	for {
		var job batchJob
		if err := json.Unmarshal(body, &job); err != nil {
			return nil, fmt.Errorf("read job: %w", err)
		}
		switch {
		case job.Status == "succeeded":
			return bodyOf(r.GetJobResult(ctx, job.ID, &client.GetJobResultParams{}))
		case job.ended():
			return nil, job.problem()
		}
		if body, err = bodyOf(r.GetJob(ctx, job.ID, &client.GetJobParams{Wait: new(int64(pollSeconds))})); err != nil {
			return nil, err
		}
	}
}

// maxAnswerBytes bounds what of an answer is held.
const maxAnswerBytes = 64 << 20

func bodyOf(response *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, fmt.Errorf("ask the server: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // only read
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes))
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if response.StatusCode < http.StatusBadRequest {
		return body, nil
	}
	refused := &refusedError{}
	if json.Unmarshal(body, refused) != nil || refused.Message == "" {
		refused.Message = "the server answered " + response.Status
	}
	refused.Status = response.StatusCode
	return nil, refused
}

// form encodes fields that are not empty, and files by the name of their field.
func form(fields map[string]string, files map[string][]string) (contentType string, body io.Reader, err error) {
	each := make(map[string][]string, len(fields))
	for name, value := range fields {
		each[name] = []string{value}
	}
	return formOf(each, files)
}

// formOf is form for fields that are there several times.
func formOf(fields, files map[string][]string) (contentType string, body io.Reader, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, values := range fields {
		for _, value := range values {
			if value != "" {
				err = errors.Join(err, w.WriteField(name, value))
			}
		}
	}
	for field, names := range files {
		for _, name := range names {
			content, problem := readFile(name)
			if problem != nil {
				return "", nil, problem
			}
			part, problem := w.CreateFormFile(field, filepath.Base(name))
			if problem == nil {
				_, problem = part.Write(content)
			}
			err = errors.Join(err, problem)
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return "", nil, fmt.Errorf("encode form: %w", err)
	}
	return w.FormDataContentType(), &b, nil
}

// readFile reads a file within the limit of an upload.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	defer f.Close()
	return readBounded(f, name, maxUploadBytes)
}

func readBounded(from io.Reader, name string, most int64) ([]byte, error) {
	content, err := bounded.Read(from, most)
	switch {
	case errors.Is(err, bounded.ErrTooLarge):
		return nil, fmt.Errorf("%s has more than %d KB", name, most>>10)
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return content, nil
}

// printJSON writes a body as it came, indented.
func printJSON(out io.Writer, body []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(body), "", "  "); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(out)
	return err
}

// once is an idempotency key for one call.
func once() *string { return new(uuid.NewString()) }
