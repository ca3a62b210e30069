package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/redis/go-redis/v9"

	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

// minutes is how long TestMixedWorkLeavesNothingBehind works; without it five seconds.
var minutes = flag.Float64("minutes", 1.0/12, "how long the mixed work lasts")

// What the mixed work consists of.
const (
	soakCallers   = 6
	soakSamples   = 20
	soakAllowance = 40               // files and connections more at the end than after the first third
	faultEvery    = 45 * time.Second // a worker is killed, a Redis connection cut, in turn
)

// soak is mixed work on a house, with what it has seen.
type soak struct {
	*house
	ctx     context.Context //nolint:containedctx // ends the work
	invoice []byte
	books   [][]byte
	server  *redis.Client

	mu     sync.Mutex
	worker *process
	times  map[string][]time.Duration // of answers, by what was asked, since the last sample
	counts map[string]int             // of answers, by what was asked and status
	wrong  []string
}

// TestMixedWorkLeavesNothingBehind runs all kinds of work at once, with callers who leave and workers that die, and prints how
// memory, files, connections and tables grow. Afterwards nothing is open, lost or charged twice.
func TestMixedWorkLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	storetest.Limit(t, h.store, h.org, credit.ProductClassification, 1_000_000*credit.One)
	worker := h.start("worker")
	h.start("api")
	ctx, stop := context.WithTimeout(t.Context(), time.Duration(*minutes*float64(time.Minute)))
	defer stop()
	s := &soak{house: h, ctx: ctx, worker: worker, server: h.rdb(), times: map[string][]time.Duration{}, counts: map[string]int{}}
	s.invoice = s.sample(t, "/docs/samples/invoice.pdf")
	for n := range 4 {
		s.books = append(s.books, invoiceBook(t, n, 3))
	}
	var callers sync.WaitGroup
	for n := range soakCallers {
		callers.Go(func() { s.call(rand.New(rand.NewPCG(uint64(n), 17))) })
	}
	callers.Go(func() { s.disturb() })
	table := s.watch(t)
	callers.Wait()
	h.until("no open job", 1, `SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM jobs WHERE state IN ('queued', 'running')`)
	storetest.CheckInvariants(t, h.store)
	s.print(t, table)
	for _, w := range s.wrong[:min(len(s.wrong), 20)] {
		t.Error(w)
	}
	s.compare(t, table)
}

// sample is a file that the API serves.
func (s *soak) sample(t *testing.T, path string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.api.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	content, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", path, res.StatusCode, err)
	}
	return content
}

// work is one kind of call, and how often it stands in a hundred.
type work struct {
	name  string
	share int
	do    func(ctx context.Context, dice *rand.Rand) answer
	want  []int
}

func (s *soak) works() []work {
	goods := []string{"cotton shirt", "car with diesel engine", "zapatos de cuero", "roasted coffee", "hydraulic pump", "thing", "teléfono celular", "steel bolts", "olive oil", "wooden chair"}
	return []work{
		{"classify", 55, func(ctx context.Context, dice *rand.Rand) answer {
			key := ""
			if dice.IntN(2) == 0 {
				key = fmt.Sprint("key-", dice.IntN(1000))
			}
			text := goods[dice.IntN(len(goods))]
			if key != "" {
				text = goods[0] // one key is one request
			}
			return s.classify(ctx, text, key)
		}, []int{http.StatusOK, http.StatusConflict}},
		{"quote", 15, func(ctx context.Context, _ *rand.Rand) answer {
			return s.json(ctx, "/api/v3/quoter_v2/new-quote?country_code=MEX", `{"direction":"import","products":[{"product_description":"cola in cans","hscode_8digits":"22021001","country":"USA","customs_value":1000,"currency":"USD","exchange_rate":17.5}]}`)
		}, []int{http.StatusOK}},
		{"extract", 8, func(ctx context.Context, _ *rand.Rand) answer {
			return s.upload(ctx, "/api/v3/svcdocs/extract", "file_path", "invoice.pdf", s.invoice,
				map[string]string{"json_data": `{"document_type":"invoice","document_description":"header","json_response":{"type":"object","properties":{"invoice_number":{"type":"string"}}}}`})
		}, []int{http.StatusOK}},
		{"failing", 4, func(ctx context.Context, _ *rand.Rand) answer { return s.classify(ctx, "chaos fail 5ms", "") },
			[]int{http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusBadGateway}},
		{"list", 8, func(ctx context.Context, _ *rand.Rand) answer { return s.json(ctx, "/api/v3/jobs?limit=50", "") }, []int{http.StatusOK}},
		{"cancel", 4, func(ctx context.Context, _ *rand.Rand) answer {
			id := s.submitWorkbook(s.t, fmt.Sprint("cancelled-", rand.IntN(1000)), 60)
			return s.json(ctx, "/api/v3/jobs/"+id+"/cancel", "{}")
		}, []int{http.StatusOK, http.StatusConflict}},
		{"batch", 3, func(ctx context.Context, _ *rand.Rand) answer {
			id := s.submitWorkbook(s.t, fmt.Sprint("whole-", rand.IntN(1000)), 60)
			for a := s.json(ctx, "/api/v3/jobs/"+id+"?wait=30", ""); ; a = s.json(ctx, "/api/v3/jobs/"+id+"?wait=30", "") {
				if state, _ := a.body["status"].(string); a.err != nil || a.status != http.StatusOK || state != "queued" && state != "running" {
					return a
				}
			}
		}, []int{http.StatusOK}},
		{"share", 2, s.share, []int{http.StatusNoContent}},
		{"shipment", 1, func(ctx context.Context, dice *rand.Rand) answer {
			return s.sendPapersIn(ctx, s.books[dice.IntN(len(s.books))], fmt.Sprint("papers-", dice.IntN(1_000_000)))
		}, []int{http.StatusAccepted}},
	}
}

