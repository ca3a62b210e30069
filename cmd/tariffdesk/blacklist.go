package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"tariffdesk/store"
	official "tariffdesk/verification/list"
	"tariffdesk/verification/taxid"
)

type blacklistCommand struct {
	Import blacklistImportCommand `cmd:"" help:"Import an official file as the next version of its list."`
	Show   blacklistShowCommand   `cmd:"" help:"Show the lists in use with their days."`
	Check  blacklistCheckCommand  `cmd:"" help:"Look a company or person up in the lists in use."`
}

type blacklistImportCommand struct {
	databaseFlags
	Source string `arg:"" help:"Whose list: sat-69b, sat-69, arca-apoc, dian or us-csl."`
	File   string `arg:"" type:"existingfile" help:"The file as it was downloaded."`
	AsOf   string `placeholder:"DATE" help:"The day of the list, YYYY-MM-DD; that which the file names where absent, else the day on which it was downloaded."`
	DryRun bool   `help:"Show what would change and stop."`
	Force  bool   `help:"Accept a list that is older, or has lost more than 5 % of its records."`
}

// Run shows what the file changes and stores it; running services take it up within seconds, and check
// every company again.
func (c *blacklistImportCommand) Run(ctx context.Context, to streams) error {
	source, err := official.ParseSource(c.Source)
	if err != nil {
		return usageError{err}
	}
	lists, err := c.read(source)
	if err != nil {
		return err
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	before, err := s.Blacklists(ctx)
	if err != nil {
		return err
	}
	var all []official.New
	for _, l := range lists {
		n, err := c.compare(ctx, to.out, s, before, l)
		if err != nil {
			return err
		}
		all = append(all, n)
	}
	if c.DryRun {
		return sayNothingStored(to.out)
	}
	ids, err := s.SaveBlacklists(ctx, all)
	if err != nil {
		return err
	}
	for i, n := range all {
		if _, err := fmt.Fprintf(to.out, "%s version %d of %s, %d records, is in use\n", n.List.Key(), ids[i], n.List.AsOf, len(n.List.Entries)); err != nil {
			return err
		}
	}
	return nil
}

// read parses the file and settles its day.
func (c *blacklistImportCommand) read(source official.Source) ([]official.List, error) {
	if _, err := time.Parse(time.DateOnly, c.AsOf); c.AsOf != "" && err != nil {
		return nil, usageError{fmt.Errorf("--as-of: want a day such as 2026-01-31")}
	}
	content, info, err := readImport(c.File, official.MaxBytes)
	if err != nil {
		return nil, err
	}
	lists, err := official.Parse(source, content)
	if err != nil {
		return nil, err
	}
	today := time.Now().UTC().Format(time.DateOnly)
	for i := range lists {
		l := &lists[i]
		switch {
		case c.AsOf != "":
			l.AsOf = c.AsOf
		case l.AsOf == "":
			l.AsOf = info.ModTime().UTC().Format(time.DateOnly)
		}
		if l.AsOf > today && !c.Force {
			return nil, fmt.Errorf("the list is of %s, which has not come yet: name its day with --as-of", l.AsOf)
		}
	}
	return lists, nil
}

// compare prints what a list changes, and refuses one that looks cut or old.
func (c *blacklistImportCommand) compare(ctx context.Context, out io.Writer, s *store.Store, before []official.Imported, l official.List) (official.New, error) {
	n := official.New{List: l, File: filepath.Base(c.File)}
	var entries []official.Entry
	for _, v := range before {
		if v.Key() != l.Key() {
			continue
		}
		n.After = v.ID
		if v.AsOf > l.AsOf && !c.Force {
			return n, fmt.Errorf("%s of %s is older than that in use, of %s: if it is right, repeat with --force", l.Key(), l.AsOf, v.AsOf)
		}
		var err error
		if entries, err = s.Blacklist(ctx, v.ID); err != nil {
			return n, err
		}
	}
	d := official.Diff(entries, l.Entries)
	if _, err := fmt.Fprintf(out, "%s of %s: %d records, %d added, %d removed, %d changed\n", l.Key(), l.AsOf, len(l.Entries), len(d.Added), len(d.Removed), len(d.Changed)); err != nil {
		return n, err
	}
	for _, note := range l.Notes {
		if _, err := fmt.Fprintln(out, "note:", note); err != nil {
			return n, err
		}
	}
	if official.Shrinks(len(entries), len(l.Entries)) && !c.Force && !c.DryRun {
		return n, fmt.Errorf("%s would lose %d of %d records: if the file is whole, repeat with --force", l.Key(), len(entries)-len(l.Entries), len(entries))
	}
	return n, nil
}

type blacklistShowCommand struct{ databaseFlags }

// Run prints the lists in use.
func (c *blacklistShowCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	found, err := s.Blacklists(ctx)
	if err != nil {
		return err
	}
	t := newTable(to.out, "LIST", "VERSION", "AS OF", "RECORDS", "FILE", "IMPORTED")
	for _, v := range found {
		t.row(v.Key(), v.ID, v.AsOf, v.Rows, v.File, v.ImportedAt.UTC().Format(time.RFC3339))
	}
	return t.flush()
}

type blacklistCheckCommand struct {
	databaseFlags
	Country string `arg:"" enum:"${taxid_countries}" help:"Of the company: ${enum}."`
	TaxID   string `help:"RFC, NIT, CUIT or EIN."`
	Name    string `help:"Name, compared by likeness."`
}

// Run prints what the lists say.
func (c *blacklistCheckCommand) Run(ctx context.Context, to streams) error {
	if c.TaxID == "" && c.Name == "" {
		return usageError{fmt.Errorf("--tax-id, --name: one of them is required")}
	}
	q := official.Query{Country: taxid.Country(c.Country), Name: c.Name}
	if c.TaxID != "" {
		id, err := taxid.Parse(q.Country, c.TaxID)
		if err != nil {
			return err
		}
		q.TaxID = id.Value
	}
	lists, err := c.load(ctx)
	if err != nil {
		return err
	}
	a := lists.Check(q)
	switch a.Result {
	case official.ResultListed:
		_, err = fmt.Fprintln(to.out, "listed")
	case official.ResultCleared:
		_, err = fmt.Fprintln(to.out, "cleared: listed, and no longer held against it")
	case official.ResultNotListed:
		_, err = fmt.Fprintf(to.out, "not listed as of %s\n", a.AsOf())
	case official.ResultUnknown:
		_, err = fmt.Fprintln(to.out, "unknown: no list of the country is loaded")
	}
	if err != nil || len(a.Matches) == 0 {
		return err
	}
	t := newTable(to.out, "LIST", "OF", "TAX ID", "NAME", "SITUATION", "SINCE", "BY", "SCORE")
	for _, m := range a.Matches {
		t.row(official.Version{Source: m.Source, Part: m.Part}.Key(), m.AsOf, m.Shown, m.Name, m.Situation, m.Since, m.By, m.Score)
	}
	return t.flush()
}

func (c *blacklistCheckCommand) load(ctx context.Context) (*official.Register, error) {
	s, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	versions, err := s.Blacklists(ctx)
	if err != nil {
		return nil, err
	}
	lists := official.NewRegister()
	for _, v := range versions {
		entries, err := s.Blacklist(ctx, v.ID)
		if err != nil {
			return nil, err
		}
		lists = lists.With(v.Version, entries)
	}
	return lists, nil
}
