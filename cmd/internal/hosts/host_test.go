//go:build hosts && linux

package hosts

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The network of the room. Whoever is on no host, as the callers are, stands at its switch.
const (
	network    = "10.77.0."
	switchAddr = network + "1"
)

// wire makes the switch.
func wire() error {
	for _, args := range []string{"link set lo up", "link add switch type bridge", "addr add " + switchAddr + "/24 dev switch", "link set switch up"} {
		if err := ip(args); err != nil {
			return err
		}
	}
	return nil
}

func ip(args string) error {
	if out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", args, err, out)
	}
	return nil
}

// host is a machine of the network, with the services that it runs.
type host struct {
	*testing.T // of the fault that it is in
	name, addr string
	dir        string // its disk
	services   []*service
}

// service is a program that a host runs.
type service struct {
	name    string
	as      string // user, root where empty
	args    []string
	env     []string
	answers func() error // nil once it can be used
	ended   chan struct{}
}

var hostsMade int

// smallDisks has hosts of a name, but for its number, get a disk of so many MB. One lane after the other sets it.
var smallDisks map[string]int

// newHost connects a host to the switch, until the test ends.
func newHost(t *testing.T, name string) *host {
	t.Helper()
	hostsMade++
	h := &host{T: t, name: name, addr: network + strconv.Itoa(1+hostsMade), dir: filepath.Join(folder, fmt.Sprint(hostsMade, "-", name))}
	h.must(os.MkdirAll(h.dir, 0o755))
	if size := smallDisks[strings.TrimRight(name, "0123456789")]; size > 0 {
		disk(t, h.dir, size)
	}
	for _, args := range []string{
		"netns add @", "link add @ type veth peer name eth0 netns @", "link set @ master switch up",
		"-n @ link set lo up", "-n @ addr add " + h.addr + "/24 dev eth0", "-n @ link set eth0 up",
	} {
		h.must(ip(strings.ReplaceAll(args, "@", h.name)))
	}
	t.Cleanup(func() { h.kill(); _ = ip("link del " + h.name); _ = ip("netns del " + h.name) })
	return h
}

func (h *host) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatalf("%s: %v", h.name, err)
	}
}

// runs adds a service, which the next boot starts.
func (h *host) runs(s *service) { h.services = append(h.services, s) }

// command is a program on the host.
func (h *host) command(as string, args ...string) *exec.Cmd {
	h.Helper()
	inside := []string{"--net=/run/netns/" + h.name}
	if as != "" {
		u, err := user.Lookup(as)
		h.must(err)
		inside = append(inside, "-S", u.Uid, "-G", u.Gid)
	}
	cmd := exec.Command("nsenter", append(append(inside, "--"), args...)...)
	cmd.Dir = h.dir
	return cmd
}

// do carries a command out to its end.
func (h *host) do(as string, args ...string) string {
	h.Helper()
	out, err := h.command(as, args...).CombinedOutput()
	if err != nil {
		h.Fatalf("%s: %s: %v\n%s", h.name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// boot starts the services that do not run, and waits until each can be used.
func (h *host) boot() {
	h.Helper()
	for _, s := range h.services {
		if !s.running() {
			h.launch(s)
		}
	}
	h.await()
}

func (s *service) running() bool {
	if s.ended == nil {
		return false
	}
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

func (h *host) launch(s *service) {
	h.Helper()
	log, err := os.OpenFile(h.logFile(s), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	h.must(err)
	defer func() { _ = log.Close() }()
	cmd := h.command(s.as, s.args...)
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stdout, cmd.Stderr = log, log
	h.must(cmd.Start())
	s.ended = make(chan struct{})
	go func() { _ = cmd.Wait(); close(s.ended) }()
}

func (h *host) logFile(s *service) string { return filepath.Join(logs(), h.name+"-"+s.name+".log") }

// log is all that a service has written.
func (h *host) log(s *service) string {
	h.Helper()
	text, err := os.ReadFile(h.logFile(s))
	h.must(err)
	return string(text)
}

// logs is where services write, a folder that stays where the environment names one.
func logs() string {
	if kept := os.Getenv("HOSTS_LOGS"); kept != "" {
		return kept
	}
	return folder
}

// await waits until all services can be used.
func (h *host) await() {
	h.Helper()
	for _, s := range h.services {
		h.eventually(s.name, func() error {
			if !s.running() {
				h.Fatalf("%s: %s ended at its start", h.name, s.name)
			}
			return s.answers()
		})
	}
}

// patience is after what a wait is a hang.
const patience = 90 * time.Second

func (h *host) eventually(what string, try func() error) {
	h.Helper()
	eventually(h.T, h.name+": "+what, try)
}

func eventually(t *testing.T, what string, try func() error) {
	t.Helper()
	giveUp := time.Now().Add(patience)
	for err := try(); err != nil; err = try() {
		if time.Now().After(giveUp) {
			t.Fatalf("%s: %v", what, err)
		}
		<-time.After(50 * time.Millisecond)
	}
}

// cut takes the host off the network without a word to anyone: what is sent to it is lost.
func (h *host) cut() { h.must(ip("link set " + h.name + " nomaster")) }

// heal connects it again.
func (h *host) heal() { h.must(ip("link set " + h.name + " master switch")) }

// kill ends all that runs on the host, as a power failure does, and waits until it has.
func (h *host) kill() {
	h.eventually("its end", func() error {
		if n := h.signal(syscall.SIGKILL); n > 0 { // one may have been forked meanwhile
			return fmt.Errorf("%d processes", n)
		}
		return nil
	})
	for _, s := range h.services {
		if s.ended != nil {
			<-s.ended
		}
	}
}

// stop asks all services to end in good order, and waits until they have.
func (h *host) stop() {
	h.signal(syscall.SIGTERM)
	for _, s := range h.services {
		<-s.ended
	}
}

// freeze stops all that runs on the host: connections stay open and get no answer.
func (h *host) freeze() { h.signal(syscall.SIGSTOP) }

// thaw lets it go on.
func (h *host) thaw() { h.signal(syscall.SIGCONT) }

// signal reaches all processes on the host, and counts them.
func (h *host) signal(signal syscall.Signal) (n int) {
	out, err := exec.Command("ip", "netns", "pids", h.name).Output()
	h.must(err)
	for pid := range strings.FieldsSeq(string(out)) {
		number, err := strconv.Atoi(pid)
		h.must(err)
		_ = syscall.Kill(number, signal) // it may have ended
		n++
	}
	return n
}
