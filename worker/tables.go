package worker

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/tariff"
)

// TariffTables gives what is known of a code: every line that it is or that lies below it.
type TariffTables interface {
	TableIn(code, country string, language quote.Language) ([]quote.Table, error)
}

// Nomenclature names codes.
type Nomenclature interface {
	// Entry is nil for a code that is not of the nomenclature.
	Entry(code string) *tariff.Entry
}

// Tables does jobs of tariff tables.
type Tables struct {
	Engine   TariffTables
	Names    Nomenclature
	Editions Editions
	Store    ResultStore
	Blobs    BatchBlobs
	Courtesy *Courtesy
}

// maxTableRows bounds what the codes of a job unfold to.
const maxTableRows = 200_000

// tableLine is a row of the NDJSON result.
type tableLine struct {
	Requested string       `json:"requested"`
	Table     *quote.Table `json:"table"`
	Note      *string      `json:"note"` // of an old code: its edition, and the codes that took its goods over
	Error     *string      `json:"error"`
}

// Handle writes a workbook and NDJSON of all lines of the codes, the unknown codes in their own sheet.
func (t Tables) Handle(ctx context.Context, task Task) (jobs.Outcome, error) {
	var in jobs.TablesInput
	if err := json.Unmarshal(task.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of tables job %s: %w", task.Job.ID, err)
	}
	seat, err := t.Courtesy.Sit(ctx)
	if err != nil {
		return jobs.Outcome{}, err
	}
	defer seat.Leave()
	id := task.Job.ID
	files := jobs.Files{Workbook: "results/" + id + ".xlsx", NDJSON: "results/" + id + ".ndjson.gz", Name: "tariff-" + strings.ToLower(in.CountryCode)}
	if err := t.Store.KeepResults(ctx, id, []string{files.Workbook, files.NDJSON}); err != nil {
		return jobs.Outcome{}, err
	}
	if err := t.write(ctx, seat, task, in, files); err != nil {
		return jobs.Outcome{}, fmt.Errorf("tables of job %s: %w", id, err)
	}
	result, err := json.Marshal(files)
	return jobs.Outcome{Result: result}, err
}

func (t Tables) write(ctx context.Context, seat *Seat, task Task, in jobs.TablesInput, files jobs.Files) error {
	workbook, err := excel.NewTariffBook(in.Language)
	if err != nil {
		return err
	}
	defer func() { _ = workbook.Close() }() // temporary files only
	err = t.Blobs.Write(ctx, files.NDJSON, ndjsonType, func(to io.Writer) error {
		packed := gzip.NewWriter(to)
		lines := json.NewEncoder(packed)
		rows := 0
		for i, code := range in.Codes {
			if err := seat.Yield(ctx); err != nil {
				return err
			}
			n, err := t.one(code, in, workbook, lines)
			if err != nil {
				return err
			}
			if rows += n; rows > maxTableRows {
				return fail.Newf(fail.CodeBadRequest, "hscodes: they unfold to more than %d tariff lines: send fewer or longer codes", maxTableRows)
			}
			task.Progress(jobs.Progress{Percent: 95 * float64(i+1) / float64(len(in.Codes)), Message: "codes looked up"})
		}
		return packed.Close()
	})
	if err != nil {
		return err
	}
	return t.Blobs.Write(ctx, files.Workbook, workbookType, workbook.Write)
}

// one writes the lines of a code, or of its successors, and returns how many there are.
func (t Tables) one(code string, in jobs.TablesInput, workbook *excel.TariffBook, lines *json.Encoder) (int, error) {
	tables, note, err := t.unfold(code, in)
	if err != nil {
		why := fail.As(err)
		if transient(err) {
			return 0, err
		}
		return 1, errors.Join(workbook.AddUnknown(code, why.Message), lines.Encode(tableLine{Requested: code, Error: &why.Message}))
	}
	line := tableLine{Requested: code}
	if note != "" {
		line.Note = &note
	}
	for i := range tables {
		row := t.row(code, &tables[i], tariff.Language(in.Language))
		line.Table, row.Note = &tables[i], note
		if err := errors.Join(workbook.Add(row), lines.Encode(line)); err != nil {
			return 0, err
		}
	}
	return len(tables), nil
}

