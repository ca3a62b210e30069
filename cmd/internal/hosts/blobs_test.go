//go:build hosts && linux

package hosts

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

const bucket = "blobs"

// serveBlobs is the blob store: this binary, started again on a host of its own.
func serveBlobs(addr string) int {
	memory := s3mem.New()
	err := memory.CreateBucket(bucket)
	if err == nil {
		server := &http.Server{Addr: addr, Handler: gofakes3.New(memory).Server(), ReadHeaderTimeout: time.Minute}
		err = server.ListenAndServe()
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func newBlobs(t *testing.T) *host {
	t.Helper()
	h := newHost(t, "blobs")
	addr := h.addr + ":9000"
	self, err := os.Executable()
	h.must(err)
	h.runs(&service{name: "s3", args: []string{self}, env: []string{blobsVariable + "=" + addr}, answers: func() error {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err
	}})
	h.boot()
	return h
}
