package api_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"tariffdesk/jobs"
)

// spaces is an endless body of a given length.
func spaces(n int64) io.Reader { return io.LimitReader(endless{}, n) }

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestBodiesOverTheirLimitAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, "owner").Access
	for name, length := range map[string]int64{"declared": 61 << 20, "chunked": -1} {
		t.Run(name, func(t *testing.T) {
			file := strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"document_files\"; filename=\"a\"\r\n\r\n")
			r := s.request(http.MethodPost, classifyPath+"?country_code=WORLD", io.MultiReader(file, spaces(61<<20-file.Size())))
			r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			r.ContentLength = length
			s.do1(r, s.key).fails(413, "PayloadTooLarge", "limit")
		})
	}
	s.post("/api/keys", owner, strings.Repeat(" ", 1<<20+1)+"{}").fails(413, "PayloadTooLarge", "1048576")
}

func TestDeeplyNestedJSONIsRefusedBeforeItIsParsed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, "owner").Access
	for _, depth := range []int{65, 400_000} {
		body := `{"name":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}"
		s.post("/api/keys", owner, body).fails(400, "BadRequest", "nested", "64")
	}
	s.post("/api/keys", owner, strings.Repeat("[", 10<<20)).fails(413, "PayloadTooLarge")
	s.post("/api/keys", owner, `{"name":"[[[{{{\"[[","type":"sk"}`).want(201)
}

func TestWrongEncodingsAreNamedAsSuch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, "owner").Access
	utf16 := "\xff\xfe{\x00}\x00"
	for _, body := range []string{utf16, utf16[2:], `{"name":"caf` + "\xe9" + `","type":"sk"}`} {
		s.post("/api/keys", owner, body).fails(400, "InvalidEncoding")
	}
	r := s.request(http.MethodPost, "/api/keys", strings.NewReader(`{"name":"a","type":"sk"}`))
	r.Header.Set("Content-Type", "application/json; charset=iso-8859-1")
	s.do1(r, owner).fails(400, "InvalidEncoding", "charset")
	for _, path := range []string{"/api/v3/jobs?limit=%ff", "/api/v3/jobs?%ff=1", "/api/v3/organization/usage?user_identifier=%C0%80"} {
		s.get(path, s.key).fails(400, "InvalidEncoding")
	}
	r = s.request(http.MethodGet, "/api/v3/jobs", nil)
	r.Header["X-Note"] = []string{"caf\xe9"}
	s.do1(r, s.key).fails(400, "InvalidEncoding", "X-Note")
}

// TestEveryRouteRefusesTextThatIsNotUTF8 guards the embedding of Common in every input.
func TestEveryRouteRefusesTextThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, "owner").Access
	var known classification
	s.classify(s.key, description("chair")).want(200).decode(&known)
	job := s.queued()
	err := s.store.Exec(t.Context(), `INSERT INTO batch_rows (job_id, n, organisation_id, country_code, description) VALUES ($1, 1, $2, 'WORLD', 'chair')`, job, s.org.ID)
	if err != nil {
		t.Fatal(err)
	}
	var decided struct {
		PrecedentID string `json:"precedent_id"`
	}
	s.post(recordsPath+"/"+known.RecordID+"/confirm", s.key, map[string]string{"hscode": "940161"}).want(200).decode(&decided)
	link := s.share(map[string]any{"classification_record_id": s.keepRecord(s.org.ID, "WORLD", "chair", "940161", 0.4, true), "allow_files": true})
	ids := strings.NewReplacer("/files/:token", "/files/"+link.Token, ":precedent_id", decided.PrecedentID, ":job_id", job, ":classification_record_id", known.RecordID, ":row_id", job+".1")
	for _, route := range s.api.Routes() {
		method, path, _ := strings.Cut(route, " ")
		if !strings.HasPrefix(path, "/api/") || path == "/api/v2" || path == "/api/logout" {
			continue
		}
		call := httptest.NewRequestWithContext(t.Context(), method, ids.Replace(path)+"?note=%ff", strings.NewReader("{}"))
		call.Header.Set("Content-Type", "application/json") // 415 where a form is wanted: its problems are listed too
		call.Header.Set("Authorization", "Bearer "+owner)
		r := s.visitWith("", call) // each from an address of its own, whose limit no other call uses up
		if r.status != 400 && r.status != 415 || !strings.Contains(string(r.body), "not valid UTF-8") {
			t.Errorf("%s: status %d: %s", route, r.status, r.body)
		}
	}
}

func TestMultipartBombsAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	manyParts := make([]part, 1001)
	for i := range manyParts {
		manyParts[i] = part{field: fmt.Sprint("f", i), value: "x"}
	}
	s.classify(s.key, manyParts...).fails(413, "PayloadTooLarge", "1000 parts")
	s.classify(s.key, description(strings.Repeat("x", 12<<20))).fails(413, "PayloadTooLarge", "10 MB")
	var headers bytes.Buffer
	headers.WriteString("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n")
	for i := range 20_000 {
		fmt.Fprintf(&headers, "X-%d: y\r\n", i)
	}
	headers.WriteString("\r\nz\r\n--x--\r\n")
	r := s.request(http.MethodPost, classifyPath+"?country_code=WORLD", &headers)
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if got := s.do1(r, s.key); got.status != 413 && got.status != 400 {
		t.Errorf("status %d: %s", got.status, got.body)
	}
}

func TestSpilledUploadsLeaveNoTemporaryFiles(t *testing.T) {
	s := setup(t)
	t.Setenv("TMPDIR", t.TempDir())
	s.classify(s.key, part{"document_files", strings.Repeat("oak ", 1<<20), "a.txt"}).want(200)
	s.classify(s.key, part{"image_files", strings.Repeat("oak ", 1<<20), "a.txt"}).want(400)
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if strings.HasPrefix(f.Name(), "multipart-") {
			t.Errorf("left behind: %s", f.Name())
		}
	}
}

func TestHeaderFloodsAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	r := s.request(http.MethodGet, "/health", nil)
	r.Header.Set("X-Big", strings.Repeat("x", 64<<10))
	if got := s.do1(r, ""); got.status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d", got.status)
	}
}

func TestAHostileRequestIDIsReplaced(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for id, kept := range map[string]bool{"abc-123": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false,
		"a b": false, `a"b`: false, "<script>": false, "": false, "caf\u00e9": false} {
		r := s.request(http.MethodGet, "/health", nil)
		r.Header.Set("X-Request-ID", id)
		if got := s.do1(r, "").header.Get("X-Request-ID"); (got == id) != kept || got == "" {
			t.Errorf("%q became %q", id, got)
		}
	}
}

