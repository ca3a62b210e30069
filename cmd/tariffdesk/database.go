package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tariffdesk/account"
	"tariffdesk/cmd/internal/devstack"
	"tariffdesk/store"
)

// databaseFlags reach the database of a deployment, or that of a running `up`.
type databaseFlags struct {
	DatabaseURL string `variable:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL of the service; that of the running \"up\" where absent."`
	Data        string `default:".data" type:"path" help:"Data folder of \"up\", where no database is named."`
}

func (f databaseFlags) open(ctx context.Context) (*store.Store, error) {
	url := f.DatabaseURL
	if url == "" {
		running, ok := devstack.RunningPostgres(f.Data)
		if !ok {
			return nil, errors.New("DATABASE_URL: not set, and no \"tariffdesk up\" runs on the data folder " + f.Data)
		}
		url = running
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s, err := store.Open(ctx, url, 2, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if err := s.Ping(ctx); err != nil {
		s.Close()
		return nil, errors.Join(errors.New("DATABASE_URL: the database does not answer"), err)
	}
	return s, nil
}

// withStore runs do on the database.
func (f databaseFlags) withStore(ctx context.Context, do func(*store.Store) error) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s)
}

// withResets runs do on the links to new passwords of the database.
func (f databaseFlags) withResets(ctx context.Context, do func(*account.Resets) error) error {
	return f.withStore(ctx, func(s *store.Store) error { return do(account.NewResets(s, nil, nil, time.Now)) })
}

// withAccounts runs do on the accounts of the database.
func (f databaseFlags) withAccounts(ctx context.Context, do func(*account.Service) error) error {
	return f.withStore(ctx, func(s *store.Store) error { return do(account.NewService(s, time.Now)) })
}