// call does one work after the other until the time is over. One caller in twenty leaves without an answer.
func (s *soak) call(dice *rand.Rand) {
	works := s.works()
	for s.ctx.Err() == nil {
		roll := dice.IntN(100)
		i := 0
		for roll >= works[i].share {
			roll -= works[i].share
			i++
		}
		w := works[i]
		patience := 10 * time.Minute // a busy machine delays, it loses nothing
		left := dice.IntN(20) == 0
		if left {
			patience = time.Duration(dice.IntN(20)) * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), patience)
		start := time.Now()
		a := w.do(ctx, dice)
		gone := ctx.Err() != nil
		cancel()
		s.note(w, a, time.Since(start), left && gone)
	}
}

func (s *soak) note(w work, a answer, took time.Duration, left bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if left {
		s.counts["a caller left"]++
		return
	}
	s.times[w.name] = append(s.times[w.name], took)
	s.counts[fmt.Sprintf("%s %d", w.name, a.status)]++
	if !slices.Contains(w.want, a.status) {
		s.wrong = append(s.wrong, fmt.Sprintf("%s: status %d, %v, %s", w.name, a.status, a.err, fmt.Sprint(a.body)))
	}
}

// disturb kills the worker and cuts the connections to Redis, in turn.
func (s *soak) disturb() {
	for n := 0; ; n++ {
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(min(faultEvery, time.Duration(*minutes*float64(time.Minute))/3)):
		}
		if n%2 == 0 {
			s.worker.kill()
			next := s.start("worker")
			s.mu.Lock()
			s.worker = next
			s.mu.Unlock()
		} else {
			s.api.proxy.cut(false)
		}
	}
}

// json sends a JSON body, or reads where it is "".
func (s *soak) json(ctx context.Context, path, body string) answer {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, s.api.url+path, strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+s.token)
	res, err := client.Do(req)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	a := answer{status: res.StatusCode, header: res.Header}
	var decoded any
	a.err = json.NewDecoder(res.Body).Decode(&decoded)
	a.body, _ = decoded.(map[string]any) // a quote is a list
	return a
}

func (s *soak) upload(ctx context.Context, path, field, name string, content []byte, values map[string]string) answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for key, value := range values {
		_ = w.WriteField(key, value)
	}
	if part, err := w.CreateFormFile(field, name); err == nil {
		_, _ = part.Write(content)
	}
	_ = w.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.api.url+path, &form)
	if err != nil {
		return answer{err: err}
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	return s.do(req)
}

// share makes a link of a classification that has a question, looks at it and takes it back.
func (s *soak) share(ctx context.Context, _ *rand.Rand) answer {
	a := s.classify(ctx, "zapatos", "")
	record, _ := a.body["classification_record_id"].(string)
	if record == "" {
		return a
	}
	link := s.json(ctx, "/api/v3/sharelink", fmt.Sprintf(`{"classification_record_id":%q}`, record))
	id, _ := link.body["id"].(string)
	if link.status != http.StatusCreated {
		return link
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, s.api.url+"/api/v3/sharelink/"+id, nil)
	if err != nil {
		return answer{err: err}
	}
	return s.do(req)
}

// sight is what a sample of the house shows.
type sight struct {
	at                       time.Duration
	apiMB, workerMB          float64
	apiFiles, workerFiles    int
	connections              int
	databaseMB, redisMB      float64
	blobMB                   float64
	classifyP50, classifyP99 time.Duration
	classified               int
	tables                   map[string]float64 // MB
}

// watch samples until the time is over.
func (s *soak) watch(t *testing.T) (table []sight) {
	t.Helper()
	start, whole := time.Now(), time.Duration(*minutes*float64(time.Minute))
	tick := time.NewTicker(whole / soakSamples)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return table
		case <-tick.C:
			if seen, err := s.look(time.Since(start)); err == nil {
				table = append(table, seen)
			} else if s.ctx.Err() == nil {
				t.Log("no sample:", err)
			}
		}
	}
}

