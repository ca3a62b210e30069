package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

// grid writes a workbook of sheets of text.
func grid(t testing.TB, sheets ...[][]string) string {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for n, rows := range sheets {
		name := fmt.Sprintf("Sheet%d", n+1)
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for r, row := range rows {
			for c, text := range row {
				cell, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if err := f.SetCellStr(name, cell, text); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// invoiceRows is an invoice in a workbook; each line of goods is its description, quantity and amount.
func invoiceRows(number, buyer, currency string, lines ...[3]string) [][]string {
	rows := [][]string{{"Invoice No", number, "Date", "2026-05-04"}, {"Seller", "Hailong Hardware Co., Ltd.", "Buyer", buyer, "Currency", currency, "Incoterm", "CIF Veracruz"}, {},
		{"Description", "Qty", "Unit", "Origin", "Amount"}}
	for _, l := range lines {
		rows = append(rows, []string{l[0], l[1], "PCS", "China", l[2]})
	}
	return rows
}

func shirts(n int) (lines [][3]string) {
	for i := range n {
		lines = append(lines, [3]string{fmt.Sprintf("cotton t-shirt number %d", i), "10", "100"})
	}
	return lines
}

const rates = `{"exchange_rate":17.5,"usd_exchange_rate":17.5,"date":"2026-06-01"}`

// priced is what a shipment of a workbook with n lines costs: a page, the lines, their quotes.
func priced(n int) credit.Amount {
	return credit.One + credit.Amount(n)*credit.One + credit.Amount(n)*credit.One/4
}

// coded classifies everything as a t-shirt, but what is called unknown.
func coded(_ context.Context, t worker.Task) (jobs.Outcome, error) {
	var in jobs.ClassifyInput
	if err := json.Unmarshal(t.Job.Input, &in); err != nil {
		return jobs.Outcome{}, err
	}
	id, code := uuid.NewString(), "6109100301"
	body := fmt.Sprintf(`{"hscodes_array":[{"hscode_8digits":{"code":"61091003"},"hscode_10digits":{"code":%q,"name":"shirts"},"overall_confidence":0.95,"justification":"cotton"}],"required_questions":[],"questions":[],"classification_record_id":%q}`, code, id)
	empty := false
	if strings.Contains(in.Description, "unknown") {
		body, code, empty = fmt.Sprintf(`{"hscodes_array":[],"required_questions":["What is it?"],"questions":[],"classification_record_id":%q}`, id), "", true
	}
	return jobs.Outcome{Result: json.RawMessage(body), Empty: empty, Record: &jobs.Record{
		ID: id, CountryCode: in.CountryCode, Model: in.Model, ProductDescription: in.Description, HSCode: code, Result: json.RawMessage(body),
	}}, nil
}

// sends posts papers under a key of an organisation.
func (s *service) sends(token, idempotency, facts string, files ...part) *response {
	s.t.Helper()
	r := s.formRequest(operationsPath, append([]part{field("operation", facts)}, files...)...)
	if idempotency != "" {
		r.Header.Set("Idempotency-Key", idempotency)
	}
	return s.do1(r, token)
}

func invoiceBook(content string) part {
	return part{field: "files", name: "invoice.xlsx", value: content}
}

// settles waits until an operation stands still for an organisation.
func (s *service) settles(path, token string) operation {
	s.t.Helper()
	deadline := time.After(5 * time.Minute)
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		var o operation
		s.get(path, token).want(200).decode(&o)
		switch o.Status {
		case "reading", "checking", "classifying", "quoting":
		default:
			return o
		}
		select {
		case <-tick.C:
		case <-deadline:
			s.t.Fatalf("still %s", o.Status)
		}
	}
}

// exact waits until no job is open, and fails the test where the balance is not what is left of the start.
func (s *service) exact(organisationID string, left credit.Amount) {
	s.t.Helper()
	s.eventually(func() bool {
		var open int
		err := s.store.QueryRow(s.t.Context(), `SELECT count(*) FROM jobs WHERE organisation_id = $1 AND state IN ('queued', 'running')`, []any{organisationID}, &open)
		return err == nil && open == 0
	})
	if got := storetest.Balance(s.t, s.store, organisationID); got != left {
		s.t.Errorf("balance %s, want %s", got, left)
	}
	storetest.CheckInvariants(s.t, s.store)
}

// moneyed is a service whose classifications are made up, so that money is all that differs.
func moneyed(t *testing.T) *service {
	t.Helper()
	s := shipping(t)
	s.mu.Lock()
	real := s.handler
	s.mu.Unlock()
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		if j.Kind == jobs.KindClassify {
			return coded(ctx, worker.Task{Job: j, Progress: report})
		}
		return real(ctx, j, report)
	})
	return s
}

// wrapped lets a test stand before the handler of some jobs.
func (s *service) wrapped(before func(ctx context.Context, j jobs.Job) error) {
	s.mu.Lock()
	inner := s.handler
	s.mu.Unlock()
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		if err := before(ctx, j); err != nil {
			return jobs.Outcome{}, err
		}
		return inner(ctx, j, report)
	})
}

