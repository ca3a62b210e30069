package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type batchCommand struct {
	Run batchRunCommand `cmd:"" help:"Classify the rows of a workbook on a server and fetch the result."`
}

type batchRunCommand struct {
	File        string `arg:"" optional:"" type:"existingfile" help:"An .xlsx workbook; none with --job."`
	Output      string `short:"o" required:"" type:"path" placeholder:"OUT.xlsx" help:"Where the result goes; JSON lines where it ends in .ndjson or .jsonl."`
	Server      string `required:"" variable:"TARIFFDESK_URL,TARIFFDESK_SERVER" placeholder:"URL" help:"Base address of the service."`
	Key         string `required:"" variable:"TARIFFDESK_KEY" placeholder:"sk_…" help:"An API key."`
	Job         string `placeholder:"ID" help:"Go on with a batch that was submitted before."`
	Country     string `default:"WORLD" enum:"${countries}" help:"Whose nomenclature: ${enum}."`
	Model       string `default:"pro" enum:"fast,pro" help:"The engine: ${enum}."`
	Language    string `default:"English" enum:"English,Spanish" help:"${enum}."`
	TariffInfo  bool   `default:"true" negatable:"" help:"With duties, taxes and regulations."`
	Sheet       string `placeholder:"NAME" help:"The sheet; found where absent."`
	Description string `name:"description-column" placeholder:"COLUMN" help:"Header or letter of the column of descriptions; found where absent."`
	ID          string `name:"id-column" placeholder:"COLUMN" help:"Header or letter of the column of your identifiers."`
}

// Run submits the workbook, shows progress until the job has ended and stores its result. A stop in
// between loses nothing: the job goes on, and --job fetches it.
func (c *batchRunCommand) Run(ctx context.Context, to streams) error {
	server, err := url.Parse(c.Server)
	switch {
	case err != nil || server.Host == "" || server.Scheme != "http" && server.Scheme != "https":
		return usageError{fmt.Errorf("--server: %q is no http or https URL", c.Server)}
	case (c.File == "") == (c.Job == ""):
		return usageError{errors.New("want either FILE or --job")}
	}
	remote := &batchClient{base: strings.TrimSuffix(server.String(), "/"), key: c.Key, http: &http.Client{}}
	id := c.Job
	if id == "" {
		if id, err = remote.submit(ctx, c.File, c.query(), c.fields()); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(to.err, "job %s\n", id)
	}
	job, err := c.follow(ctx, remote, id, to.err)
	if err != nil {
		return c.explain(ctx, id, err)
	}
	if job.Status != "succeeded" {
		return job.problem()
	}
	if err := c.fetch(ctx, remote, id); err != nil {
		return c.explain(ctx, id, err)
	}
	_, err = fmt.Fprintf(to.out, "%s: %d rows classified, %d without a code, %d failed, %s credits\n", c.Output, job.Counts.Completed, job.Counts.Unclassified, job.Counts.Failed,
		job.Credits.Charged-job.Credits.Refunded)
	return err
}

func (c *batchRunCommand) query() url.Values {
	return url.Values{
		"country_code": {c.Country}, "model": {c.Model}, "language": {c.Language},
		"tariff_info": {fmt.Sprint(c.TariffInfo)},
	}
}

func (c *batchRunCommand) fields() map[string]string {
	return map[string]string{"sheet": c.Sheet, "description_column": c.Description, "id_column": c.ID}
}

// follow polls until the job has ended.
func (c *batchRunCommand) follow(ctx context.Context, remote *batchClient, id string, to io.Writer) (batchJob, error) {
	bar := newBar(to)
	defer bar.end()
	for wait := 0; ; wait = pollSeconds {
		job, err := remote.job(ctx, id, wait)
		if err != nil {
			return job, err
		}
		bar.show(job.Counts.Completed+job.Counts.Unclassified+job.Counts.Failed, job.Counts.Total, job.Counts.Failed, job.Status)
		if job.ended() {
			return job, nil
		}
	}
}

// pollSeconds is how long the server holds an answer without a change.
const pollSeconds = 20

// fetch stores the result beside its place and moves it there, so that a file is whole or absent.
func (c *batchRunCommand) fetch(ctx context.Context, remote *batchClient, id string) (err error) {
	accept := "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	switch strings.ToLower(filepath.Ext(c.Output)) {
	case ".ndjson", ".jsonl":
		accept = "application/x-ndjson"
	}
	f, err := os.CreateTemp(filepath.Dir(c.Output), ".tariffdesk-*")
	if err != nil {
		return fmt.Errorf("store result: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone already where all went well
	if err := errors.Join(remote.result(ctx, id, accept, f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), c.Output); err != nil {
		return fmt.Errorf("store result: %w", err)
	}
	return nil
}

// explain says how to go on after a stop.
func (c *batchRunCommand) explain(ctx context.Context, id string, err error) error {
	if refused, ok := errors.AsType[*refusedError](err); ok {
		return refused
	}
	if ctx.Err() != nil {
		err = errors.New("stopped")
	}
	return fmt.Errorf("%w; the job goes on: fetch it with tariffdesk batch run --job %s -o %s --server %s", err, id, c.Output, c.Server)
}

// bar shows progress on one line of a terminal, and a line each tenth elsewhere.
type bar struct {
	to       io.Writer
	terminal bool
	tenth    int
	shown    bool
}

func newBar(to io.Writer) *bar {
	b := &bar{to: to, tenth: -1}
	if f, ok := to.(*os.File); ok {
		info, err := f.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return b
}

const barWidth = 30

func (b *bar) show(done, total, failed int, status string) {
	share := float64(done) / float64(max(total, 1))
	if b.terminal {
		full := int(share * barWidth)
		_, _ = fmt.Fprintf(b.to, "\r[%s%s] %3.0f %%  %d of %d rows, %d failed, %-9s", strings.Repeat("#", full),
			strings.Repeat(".", barWidth-full), 100*share, done, total, failed, status)
		b.shown = true
		return
	}
	if tenth := int(share * 10); tenth != b.tenth {
		b.tenth = tenth
		_, _ = fmt.Fprintf(b.to, "%s %s %.0f %%, %d of %d rows, %d failed\n", time.Now().Format(time.TimeOnly), status, 100*share, done, total, failed)
	}
}

func (b *bar) end() {
	if b.shown {
		_, _ = fmt.Fprintln(b.to)
	}
}
