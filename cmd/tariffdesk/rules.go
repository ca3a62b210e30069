package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"tariffdesk/quote"
	"tariffdesk/tariff"
)

type rulesCommand struct {
	Import rulesImportCommand `cmd:"" help:"Import a table of the quote rules: an annex by line, preferences, duties."`
	List   rulesListCommand   `cmd:"" help:"List the tables that can be imported and the versions in use."`
}

type dutiesCommand struct {
	Import dutiesImportCommand `cmd:"" help:"Import the table of compensatory duties."`
}

type tableFlags struct {
	databaseFlags
	Vintage  string `placeholder:"DATE" help:"The day as of which the file stands, YYYY-MM-DD; today where absent."`
	Complete bool   `help:"The file holds its annex whole: what it does not name does not apply."`
	DryRun   bool   `help:"Show what would change and stop."`
	Force    bool   `help:"Accept an older vintage, or the loss of more than 5 % of the rows."`
}

type rulesImportCommand struct {
	tableFlags
	Table string `arg:"" help:"Which table: annex-2.4.1, duties, lines, origin, preference-sheets, preferences or prosec."`
	File  string `arg:"" type:"existingfile" help:"CSV with the columns of the guide; commas, semicolons or tabs."`
}

// Run shows what the file changes and stores it as the next version of the table.
func (c *rulesImportCommand) Run(ctx context.Context, to streams) error {
	return c.tableFlags.run(ctx, to, c.Table, c.File)
}

type dutiesImportCommand struct {
	tableFlags
	File string `arg:"" type:"existingfile" help:"CSV with the columns of the guide; commas, semicolons or tabs."`
}

// Run is the import of the table duties.
func (c *dutiesImportCommand) Run(ctx context.Context, to streams) error {
	return c.tableFlags.run(ctx, to, "duties", c.File)
}

func (c *tableFlags) run(ctx context.Context, to streams, table, file string) error {
	published, err := c.read(table, file)
	if err != nil {
		return err
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	current, err := s.RuleTables(ctx)
	if err != nil {
		return err
	}
	versions, err := s.RuleVersions(ctx)
	if err != nil {
		return err
	}
	tariffs, err := s.TariffVersions(ctx)
	if err != nil {
		return err
	}
	schedule, err := s.Tariff(ctx, quote.SupportedCountry, tariffs[quote.SupportedCountry])
	if err != nil {
		return err
	}
	in, err := quote.NewTableImport(published, current, schedule, c.Force)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(to.out, in.Changes); err != nil {
		return err
	}
	switch {
	case in.Changes.Empty() && !c.Complete:
		_, err = fmt.Fprintln(to.out, "nothing to import: the table in use says the same")
		return err
	case c.DryRun:
		_, err = fmt.Fprintln(to.out, "nothing was stored (--dry-run)")
		return err
	}
	version, err := s.SaveRuleTable(ctx, versions[table], in.Overlay)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s version %d, as of %s, is in use\n", table, version, in.Vintage)
	return err
}

// maxRulesBytes is above every annex as a table.
const maxRulesBytes = 32 << 20

func (c *tableFlags) read(table, file string) (quote.Overlay, error) {
	o := quote.Overlay{Table: table, Complete: c.Complete, Vintage: tariff.Date(time.Now().UTC().Format(time.DateOnly))}
	if c.Vintage != "" {
		var err error
		if o.Vintage, err = tariff.ParseDate(c.Vintage); err != nil {
			return o, usageError{err}
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		return o, fmt.Errorf("read table: %w", err)
	}
	if info.Size() > maxRulesBytes {
		return o, fmt.Errorf("%s has %d bytes, more than the limit of %d", file, info.Size(), maxRulesBytes)
	}
	if o.Content, err = os.ReadFile(file); err != nil {
		return o, fmt.Errorf("read table: %w", err)
	}
	return o, nil
}

type rulesListCommand struct {
	databaseFlags
}

// Run lists the tables, the imported version of each and its day.
func (c *rulesListCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	versions, err := s.RuleVersions(ctx)
	if err != nil {
		return err
	}
	overlays, err := s.RuleTables(ctx)
	if err != nil {
		return err
	}
	t := newTable(to.out, "TABLE", "VERSION", "AS OF", "COMPLETE", "COLUMNS")
	for _, name := range quote.Tables() {
		vintage, complete := "carried", "no"
		for _, o := range overlays {
			if o.Table == name {
				vintage = string(o.Vintage)
				if o.Complete {
					complete = "yes"
				}
			}
		}
		t.row(name, versions[name], vintage, complete, strings.Join(quote.TableColumns(name), ","))
	}
	return t.flush()
}
