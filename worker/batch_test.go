package worker_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"tariffdesk/blob"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/excel"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// oracle classifies by the word that a description holds, and counts how often it was asked.
type oracle struct {
	mu    sync.Mutex
	asked map[string]int
}

func (o *oracle) Classify(_ context.Context, r classify.Request) (classify.Result, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked[r.Description]++
	switch {
	case strings.Contains(r.Description, "panic"):
		panic("broken")
	case strings.Contains(r.Description, "refuse"):
		return classify.Result{}, fail.New(fail.CodeBadRequest, "no goods at all")
	case strings.Contains(r.Description, "unknown"):
		return classify.Result{Suggestions: []classify.Suggestion{}, Summary: "too little is said", Questions: []string{"what?"}}, nil
	}
	return classify.Result{
		Suggestions: []classify.Suggestion{
			{Chapter: classify.Level{Code: "61", Name: "clothing"}, Heading: classify.Level{Code: "6109"}, Subheading: classify.Level{Code: "610910", Name: "shirts"}, Confidence: 0.9, Reason: "by oracle <&>"},
			{Subheading: classify.Level{Code: "610990"}, Confidence: 0.05},
		},
		Questions: []string{"which?"},
	}, nil
}

// bench is a house that does batches of a workbook kept in its blobs.
type bench struct {
	*house
	blobs  *blob.Store
	oracle *oracle
	batch  worker.Batch
}

func setupBatch(t *testing.T) *bench {
	t.Helper()
	b := &bench{house: setup(t, 1000*credit.One), oracle: &oracle{asked: map[string]int{}}}
	var err error
	if b.blobs, err = blob.Open(t.Context(), "file://"+t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.blobs.Close() })
	b.batch = worker.Batch{Classification: worker.Classification{Engine: b.oracle}, Store: b.store, Blobs: b.blobs}
	b.batches = &worker.Batches{Store: b.store, Handler: b.batch, Courtesy: worker.NewCourtesy(), Offer: b.service.OfferChunks}
	return b
}

