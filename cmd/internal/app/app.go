package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/blob"
	"tariffdesk/classify"
	"tariffdesk/console"
	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/mcp"
	"tariffdesk/shipment/report"
	"tariffdesk/store"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// App is one process of the service. Build it with New, Run it once, Close it as often as you like.
type App struct {
	cfg         Config
	log         *slog.Logger
	store       *store.Store
	blobs       *blob.Store
	shared      *sharedBlobs
	redis       redis.UniversalClient
	jobs        *jobs.Service
	knowledge   *tariff.Knowledge
	documents   *extract.Engine
	tariffs     *tariffs
	lists       *lists
	rulings     *rulings
	classifier  *classify.Engine
	modelCounts func() map[string]float64 // nil without a model
	worker      *worker.Worker            // nil in a process of role api
	janitor     worker.Janitor
	pulse       *jobs.Pulse
	server      *api.Server     // nil in a process of role worker
	resets      *account.Resets // likewise
	http        *http.Server
	listener    net.Listener
	ops         *http.Server // of OPS_LISTEN, or nil
	opsListener net.Listener
	draining    atomic.Bool
	closers     []func() error
	close       sync.Once
}

// drainTimeout bounds how long a stopping process waits for answers on their way out.
const drainTimeout = 10 * time.Second

// New builds a process and connects it; nothing runs yet. It fails on a Redis that may evict work.
func New(ctx context.Context, cfg Config, log *slog.Logger) (*App, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	disturbClock(log)
	a := &App{cfg: cfg, log: log, pulse: jobs.NewPulse(time.Now)}
	for _, build := range []func(context.Context) error{a.connect, a.buildJobs, a.buildDocuments, a.buildWorker, a.buildAPI, a.buildOps, a.traces} {
		if err := build(ctx); err != nil {
			return nil, errors.Join(err, a.Close())
		}
	}
	return a, nil
}

func (a *App) onClose(do func() error) { a.closers = append(a.closers, do) }

func (a *App) connect(ctx context.Context) (err error) {
	if a.store, err = store.Open(ctx, a.cfg.DatabaseURL, a.cfg.DBMaxConns, a.log, store.SlowAfter(a.cfg.SlowQuery)); err != nil {
		return err
	}
	a.onClose(func() error { a.store.Close(); return nil })
	tellClocks(ctx, a.store, time.Now, a.log)
	if a.blobs, err = blob.Open(ctx, a.cfg.BlobURL); err != nil {
		return fmt.Errorf("BLOB_URL: %w", err)
	}
	a.onClose(a.blobs.Close)
	a.shared = &sharedBlobs{store: a.store, blobs: a.blobs}
	if err := a.shared.check(ctx); err != nil { // readiness goes on asking
		a.log.WarnContext(ctx, "uploads and the files of results are refused meanwhile", "error", err)
	}
	redis.SetLogger(redisLog{a.log}) // go-redis has one logger a process, and would write to stderr itself
	if a.redis, err = a.client(50); err != nil {
		return err
	}
	return refuseMistaken(ctx, a.redis, a.log)
}

// client returns a Redis client that is closed with the process.
func (a *App) client(poolSize int) (redis.UniversalClient, error) {
	c, err := connectRedis(a.cfg.RedisURL, poolSize)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	a.onClose(c.Close)
	return c, nil
}

func (a *App) buildJobs(ctx context.Context) (err error) {
	a.jobs = jobs.NewService(a.store, a.redis, jobs.Config{Pulse: a.pulse, Divided: func(d jobs.Divisions) {
		if a.worker != nil {
			a.worker.Divide(d)
		}
	}}, a.log, func(queue string) {
		if a.worker != nil {
			a.worker.Wake(queue)
		}
	})
	if a.knowledge, err = tariff.LoadKnowledge(); err != nil {
		return err
	}
	if a.tariffs, err = newTariffs(ctx, a.store, a.knowledge, a.log); err != nil {
		return err
	}
	if a.classifier, err = classify.New(a.knowledge, classify.Options{Schedule: a.tariffs, Measures: a.tariffs.trees.Measures()}); err != nil {
		return err
	}
	a.tariffs.compare(newGoods(a.classifier))
	a.lists = newLists(a.store, a.log)
	if a.rulings, err = newRulings(ctx, a.store, a.classifier, a.log); err != nil {
		return err
	}
	a.janitor = worker.Janitor{Store: a.store, Blobs: a.blobs, Log: a.log, Now: time.Now, Pulse: a.pulse}
	return nil
}

func (a *App) buildWorker(context.Context) error {
	if a.cfg.Role == RoleAPI {
		return nil
	}
	rdb, err := a.client(20) // the slots hook into it, so it is the worker's alone
	if err != nil {
		return err
	}
	handlers, batches, err := a.handlers()
	if err != nil {
		return err
	}
	a.worker = worker.New(a.store, rdb, jobs.NewEvents(a.redis), disturb(handlers), batches, worker.Config{Slots: a.cfg.WorkerSlots, SlowJob: a.cfg.SlowJob}, a.log)
	return nil
}