// unfold looks a code up and, where the tariff of today has none such, what took its goods over.
func (t Tables) unfold(code string, in jobs.TablesInput) (tables []quote.Table, note string, err error) {
	tables, err = t.lookUp(code, in)
	clean, _ := tariff.CleanCode(code)
	if fail.CodeOf(err) != fail.CodeNotFound || !tariff.Traceable(clean) {
		return tables, "", err
	}
	trace := t.Editions.FollowIn(in.CountryCode, clean)
	if trace.Relation != tariff.RelationOne && trace.Relation != tariff.RelationSeveral {
		return nil, "", err
	}
	successors := trace.Successors
	if trace.Relation == tariff.RelationOne {
		successors = []string{trace.Successor}
	}
	for _, successor := range successors {
		below, missing := t.lookUp(successor, in)
		if fail.CodeOf(missing) == fail.CodeNotFound {
			continue // a subheading this country has no line of
		}
		if missing != nil {
			return nil, "", missing
		}
		tables = append(tables, below...)
	}
	if len(tables) == 0 {
		return nil, "", err
	}
	return tables, oldCodeNote(trace, tariff.Language(in.Language)), nil
}

// oldCodeNote states which edition a code is of, and which code took over its goods.
func oldCodeNote(trace tariff.Trace, language tariff.Language) string {
	of := "HS " + string(trace.Edition)
	if trace.Tariff != tariff.HarmonizedSystem {
		of = trace.Tariff + " " + string(trace.Edition)
	}
	form := tariff.Text{English: "code of %s; its successor is %s", Spanish: "código de %s; su sucesor es %s"}
	codes := trace.Successor
	if trace.Relation == tariff.RelationSeveral {
		form = tariff.Text{English: "code of %s with several successors, the goods decide: %s", Spanish: "código de %s con varios sucesores, decide la mercancía: %s"}
		codes = someCodes(trace.Successors)
	}
	return fmt.Sprintf(form.In(language), of, codes)
}

func (t Tables) lookUp(code string, in jobs.TablesInput) ([]quote.Table, error) {
	clean, ok := tariff.CleanCode(code)
	if !ok {
		return nil, fail.New(fail.CodeBadRequest, "not a code: digits, dots and spaces only")
	}
	if in.CountryCode != tariff.WorldCode {
		return t.Engine.TableIn(clean, in.CountryCode, quote.Language(in.Language))
	}
	if t.Names.Entry(clean) == nil {
		return nil, fail.New(fail.CodeNotFound, "no code of the Harmonized System")
	}
	table := quote.Table{Suffixes: []string{}, Agreements: []quote.Agreement{}, Chapter: clean[:2], Info: quote.Info{
		ImportDuty: []quote.Charge{}, ExportDuty: []quote.Charge{}, Taxes: []quote.Charge{}, Regulations: []quote.RegulationKey{},
	}}
	if len(clean) >= tariff.HeadingDigits {
		table.Heading = clean[:tariff.HeadingDigits]
	}
	if len(clean) >= tariff.SubheadingDigits {
		table.Subheading = clean[:tariff.SubheadingDigits]
	}
	return []quote.Table{table}, nil
}

func (t Tables) row(requested string, table *quote.Table, language tariff.Language) excel.TariffRow {
	level := func(code string) excel.Level {
		if entry := t.Names.Entry(code); entry != nil && code != "" {
			return excel.Level{Code: code, Name: entry.Title.In(language)}
		}
		return excel.Level{Code: code}
	}
	return excel.TariffRow{
		Requested: requested, Levels: [3]excel.Level{level(table.Chapter), level(table.Heading), level(table.Subheading)},
		Line: table.Line, Suffixes: strings.Join(table.Suffixes, ", "), Unit: table.Unit,
		ImportDuty: charges(table.ImportDuty, false, language), ExportDuty: charges(table.ExportDuty, false, language), Taxes: charges(table.Taxes, true, language),
		Agreements: agreements(table.Agreements), Regulations: regulations(table.Regulations), Vintage: string(table.SourceVintage),
	}
}

func agreements(list []quote.Agreement) string {
	var shown []string
	for _, a := range list {
		text := a.Name
		if a.PreferentialRate != nil {
			text += " " + percent(a.PreferentialRate.Decimal) + " %"
		}
		shown = append(shown, text)
	}
	return strings.Join(shown, "; ")
}
