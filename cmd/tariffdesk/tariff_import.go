package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tariffdesk/excel"
	"tariffdesk/store"
	"tariffdesk/tariff"
)

type tariffImportCommand struct {
	databaseFlags
	Country string `arg:"" enum:"${schedule_countries}" help:"Whose schedule: ${enum}."`
	File    string `arg:"" type:"existingfile" help:"The official publication: USITC export (.csv, .json), the Mexican NICO table (.xlsx, .csv), or the plain CSV of the guide."`
	Vintage string `placeholder:"DATE" help:"The day whose law the file shows, YYYY-MM-DD; today where absent."`
	From    string `placeholder:"DATE" help:"The first day of the rates that change, YYYY-MM-DD; the vintage where absent. Earlier days keep the rates they had."`
	DryRun  bool   `help:"Show what would change and stop."`
	Force   bool   `help:"Accept an older vintage, the loss of more than 5 % of the codes, or trees that lose every line."`
}

// maxPublicationBytes is above the largest known publication, 8 MB.
const maxPublicationBytes = 64 << 20

// Run shows what the publication changes and stores it as the next version; running services take
// it up within seconds.
func (c *tariffImportCommand) Run(ctx context.Context, to streams) error {
	published, err := c.read()
	if err != nil {
		return err
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	newest, err := s.TariffVersions(ctx)
	if err != nil {
		return err
	}
	current, err := s.Tariff(ctx, c.Country, newest[c.Country])
	if err != nil {
		return err
	}
	if c.From != "" {
		from, err := tariff.ParseDate(c.From)
		if err != nil {
			return usageError{fmt.Errorf("--from: %w", err)}
		}
		published = published.Starting(from)
	}
	in, err := tariff.NewImport(current, published, c.Force)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(to.out, in.Changes); err != nil {
		return err
	}
	if err := c.follow(to.out, current, &in); err != nil {
		return err
	}
	return c.save(ctx, to.out, s, newest[c.Country], in)
}

type tariffRedateCommand struct {
	databaseFlags
	Country string `arg:"" enum:"${schedule_countries}" help:"Whose schedule: ${enum}."`
	Wrong   string `arg:"" help:"The first day that rates were imported with, YYYY-MM-DD."`
	Right   string `arg:"" help:"The first day on which they apply."`
}

// Run stores the tariff in use with the rates of a wrong first day beginning on the right one.
func (c *tariffRedateCommand) Run(ctx context.Context, to streams) error {
	wrong, err := tariff.ParseDate(c.Wrong)
	if err != nil {
		return usageError{err}
	}
	right, err := tariff.ParseDate(c.Right)
	if err != nil {
		return usageError{err}
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	newest, err := s.TariffVersions(ctx)
	if err != nil {
		return err
	}
	current, err := s.Tariff(ctx, c.Country, newest[c.Country])
	if err != nil {
		return err
	}
	next, err := current.Redated(wrong, right)
	if err != nil {
		return err
	}
	version, err := s.SaveTariff(ctx, newest[c.Country], next)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s version %d, vintage %s, is in use: the rates of %s begin on %s\n", c.Country, version, next.Vintage, wrong, right)
	return err
}

// follow shows what the publication does to the trees, before anything is stored. Trees that lose
// every line are work that would be lost unseen: they need --force.
func (c *tariffImportCommand) follow(out io.Writer, current *tariff.Schedule, in *tariff.Import) error {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return err
	}
	trees, err := tariff.LoadTrees(knowledge.Vocabulary())
	if err != nil {
		return err
	}
	changes := trees.Follow(current, in)
	if err := changes.Write(out); err != nil {
		return err
	}
	if n := len(changes.Orphaned); n > 0 && !c.Force && !c.DryRun {
		return fmt.Errorf("%d trees would lose every line (%s): if the file is right, repeat with --force", n, strings.Join(changes.Orphaned[:min(n, 5)], ", "))
	}
	return nil
}

func (c *tariffImportCommand) save(ctx context.Context, out io.Writer, s *store.Store, after int, in tariff.Import) error {
	switch {
	case in.Changes.Empty():
		_, err := fmt.Fprintln(out, "nothing to import: the version in use says the same")
		return err
	case c.DryRun:
		_, err := fmt.Fprintln(out, "nothing was stored (--dry-run)")
		return err
	}
	version, err := s.SaveTariff(ctx, after, in.Schedule)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s version %d, vintage %s, is in use\n", c.Country, version, in.Schedule.Vintage)
	return err
}

func (c *tariffImportCommand) read() (*tariff.Schedule, error) {
	vintage := tariff.Date(time.Now().UTC().Format(time.DateOnly))
	if c.Vintage != "" {
		var err error
		if vintage, err = tariff.ParseDate(c.Vintage); err != nil {
			return nil, usageError{err}
		}
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return nil, fmt.Errorf("read publication: %w", err)
	}
	if info.Size() > maxPublicationBytes {
		return nil, fmt.Errorf("%s has %d bytes, more than the limit of %d", c.File, info.Size(), maxPublicationBytes)
	}
	if strings.EqualFold(filepath.Ext(c.File), ".xlsx") {
		rows, err := excel.OpenTable(c.File)
		if err != nil {
			return nil, err
		}
		defer func() { _ = rows.Close() }()
		return tariff.ParseNICO(rows, vintage)
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return nil, fmt.Errorf("read publication: %w", err)
	}
	return tariff.ParsePublication(c.Country, filepath.Base(c.File), text, vintage)
}
