package main

import (
	"context"
	"fmt"
	"time"
)

type migrateCommand struct {
	Up     migrateUpCommand     `cmd:"" help:"Apply what is pending. Processes that start together take turns."`
	Status migrateStatusCommand `cmd:"" help:"List every migration and when it was applied."`
}

type migrateUpCommand struct{ databaseFlags }

// Run applies the pending migrations.
func (c *migrateUpCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(to.out, "the schema is up to date")
	return err
}

type migrateStatusCommand struct{ databaseFlags }

// Run lists the migrations.
func (c *migrateStatusCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	all, err := s.MigrationStatuses(ctx)
	if err != nil {
		return err
	}
	table := newTable(to.out, "VERSION", "NAME", "APPLIED")
	for _, m := range all {
		table.row(m.Version, m.Name, moment(&m.AppliedAt, "pending"))
	}
	return table.flush()
}

// moment shows a time, or what stands for none.
func moment(t *time.Time, none string) string {
	if t == nil || t.IsZero() {
		return none
	}
	return t.UTC().Format(time.RFC3339)
}
