// Package bench owns the figures of the whole service: it starts the real binary on servers of its
// own, loads it over HTTP, and prints each figure beside a reference measured in the same run and
// their ratio. It judges nothing: machines differ, ratios less so.
package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/cmd/internal/devstack"
	"tariffdesk/credit"
	"tariffdesk/store"
)

// Options say what is measured; the zero value is the full run.
type Options struct {
	Binary string // of the service; the running one where empty
	Quick  bool   // a tenth of the calls, to see that it works
	Part   Part   // PartAll where empty
}

// Part names what a run measures.
type Part string

// The parts of a run.
const (
	PartAll     Part = "all"
	PartCalls   Part = "calls"   // the calls over HTTP, the idle process
	PartBatches Part = "batches" // workbooks, and callers beside them
	PartScaling Part = "scaling" // what a call takes of each part, and what a number of workers needs
)

// bench is one run: its servers, its organisation, its table.
type bench struct {
	postgres *devstack.Postgres
	redis    *devstack.Redis
	store    *store.Store
	dir      string
	binary   string
	org      string
	token    string
	scale    int
	table    *tabwriter.Writer
}

// Run measures and prints the table to out.
func Run(ctx context.Context, o Options, out io.Writer) error {
	b := &bench{scale: 10, binary: o.Binary, table: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	if o.Quick {
		b.scale = 1
	}
	if b.binary == "" {
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("find the binary: %w", err)
		}
		b.binary = self
	}
	if err := b.open(ctx); err != nil {
		return err
	}
	defer b.close()
	b.row("measure", "result", "reference", "ratio", "to reach")
	for _, part := range []struct {
		name    Part
		measure func(context.Context) error
	}{{PartCalls, b.service}, {PartBatches, b.batches}, {PartScaling, b.scaling}} {
		if o.Part != "" && o.Part != PartAll && o.Part != part.name {
			continue
		}
		if err := part.measure(ctx); err != nil {
			return err
		}
	}
	return b.table.Flush()
}

func (b *bench) open(ctx context.Context) (err error) {
	if b.dir, err = os.MkdirTemp("", "tariffdesk-bench"); err != nil {
		return fmt.Errorf("bench folder: %w", err)
	}
	if err = os.Chmod(b.dir, 0o755); err != nil {
		return fmt.Errorf("bench folder: %w", err)
	}
	log := slog.New(slog.DiscardHandler)
	if b.postgres, err = devstack.StartPostgres(ctx, devstack.Config{DataDir: b.dir, Logger: log}); err != nil {
		return err
	}
	if b.redis, err = devstack.StartRedis(ctx, devstack.Config{DataDir: b.dir, Logger: log}); err != nil {
		return err
	}
	if b.store, err = store.Open(ctx, b.postgres.URL(), 60, log); err != nil {
		return err
	}
	if err = b.store.Migrate(ctx); err != nil {
		return err
	}
	accounts := account.NewService(b.store, time.Now)
	org, err := accounts.CreateOrganisation(ctx, account.NewOrganisation{Name: "bench", Plan: account.PlanPro, Credits: int64(1_000_000 * credit.One)})
	if err != nil {
		return err
	}
	b.org = org.ID
	_, b.token, err = accounts.CreateKey(ctx, account.NewKey{OrganisationID: org.ID, Name: "bench", Type: account.KeyTypeSecret})
	return err
}

func (b *bench) close() {
	if b.store != nil {
		b.store.Close()
	}
	if b.redis != nil {
		_ = b.redis.Close()
	}
	if b.postgres != nil {
		_ = b.postgres.Close()
	}
	_ = os.RemoveAll(b.dir)
}

func (b *bench) client() (*redis.Client, error) {
	o, err := redis.ParseURL(b.redis.URL())
	if err != nil {
		return nil, fmt.Errorf("redis of the bench: %w", err)
	}
	return redis.NewClient(o), nil
}

func (b *bench) row(cells ...string) {
	for _, c := range cells {
		_, _ = fmt.Fprint(b.table, c, "\t")
	}
	_, _ = fmt.Fprintln(b.table)
}

// quantile returns the q-th quantile of durations, which it sorts.
func quantile(d []time.Duration, q float64) time.Duration {
	slices.Sort(d)
	return d[min(int(q*float64(len(d))), len(d)-1)]
}

func ratio(a, b float64) string { return fmt.Sprintf("%.2f", a/b) }