func (a *App) buildAPI(ctx context.Context) (err error) {
	if a.cfg.Role == RoleWorker {
		return nil
	}
	auth, err := account.NewAuth(a.store, []byte(a.cfg.JWTSecret), limit.NewThrottle(a.redis), time.Now)
	if err != nil {
		return fmt.Errorf("JWT_SECRET: %w", err)
	}
	sender, err := a.letters()
	if err != nil {
		return err
	}
	a.resets = account.NewResets(a.store, auth, sender, time.Now)
	deps := api.Deps{
		Resets: a.resets,
		Store:  a.store, Accounts: account.NewService(a.store, time.Now), Auth: auth, Jobs: a.jobs, Blobs: a.blobs,
		Redis: a.redis, Log: a.log, Now: time.Now, Quotes: a.tariffs, Parcels: a.tariffs, Lookup: a.tariffs, Codes: nomenclature{a.tariffs},
		Ready: a.checks(), Degrades: a.degrades(),
	}
	deps.Answers = a.classifier
	deps.ModelCounts, deps.Loops, deps.Standing = a.modelCounts, a.pulse.Ages, a.tariffs.standing
	deps.Onboarding, deps.Lists, deps.Rulings = a.store, a.lists, a.rulings
	deps.Papers, deps.Dictionary, deps.Reports = a.documents, a.tariffs.dictionary, report.Writer{}
	deps.Reader, deps.Documents, deps.Fetch = a.documents, a.documents, a.fetcher()
	if a.worker != nil {
		deps.Worker = a.worker
	}
	if a.cfg.OpsPassword != "" {
		if deps.Queues, err = a.queues(); err != nil {
			return err
		}
	}
	// Console and MCP stand in front of the API that serves them: the handler exists once all do.
	var handler http.Handler
	front := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) })
	site := console.Config{AppURL: a.cfg.AppURL, Log: a.log, Now: time.Now}
	if deps.Console, err = console.New(site, through(account.SourceConsole, front)); err != nil {
		return err
	}
	if deps.MCP, err = mcp.New(through(account.SourceMCP, front), a.cfg.Version, a.log); err != nil {
		return err
	}
	if a.server, err = api.New(a.cfg.api(), deps); err != nil {
		return err
	}
	if err := a.tellUnapproved(ctx, deps.Accounts); err != nil {
		return err
	}
	handler = a.server.Handler()
	a.http = wire.HTTPServer(handler, a.log)
	a.listener = a.cfg.Listener
	if a.listener == nil {
		if a.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", a.cfg.Listen); err != nil {
			return fmt.Errorf("LISTEN: %w", err)
		}
	}
	return nil
}

// through names the entry by which calls reach the API from within the process.
func through(source account.Source, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(account.WithSource(r.Context(), source)))
	})
}

// tellUnapproved logs how many keys of type cmt wait for an operator.
func (a *App) tellUnapproved(ctx context.Context, accounts *account.Service) error {
	n, err := accounts.UnapprovedKeys(ctx)
	if err != nil {
		return err
	}
	level := slog.LevelInfo
	if n > 0 {
		level = slog.LevelWarn
	}
	a.log.Log(ctx, level, "keys of type cmt that wait for tariffdesk key approve", "keys", n)
	return nil
}

// URL is where the process answers HTTP, "" for a process of role worker.
func (a *App) URL() string {
	if a.listener == nil {
		return ""
	}
	return "http://" + a.listener.Addr().String()
}

// Run serves until ctx ends, then drains: callers who wait get 202, handlers finish or hand their
// job back. It returns nil on a clean stop.
func (a *App) Run(ctx context.Context) error {
	loops, stopLoops := context.WithCancel(context.WithoutCancel(ctx)) // they outlive ctx: draining needs them
	defer stopLoops()
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { a.jobs.Run(loops) })
	running.Go(func() { a.janitor.Run(loops) })
	running.Go(func() { a.tariffs.run(loops, a.pulse) })
	if a.server != nil {
		running.Go(func() { a.server.Run(loops) })
		running.Go(func() {
			a.resets.Run(loops, func(err error) { a.log.ErrorContext(loops, "link to a new password not sent", "error", err) })
		})
	}
	running.Go(func() { a.lists.run(loops, a.pulse) })
	running.Go(func() { a.rulings.run(loops, a.pulse) })
	defer stopLoops()

	failed := make(chan error, 2)
	serve := func(server *http.Server, listener net.Listener) {
		running.Go(func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("serve: %w", err)
			}
		})
	}
	if a.ops != nil {
		serve(a.ops, a.opsListener)
		defer func() { _ = a.ops.Close() }() // after all else: it tells how the process ends
	}
	if err := a.jobs.ReadDivisions(ctx); err != nil {
		a.log.WarnContext(ctx, "queues are not known to be divided until the database answers", "error", err)
	}
	if a.worker != nil {
		running.Go(func() { a.deliveries().Run(loops) })
		running.Go(func() { a.screening().Run(loops) })
		if err := a.worker.Start(); err != nil {
			return err
		}
		defer a.worker.Stop()
	}
	if a.http != nil {
		serve(a.http, wire.Framed(a.listener))
		defer a.drain()
	}
	if a.cfg.OnReady != nil {
		a.cfg.OnReady(a.URL())
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	return a.lingerUntilUnlisted(failed)
}

// lingerUntilUnlisted answers as before while readiness says that the process stops: whoever shares
// calls out needs a moment to notice, and until then its calls would meet a closed door.
func (a *App) lingerUntilUnlisted(failed <-chan error) error {
	a.draining.Store(true)
	if a.http == nil {
		return nil
	}
	select {
	case err := <-failed:
		return err
	case <-time.After(a.cfg.DrainDelay):
		return nil
	}
}

func (a *App) drain() {
	a.server.Drain()
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := a.http.Shutdown(ctx); err != nil {
		a.log.Warn("answers were cut off", "error", err)
		_ = a.http.Close()
	}
}

// Close releases what New opened, last in, first out.
func (a *App) Close() error {
	var problems []error
	a.close.Do(func() {
		if a.listener != nil {
			_ = a.listener.Close() // the server has closed it already after a Run
		}
		for i := len(a.closers) - 1; i >= 0; i-- {
			problems = append(problems, a.closers[i]())
		}
	})
	return errors.Join(problems...)
}