func TestPapersThatComeTenTimesUnderOneKeyAreOneShipment(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	papers := invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(2)...)))
	ids := make([]string, 10)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			var made operation
			if r := s.sends(s.key, "same", rates, papers); r.status == http.StatusAccepted {
				r.decode(&made)
				ids[i] = made.ID
			} else if r.status != http.StatusConflict {
				t.Errorf("status %d: %s", r.status, r.body)
			}
		})
	}
	all.Wait()
	first := ""
	for _, id := range ids {
		if first == "" {
			first = id
		}
		if id != "" && id != first {
			t.Errorf("two operations: %v", ids)
		}
	}
	if got := s.settles(operationsPath+"/"+first, s.key); got.Status != "ready" {
		t.Fatalf("it rests as %s: %+v", got.Status, got.Needs)
	}
	s.exact(s.org.ID, 100*credit.One-priced(2))
	if r := s.sends(s.key, "same", `{}`, papers); r.status < 400 {
		t.Errorf("another request under the key: %d", r.status)
	}
	var again operation
	s.sends(s.key, "", rates, papers).want(202).decode(&again)
	if got := s.settles(operationsPath+"/"+again.ID, s.key); got.Status != "needs_input" || got.Needs[0].Kind != "duplicate" {
		t.Errorf("the same files without a key rest as %s, %+v", got.Status, got.Needs)
	}
	s.exact(s.org.ID, 100*credit.One-priced(2))
}

func TestCancellingAShipmentInAStepGivesBackWhatHasNotBegun(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	gate, began := make(chan struct{}), make(chan struct{}, 100)
	var holding atomic.Int64
	s.wrapped(func(ctx context.Context, j jobs.Job) error {
		if j.Kind == jobs.KindClassify && holding.Add(1) > 1 {
			began <- struct{}{}
			select {
			case <-gate:
			case <-ctx.Done():
			}
		}
		return nil
	})
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(4)...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	for range 3 {
		<-began
	}
	if err := s.store.Exec(t.Context(), `UPDATE jobs SET state = 'queued', run_token = NULL, lease_until = NULL WHERE id = (SELECT id FROM jobs WHERE kind = 'classify' AND state = 'running' LIMIT 1)`); err != nil {
		t.Fatal(err) // one of them waits for a worker again, as after a hand-back
	}
	s.post(path+"/cancel", s.key, nil).want(200)
	s.post(path+"/cancel", s.key, nil).fails(409, "Conflict", "cancelled")
	close(gate)
	s.exact(s.org.ID, 100*credit.One-credit.One-3*credit.One) // a page, and three lines that ran
	if got := s.settles(path, s.key); got.Status != "cancelled" {
		t.Errorf("it stands as %s", got.Status)
	}
}

func TestCreditsThatRunOutStopAShipmentUntilAGrant(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	papers := invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(5)...)))
	whole := priced(5)
	for have := credit.Amount(0); have < whole; have += credit.One / 2 {
		o, token := s.organisation(account.PlanPro, have)
		var made operation
		s.sends(token, "", rates, papers).want(202).decode(&made)
		path := operationsPath + "/" + made.ID
		if got := s.settles(path, token); got.Status != "needs_credits" {
			t.Fatalf("with %s of %s it rests as %s", have, whole, got.Status)
		}
		storetest.CheckInvariants(t, s.store)
		s.post(path+"/continue", token, map[string]any{}).want(202)
		if got := s.settles(path, token); got.Status != "needs_credits" {
			t.Fatalf("continued without a grant it rests as %s", got.Status)
		}
		if _, err := s.store.Grant(t.Context(), o.ID, int64(whole-have), "test"); err != nil {
			t.Fatal(err)
		}
		s.post(path+"/continue", token, map[string]any{}).want(202)
		if got := s.settles(path, token); got.Status != "ready" {
			t.Fatalf("with %s and a grant it rests as %s: %+v", have, got.Status, got.Needs)
		}
		s.exact(o.ID, 0)
	}
}

