package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestARequestWithTwoLengthsIsRefusedAndItsConnectionClosed writes to the connection: no client sends such a request.
// What stands behind it must never be read as a request of its own.
func TestARequestWithTwoLengthsIsRefusedAndItsConnectionClosed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const (
		good     = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
		smuggled = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
		chunks   = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
		two      = "%s /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
	)
	for name, c := range map[string]struct {
		requests string
		want     []int
	}{
		"alone":                  {fmt.Sprintf(two, "POST") + smuggled, []int{400}},
		"after others":           {good + chunks + good + fmt.Sprintf(two, "POST") + smuggled, []int{422, 422, 422, 400}},
		"of a method without":    {smuggled + fmt.Sprintf(two, "OPTIONS") + smuggled, []int{200, 400}},
		"after one of no path":   {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n" + fmt.Sprintf(two, "POST") + smuggled, []int{204, 400}},
		"the others are as ever": {good + chunks + smuggled, []int{422, 422, 200}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := io.WriteString(conn, c.requests); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(conn)
			for i, want := range c.want {
				r, err := http.ReadResponse(answers, nil)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(r.Body)
				if err != nil || r.StatusCode != want {
					t.Errorf("answer %d: %d %s, want %d (%v)", i, r.StatusCode, body, want, err)
				}
				if want == http.StatusBadRequest {
					if !r.Close || !strings.Contains(string(body), "Transfer-Encoding") {
						t.Errorf("answer %d: connection closed %v: %s", i, r.Close, body)
					}
					if _, err := answers.ReadByte(); err == nil {
						t.Error("something follows the refusal")
					}
				}
			}
		})
	}
}
