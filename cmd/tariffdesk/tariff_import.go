package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

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
	current, version, err := scheduleInUse(ctx, s, c.Country)
	if err != nil {
		return err
	}
	from, err := dayFlag("--from", c.From, "")
	if err != nil {
		return err
	}
	if from != "" {
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
	return c.save(ctx, to.out, s, version, in)
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
	current, version, err := scheduleInUse(ctx, s, c.Country)
	if err != nil {
		return err
	}
	next, err := current.Redated(wrong, right)
	if err != nil {
		return err
	}
	version, err = s.SaveTariff(ctx, version, next)
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
		return sayNothingStored(out)
	}
	version, err := s.SaveTariff(ctx, after, in.Schedule)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s version %d, vintage %s, is in use\n", c.Country, version, in.Schedule.Vintage)
	return err
}

func (c *tariffImportCommand) read() (*tariff.Schedule, error) {
	vintage, err := dayFlag("--vintage", c.Vintage, today())
	if err != nil {
		return nil, err
	}
	if isWorkbook(c.File) {
		rows, stop, err := openWorkbook(c.File, maxPublicationBytes)
		if err != nil {
			return nil, err
		}
		defer stop()
		return tariff.ParseNICO(rows, vintage)
	}
	text, _, err := readImport(c.File, maxPublicationBytes)
	if err != nil {
		return nil, err
	}
	return tariff.ParsePublication(c.Country, filepath.Base(c.File), text, vintage)
}
