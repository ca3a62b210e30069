package browser

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tariffdesk/logline/logtest"
)

// opsPassword is what the program's operators sign in with.
const opsPassword = "operators-of-the-browser-tests"

// program is a `tariffdesk up` as a process of its own.
type program struct {
	binary, data, url string
	demo              account // the owner that the first start makes
	cmd               *exec.Cmd
	log               *logtest.Lines
	done              chan struct{}
	people            atomic.Int64 // names those whom tests make
}

// account is who signs in.
type account struct{ organisation, email, password, key string }

// startTimeout covers the build and the first start on a busy machine.
const startTimeout = 3 * time.Minute

// startProgram builds the program and starts it on an empty folder below dir.
func startProgram(dir string) (*program, error) {
	p := &program{binary: filepath.Join(dir, "tariffdesk"), data: filepath.Join(dir, "data"), log: &logtest.Lines{}, done: make(chan struct{})}
	if out, err := exec.Command("go", "build", "-o", p.binary, "tariffdesk/cmd/tariffdesk").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	p.cmd = exec.Command(p.binary, "up", "--listen", "127.0.0.1:0", "--data", p.data)
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OPS_PASSWORD=" + opsPassword, "TRUSTED_PROXIES=127.0.0.0/8"}
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		defer close(p.done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if url, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
				ready <- url
			}
		}
		_ = p.cmd.Wait()
	}()
	select {
	case p.url = <-ready:
	case <-p.done:
		return nil, fmt.Errorf("up ended: %s", p.log)
	case <-time.After(startTimeout):
		return nil, errors.Join(fmt.Errorf("up is not ready: %s", p.log), p.close())
	}
	return p, p.readDemo()
}

func (p *program) readDemo() error {
	b, err := os.ReadFile(filepath.Join(p.data, "demo.json"))
	if err != nil {
		return err
	}
	var demo struct {
		Organisation string `json:"organization_id"`
		Email        string `json:"email"`
		Password     string `json:"password"`
		Key          string `json:"api_key"`
	}
	err = json.Unmarshal(b, &demo)
	p.demo = account{demo.Organisation, demo.Email, demo.Password, demo.Key}
	return err
}

// close asks the program to end and waits until it has.
func (p *program) close() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
		return nil
	case <-time.After(time.Minute):
		return errors.Join(fmt.Errorf("up does not end: %s", p.log), p.cmd.Process.Kill())
	}
}

// command runs one of the program's commands on its data and returns what it prints.
func (p *program) command(t testing.TB, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.binary, append(args, "--data", p.data)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("tariffdesk %s: %v: %s", strings.Join(args, " "), err, &errs)
	}
	return strings.TrimSpace(string(out))
}

// owner makes an organisation of plan pro with credits, and its owner.
func (p *program) owner(t testing.TB, credits string) account {
	t.Helper()
	a := account{email: p.address(), password: "correct horse battery"}
	a.organisation = p.command(t, "org", "create", "--name", "Org "+a.email, "--plan", "pro", "--credits", credits)
	p.command(t, "user", "create", "--org", a.organisation, "--email", a.email, "--role", "owner", "--password", a.password)
	return a
}

// operator makes an operator with an account, whose calls are limited apart from those of the operators' password.
func (p *program) operator(t *testing.T) account {
	t.Helper()
	a := account{email: p.address(), password: "correct horse battery"}
	p.command(t, "user", "create", "--operator", "--email", a.email, "--password", a.password)
	return a
}

// address is one that nobody has yet.
func (p *program) address() string {
	return fmt.Sprintf("person-%d@example.com", p.people.Add(1))
}
