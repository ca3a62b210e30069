package chaos

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// kept starts a worker and starts it again whenever it ends, as whatever runs a deployment does. stop ends that, and
// returns how often the worker ended.
func (h *house) kept(env ...string) (stop func() int) {
	h.t.Helper()
	ending := make(chan struct{})
	var keeping sync.WaitGroup
	ended, w := 0, h.start("worker", env...)
	keeping.Go(func() {
		for {
			select {
			case <-ending:
				return
			case <-w.done:
				ended++
				w = h.start("worker", env...)
			}
		}
	})
	return func() int { close(ending); keeping.Wait(); return ended }
}

// extract posts a document as a client would.
func (h *house) extract(ctx context.Context, name string, content []byte) answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("json_data", `{"document_type":"invoice","document_description":"header","json_response":{"type":"object","properties":{"invoice_number":{"type":"string"}}}}`)
	if part, err := w.CreateFormFile("file_path", name); err == nil {
		_, _ = part.Write(content)
	}
	_ = w.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.api.url+"/api/v3/svcdocs/extract", &form)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	return h.do(req)
}

// sampleInvoice is a document of the guide, as the API serves it.
func (h *house) sampleInvoice() []byte {
	return (&soak{house: h}).sample(h.t, "/docs/samples/invoice.pdf")
}

// poisonousDocuments sends two documents that kill whatever worker reads them, beside calls and documents that do no
// harm: the two fail, are refunded and named; all others are done.
func poisonousDocuments(t *testing.T) {
	h := newHouse(t)
	h.start("api")
	invoice := h.sampleInvoice()
	const others = 12
	var sending sync.WaitGroup
	documents, poisons := make([]answer, 2), make([]answer, 2)
	for i := range poisons {
		sending.Go(func() {
			poisons[i] = h.extract(context.Background(), fmt.Sprintf("chaos die %dms.pdf", 400+50*i), invoice)
		})
		sending.Go(func() { documents[i] = h.extract(context.Background(), "chaos sleep 2s.pdf", invoice) })
	}
	calls := h.background(others, "chaos sleep 2s")
	h.until("jobs", others+4, `SELECT count(*) FROM jobs`)
	deaths := h.kept()
	succeeded(t, calls()...)
	sending.Wait()
	for i, a := range documents {
		if a.err != nil || a.status != http.StatusOK {
			t.Errorf("document %d beside the poison: status %d, %v, %v", i, a.status, a.err, a.body)
		}
	}
	for i, a := range poisons {
		if message, _ := a.body["message"].(string); a.status != http.StatusInternalServerError || !strings.Contains(message, "each worker that took the job up ended") {
			t.Errorf("poison %d: status %d, %v", i, a.status, a.body)
		}
	}
	t.Logf("the worker ended %d times", deaths())
	h.until("the poisons' jobs", 2, `SELECT count(*) FROM jobs WHERE kind = 'extract' AND state = 'failed' AND attempt = 3 AND lost = 2`)
	h.settled(others + 4)
	want := startBalance - (others+2)*credit.One
	if got := storetest.Balance(t, h.store, h.org); got != want {
		t.Errorf("balance %s, want %s", got, want)
	}
}

// workerOutOfMemory has a job that takes memory until the kernel ends its worker. Those beside it are done.
func workerOutOfMemory(t *testing.T) {
	h := newHouse(t)
	h.start("api")
	limit := newMemoryLimit(t, 700<<20)
	hungry := h.background(1, "chaos eat 200ms")
	calls := h.background(10, "chaos sleep 2s")
	h.until("jobs", 11, `SELECT count(*) FROM jobs`)
	h.wrap = limit.wrap()
	deaths := h.kept()
	succeeded(t, calls()...)
	if a := hungry()[0]; a.status != http.StatusInternalServerError {
		t.Errorf("status %d: %v", a.status, a.body)
	}
	n := deaths()
	t.Logf("the worker ended %d times, by %s", n, limit.by)
	if n < 3 {
		t.Errorf("the worker ended %d times", n)
	}
	h.settled(11)
	if got := storetest.Balance(t, h.store, h.org); got != startBalance-10*credit.One {
		t.Errorf("balance %s", got)
	}
}

// memoryLimit ends a process that takes more: by a control group where one can be made, else by the address space.
type memoryLimit struct {
	by, group string
	bytes     int64
}

// The hierarchies of control groups, of the first version and the second.
const (
	memoryV1 = "/sys/fs/cgroup/memory"
	memoryV2 = "/sys/fs/cgroup"
)

func newMemoryLimit(t *testing.T, size int64) memoryLimit {
	t.Helper()
	name := fmt.Sprintf("tariffdesk-chaos-%d-%d", os.Getpid(), time.Now().UnixNano())
	for _, c := range []struct{ root, file, by string }{
		{memoryV1, "memory.limit_in_bytes", "a control group of version 1"},
		{memoryV2, "memory.max", "a control group of version 2"},
	} {
		group := c.root + "/" + name
		if os.Mkdir(group, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(group) })
		if os.WriteFile(group+"/"+c.file, fmt.Append(nil, size), 0o600) == nil {
			return memoryLimit{by: c.by, group: group, bytes: size}
		}
	}
	return memoryLimit{by: "the limit of its address space", bytes: size}
}

// wrap is how a program is started under the limit.
func (m memoryLimit) wrap() []string {
	if m.group != "" {
		return []string{"sh", "-c", `echo $$ >"$0/cgroup.procs" && exec "$@"`, m.group}
	}
	return []string{"sh", "-c", `ulimit -v "$0" && exec "$@"`, fmt.Sprint(3 * m.bytes >> 10)} // Go reserves more than it takes
}
