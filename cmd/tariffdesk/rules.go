package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"tariffdesk/quote"
	ruletable "tariffdesk/quote/table"
	"tariffdesk/store"
	"tariffdesk/tariff"
)

type rulesCommand struct {
	Import rulesImportCommand `cmd:"" help:"Import a table of the quote rules, or merge rows into it by their key."`
	Export rulesExportCommand `cmd:"" help:"Write a table in use as CSV, as an import reads it."`
	List   knowledgeCommand   `cmd:"" help:"Show every table in use: the same as \"tariffdesk knowledge\"."`
}

type dutiesCommand struct {
	Import dutiesImportCommand `cmd:"" help:"Import the table of compensatory duties, or merge single resolutions into it."`
	Export dutiesExportCommand `cmd:"" help:"Write the table of compensatory duties as CSV."`
}

type tableFlags struct {
	databaseFlags
	Vintage  string   `placeholder:"DATE" help:"The day as of which the file stands, YYYY-MM-DD; today where absent."`
	From     string   `placeholder:"DATE" help:"The first day on which the rows apply; the rows in use that they follow end the day before."`
	Merge    bool     `help:"Add the rows to the table in use: one with the key and first day of an existing row replaces it, none is removed."`
	Drop     []string `placeholder:"KEY" sep:"none" help:"With --merge: end the rows of a key the day before --from, or today; may be repeated. The columns of a key are joined by slashes."`
	Complete bool     `help:"The file holds its annex whole: what it does not name does not apply."`
	DryRun   bool     `help:"Show what would change and stop."`
	Force    bool     `help:"Accept an older vintage, or the loss of more than 5 % of the rows."`
}

type rulesImportCommand struct {
	tableFlags
	Table string `arg:"" help:"Which table; \"tariffdesk knowledge\" lists them."`
	File  string `arg:"" optional:"" type:"existingfile" help:"CSV or .xlsx with the columns of the guide; none where rows are only dropped."`
}

// Run shows what the file changes and stores it as the next version of the table.
func (c *rulesImportCommand) Run(ctx context.Context, to streams) error {
	return c.tableFlags.run(ctx, to, c.Table, c.File)
}

type dutiesImportCommand struct {
	tableFlags
	File string `arg:"" optional:"" type:"existingfile" help:"CSV or .xlsx with the columns of the guide; none where rows are only dropped."`
}

// Run is the import of the table duties.
func (c *dutiesImportCommand) Run(ctx context.Context, to streams) error {
	return c.tableFlags.run(ctx, to, "duties", c.File)
}

type rulesExportCommand struct {
	databaseFlags
	Table string `arg:"" help:"Which table; \"tariffdesk knowledge\" lists them."`
}

// Run writes the table in use.
func (c *rulesExportCommand) Run(ctx context.Context, to streams) error {
	return exportTable(ctx, to, c.databaseFlags, c.Table)
}

type dutiesExportCommand struct{ databaseFlags }

// Run is the export of the table duties.
func (c *dutiesExportCommand) Run(ctx context.Context, to streams) error {
	return exportTable(ctx, to, c.databaseFlags, "duties")
}

func exportTable(ctx context.Context, to streams, f databaseFlags, name string) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	current, err := s.RuleTables(ctx)
	if err != nil {
		return err
	}
	return quote.ExportTable(to.out, name, current)
}

func (c *tableFlags) run(ctx context.Context, to streams, name, path string) error {
	file, stop, err := c.read(name, path)
	if err != nil {
		return err
	}
	defer stop()
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	versions, err := s.RuleVersions(ctx) // before the tables: another import in between is refused
	if err != nil {
		return err
	}
	current, err := s.RuleTables(ctx)
	if err != nil {
		return err
	}
	schedule, _, err := scheduleInUse(ctx, s, quote.SupportedCountry)
	if err != nil {
		return err
	}
	in, err := quote.NewTableImport(file, current, schedule)
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
		return sayNothingStored(to.out)
	}
	version, err := s.SaveRuleTable(ctx, versions[name], in.Overlay)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.out, "%s version %d, as of %s, is in use\n", name, version, in.Vintage)
	return err
}

