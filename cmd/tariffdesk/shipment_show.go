package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"tariffdesk/client"
)

// follower shows the steps of an operation until it rests.
type follower struct {
	server  remote
	to      io.Writer
	json    bool
	id, job string
	last    step
}

// step is where an operation stands, as progress shows it.
type step struct {
	ID       string                     `json:"operation_id"`
	Status   client.OperationBodyStatus `json:"status"`
	Progress int64                      `json:"progress"`
	Papers   int                        `json:"papers"`
	Lines    int                        `json:"lines"`
}

// follow returns the operation as it rests. The server holds each answer until the run has moved.
func (f *follower) follow(ctx context.Context) ([]byte, error) {
	for first := true; ; first = false {
		var job batchJob
		var wait int64
		if !first {
			wait = pollSeconds
		}
		body, err := bodyOf(f.server.GetJob(ctx, f.job, &client.GetJobParams{Wait: &wait}))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &job); err != nil {
			return nil, fmt.Errorf("read job: %w", err)
		}
		if body, err = bodyOf(f.server.GetOperation(ctx, f.id)); err != nil {
			return nil, err
		}
		var o client.OperationBody
		if err := json.Unmarshal(body, &o); err != nil {
			return nil, fmt.Errorf("read operation: %w", err)
		}
		if err := f.show(step{f.id, o.Status, job.Progress, len(o.Papers), len(o.Lines)}); err != nil {
			return nil, err
		}
		if !works(o.Status) {
			return body, nil
		}
		f.job = o.JobId.String()
	}
}

func (f *follower) show(s step) error {
	if s == f.last {
		return nil
	}
	f.last = s
	if f.json {
		text, err := json.Marshal(s)
		if err == nil {
			_, err = fmt.Fprintf(f.to, "%s\n", text)
		}
		return err
	}
	_, err := fmt.Fprintf(f.to, "%s %-13s %3d %%  %d papers, %d lines\n", time.Now().Format(time.TimeOnly), s.Status, s.Progress, s.Papers, s.Lines)
	return err
}

// works reports whether a step runs.
func works(status client.OperationBodyStatus) bool {
	switch status {
	case client.OperationBodyStatusReading, client.OperationBodyStatusChecking, client.OperationBodyStatusClassifying, client.OperationBodyStatusQuoting:
		return true
	case client.OperationBodyStatusReady, client.OperationBodyStatusNeedsInput, client.OperationBodyStatusNeedsCredits, client.OperationBodyStatusFailed,
		client.OperationBodyStatusCancelled, client.OperationBodyStatusClosed:
	}
	return false
}

// maxLinesShown is how many lines, checks and needs are printed each; --json prints all.
const maxLinesShown = 50

// printShipment prints what somebody who decides needs to see.
func printShipment(out io.Writer, body []byte) error {
	var o client.OperationBody
	if err := json.Unmarshal(body, &o); err != nil {
		return fmt.Errorf("read operation: %w", err)
	}
	_, _ = fmt.Fprintf(out, "%s %s %s\n", o.OperationId, o.Status, deref(o.Facts.Reference))
	if o.Failure != nil {
		_, _ = fmt.Fprintf(out, "! %s\n", *o.Failure)
	}
	papers := newTable(out, "PAPER", "TYPE", "NUMBER", "DATE", "FILE", "PAGES", "")
	for _, p := range o.Papers {
		note := deref(p.Problem)
		if p.CopyOf != nil {
			note = "copy of " + *p.CopyOf
		}
		papers.row(p.PaperId, p.Type, p.Number, p.Date, p.File, len(p.Pages), note)
	}
	if err := papers.flush(); err != nil {
		return err
	}
	differs := 0
	for _, c := range o.Checks {
		if c.Status != client.OperationCheckBodyStatusDiffers {
			continue
		}
		if differs++; differs <= maxLinesShown {
			_, _ = fmt.Fprintf(out, "! %s\n", c.Text)
		}
	}
	lines := newTable(out, "LINE", "CODE", "CONFIDENCE", "QUANTITY", "UNIT", "VALUE", "ORIGIN", "DESCRIPTION")
	for _, l := range o.Lines[:min(len(o.Lines), maxLinesShown)] {
		sure := "-"
		switch {
		case l.Decision != nil:
			sure = "decided"
		case l.Confidence != nil:
			sure = fmt.Sprintf("%.2f", *l.Confidence)
		}
		lines.row(l.LineId, l.Code, sure, amountOf(l.Quantity), l.Unit, amountOf(l.Value), l.Origin, shortened(l.Description))
	}
	if err := lines.flush(); err != nil {
		return err
	}
	for _, n := range o.Needs[:min(len(o.Needs), maxLinesShown)] {
		_, _ = fmt.Fprintf(out, "? %s: %s\n", n.Id, n.Text)
		for _, c := range n.Choices {
			_, _ = fmt.Fprintf(out, "    %s  %s\n", c.Value, shortened(c.Label))
		}
	}
	for what, more := range map[string]int{"differences": differs, "lines": len(o.Lines), "needs": len(o.Needs)} {
		if more > maxLinesShown {
			_, _ = fmt.Fprintf(out, "… %d more %s: see --json\n", more-maxLinesShown, what)
		}
	}
	return printSums(out, o)
}

// printSums prints what is owed and what the service has cost.
func printSums(out io.Writer, o client.OperationBody) error {
	text, err := json.Marshal(o.Totals)
	if err != nil {
		return fmt.Errorf("read totals: %w", err)
	}
	var sums *struct {
		Customs  *float64 `json:"customs_value_mxn"`
		Duties   *float64 `json:"duties"`
		Taxes    *float64 `json:"taxes"`
		Fees     *float64 `json:"fees"`
		Total    *float64 `json:"total"`
		Complete bool     `json:"complete"`
		Missing  []string `json:"missing"`
	}
	if err := json.Unmarshal(text, &sums); err != nil {
		return fmt.Errorf("read totals: %w", err)
	}
	if sums != nil {
		t := newTable(out, "CUSTOMS VALUE MXN", "DUTIES", "TAXES", "FEES", "TOTAL", "COMPLETE")
		t.row(amountOf(sums.Customs), amountOf(sums.Duties), amountOf(sums.Taxes), amountOf(sums.Fees), amountOf(sums.Total), sums.Complete)
		if err := t.flush(); err != nil {
			return err
		}
		for _, missing := range sums.Missing[:min(len(sums.Missing), maxLinesShown)] {
			_, _ = fmt.Fprintf(out, "! %s\n", missing)
		}
	}
	costs := newTable(out, "STEP", "JOBS", "CHARGED", "REFUNDED")
	for _, c := range o.Costs {
		costs.row(c.Step, c.Jobs, c.Charged, c.Refunded)
	}
	return costs.flush()
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func amountOf(n *float64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *n)
}

// shortened keeps a cell of a table on its line.
func shortened(text string) string {
	const most = 60
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}