// TestABodyThatStopsIsGivenUp sends the beginning of a body and then nothing.
func TestABodyThatStopsIsGivenUp(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the pause that a slow client is granted")
	}
	t.Parallel()
	s := setup(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal("no answer to a body that stopped:", err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "in time") {
		t.Errorf("status %d, %v: %s", resp.StatusCode, err, body)
	}
}

// TestAHeaderThatStopsIsGivenUp sends the beginning of a header and then nothing.
func TestAHeaderThatStopsIsGivenUp(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the time that a header is granted")
	}
	t.Parallel()
	s := setup(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET /health HTTP/1.1\r\nHost:"); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(conn); err != nil {
		t.Error("the connection stayed open:", err)
	}
}

// TestAWaitLongerThanTheBodysPauseIsNotTakenForALostCaller guards the read deadline: left in place it
// would end the request's context while the caller waits for its job.
func TestAWaitLongerThanTheBodysPauseIsNotTakenForALostCaller(t *testing.T) {
	if testing.Short() {
		t.Skip("waits longer than the pause that a slow client is granted")
	}
	t.Parallel()
	s := setup(t)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		for range 4 {
			select {
			case <-time.After(4 * time.Second):
			case <-ctx.Done():
			}
			if _, err := s.store.ExtendLease(ctx, j, 0); err != nil {
				return jobs.Outcome{}, err
			}
		}
		return classified(ctx, j, report)
	})
	s.classify(s.key, description("chair")).want(200)
}
