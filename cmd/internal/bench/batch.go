package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tariffdesk/classify"
	"tariffdesk/excel"
	"tariffdesk/tariff"
)

// batchRows is the largest batch; a quick run takes a tenth.
const batchRows = 5_000 // times the scale

// batches measures workbooks: reading, the whole way of a batch, and what a flood of them does to
// callers who wait.
func (b *bench) batches(ctx context.Context) error {
	if err := b.reading(); err != nil {
		return err
	}
	up, err := b.start(ctx)
	if err != nil {
		return err
	}
	defer up.stop()
	if _, err := b.call(ctx, up.base); err != nil {
		return err
	}
	if err := b.wholeBatch(ctx, up); err != nil {
		return err
	}
	return b.flood(ctx, up)
}

// reading compares our reader with excelize's on the same sheet.
func (b *bench) reading() error {
	sheet, err := wide(10_000*b.scale, 12)
	if err != nil {
		return err
	}
	ours := time.Now()
	rows, err := readSheet(sheet)
	if err != nil {
		return err
	}
	took := time.Since(ours)
	theirs, err := bareReading(sheet)
	if err != nil {
		return err
	}
	b.row(fmt.Sprintf("reading %d x 12 cells", rows), took.Round(time.Millisecond).String(),
		"bare excelize "+theirs.Round(time.Millisecond).String(), ratio(float64(theirs), float64(took)), ">= 1")
	return nil
}

func wide(rows, columns int) ([]byte, error) {
	var out bytes.Buffer
	err := excel.WriteSheet(&out, "Wide", make([]string, columns), func(add func([]excel.Cell) error) error {
		cells := make([]excel.Cell, columns)
		for r := range rows {
			for c := range cells {
				if c%2 == 0 {
					cells[c] = excel.Cell{Kind: excel.KindText, Text: fmt.Sprintf("text %d of %d", c, r)}
				} else {
					cells[c] = excel.Cell{Kind: excel.KindNumber, Number: float64(r * c)}
				}
			}
			if err := add(cells); err != nil {
				return err
			}
		}
		return nil
	})
	return out.Bytes(), err
}

func readSheet(content []byte) (n int, err error) {
	book, err := excel.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return 0, err
	}
	rows, err := book.Rows("")
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }() // only read
	for ok := true; ok; n++ {
		if _, ok, err = rows.Next(); err != nil {
			return 0, err
		}
	}
	return n - 1, nil
}

// goods returns descriptions that are all different.
func goods(n int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(list string) string {
		words := strings.Fields(list)
		return words[random.IntN(len(words))]
	}
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s %s %s, item %d", pick("men's women's knitted woven painted coated portable electric industrial household printed light"),
			pick("cotton polyester leather steel aluminium plastic glass wooden ceramic rubber silk paper nylon brass"),
			pick("shirt trousers screw bottle table mug tyre scarf pipe notebook bag knife valve basket towel lamp cable pump toy helmet glove hammer mirror carpet pillow"), i)
	}
	return out
}

func goodsSheet(texts []string) ([]byte, error) {
	var out bytes.Buffer
	err := excel.WriteSheet(&out, "Goods", []string{"SKU", "Description", "Quantity", "Price", "Origin"}, func(add func([]excel.Cell) error) error {
		for i, text := range texts {
			err := add([]excel.Cell{
				{Kind: excel.KindText, Text: fmt.Sprintf("SKU-%06d", i)}, {Kind: excel.KindText, Text: text},
				{Kind: excel.KindNumber, Number: float64(i % 97)}, {Kind: excel.KindNumber, Number: float64(i%1000) / 100}, {Kind: excel.KindText, Text: "CN"},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return out.Bytes(), err
}

// bareEngine classifies the texts on all cores and nothing else.
func bareEngine(ctx context.Context, texts []string) (time.Duration, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return 0, err
	}
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		return 0, err
	}
	var next atomic.Int64
	var working sync.WaitGroup
	errs := make(chan error, runtime.GOMAXPROCS(0))
	began := time.Now()
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(texts)); i = next.Add(1) - 1 {
				if _, err := engine.Classify(ctx, classify.Request{Description: texts[i], Model: classify.ModelFast, Limit: 3}); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	working.Wait()
	took := time.Since(began)
	select {
	case err := <-errs:
		return 0, fmt.Errorf("bare engine: %w", err)
	default:
		return took, nil
	}
}

// batchState is the part of the job object that is measured.
type batchState struct {
	ID     string `json:"job_id"`
	Status string `json:"status"`
	Counts struct{ Total, Completed, Failed int }
}

// upload submits a workbook.
func (b *bench) upload(ctx context.Context, base string, content []byte) (s batchState, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "goods.xlsx")
	if err != nil {
		return s, fmt.Errorf("upload: %w", err)
	}
	_, _ = part.Write(content)
	_ = w.Close()
	err = b.ask(ctx, http.MethodPost, base+"/api/v3/tariff/xlsx?country_code=WORLD&model=fast&tariff_info=false", w.FormDataContentType(), &form, func(r io.Reader) error {
		return json.NewDecoder(r).Decode(&s)
	})
	return s, err
}

func (b *bench) ask(ctx context.Context, method, url, contentType string, body io.Reader, read func(io.Reader) error) error {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+b.token)
	res, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= http.StatusBadRequest {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 1000))
		return fmt.Errorf("ask %s: status %d: %s", url, res.StatusCode, text)
	}
	return read(res.Body)
}