// scheduleInUse returns a country's tariff and its version.
func scheduleInUse(ctx context.Context, s *store.Store, country string) (*tariff.Schedule, int, error) {
	tariffs, err := s.TariffVersions(ctx)
	if err != nil {
		return nil, 0, err
	}
	schedule, err := s.Tariff(ctx, country, tariffs[country])
	return schedule, tariffs[country], err
}

// read opens the file of an import; stop closes it.
func (c *tableFlags) read(name, path string) (file quote.TableFile, stop func(), err error) {
	file = quote.TableFile{Table: name, Complete: c.Complete, Today: today(), Merge: c.Merge, Drop: c.Drop, Force: c.Force}
	if file.Vintage, err = dayFlag("--vintage", c.Vintage, file.Today); err != nil {
		return file, nil, err
	}
	if file.From, err = dayFlag("--from", c.From, ""); err != nil {
		return file, nil, err
	}
	switch {
	case len(c.Drop) > 0 && !c.Merge:
		return file, nil, usageError{fmt.Errorf("--drop belongs to --merge: an import without it replaces the whole table")}
	case path == "" && len(c.Drop) == 0:
		return file, nil, usageError{fmt.Errorf("name the file, or the rows to --drop")}
	case path == "":
		return file, func() {}, nil
	}
	file.Rows, stop, err = tableRows(path)
	return file, stop, err
}

// tableRows reads a table that people keep: a workbook by its ending, anything else as text.
func tableRows(path string) (tariff.ImportRows, func(), error) {
	if isWorkbook(path) {
		return openWorkbook(path, ruletable.MaxBytes)
	}
	text, _, err := readImport(path, ruletable.MaxBytes)
	if err != nil {
		return nil, nil, err
	}
	rows, err := ruletable.CSVRows(text)
	return rows, func() {}, err
}

type knowledgeCommand struct {
	databaseFlags
	Columns bool `help:"Show the columns of each table too."`
}

// Run shows every table in use, tariffs first: its rows, the share that was read in the legal text,
// the day it stands for and its age, and the next day on which a row begins or ends.
func (c *knowledgeCommand) Run(ctx context.Context, to streams) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	rules, schedules, versions, err := inUse(ctx, s)
	if err != nil {
		return err
	}
	columns := []string{"TABLE", "VERSION", "ROWS", "VERIFIED", "SOURCE DAY", "DAYS", "NEXT CHANGE"}
	if c.Columns {
		columns = append(columns, "COLUMNS")
	}
	day := today()
	t := newTable(to.out, columns...)
	for _, k := range quote.Standing(rules, schedules, day) {
		version := "carried"
		if n := versions[string(k.Kind)+" "+k.Name]; n > 0 {
			version = fmt.Sprint(n)
		}
		cells := []any{k.Name, version, k.Rows, fmt.Sprintf("%.0f %%", 100*k.Share()), k.Vintage, k.Age(day), cmp.Or(string(k.NextChange), "-")}
		if c.Columns {
			cells = append(cells, strings.Join(quote.TableColumns(k.Name), ","))
		}
		t.row(cells...)
	}
	return t.flush()
}

// inUse reads the rules and the tariffs of a database, and the imported versions of both by their kind
// and name.
func inUse(ctx context.Context, s *store.Store) (*quote.Rules, []*tariff.Schedule, map[string]int, error) {
	versions := map[string]int{}
	tariffs, err := s.TariffVersions(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	var schedules []*tariff.Schedule
	for _, country := range tariff.ScheduleCountries() {
		versions[string(quote.TableKindTariff)+" "+country] = tariffs[country]
		schedule, err := s.Tariff(ctx, country, tariffs[country])
		if err != nil {
			return nil, nil, nil, err
		}
		schedules = append(schedules, schedule)
	}
	imported, err := s.RuleVersions(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	for name, version := range imported {
		versions[string(quote.TableKindRules)+" "+name] = version
	}
	overlays, err := s.RuleTables(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	rules, err := quote.LoadRules(overlays...)
	return rules, schedules, versions, err
}