func (s *soak) look(at time.Duration) (seen sight, err error) {
	s.mu.Lock()
	worker, times := s.worker, s.times["classify"]
	s.times = map[string][]time.Duration{}
	s.mu.Unlock()
	seen.at, seen.classified, seen.tables = at, len(times), map[string]float64{}
	if slices.Sort(times); len(times) > 0 {
		seen.classifyP50, seen.classifyP99 = times[len(times)/2], times[len(times)*99/100]
	}
	var errs []error
	seen.apiMB, seen.apiFiles, err = resident(s.api)
	errs = append(errs, err)
	seen.workerMB, seen.workerFiles, _ = resident(worker) // 0 while it has been killed
	ctx := context.WithoutCancel(s.ctx)
	errs = append(errs, s.store.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()`, nil, &seen.connections))
	errs = append(errs, s.store.QueryRow(ctx, `SELECT pg_database_size(current_database()) / 1048576.0`, nil, &seen.databaseMB))
	var list string
	errs = append(errs, s.store.QueryRow(ctx, `SELECT coalesce(string_agg(relname || ' ' || pg_total_relation_size(oid), ','), '') FROM pg_class
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`, nil, &list))
	for entry := range strings.SplitSeq(list, ",") {
		name, size, _ := strings.Cut(entry, " ")
		bytes, _ := strconv.ParseFloat(size, 64)
		seen.tables[name] = bytes / (1 << 20)
	}
	memory, err := s.server.Info(ctx, "memory").Result()
	errs = append(errs, err)
	if _, after, ok := strings.Cut(memory, "used_memory:"); ok {
		used, _, _ := strings.Cut(after, "\r")
		bytes, _ := strconv.ParseFloat(used, 64)
		seen.redisMB = bytes / (1 << 20)
	}
	seen.blobMB = s.blobs()
	return seen, errors.Join(errs...)
}

// resident is the memory of a process in MB, and the files it holds.
func resident(p *process) (mb float64, files int, err error) {
	dir := fmt.Sprintf("/proc/%d", p.cmd.Process.Pid)
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmRSS:" {
			kb, _ := strconv.ParseFloat(f[1], 64)
			mb = kb / 1024
		}
	}
	open, err := os.ReadDir(dir + "/fd")
	return mb, len(open), err
}

// blobs is the size of the blob store in MB.
func (s *soak) blobs() (mb float64) {
	for _, variable := range s.base {
		if dir, ok := strings.CutPrefix(variable, "BLOB_URL=file://"); ok {
			_ = filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
				if err == nil && entry.Type().IsRegular() {
					if info, err := entry.Info(); err == nil {
						mb += float64(info.Size()) / (1 << 20)
					}
				}
				return nil // a file that has gone meanwhile is none
			})
		}
	}
	return mb
}

// print shows the samples, the growth of tables and the answers.
func (s *soak) print(t *testing.T, table []sight) {
	t.Helper()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "minute\tAPI MB\tfiles\tworker MB\tfiles\tconnections\tdatabase MB\tRedis MB\tblobs MB\tclassify\tp50 ms\tp99 ms\t")
	for _, v := range table {
		_, _ = fmt.Fprintf(w, "%.1f\t%.0f\t%d\t%.0f\t%d\t%d\t%.1f\t%.2f\t%.2f\t%d\t%d\t%d\t\n", v.at.Minutes(), v.apiMB, v.apiFiles, v.workerMB, v.workerFiles,
			v.connections, v.databaseMB, v.redisMB, v.blobMB, v.classified, v.classifyP50.Milliseconds(), v.classifyP99.Milliseconds())
	}
	_ = w.Flush()
	if len(table) > 1 {
		first, last := table[0].tables, table[len(table)-1].tables
		names := slices.SortedFunc(maps.Keys(last), func(a, b string) int { return int(1000 * ((last[b] - first[b]) - (last[a] - first[a]))) })
		for _, name := range names[:min(8, len(names))] {
			_, _ = fmt.Fprintf(&b, "table %s: %.2f to %.2f MB\n", name, first[name], last[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.counts)) {
		_, _ = fmt.Fprintf(&b, "%s: %d\n", name, s.counts[name])
	}
	t.Log("\n" + b.String())
}

// compare fails the test where files or connections pile up.
func (s *soak) compare(t *testing.T, table []sight) {
	t.Helper()
	if len(table) < 3 {
		t.Fatalf("%d samples", len(table))
	}
	early, late := table[len(table)/3], table[len(table)-1]
	for _, v := range table {
		if v.workerFiles > 0 { // the last one of a worker that lived
			late.workerFiles = v.workerFiles
		}
	}
	for _, c := range []struct {
		of          string
		early, late int
	}{{"files of the API", early.apiFiles, late.apiFiles}, {"files of the worker", early.workerFiles, late.workerFiles}, {"connections", early.connections, late.connections}} {
		if c.late > c.early+soakAllowance {
			t.Errorf("%s: %d after a third, %d at the end", c.of, c.early, c.late)
		}
	}
}