// seat is one that nobody else wants.
func seat(t *testing.T) *worker.Seat {
	t.Helper()
	s, err := worker.NewCourtesy().Sit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const sourceKey = "uploads/source"

// submitRows submits descriptions, one a row from 2 on, in chunks of the given texts.
func (b *bench) submitRows(t *testing.T, descriptions []string, chunks ...[]jobs.BatchText) string {
	t.Helper()
	var source bytes.Buffer
	err := excel.WriteSheet(&source, "Goods", []string{"Description", "SKU"}, func(add func([]excel.Cell) error) error {
		for i, d := range descriptions {
			if err := add([]excel.Cell{{Kind: excel.KindText, Text: d}, {Kind: excel.KindText, Text: fmt.Sprintf("%04d", i)}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.blobs.Put(t.Context(), sourceKey, "", source.Bytes()); err != nil {
		t.Fatal(err)
	}
	sub := jobs.Submission{OrganisationID: b.org, Kind: jobs.KindBatch, Uploads: []string{sourceKey}, Input: jobs.BatchInput{
		CountryCode: "WORLD", Model: "fast", Language: "English", Source: sourceKey, Name: "goods.xlsx",
		Layout: jobs.BatchLayout{Sheet: "Goods", HeaderRow: 1, Headers: []string{"Description", "SKU"}, ID: 1},
	}}
	for _, texts := range chunks {
		input, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, text := range texts {
			rows += len(text.Rows)
		}
		sub.Units += rows
		sub.Chunks = append(sub.Chunks, jobs.NewChunk{Rows: rows, Input: input})
	}
	ticket, err := b.service.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	return ticket.Job.ID
}

func text(s string, rows ...int) jobs.BatchText { return jobs.BatchText{Text: s, Rows: rows} }

func (b *bench) blob(t *testing.T, key string) []byte {
	t.Helper()
	r, err := b.blobs.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// lines returns the rows of the NDJSON result, each as row:id:status:code:error.
func (b *bench) lines(t *testing.T, key string) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b.blob(t, key)))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for d := json.NewDecoder(z); ; {
		var l struct {
			Row    int
			ID     string
			Status string
			Result *classify.Result
			Error  *string
		}
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return strings.Join(out, "\n")
		} else if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%d:%s:%s", l.Row, l.ID, l.Status)
		if l.Result != nil && len(l.Result.Suggestions) > 0 {
			line += ":" + l.Result.Suggestions[0].Subheading.Code
		}
		if l.Error != nil {
			line += ":" + *l.Error
		}
		out = append(out, line)
	}
}

func (b *bench) files(t *testing.T, j jobs.Job) (f jobs.Files) {
	t.Helper()
	if err := json.Unmarshal(j.Result, &f); err != nil {
		t.Fatalf("%v: %+v", err, j)
	}
	return f
}

func TestATextIsClassifiedOnceAndItsRowsAreChargedAndRefundedEach(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.worker(t, worker.Config{}, nil)
	id := b.submitRows(t, []string{"shirt", "refuse", "", "shirt", "refuse", "scarf", "shirt"},
		[]jobs.BatchText{text("shirt", 2, 5, 8), text("refuse", 3, 6)}, []jobs.BatchText{text("scarf", 7)})
	j := b.ended(t, id)
	if j.State != jobs.StateSucceeded || j.Completed != 4 || j.Failed != 2 || j.Refunded != 2*credit.One {
		t.Fatalf("%+v", j)
	}
	if got := fmt.Sprint(b.oracle.asked); got != "map[refuse:1 scarf:1 shirt:1]" {
		t.Errorf("asked %s", got)
	}
	f := b.files(t, j)
	want := "2:0000:succeeded:610910\n3:0001:failed:no goods at all\n4:0002:skipped:the row has no description\n" +
		"5:0003:succeeded:610910\n6:0004:failed:no goods at all\n7:0005:succeeded:610910\n8:0006:succeeded:610910"
	if got := b.lines(t, f.NDJSON); got != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
	if f.Name != "goods-classified" {
		t.Errorf("name %q", f.Name)
	}
	content := b.blob(t, f.Workbook)
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows("Results")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var first []string
	for n := 0; n < 2; n++ {
		row, _, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		first = first[:0]
		for _, c := range row.Cells {
			first = append(first, c.Text)
		}
	}
	if got := strings.Join(first, "|"); got != "shirt|0000|classified|61|clothing|6109||610910|shirts|0.9|by oracle <&>|which?|610990 (5 %)" {
		t.Errorf("first row %s", got)
	}
	storetest.CheckInvariants(t, b.store)
}

func TestRowsWithoutACodeAreRefundedAndSaySoInEveryResult(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.worker(t, worker.Config{}, nil)
	id := b.submitRows(t, []string{"shirt", "unknown", "refuse", "unknown", "scarf"},
		[]jobs.BatchText{text("shirt", 2), text("unknown", 3, 5), text("refuse", 4)}, []jobs.BatchText{text("scarf", 6)})
	j := b.ended(t, id)
	if j.State != jobs.StateSucceeded || j.Completed != 2 || j.Failed != 1 || j.Empty != 2 || j.Refunded != 3*credit.One {
		t.Fatalf("%+v", j)
	}
	f := b.files(t, j)
	want := "2:0000:succeeded:610910\n3:0001:unclassified\n4:0002:failed:no goods at all\n5:0003:unclassified\n6:0004:succeeded:610910"
	if got := b.lines(t, f.NDJSON); got != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
	results, summary, review := b.cells(t, f, "Results"), b.cells(t, f, "Summary"), b.cells(t, f, "Review")
	if want := "unknown|0001|unclassified: no code found, refunded||||||||too little is said|what?"; !strings.Contains(results, want) {
		t.Errorf("no %q in %s", want, results)
	}
	for _, want := range []string{"classified|2", "no code found, refunded|2", "failed, refunded|1", "Credits charged|5", "Credits refunded|3", "Credits in all|2"} {
		if !strings.Contains(summary, want) {
			t.Errorf("no %q in %s", want, summary)
		}
	}
	if got := strings.Count(review, "what?"); got != 2 {
		t.Errorf("%d rows without a code are to be reviewed:\n%s", got, review)
	}
	rows, err := b.store.BatchRows(t.Context(), jobs.ReviewQuery{OrganisationID: b.org, ConfidenceBelow: new(0.5), Limit: 10})
	if err != nil || len(rows) != 2 || rows[0].N != 3 || rows[0].Question != "what?" {
		t.Errorf("to review: %+v %v", rows, err)
	}
	storetest.CheckInvariants(t, b.store)
}

// cells are those of a sheet of the workbook.
func (b *bench) cells(t *testing.T, f jobs.Files, sheet string) string {
	t.Helper()
	content := b.blob(t, f.Workbook)
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.Rows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var lines []string
	for {
		row, ok, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return strings.Join(lines, "\n")
		}
		var cells []string
		for _, c := range row.Cells {
			cells = append(cells, c.Text)
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
}

func TestRowsOfALostChunkAreNamedInTheResult(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.worker(t, worker.Config{}, nil)
	id := b.submitRows(t, []string{"shirt", "panic", "shirt", "scarf"},
		[]jobs.BatchText{text("shirt", 2, 4)}, []jobs.BatchText{text("panic", 3)}, []jobs.BatchText{text("scarf", 5)})
	j := b.ended(t, id)
	if j.State != jobs.StateSucceeded || j.Completed != 3 || j.Refunded != credit.One {
		t.Fatalf("%+v", j)
	}
	want := "2:0000:succeeded:610910\n3:0001:failed:the row could not be processed\n4:0002:succeeded:610910\n5:0003:succeeded:610910"
	if got := b.lines(t, b.files(t, j).NDJSON); got != want {
		t.Errorf("rows\n%s", got)
	}
	storetest.CheckInvariants(t, b.store)
}

func TestACancelledBatchKeepsWhatWasPaid(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	id := b.submitRows(t, []string{"shirt", "refuse", "", "shirt", "scarf", "scarf"},
		[]jobs.BatchText{text("shirt", 2, 5), text("refuse", 3)}, []jobs.BatchText{text("scarf", 6, 7)})
	c, ok, err := b.store.ClaimChunk(t.Context())
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if j, err := b.service.Cancel(t.Context(), b.org, id); err != nil || j.Refunded != 2*credit.One || j.Cancelled() != 2 {
		t.Fatalf("%+v %v", j, err)
	}
	outcome, err := b.batch.Rows(t.Context(), seat(t), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.store.FinishChunk(t.Context(), c, outcome); err != nil {
		t.Fatal(err)
	}
	b.worker(t, worker.Config{}, nil)
	j := b.ended(t, id)
	if j.State != jobs.StateCancelled || j.Charged-j.Refunded != 2*credit.One || j.Completed != 2 || j.Failed != 1 || j.Cancelled() != 2 {
		t.Fatalf("%+v", j)
	}
	f, unrun := b.files(t, j), "cancelled:the batch was cancelled before this row ran"
	want := "2:0000:succeeded:610910\n3:0001:failed:no goods at all\n4:0002:skipped:the row has no description\n" +
		"5:0003:succeeded:610910\n6:0004:" + unrun + "\n7:0005:" + unrun
	if got := b.lines(t, f.NDJSON); got != want {
		t.Errorf("rows\n%s\nwant\n%s", got, want)
	}
	content := b.blob(t, f.Workbook)
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for sheet, columns := range map[string][]int{"Results": {2}, "Summary": {0, 1}} {
		rows, err := book.Rows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for {
			row, ok, err := rows.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			for _, column := range columns {
				cells = append(cells, row.At(column).Text)
			}
		}
		_ = rows.Close()
	}
	all := strings.Join(cells, "|")
	for _, want := range []string{
		"Status|classified|failed, refunded|without description, not charged|classified|cancelled before its turn, refunded|cancelled before its turn, refunded",
		"cancelled before its turn, refunded|2|", "Credits charged|5|Credits refunded|3|Credits in all|2|",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	storetest.CheckInvariants(t, b.store)
}

func TestAssemblyRunTwiceGivesTheSameResult(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	id := b.submitRows(t, []string{"shirt"}, []jobs.BatchText{text("shirt", 2)})
	c, ok, err := b.store.ClaimChunk(t.Context())
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	outcome, err := b.batch.Rows(t.Context(), seat(t), c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.store.FinishChunk(t.Context(), c, outcome); err != nil {
		t.Fatal(err)
	}
	last, ok, err := b.store.ClaimChunk(t.Context())
	if err != nil || !ok || last.N != jobs.ChunkAssembly {
		t.Fatal(ok, err, last.N)
	}
	first, err := b.batch.Assemble(t.Context(), seat(t), last)
	if err != nil {
		t.Fatal(err)
	}
	lines := b.lines(t, "results/"+id+".ndjson.gz")
	second, err := b.batch.Assemble(t.Context(), seat(t), last)
	if err != nil || !bytes.Equal(first, second) || b.lines(t, "results/"+id+".ndjson.gz") != lines {
		t.Errorf("%v\n%s\n%s", err, first, second)
	}
}

func TestFilesOfABatchLiveAsLongAsItsResultAndTheUploadAsLongAsTheJob(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.worker(t, worker.Config{}, nil)
	f := b.files(t, b.ended(t, b.submitRows(t, []string{"shirt"}, []jobs.BatchText{text("shirt", 2)})))
	janitor := worker.Janitor{Store: b.store, Blobs: b.blobs, Log: b.log, Now: func() time.Time { return time.Now().Add(24 * time.Hour) }}
	sweep := func() {
		t.Helper()
		if err := errors.Join(janitor.SweepUploads(t.Context()), janitor.SweepOrphans(t.Context()), b.store.Purge(t.Context()), janitor.SweepUploads(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	gone := func(key string) bool {
		r, err := b.blobs.Open(t.Context(), key)
		if err == nil {
			_ = r.Close()
		}
		return errors.Is(err, fail.New(fail.CodeNotFound, ""))
	}
	sweep()
	if !gone(sourceKey) || gone(f.Workbook) || gone(f.NDJSON) {
		t.Errorf("after the end: source gone %v, results gone %v %v", gone(sourceKey), gone(f.Workbook), gone(f.NDJSON))
	}
	if err := b.store.Exec(t.Context(), `UPDATE jobs SET expires_at = now() - interval '1 second'`); err != nil {
		t.Fatal(err)
	}
	sweep()
	if !gone(f.Workbook) || !gone(f.NDJSON) {
		t.Error("an expired result is still there")
	}
}

func TestBackgroundWorkStepsAsideForCallersButGoesOn(t *testing.T) {
	t.Parallel()
	courtesy := worker.NewCourtesy()
	release, entered := make(chan struct{}), make(chan struct{})
	caller := courtesy.Caller(func(context.Context, worker.Task) (jobs.Outcome, error) {
		close(entered)
		<-release
		return jobs.Outcome{}, nil
	})
	var calling sync.WaitGroup
	calling.Go(func() { _, _ = caller(t.Context(), worker.Task{}) })
	<-entered
	seat, err := courtesy.Sit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer seat.Leave()
	began := time.Now()
	if err := seat.Yield(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(began); waited < 10*time.Millisecond || waited > time.Minute {
		t.Errorf("waited %s beside a caller who stays", waited)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := seat.Yield(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("yield of ended work: %v", err)
	}
	close(release)
	calling.Wait()
}
