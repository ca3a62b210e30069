package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"tariffdesk/excel"
	"tariffdesk/tariff"
)

type tariffCorrelateCommand struct {
	Code    string `arg:"" name:"code|file" help:"A code of 6, 8 or 10 digits, or a file: a plain list or a CSV with a column of codes, at most 100,000 rows."`
	Country string `default:"WORLD" enum:"WORLD,MEX" help:"WORLD: subheadings alone; MEX: lines of the Mexican tariff of 2012 too. ${enum}."`
	Edition string `default:"" enum:",2012,2017" help:"The edition of the codes: 2012 or 2017. Without it a code of today is today's."`
	JSON    bool   `name:"json" help:"Print a JSON array instead of a table."`
}

// Bounds of a file of codes.
const (
	maxCorrelateRows  = 100_000
	maxCorrelateBytes = 16 << 20
)

// correlated is a row of the answer.
type correlated struct {
	Row        int             `json:"row,omitempty"` // of a file
	Code       string          `json:"code"`
	Edition    tariff.Edition  `json:"edition"`
	Tariff     string          `json:"tariff"` // HS or MEX
	Successor  *string         `json:"successor"`
	Successors []string        `json:"successors"`
	Relation   tariff.Relation `json:"relation"`
}

// Run prints what became of each code. Rows of a file that hold no code are named on stderr and end
// the command with an error after the others are printed.
func (c *tariffCorrelateCommand) Run(_ context.Context, to streams) error {
	tracer, err := c.tracer()
	if err != nil {
		return err
	}
	codes, problems, err := c.codes()
	if err != nil {
		return err
	}
	list := make([]correlated, 0, len(codes))
	for _, given := range codes {
		list = append(list, newCorrelated(given.row, tracer.Follow(given.code, tariff.Edition(c.Edition))))
	}
	if err := c.print(to, list); err != nil {
		return err
	}
	for _, p := range problems {
		_, _ = fmt.Fprintln(to.err, p)
	}
	if len(problems) > 0 {
		return fmt.Errorf("%d rows of %s hold no code of 6, 8 or 10 digits", len(problems), c.Code)
	}
	return nil
}

func newCorrelated(row int, t tariff.Trace) correlated {
	out := correlated{Row: row, Code: t.Code, Edition: t.Edition, Tariff: t.Tariff, Successors: append([]string{}, t.Successors...), Relation: t.Relation}
	if t.Successor != "" {
		out.Successor = &t.Successor
	}
	return out
}

func (c *tariffCorrelateCommand) tracer() (tariff.Tracer, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return tariff.Tracer{}, err
	}
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil || c.Country == tariff.WorldCode {
		return editions.Into(), err
	}
	schedule, err := tariff.LoadSchedule(c.Country)
	return editions.Into(schedule), err
}

// given is a code and the row it stands in, 0 for one of the command line.
type given struct {
	row  int
	code string
}

func (c *tariffCorrelateCommand) codes() (codes []given, problems []string, err error) {
	info, err := os.Stat(c.Code)
	if err != nil || info.IsDir() {
		code, ok := tariff.CleanCode(c.Code)
		if !ok || !tariff.Traceable(code) {
			return nil, nil, usageError{fmt.Errorf("%q is neither a code of 6, 8 or 10 digits nor a file", c.Code)}
		}
		return []given{{0, code}}, nil, nil
	}
	if info.Size() > maxCorrelateBytes {
		return nil, nil, fmt.Errorf("%s has %d bytes, more than the limit of %d", c.Code, info.Size(), maxCorrelateBytes)
	}
	content, err := os.ReadFile(c.Code)
	if err != nil {
		return nil, nil, fmt.Errorf("read codes: %w", err)
	}
	return codesByRow(content)
}

// codesByRow reads the column that looks most like codes; rows where it holds none are named. A
// first row without a code is a header.
func codesByRow(content []byte) (codes []given, problems []string, err error) {
	rows, err := excel.ReadCSV(content)
	if err != nil {
		return nil, nil, err
	}
	column := -1
	for n := 1; ; n++ {
		row, ok, err := rows.Next()
		switch {
		case err != nil:
			return nil, nil, err
		case !ok && len(codes)+len(problems) == 0:
			return nil, nil, errors.New("the file holds no codes")
		case !ok:
			return codes, problems, nil
		case n > maxCorrelateRows:
			return nil, nil, fmt.Errorf("more than %d rows, the limit: split the file", maxCorrelateRows)
		}
		if column < 0 {
			column = codeCell(row)
		}
		text := excel.CodeText(row.At(max(column, 0)))
		if code, ok := tariff.CleanCode(text); ok && tariff.Traceable(code) {
			codes = append(codes, given{row.Number, code})
		} else if n > 1 {
			problems = append(problems, fmt.Sprintf("row %d: %.40q is no code of 6, 8 or 10 digits", row.Number, text))
		}
	}
}

// codeCell is the first cell of a row that holds a code, -1 where none does.
func codeCell(row excel.Row) int {
	for i, cell := range row.Cells {
		if code, ok := tariff.CleanCode(excel.CodeText(cell)); ok && tariff.Traceable(code) {
			return i
		}
	}
	return -1
}

func (c *tariffCorrelateCommand) print(to streams, list []correlated) error {
	if c.JSON {
		e := json.NewEncoder(to.out)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	t := newTable(to.out, "CODE", "EDITION", "SUCCESSOR", "RELATION", "SUCCESSORS")
	for _, r := range list {
		successor, edition := "-", "-"
		if r.Successor != nil {
			successor = *r.Successor
		}
		if r.Edition != "" {
			edition = r.Tariff + " " + string(r.Edition)
		}
		t.row(r.Code, edition, successor, r.Relation, strings.Join(r.Successors, " "))
	}
	return t.flush()
}
