package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tariffdesk/api/apitest"
	"tariffdesk/logline/logtest"
)

// asProgram makes the test binary be the program, so that tests can kill it and run it as others.
const asProgram = "TARIFFDESK_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	code := m.Run()
	if path, err := programCopy(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && code == 0 {
		_, _ = os.Stderr.WriteString(err.Error() + "\n")
		code = 1
	}
	os.Exit(code)
}

// invoke runs a command to its end and returns its output.
func invoke(t *testing.T, env map[string]string, args ...string) (stdout string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = run(t.Context(), args, func(name string) string { return env[name] }, &out, &errs)
	return out.String(), err
}

func mustInvoke(t *testing.T, env map[string]string, args ...string) string {
	t.Helper()
	out, err := invoke(t, env, args...)
	if err != nil {
		t.Fatalf("tariffdesk %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSuffix(out, "\n")
}

// patience is how long a process may take to do what it does in seconds, beside whatever else the machine does.
const patience = 5 * time.Minute

// program is a `tariffdesk up` as a process of its own.
type program struct {
	cmd  *exec.Cmd
	dir  string
	url  string
	curl string
	log  *logtest.Lines
	done chan struct{}
}

// startUp starts `up` on a free port with its data in dir and waits until it is ready. A nil
// credential is the user of the test.
func startUp(t *testing.T, dir string, as *syscall.Credential) *program {
	t.Helper()
	p := &program{dir: dir, log: &logtest.Lines{}, done: make(chan struct{})}
	p.cmd = exec.Command(programFile(t), "up", "--listen", "127.0.0.1:0", "--data", dir)
	p.cmd.Dir = "/"
	p.cmd.Env = []string{asProgram + "=1", "PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.signal(t, syscall.SIGTERM); removeSockets(dir) })
	ready := make(chan struct{})
	go func() {
		defer close(p.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "curl ") {
				p.curl = lines.Text()
			}
			if url, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
				p.url = url
				close(ready)
			}
		}
		_ = p.cmd.Wait()
	}()
	select {
	case <-ready:
	case <-p.done:
		t.Fatalf("up ended: %s", p.log)
	case <-time.After(patience):
		t.Fatalf("up is not ready: %s", p.log)
	}
	return p
}

// signal ends the process and waits for it; a second call finds it gone.
func (p *program) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	_ = p.cmd.Process.Signal(s)
	select {
	case <-p.done:
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		t.Errorf("up does not end: %s", p.log)
	}
}

// removeSockets clears what a killed program leaves in the temporary folder.
func removeSockets(dir string) {
	for _, link := range []string{"postgres.socket", "redis.socket"} {
		if sockets, err := os.Readlink(filepath.Join(dir, link)); err == nil {
			_ = os.RemoveAll(sockets)
		}
	}
}

func readDemoFile(t *testing.T, dir string) demo {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "demo.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d demo
	if err := json.Unmarshal(b, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// recorded holds answers against the OpenAPI document.
var recorded = sync.OnceValues(apitest.New)

// call makes the call that up prints, and fails the test unless it is answered and charged.
func call(t *testing.T, d demo) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("product_description", "men's knitted cotton t-shirt")
	_ = w.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		d.BaseURL+"/api/v3/tariff/tariff-mini?country_code=WORLD&model=fast", &form)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", w.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+d.APIKey)
	answers, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	answer, err := (&http.Client{Transport: answers.Transport(t, http.DefaultTransport)}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	var result struct {
		Codes []json.RawMessage `json:"hscodes_array"`
	}
	if answer.StatusCode != http.StatusOK || json.Unmarshal(body, &result) != nil || len(result.Codes) == 0 {
		t.Fatalf("answer %d: %s", answer.StatusCode, body)
	}
	if charged := answer.Header.Get("X-Credits-Charged"); charged != "1" {
		t.Errorf("charged %q", charged)
	}
}

// programCopy is where the test binary lies for every user.
var programCopy = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "tariffdesk-test")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "tariffdesk")
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, binary, 0o755)
})

// programFile is the test binary where every user may run it; that of `go test` is its owner's alone.
func programFile(t *testing.T) string {
	t.Helper()
	path, err := programCopy()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// openDir is a temporary folder that every user may enter, given to the user of a credential.
func openDir(t *testing.T, as *syscall.Credential) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "td")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if as != nil {
		if err := os.Chown(dir, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// normalUser is nobody when the tests run as root, else the user of the tests.
func normalUser(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// background runs a command until the test stops it.
type background struct {
	stop context.CancelFunc
	out  *logtest.Lines
	err  chan error
}

func startInProcess(t *testing.T, env map[string]string, args ...string) *background {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	b := &background{stop: stop, out: &logtest.Lines{}, err: make(chan error, 1)}
	go func() {
		b.err <- run(ctx, args, func(name string) string { return env[name] }, b.out, io.Discard)
		close(b.err)
	}()
	t.Cleanup(func() { stop(); <-b.err })
	return b
}

// awaitLine returns the first line of output that begins with prefix.
func (b *background) awaitLine(t *testing.T, prefix string) string {
	t.Helper()
	deadline := time.After(patience)
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	for {
		for line := range strings.SplitSeq(b.out.String(), "\n") {
			if strings.HasPrefix(line, prefix) {
				return line
			}
		}
		select {
		case <-poll.C:
		case err := <-b.err:
			t.Fatalf("ended: %v", err)
		case <-deadline:
			t.Fatalf("no line %q in: %s", prefix, b.out)
		}
	}
}
