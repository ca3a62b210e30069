package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tariffdesk/bounded"
	"tariffdesk/classify"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// PrecedentStore takes imported precedents, all or none; the same rows of a source count once.
type PrecedentStore interface {
	ImportPrecedents(ctx context.Context, organisationID, source string, precedents []classify.Precedent) error
}

// Editions follows codes of older editions to those of a country's tariff, tariff.WorldCode meaning
// subheadings alone and "" every tariff held.
type Editions interface {
	FollowIn(country, code string) tariff.Trace
}

// Import does imports of precedents.
type Import struct {
	Store    PrecedentStore
	Blobs    BatchBlobs
	Names    Nomenclature
	Editions Editions
	Courtesy *Courtesy
}

// maxRefusedRows bounds the report.
const maxRefusedRows = 1000

// Handle imports the file of the job. Run twice it adds nothing more.
func (i Import) Handle(ctx context.Context, t Task) (jobs.Outcome, error) {
	var in jobs.PrecedentsInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, fmt.Errorf("input of import %s: %w", t.Job.ID, err)
	}
	seat, err := i.Courtesy.Sit(ctx)
	if err != nil {
		return jobs.Outcome{}, err
	}
	defer seat.Leave()
	content, err := readBlob(ctx, i.Blobs, in.Source)
	if err != nil {
		return jobs.Outcome{}, err
	}
	rows, err := excel.OpenGoodsWithin(ctx, in.Name, content)
	if err != nil {
		return jobs.Outcome{}, err
	}
	precedents, report, err := ReadPrecedents(ctx, in.Name, rows, i.Names, i.Editions, seat.Yield)
	if err != nil {
		return jobs.Outcome{}, err
	}
	if len(precedents) > 0 {
		if err := i.Store.ImportPrecedents(ctx, t.Job.OrganisationID, in.Name, precedents); err != nil {
			return jobs.Outcome{}, err
		}
	}
	result, err := json.Marshal(report)
	return jobs.Outcome{Result: result}, err
}

// MaxPrecedentRows is the largest import.
const MaxPrecedentRows = 100_000

// ReadPrecedents reads goods classified in the subheadings of names; codes of older editions are
// replaced by their successor where there is one. pause, which may be nil, is called now and then.
func ReadPrecedents(ctx context.Context, source string, rows *excel.Goods, names Nomenclature, editions Editions, pause func(context.Context) error) ([]classify.Precedent, jobs.ImportReport, error) {
	report := jobs.ImportReport{Source: source, Rows: []jobs.RefusedRow{}}
	var taken []classify.Precedent
	seen := map[classify.Precedent]bool{}
	for n := 1; ; n++ {
		good, ok, err := rows.Next()
		if err != nil {
			return nil, report, err
		}
		if !ok {
			break
		}
		if n > MaxPrecedentRows {
			return nil, report, fail.Newf(fail.CodeBadRequest, "file: more than %d rows, the limit of an import: split it", MaxPrecedentRows)
		}
		if n%yieldRows == 0 && pause != nil {
			if err := pause(ctx); err != nil {
				return nil, report, err
			}
		}
		p, carried, reason := precedentOf(good, names, editions)
		switch {
		case reason != "":
			if report.Refused++; len(report.Rows) < maxRefusedRows {
				report.Rows = append(report.Rows, jobs.RefusedRow{Row: good.Row, Reason: reason})
			}
		case seen[p]:
			report.Repeated++
		default:
			seen[p] = true
			taken = append(taken, p)
			if carried {
				report.Carried++
			}
		}
	}
	report.Imported = len(taken)
	return taken, report, nil
}

// maxPrecedentChars is ample for a description of goods.
const maxPrecedentChars = 4000

func precedentOf(g excel.Good, names Nomenclature, editions Editions) (p classify.Precedent, carried bool, reason string) {
	code, ok := tariff.CleanCode(g.Code)
	switch {
	case g.Problem != "":
		return p, false, g.Problem
	case g.Description == "":
		return p, false, "no description"
	case g.Code == "":
		return p, false, "no code"
	case !ok || !tariff.Traceable(code):
		return p, false, "the code has not 6, 8 or 10 digits"
	}
	today, reason := todaysCode(code, names, editions)
	if reason != "" {
		return p, false, reason
	}
	text := bounded.First(g.Description, maxPrecedentChars)
	return classify.Precedent{Description: text, HS: today}, today != code, ""
}

// todaysCode is the code itself where its subheading stands and no relation says more, or its only
// successor.
func todaysCode(code string, names Nomenclature, editions Editions) (today, reason string) {
	stands := names.Entry(code[:tariff.SubheadingDigits]) != nil
	if stands && len(code) == tariff.SubheadingDigits {
		return code, ""
	}
	switch trace := editions.FollowIn("", code); {
	case trace.Relation == tariff.RelationOne:
		return trace.Successor, ""
	case trace.Relation == tariff.RelationSeveral:
		return "", "old code, several successors: " + someCodes(trace.Successors)
	case !stands:
		return "", code[:tariff.SubheadingDigits] + " is no subheading of HS 2022"
	}
	return code, ""
}

// maxCodesNamed bounds the successors a message names.
const maxCodesNamed = 12

// someCodes lists codes for a message.
func someCodes(codes []string) string {
	if len(codes) > maxCodesNamed {
		return strings.Join(codes[:maxCodesNamed], ", ") + ", …"
	}
	return strings.Join(codes, ", ")
}

// readBlob reads a source file whole.
func readBlob(ctx context.Context, blobs BatchBlobs, key string) ([]byte, error) {
	r, err := blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // only read
	content, err := bounded.Read(r, maxSourceBytes)
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", key, err)
	}
	return content, nil
}
