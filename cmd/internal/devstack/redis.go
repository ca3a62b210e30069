package devstack

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

const (
	redisProgram = "redis-server"
	redisPIDFile = "redis.pid"
)

// Redis is a running Redis of our own, or its stand-in within this process.
type Redis struct {
	service  *service
	place    *place
	program  string
	sockets  string
	link     string
	embedded *embeddedRedis
}

// StartRedis starts the installed redis-server with an append-only file on a private unix socket,
// its data below c.DataDir, and returns once it answers. Where no server is installed a stand-in
// within this process takes its place, with a warning: it forgets everything when it ends.
func StartRedis(ctx context.Context, c Config) (*Redis, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	program, err := findRedis(c.binDirs)
	if err != nil {
		c.Logger.WarnContext(ctx, "no redis-server is installed: queued work is kept in memory only; run scripts/setup")
		embedded, err := startEmbedded()
		return &Redis{embedded: embedded}, err
	}
	place, err := claim(ctx, c, "redis", "redis")
	if err != nil {
		return nil, err
	}
	place.dir = filepath.Join(place.base, "redis")
	r := &Redis{place: place, program: program, link: filepath.Join(place.base, "redis.socket")}
	if err := r.run(ctx, c); err != nil {
		r.release()
		return nil, err
	}
	return r, nil
}

func findRedis(binDirs []string) (string, error) {
	if binDirs == nil {
		path, err := exec.LookPath(redisProgram)
		if err == nil {
			return path, nil
		}
		binDirs = []string{"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"}
	}
	for _, dir := range binDirs {
		if path, err := exec.LookPath(filepath.Join(dir, redisProgram)); err == nil {
			return path, nil
		}
	}
	return "", errors.New("redis-server not found")
}

func (r *Redis) run(ctx context.Context, c Config) error {
	if err := own(r.place.dir, r.place.as); err != nil {
		return err
	}
	if err := r.clear(ctx); err != nil {
		return err
	}
	sockets, err := socketFolder(ctx, r.link, r.place.as)
	if err != nil {
		return err
	}
	r.sockets = sockets
	r.service = &service{
		name: "Redis", as: r.place.as, logFile: filepath.Join(r.place.base, "redis.log"),
		dir: r.place.dir, command: r.command(), clear: r.clear, ready: r.ready,
		ask: syscall.SIGTERM, orphaned: syscall.SIGTERM,
		startTimeout: c.StartTimeout, stopTimeout: c.StopTimeout, log: c.Logger,
	}
	return r.service.start(ctx)
}

// URL is the address of Redis in the form of go-redis: unix:///path?db=0, or redis://… for the
// stand-in.
func (r *Redis) URL() string {
	if r.embedded != nil {
		return r.embedded.url()
	}
	return "unix://" + r.socket() + "?db=0"
}

func (r *Redis) socket() string { return filepath.Join(r.sockets, "redis.sock") }

// Close ends Redis cleanly. A second call does nothing.
func (r *Redis) Close() error {
	if r.embedded != nil {
		r.embedded.close()
		return nil
	}
	err := r.service.close()
	r.release()
	return err
}

func (r *Redis) release() {
	removeSocketFolder(r.link)
	r.place.release()
}

func (r *Redis) clear(ctx context.Context) error {
	if err := endOrphans(ctx, redisProgram, r.place.dir); err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(r.place.dir, redisPIDFile))
	return nil
}

// command keeps every accepted task: an append-only file, and no eviction when memory ends.
func (r *Redis) command() []string {
	return []string{r.program, "--port", "0", "--unixsocket", r.socket(), "--unixsocketperm", "700",
		"--dir", r.place.dir, "--pidfile", filepath.Join(r.place.dir, redisPIDFile), "--daemonize", "no",
		"--appendonly", "yes", "--appendfsync", "everysec", "--aof-load-truncated", "yes", "--save", "",
		"--maxmemory", "256mb", "--maxmemory-policy", "noeviction", "--logfile", "", "--loglevel", "notice"}
}

// ready expects PONG: while it loads its file Redis answers with an error instead.
func (r *Redis) ready(ctx context.Context) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", r.socket())
	if err != nil {
		return err
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return err
	}
	answer, err := bufio.NewReader(io.LimitReader(conn, 256)).ReadString('\n')
	if err != nil {
		return err
	}
	if answer != "+PONG\r\n" {
		return fmt.Errorf("redis answers %q", answer)
	}
	return nil
}