func TestTwoPeopleDecideALineAtOnceAndOneIsTold(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(1)...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	o := s.settles(path, s.key)
	line := path + "/lines/" + o.Lines[0].ID
	statuses := make([]int, 12)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			r := s.request(http.MethodPatch, line, strings.NewReader(fmt.Sprintf(`{"code":"61091003","quantity":%d}`, i+1)))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("If-Match", fmt.Sprintf("%q", fmt.Sprint(o.Lines[0].Version)))
			statuses[i] = s.do1(r, s.key).status
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[200] != 1 || count[409] != 11 {
		t.Errorf("statuses %v, want one 200 and the rest 409", count)
	}
	for i := range 3 { // without a version the last decision wins, and the trail keeps all
		all.Go(func() { s.send(http.MethodPatch, line, s.key, map[string]any{"quantity": 50 + i}).want(200) })
	}
	all.Wait()
	var now struct {
		Lines []struct {
			Version int
			Trail   []struct{ After map[string]string }
		}
	}
	s.get(path, s.key).want(200).decode(&now)
	if got := now.Lines[0]; len(got.Trail) != 4 || got.Version != o.Lines[0].Version+4 {
		t.Errorf("version %d, trail %+v", got.Version, got.Trail)
	}
	var precedents int
	if err := s.store.QueryRow(t.Context(), `SELECT count(*) FROM precedents WHERE organisation_id = $1`, []any{s.org.ID}, &precedents); err != nil || precedents != 1 {
		t.Errorf("%d precedents of one decision, %v", precedents, err)
	}
	s.exact(s.org.ID, 100*credit.One-priced(1))
}

func TestAPlanThatEndsWhileStepsRunStopsTheShipment(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	end := func(ends string) {
		if err := s.store.Exec(t.Context(), `UPDATE subscriptions SET starts_at = now() - interval '1 day', ends_at = `+ends+` WHERE organisation_id = $1`, s.org.ID); err != nil {
			t.Error(err)
		}
	}
	var once sync.Once
	s.wrapped(func(_ context.Context, j jobs.Job) error {
		if j.Kind == jobs.KindClassify {
			once.Do(func() { end(`now() - interval '1 second'`) })
		}
		return nil
	})
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(2)...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	s.eventually(func() bool {
		var state string
		err := s.store.QueryRow(t.Context(), `SELECT state FROM shipments WHERE id = $1`, []any{made.ID}, &state)
		return err == nil && state == "needs_credits"
	})
	s.get(path, s.key).want(403)
	s.exact(s.org.ID, 100*credit.One-3*credit.One) // a page and two lines; the quote was not charged
	end(`NULL`)
	s.post(path+"/continue", s.key, map[string]any{}).want(202)
	if got := s.settles(path, s.key); got.Status != "ready" {
		t.Errorf("with a plan again it rests as %s: %+v", got.Status, got.Needs)
	}
	s.exact(s.org.ID, 100*credit.One-priced(2))
}

func TestAKeyThatIsRevokedWhileStepsRunLosesTheShipmentNothing(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	key, token, err := s.accounts.CreateKey(t.Context(), account.NewKey{OrganisationID: s.org.ID, Name: "lost", Type: account.KeyTypeSecret})
	if err != nil {
		t.Fatal(err)
	}
	gate := make(chan struct{})
	s.wrapped(func(ctx context.Context, j jobs.Job) error {
		if j.Kind == jobs.KindClassify {
			select {
			case <-gate:
			case <-ctx.Done():
			}
		}
		return nil
	})
	var made operation
	s.sends(token, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(2)...)))).want(202).decode(&made)
	if _, err := s.accounts.CancelKey(t.Context(), s.org.ID, key.ID); err != nil {
		t.Fatal(err)
	}
	path := operationsPath + "/" + made.ID
	s.get(path, token).want(401)
	close(gate)
	if got := s.settles(path, s.key); got.Status != "ready" {
		t.Errorf("it rests as %s: %+v", got.Status, got.Needs)
	}
	s.exact(s.org.ID, 100*credit.One-priced(2))
}

