package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"tariffdesk/account"
	"tariffdesk/excel"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

type precedentsCommand struct {
	Import precedentsImportCommand `cmd:"" help:"Import goods that an organisation has classified."`
}

type precedentsImportCommand struct {
	databaseFlags
	Org  string `required:"" help:"The organisation, by id or name."`
	File string `arg:"" type:"existingfile" help:"Descriptions and codes: .xlsx, .csv or .jsonl, at most 100,000 rows."`
}

// maxPrecedentBytes is ample for a hundred thousand rows.
const maxPrecedentBytes = 256 << 20

// Run imports the file and prints how many rows were taken and what was wrong with the others.
func (c *precedentsImportCommand) Run(ctx context.Context, to streams) error {
	content, _, err := readImport(c.File, maxPrecedentBytes)
	if err != nil {
		return err
	}
	name := filepath.Base(c.File)
	rows, err := excel.OpenGoods(name, content)
	if err != nil {
		return err
	}
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return err
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	tracer, err := inForce(ctx, s, knowledge)
	if err != nil {
		return err
	}
	precedents, report, err := worker.ReadPrecedents(ctx, name, rows, knowledge, tracer, nil)
	if err != nil {
		return err
	}
	o, err := account.NewService(s, time.Now).FindOrganisation(ctx, c.Org)
	if err != nil {
		return err
	}
	if len(precedents) > 0 {
		if err := s.ImportPrecedents(ctx, o.ID, name, precedents); err != nil {
			return err
		}
	}
	for _, r := range report.Rows {
		_, _ = fmt.Fprintf(to.err, "row %d refused: %s\n", r.Row, r.Reason)
	}
	_, err = fmt.Fprintf(to.out, "%d imported (%d carried over from older editions), %d repeated, %d refused\n", report.Imported, report.Carried, report.Repeated, report.Refused)
	return err
}
