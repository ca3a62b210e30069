package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tariffdesk/classify"
	"tariffdesk/store"
	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

type rulingsCommand struct {
	Import rulingsImportCommand `cmd:"" help:"Import a file of rulings in the place of what its source had before."`
	List   rulingsListCommand   `cmd:"" help:"List the rulings in use by source."`
	Remove rulingsRemoveCommand `cmd:"" help:"Remove the rulings of a source."`
}

type rulingsImportCommand struct {
	databaseFlags
	Source   string   `arg:"" help:"Who published them: cross, ebti, atar or plain."`
	File     string   `arg:"" type:"existingfile" help:"CROSS: JSON of the search, or JSON lines. EBTI: CSV of the export. ATaR: CSV or JSON. Plain: JSON lines of reference, date, code, edition, description, status, url."`
	Since    string   `placeholder:"DATE" help:"Keep no ruling before this day, YYYY-MM-DD."`
	Language []string `placeholder:"EN" help:"Keep rulings of these languages only, where the file names languages; separated by commas."`
	Refusals int      `default:"0" help:"How many rows may be refused and left out; each is named."`
	DryRun   bool     `help:"Read the file, say what would be kept and stop."`
}

// Run reads the file whole, learns from all sources and puts both into use at once; running services take them up within seconds.
func (c *rulingsImportCommand) Run(ctx context.Context, to streams) error {
	source, err := ruling.ParseSource(c.Source)
	if err != nil {
		return usageError{err}
	}
	if _, err := time.Parse(time.DateOnly, c.Since); c.Since != "" && err != nil {
		return usageError{fmt.Errorf("--since: want a day such as 2020-01-31")}
	}
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return err
	}
	file, err := c.read(source, knowledge)
	if err != nil {
		return err
	}
	for _, r := range file.Refused {
		_, _ = fmt.Fprintln(to.err, r, "(left out)")
	}
	counted, revoked := 0, 0
	for i := range file.Rulings {
		switch r := &file.Rulings[i]; {
		case r.Counts():
			counted++
		case r.Status == ruling.StatusRevoked || r.Status == ruling.StatusModified:
			revoked++
		}
	}
	_, err = fmt.Fprintf(to.out, "%d rows: %d rulings, of which %d count, %d are revoked or modified and %d have codes that went to several; %d rows repeated, %d left out by choice\n",
		file.Rows, len(file.Rulings), counted, revoked, len(file.Rulings)-counted-revoked, file.Repeated, file.Left)
	if err != nil {
		return err
	}
	if c.DryRun {
		return sayNothingStored(to.out)
	}
	return saveRulings(ctx, to, &c.databaseFlags, knowledge, source, filepath.Base(c.File), file.Rulings)
}

func (c *rulingsImportCommand) read(source ruling.Source, knowledge *tariff.Knowledge) (*ruling.File, error) {
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil {
		return nil, err
	}
	in, err := os.Open(c.File)
	if err != nil {
		return nil, fmt.Errorf("read rulings: %w", err)
	}
	defer func() { _ = in.Close() }() // only read
	o := ruling.Options{Editions: editions, Day: time.Now().UTC().Format(time.DateOnly), Since: c.Since, Refusals: c.Refusals}
	for _, l := range c.Language {
		o.Language = append(o.Language, strings.ToLower(l))
	}
	file, err := ruling.Read(source, in, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	return file, nil
}

func saveRulings(ctx context.Context, to streams, database *databaseFlags, knowledge *tariff.Knowledge, source ruling.Source, file string, rulings []ruling.Ruling) error {
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		return err
	}
	s, err := database.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	id, err := s.SaveRulings(ctx, source, file, rulings, func(all []ruling.Ruling) []byte { return engine.NewRulings(all, nil).Model() })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s library %d with %d rulings is in use\n", source, id, len(rulings))
	return err
}

type rulingsListCommand struct{ databaseFlags }

// Run prints the libraries in use.
func (c *rulingsListCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	versions, err := s.RulingVersions(ctx)
	if err != nil {
		return err
	}
	t := newTable(to.out, "SOURCE", "LIBRARY", "RULINGS", "COUNT", "FILE", "IMPORTED")
	for _, v := range versions {
		t.row(v.Source, v.ID, v.Rulings, v.Counted, v.File, v.ImportedAt)
	}
	return t.flush()
}

type rulingsRemoveCommand struct {
	databaseFlags
	Source string `arg:"" help:"Whose: cross, ebti, atar or plain."`
}

// Run takes a source's rulings out of use.
func (c *rulingsRemoveCommand) Run(ctx context.Context, to streams) error {
	source, err := ruling.ParseSource(c.Source)
	if err != nil {
		return usageError{err}
	}
	if held, err := c.held(ctx, source); err != nil {
		return err
	} else if !held {
		return fmt.Errorf("no rulings of %s are in use", source)
	}
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return err
	}
	return saveRulings(ctx, to, &c.databaseFlags, knowledge, source, "", nil)
}

func (c *rulingsRemoveCommand) held(ctx context.Context, source ruling.Source) (bool, error) {
	s, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	defer s.Close()
	return holds(ctx, s, source)
}

func holds(ctx context.Context, s *store.Store, source ruling.Source) (bool, error) {
	versions, err := s.RulingVersions(ctx)
	if err != nil {
		return false, err
	}
	for _, v := range versions {
		if v.Source == source {
			return true, nil
		}
	}
	return false, nil
}