func TestQuotingAgainIsChargedForWhatChanged(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(4)...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	spent := priced(4)
	s.settles(path, s.key)
	for _, c := range []struct {
		change func()
		costs  credit.Amount
	}{
		{func() {}, 0},
		{func() { s.send(http.MethodPatch, path+"/lines/l2", s.key, map[string]any{"quantity": 11}).want(200) }, credit.One / 4},
		{func() { s.send(http.MethodPatch, path+"/lines/l2", s.key, map[string]any{"quantity": 10}).want(200) }, credit.One / 4},
		{func() {
			s.send(http.MethodPatch, path+"/lines/l3", s.key, map[string]any{"facts": map[string]any{"used": true}}).want(200)
		}, credit.One / 4},
		{func() {
			s.send(http.MethodPatch, path+"/lines/l4", s.key, map[string]any{"code": "61091003"}).want(200)
		}, credit.One / 4},
		{func() { s.send(http.MethodPatch, path, s.key, map[string]any{"reference": "B"}).want(200) }, 0},
		{func() { s.send(http.MethodPatch, path, s.key, map[string]any{"wood_packaging": false}).want(200) }, credit.One},
		{func() {
			s.send(http.MethodPatch, path+"/lines/l1", s.key, map[string]any{"description": "another cotton t-shirt"}).want(200)
		}, credit.One + credit.One/4},
	} {
		c.change()
		s.post(path+"/continue", s.key, map[string]any{}).want(202)
		if got := s.settles(path, s.key); got.Status != "ready" {
			t.Fatalf("it rests as %s: %+v", got.Status, got.Needs)
		}
		spent += c.costs
		s.exact(s.org.ID, 100*credit.One-spent)
	}
}

func TestAStepThatFailsIsRefundedAndChargedAnew(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	for _, kind := range []jobs.Kind{jobs.KindShipmentPapers, jobs.KindClassify, jobs.KindShipmentQuote} {
		var fails atomic.Int64
		fails.Store(1)
		s.wrapped(func(_ context.Context, j jobs.Job) error {
			if j.Kind == kind && fails.Add(-1) >= 0 {
				return errors.New("broken")
			}
			return nil
		})
		o, token := s.organisation(account.PlanPro, 20*credit.One)
		var made operation
		s.sends(token, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", shirts(2)...)))).want(202).decode(&made)
		path := operationsPath + "/" + made.ID
		for range 2 {
			if got := s.settles(path, token); got.Status != "ready" {
				s.post(path+"/continue", token, map[string]any{}).want(202)
			}
		}
		if got := s.settles(path, token); got.Status != "ready" {
			t.Errorf("after a failed %s job it rests as %s: %+v", kind, got.Status, got.Needs)
		}
		s.exact(o.ID, 20*credit.One-priced(2))
	}
}

func TestWebhooksTellWhereAShipmentRests(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	s.send(http.MethodPut, webhookPath, s.signIn(s.org.ID, account.RoleOwner).Access, map[string]any{"url": "https://example.com/hook"}).want(200)
	events := func(id string) (list []string) {
		var all string
		if err := s.store.QueryRow(t.Context(), `SELECT coalesce(string_agg(event || ' ' || (payload->>'status'), ',' ORDER BY created_at), '') FROM webhook_deliveries WHERE payload->>'operation_id' = $1`, []any{id}, &all); err != nil {
			t.Fatal(err)
		}
		return strings.Split(all, ",")
	}
	s.wrapped(func(_ context.Context, j jobs.Job) error {
		var in jobs.ShipmentPapersInput
		if j.Kind == jobs.KindShipmentPapers && json.Unmarshal(j.Input, &in) == nil && in.Name == "broken.xlsx" {
			return errors.New("broken")
		}
		return nil
	})
	goods := append(shirts(1), [3]string{"unknown thing", "1", "50"})
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", goods...)))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	s.settles(path, s.key)
	s.send(http.MethodPatch, path+"/lines/l2", s.key, map[string]any{"code": "61091003"}).want(200)
	s.post(path+"/continue", s.key, map[string]any{}).want(202)
	s.settles(path, s.key)
	if got := strings.Join(events(made.ID), ","); got != "operation.needs_input needs_input,operation.ready ready" {
		t.Errorf("told %q", got)
	}
	s.sends(s.key, "", rates, part{field: "files", name: "broken.xlsx", value: grid(t, invoiceRows("INV-2", "Ferretera SA", "USD", shirts(1)...))}).want(202).decode(&made)
	if got := s.settles(operationsPath+"/"+made.ID, s.key); got.Status != "failed" {
		t.Fatalf("it rests as %s", got.Status)
	}
	if got := strings.Join(events(made.ID), ","); got != "operation.failed failed" {
		t.Errorf("told %q", got)
	}
}
