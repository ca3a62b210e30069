package main

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"tariffdesk/account"
	"tariffdesk/cmd/internal/app"
	"tariffdesk/cmd/internal/devstack"
	"tariffdesk/store"
)

type upCommand struct {
	settings
	httpSettings
	Data string `default:".data" type:"path" help:"Folder of everything it keeps: databases, uploads, demo.json."`
}

// Run starts everything, prints a call that works and "ready URL", and serves until ctx ends.
func (c *upCommand) Run(ctx context.Context, to streams) error {
	log, err := c.logger(to.err)
	if err != nil {
		log = slog.New(slog.DiscardHandler) // reported below with everything else
	}
	// What can be wrong without starting anything is said first: a setting, the address, the folder.
	if err := c.check(); err != nil {
		return err
	}
	listener, err := listen(ctx, c.Listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	services, err := c.startServices(ctx, log)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	defer services.close(log)
	config, err := c.complete(services)
	if err != nil {
		return err
	}
	config.Listener = listener
	d, made, err := c.prepare(ctx, config, log)
	if err != nil {
		return unlessStopped(ctx, err)
	}
	return serve(ctx, to, config, log, d.call(made, c.demoFile())+"\n"+d.console(made, c.demoFile())+"\nready "+d.BaseURL+"\n")
}

// unlessStopped drops the error of a start that was asked to stop half-way.
func unlessStopped(ctx context.Context, err error) error {
	select {
	case <-ctx.Done():
		return nil
	default:
		return err
	}
}

// check judges the settings as they will be once the children and the data folder have filled them.
func (c *upCommand) check() error {
	full := *c
	full.DatabaseURL = cmp.Or(c.DatabaseURL, "postgres:///tariffdesk")
	full.RedisURL = cmp.Or(c.RedisURL, "unix:///redis.sock")
	full.BlobURL = cmp.Or(c.BlobURL, blobFolder(c.Data))
	full.JWTSecret = cmp.Or(c.JWTSecret, strings.Repeat("x", account.MinSecretBytes))
	_, err := full.config(app.RoleAll, full.httpSettings)
	return err
}

// services are the children that were started, if any.
type services struct {
	postgres *devstack.Postgres
	redis    *devstack.Redis
}

// startServices starts a child for each service that no variable names, both at once.
func (c *upCommand) startServices(ctx context.Context, log *slog.Logger) (*services, error) {
	if err := devstack.MakeDataDir(c.Data); err != nil {
		return nil, err
	}
	config := devstack.Config{DataDir: c.Data, Logger: log}
	var s services
	var group errgroup.Group
	if c.DatabaseURL == "" {
		group.Go(func() (err error) { s.postgres, err = devstack.StartPostgres(ctx, config); return err })
	}
	if c.RedisURL == "" {
		group.Go(func() (err error) { s.redis, err = devstack.StartRedis(ctx, config); return err })
	}
	if err := group.Wait(); err != nil {
		s.close(log)
		return nil, err
	}
	return &s, nil
}

func (s *services) close(log *slog.Logger) {
	if s.redis != nil {
		if err := s.redis.Close(); err != nil {
			log.Error("redis did not end cleanly", "error", err)
		}
	}
	if s.postgres != nil {
		if err := s.postgres.Close(); err != nil {
			log.Error("postgresql did not end cleanly", "error", err)
		}
	}
}

// complete fills in what the children and the data folder provide.
func (c *upCommand) complete(s *services) (app.Config, error) {
	full := *c
	if s.postgres != nil {
		full.DatabaseURL = s.postgres.URL()
	}
	if s.redis != nil {
		full.RedisURL = s.redis.URL()
	}
	full.BlobURL = cmp.Or(c.BlobURL, blobFolder(c.Data))
	if full.JWTSecret == "" {
		secret, err := signingSecret(c.Data)
		if err != nil {
			return app.Config{}, err
		}
		full.JWTSecret = secret
	}
	return full.config(app.RoleAll, full.httpSettings)
}

func (c *upCommand) demoFile() string { return filepath.Join(c.Data, "demo.json") }

// prepare brings the schema up to date and the demo organisation to life; made tells a new one.
func (c *upCommand) prepare(ctx context.Context, config app.Config, log *slog.Logger) (d demo, made bool, err error) {
	s, err := store.Open(ctx, config.DatabaseURL, 2, log)
	if err != nil {
		return demo{}, false, err
	}
	defer s.Close()
	if err := s.Migrate(ctx); err != nil {
		return demo{}, false, err
	}
	return openDemo(ctx, account.NewService(s, time.Now), c.demoFile(), baseURL(config.Listener.Addr()))
}
