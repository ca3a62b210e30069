package submit

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/bounded"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// ResultOf is the body of a job that left one, or the error that its call has to answer.
func ResultOf(j jobs.Job) (json.RawMessage, error) {
	switch {
	case j.Expired:
		return nil, ErrExpired
	case j.State == jobs.StateCancelled && j.Result == nil:
		return nil, fail.New(fail.CodeConflict, "the job was cancelled")
	case !j.State.Terminal():
		return nil, fail.New(fail.CodeConflict, "the job has not finished")
	case j.State == jobs.StateFailed && j.Error != nil:
		return nil, j.Error
	case j.State == jobs.StateFailed:
		return nil, fail.New(fail.CodeInternal, "the job failed")
	}
	return j.Result, nil
}

// ErrExpired is CodeGone. It says that a result is kept no longer.
var ErrExpired = fail.New(fail.CodeGone, "the result has expired")

// RawBody writes a body that is JSON already.
func RawBody(status int, body []byte) func(huma.Context) {
	return func(ctx huma.Context) {
		ctx.SetHeader("Content-Length", strconv.Itoa(len(body)))
		ctx.SetStatus(status)
		_, _ = ctx.BodyWriter().Write(body)
	}
}

// NDJSONType is the media type of a value of JSON on each line.
const NDJSONType = "application/x-ndjson"

// Result is the body that a job left, its media type with it, or the error its call has to
// answer. A batch gives its workbook, or its rows as NDJSON where accept prefers them.
func (s *Service) Result(ctx context.Context, j jobs.Job, accept string) (contentType string, body func(huma.Context), err error) {
	raw, err := ResultOf(j)
	if err != nil {
		return "", nil, err
	}
	if !j.Kind.LeavesFiles() {
		return "application/json", RawBody(http.StatusOK, language.Result(language.Of(ctx), raw)), nil
	}
	var files jobs.Files
	if err := json.Unmarshal(raw, &files); err != nil {
		return "", nil, fmt.Errorf("result of job %s: %w", j.ID, err)
	}
	f := resultFile{key: files.Workbook, contentType: WorkbookType, name: files.Name + ".xlsx"}
	if prefersNDJSON(accept) {
		f = resultFile{key: files.NDJSON, contentType: NDJSONType, name: files.Name + ".ndjson", packed: true, limit: maxUnpacked}
	}
	if f.content, err = s.Blobs.Open(ctx, f.key); err != nil {
		if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
			err = ErrExpired
		}
		return "", nil, err
	}
	return f.contentType, f.write, nil
}

// maxUnpacked is how many bytes of a packed result are sent; the rows of the largest batch are a fraction of them.
const maxUnpacked = 4 << 30

// resultFile is an open file on its way to the caller.
type resultFile struct {
	key, contentType, name string
	packed                 bool  // with gzip
	limit                  int64 // of bytes unpacked
	content                io.ReadCloser
}

func (f resultFile) write(ctx huma.Context) {
	defer func() { _ = f.content.Close() }() // only read
	from := io.Reader(f.content)
	if f.packed {
		unpacked, err := gzip.NewReader(f.content)
		if err != nil {
			ctx.SetStatus(http.StatusInternalServerError)
			return
		}
		from = bounded.NewReader(unpacked, f.limit)
	}
	ctx.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.name}))
	ctx.SetStatus(http.StatusOK)
	if _, err := io.Copy(ctx.BodyWriter(), from); errors.Is(err, bounded.ErrTooLarge) {
		panic(http.ErrAbortHandler) // a short body must not look like a whole one
	} // else the caller has gone
}

// prefersNDJSON reads an Accept header: NDJSON named, and not after the workbook by weight.
func prefersNDJSON(accept string) bool {
	weights := map[string]float64{}
	for part := range strings.SplitSeq(accept, ",") {
		mediaType, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		weight := 1.0
		if q, err := strconv.ParseFloat(params["q"], 64); err == nil {
			weight = q
		}
		weights[mediaType] = max(weights[mediaType], weight)
	}
	ndjson := max(weights[NDJSONType], weights["application/jsonl"], weights["application/ndjson"])
	return ndjson > 0 && ndjson >= weights[WorkbookType]
}
