package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

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

// Import does imports of precedents.
type Import struct {
	Store    PrecedentStore
	Blobs    BatchBlobs
	Names    Nomenclature
	Courtesy *Courtesy
}

// ImportReport is the result of an import: what was taken, and why the rest was not.
type ImportReport struct {
	Source   string       `json:"source"`
	Imported int          `json:"imported"` // rows taken, repetitions counted once
	Repeated int          `json:"repeated"` // rows that repeat another of the file
	Refused  int          `json:"refused"`
	Rows     []RefusedRow `json:"refused_rows"` // the first thousand of them
}

// RefusedRow says what is wrong with a row.
type RefusedRow struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"`
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
	precedents, report, err := ReadPrecedents(ctx, in.Name, rows, i.Names, seat.Yield)
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

// ReadPrecedents reads goods classified in the subheadings of names; pause, which may be nil, is called now and then.
func ReadPrecedents(ctx context.Context, source string, rows *excel.Goods, names Nomenclature, pause func(context.Context) error) ([]classify.Precedent, ImportReport, error) {
	report := ImportReport{Source: source, Rows: []RefusedRow{}}
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
		p, reason := precedentOf(good, names)
		switch {
		case reason != "":
			if report.Refused++; len(report.Rows) < maxRefusedRows {
				report.Rows = append(report.Rows, RefusedRow{good.Row, reason})
			}
		case seen[p]:
			report.Repeated++
		default:
			seen[p] = true
			taken = append(taken, p)
		}
	}
	report.Imported = len(taken)
	return taken, report, nil
}

// maxPrecedentChars is ample for a description of goods.
const maxPrecedentChars = 4000

func precedentOf(g excel.Good, names Nomenclature) (p classify.Precedent, reason string) {
	code, ok := tariff.CleanCode(g.Code)
	switch n := len(code); {
	case g.Problem != "":
		return p, g.Problem
	case g.Description == "":
		return p, "no description"
	case g.Code == "":
		return p, "no code"
	case !ok || n != 6 && n != 8 && n != 10:
		return p, "the code has not 6, 8 or 10 digits"
	case names.Entry(code[:6]) == nil:
		return p, code[:6] + " is no subheading of HS 2022"
	}
	text, _ := shorten(g.Description, maxPrecedentChars)
	return classify.Precedent{Description: text, HS: code}, ""
}

// readBlob reads a source file whole.
func readBlob(ctx context.Context, blobs BatchBlobs, key string) ([]byte, error) {
	r, err := blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // only read
	content, err := io.ReadAll(io.LimitReader(r, maxSourceBytes))
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", key, err)
	}
	return content, nil
}
