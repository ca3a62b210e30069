package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"tariffdesk/cmd/internal/app"
	"tariffdesk/quote"
	"tariffdesk/store"
)

type apiCommand struct {
	settings
	httpSettings
}

// Run answers HTTP until ctx ends and prints "ready URL" once it does.
func (c *apiCommand) Run(ctx context.Context, to streams) error {
	config, err := c.config(app.RoleAPI, c.httpSettings)
	if err != nil {
		return err
	}
	if config.Listener, err = listen(ctx, c.Listen); err != nil {
		return err
	}
	defer config.Listener.Close()
	return c.serve(ctx, to, config)
}

type workerCommand struct{ settings }

// Run works on jobs until ctx ends and prints "ready" once it may.
func (c *workerCommand) Run(ctx context.Context, to streams) error {
	config, err := c.config(app.RoleWorker, httpSettings{})
	if err != nil {
		return err
	}
	return c.serve(ctx, to, config)
}

type doctorCommand struct {
	settings
	httpSettings

	MaxAge int `default:"400" placeholder:"DAYS" help:"Say so of tables of the tariff and the rules whose source is older (default ${default})."`
}

var errUnwell = errors.New("something is broken: see the lines marked fail")

// Run examines the deployment whose settings it has, and prints what it found and what to do. It fails where something is
// broken, and not for what is only worth a look.
func (c *doctorCommand) Run(ctx context.Context, to streams) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	config, err := c.config(app.RoleAPI, c.httpSettings)
	findings := app.Examine(ctx, config, err, slog.New(slog.DiscardHandler))
	findings = append(findings, c.tables(ctx)...)
	t := newTable(to.out, "SUBJECT", "STATE", "FOUND", "DO")
	unwell := false
	for _, f := range findings {
		t.row(f.Subject, f.Level, f.Found, cmp.Or(f.Do, "-"))
		unwell = unwell || f.Level == app.LevelFail
	}
	if err := t.flush(); err != nil {
		return err
	}
	if unwell {
		return errUnwell
	}
	return nil
}

// tables tells of tables of the tariff and the rules that are old, or that a known change has overtaken.
func (c *doctorCommand) tables(ctx context.Context) []app.Finding {
	if c.DatabaseURL == "" {
		return nil // told already
	}
	s, err := databaseFlags{DatabaseURL: c.DatabaseURL}.open(ctx)
	if err != nil {
		return nil // likewise
	}
	defer s.Close()
	rules, schedules, _, err := inUse(ctx, s)
	if err != nil {
		return []app.Finding{{Subject: "tables", Level: app.LevelFail, Found: err.Error(), Do: "import the table anew"}}
	}
	day, old := today(), 0
	var findings []app.Finding
	for _, k := range quote.Standing(rules, schedules, day) {
		if age := k.Age(day); age > c.MaxAge {
			old++
			findings = append(findings, app.Finding{Subject: "table " + k.Name, Level: app.LevelWarn, Found: fmt.Sprintf("its source is of %s, %d days ago", k.Vintage, age), Do: "import a newer one"})
		}
	}
	if old == 0 {
		findings = append(findings, app.Finding{Subject: "tables", Level: app.LevelOK, Found: fmt.Sprintf("none older than %d days", c.MaxAge)})
	}
	return findings
}

func (s settings) serve(ctx context.Context, to streams, config app.Config) error {
	log, err := s.logger(to.err)
	if err != nil {
		return err
	}
	if err := requireSchema(ctx, config.DatabaseURL, log); err != nil {
		return err
	}
	ready := "ready\n"
	if config.Listener != nil {
		ready = "ready " + baseURL(config.Listener.Addr()) + "\n"
	}
	return serve(ctx, to, config, log, ready)
}

// serve runs the service until ctx ends. It prints ready when the service says that it can work.
func serve(ctx context.Context, to streams, config app.Config, log *slog.Logger, ready string) (err error) {
	serving := make(chan struct{})
	config.OnReady = func(string) { close(serving) }
	service, err := app.New(ctx, config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error { return service.Run(running) })
	group.Go(func() error {
		select {
		case <-serving:
		case <-running.Done():
			return nil
		}
		if config.Listener != nil && !awaitReady(running, baseURL(config.Listener.Addr())) {
			return nil
		}
		if _, err := fmt.Fprint(to.out, ready); err != nil {
			return err
		}
		settleMemory()
		return nil
	})
	return group.Wait()
}

// gcPercent is how much a process allocates beside what it holds before the collector runs. Most of what it holds are
// tables that never change and have few pointers: at 30 the collector's share of a call is not to be told from the noise
// of measuring, and 25 MB less are resident than at 50.
const gcPercent = 30

// settleMemory gives back what the start took and no longer needs. GOGC and GOMEMLIMIT say otherwise where set.
func settleMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	debug.FreeOSMemory()
}

// requireSchema refuses a database that lacks a migration: several processes of a deployment start
// at once, and one step before them brings the schema up to date.
func requireSchema(ctx context.Context, databaseURL string, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	s, err := store.Open(ctx, databaseURL, 2, log)
	if err != nil {
		return err
	}
	defer s.Close()
	all, err := s.MigrationStatuses(ctx)
	if err != nil {
		return fmt.Errorf("DATABASE_URL: the schema cannot be read: %w", err)
	}
	for _, m := range all {
		if m.AppliedAt.IsZero() {
			return errors.New(`DATABASE_URL: the schema is not up to date: run "tariffdesk migrate up"`)
		}
	}
	return nil
}

// listen takes the address at once: a taken port is no reason to start databases.
func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("LISTEN: %s is in use by another program: stop it, or choose another address with --listen", address)
	}
	if err != nil {
		return nil, fmt.Errorf("LISTEN: %w", err)
	}
	return listener, nil
}

// baseURL is where a caller on this machine reaches the listener.
func baseURL(address net.Addr) string {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return "http://" + address.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// awaitReady reports whether the service said that it can work before ctx ended.
func awaitReady(ctx context.Context, base string) bool {
	client := http.Client{Timeout: 2 * time.Second}
	defer client.CloseIdleConnections()
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	for !answersReady(ctx, &client, base) {
		select {
		case <-poll.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

func answersReady(ctx context.Context, client *http.Client, base string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/health/ready", nil)
	if err != nil {
		return false
	}
	answer, err := client.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}