var errEnded = errors.New("it ended without a result")

// follow polls a batch until its end; each is told of every state seen.
func (b *bench) follow(ctx context.Context, base, id string, each func(batchState) error) error {
	for {
		var s batchState
		err := b.ask(ctx, http.MethodGet, base+"/api/v3/jobs/"+id, "", nil, func(r io.Reader) error { return json.NewDecoder(r).Decode(&s) })
		if err != nil {
			return err
		}
		if err := each(s); err != nil {
			return err
		}
		switch s.Status {
		case "succeeded":
			return nil
		case "failed", "cancelled":
			return fmt.Errorf("batch %s %s: %w", id, s.Status, errEnded)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// wholeBatch sends a workbook through the service and compares with engine and excelize alone.
func (b *bench) wholeBatch(ctx context.Context, up *child) error {
	texts := goods(batchRows * b.scale)
	sheet, err := goodsSheet(texts)
	if err != nil {
		return err
	}
	before, err := bareEngine(ctx, texts)
	if err != nil {
		return err
	}
	var first time.Duration
	peak := 0.0
	began := time.Now()
	s, err := b.upload(ctx, up.base, sheet)
	if err != nil {
		return err
	}
	err = b.follow(ctx, up.base, s.ID, func(now batchState) error {
		if first == 0 && now.Counts.Completed > 0 {
			first = time.Since(began)
		}
		mb, err := up.resident()
		peak = max(peak, mb)
		return err
	})
	if err != nil {
		return err
	}
	took := time.Since(began)
	var result bytes.Buffer
	err = b.ask(ctx, http.MethodGet, up.base+"/api/v3/jobs/"+s.ID+"/result", "", nil, func(r io.Reader) error { _, err := result.ReadFrom(r); return err })
	if err != nil {
		return err
	}
	after, err := bareEngine(ctx, texts)
	if err != nil {
		return err
	}
	engine := (before + after) / 2 // what else the machine does changes meanwhile
	streaming, err := bareWriting(result.Bytes())
	if err != nil {
		return err
	}
	bare := engine + streaming
	b.row(fmt.Sprintf("batch of %d rows, rows a second", len(texts)), fmt.Sprintf("%.0f", float64(len(texts))/took.Seconds()),
		fmt.Sprintf("bare engine %s + excelize %s: %.0f", engine.Round(100*time.Millisecond), streaming.Round(100*time.Millisecond), float64(len(texts))/bare.Seconds()),
		ratio(float64(bare), float64(took)), ">= 0.5")
	b.row("  upload to first progress", first.Round(time.Millisecond).String(), "2s", ratio(first.Seconds(), 2), "<= 1")
	b.row("  memory meanwhile, MB", fmt.Sprintf("%.0f", peak), "400", ratio(peak, 400), "<= 1")
	return nil
}

// flood compares the callers' p99 while batches run with that of as many calls before and after.
func (b *bench) flood(ctx context.Context, up *child) error {
	const callers = 10
	if _, _, err := b.load(ctx, up.base, callers, 50*b.scale); err != nil {
		return err
	}
	quiet, _, err := b.load(ctx, up.base, callers, 150*b.scale)
	if err != nil {
		return err
	}
	sheet, err := goodsSheet(goods(batchRows * b.scale))
	if err != nil {
		return err
	}
	var ids []string
	for range 3 {
		s, err := b.upload(ctx, up.base, sheet)
		if err != nil {
			return err
		}
		ids = append(ids, s.ID)
	}
	flooded, _, err := b.load(ctx, up.base, callers, 300*b.scale)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := b.end(ctx, up.base, id); err != nil {
			return err
		}
	}
	after, _, err := b.load(ctx, up.base, callers, 150*b.scale)
	if err != nil {
		return err
	}
	before, during := quantile(append(quiet, after...), 0.99), quantile(flooded, 0.99)
	b.row(fmt.Sprintf("%d callers under a flood of batches, p99", callers), during.Round(100*time.Microsecond).String(),
		"quiet "+before.Round(100*time.Microsecond).String(), ratio(float64(during), float64(before)), "<= 2")
	return nil
}

// end cancels a batch and waits until nothing of it runs. Enough was seen of it; at its end it refuses.
func (b *bench) end(ctx context.Context, base, id string) error {
	_ = b.ask(ctx, http.MethodPost, base+"/api/v3/jobs/"+id+"/cancel", "", nil, func(io.Reader) error { return nil })
	err := b.follow(ctx, base, id, func(batchState) error { return nil })
	if errors.Is(err, errEnded) {
		return nil
	}
	return err
}
