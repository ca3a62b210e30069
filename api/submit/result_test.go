package submit

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/humatest"
)

// TestAPackedResultIsSentUpToItsLimit aborts the answer where a file unpacks to more: a caller must not take a part for
// the whole.
func TestAPackedResultIsSentUpToItsLimit(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("{}\n", 100)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, lines)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for limit, aborted := range map[int64]bool{1: true, 299: true, 300: false, maxUnpacked: false} {
		w := httptest.NewRecorder()
		f := resultFile{contentType: NDJSONType, name: "a.ndjson", packed: true, limit: limit, content: io.NopCloser(bytes.NewReader(packed.Bytes()))}
		func() {
			defer func() {
				if p := recover(); (p == http.ErrAbortHandler) != aborted { //nolint:errorlint // the sentinel that net/http compares the same way
					t.Errorf("limit %d: ended with %v", limit, p)
				}
			}()
			f.write(humatest.NewContext(&huma.Operation{}, httptest.NewRequest(http.MethodGet, "/", nil), w))
		}()
		if got := w.Body.String(); got != lines[:min(limit, 300)] {
			t.Errorf("limit %d: %d bytes", limit, len(got))
		}
	}
}
