package api_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/api/limit"
	"tariffdesk/jobs"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/shipment/entry"
	"tariffdesk/shipment/packets"
	"tariffdesk/shipment/report"
	"tariffdesk/store"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

const operationsPath = "/api/v3/operations"

type operation struct {
	ID     string `json:"operation_id"`
	Status string
	Needs  []struct{ ID, Kind, Line string }
	Lines  []struct {
		ID      string `json:"line_id"`
		Code    string
		Version int
	}
	Papers []struct {
		ID    string `json:"paper_id"`
		Pages []int
	}
	Totals *struct{ Total *float64 }
}

// shipping is a service whose worker does shipments and their steps by the worker's own handlers.
func shipping(t *testing.T) *service {
	t.Helper()
	documents, engine := withDocuments(t)
	schedule, err := tariff.LoadSchedule("MEX")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := quote.LoadRules()
	if err != nil {
		t.Fatal(err)
	}
	duties := quote.New(schedule, rules)
	dictionary := func() shipment.Dictionary { return rules }
	var queue *jobs.Service
	s := setup(t, documents, func(_ *api.Config, d *api.Deps) {
		queue = d.Jobs
		d.Quotes, d.Papers, d.Dictionary, d.Reports = duties, engine, dictionary, report.Writer{}
	})
	pricer := entry.Pricer{Engine: func() *quote.Engine { return duties }, Now: time.Now}
	runs := worker.Shipments{Store: s.store, Queue: queue, Dictionary: dictionary, Pricer: pricer, Now: func() time.Time { return time.Now().Truncate(time.Microsecond) }}
	s.runs = runs
	extraction := worker.Extraction{Engine: engine, Uploads: s.blobs}
	others := working(t, s, engine, duties)
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		task := worker.Task{Job: j, Progress: report}
		switch j.Kind {
		case jobs.KindShipment:
			return runs.Handle(ctx, task)
		case jobs.KindShipmentPapers:
			return extraction.Read(ctx, task)
		case jobs.KindShipmentQuote:
			return worker.ShipmentQuotation{Pricer: pricer}.Handle(ctx, task)
		default:
			return others(ctx, j, report)
		}
	})
	return s
}

// rests waits until an operation stands still.
func (s *service) rests(path string) operation {
	s.t.Helper()
	deadline := time.After(5 * time.Minute)
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		var o operation
		s.get(path, s.key).want(200).decode(&o)
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

func (s *service) shipped(p packets.Packet, facts string) string {
	s.t.Helper()
	var made operation
	s.do1(s.formRequest(operationsPath, part{field: "operation", value: facts}, part{field: "files", name: "papers.pdf", value: string(p.PDF)}), s.key).want(202).decode(&made)
	return operationsPath + "/" + made.ID
}

func TestAPacketIsDecidedQuotedReportedSharedAndFiled(t *testing.T) {
	t.Parallel()
	s := shipping(t)
	p, err := packets.New(0)
	if err != nil {
		t.Fatal(err)
	}
	path := s.shipped(p, `{"exchange_rate":17.5,"usd_exchange_rate":17.5,"date":"2026-06-01","freight":350}`)
	o := s.rests(path)
	if len(o.Lines) != len(p.Lines) || len(o.Papers) == 0 {
		t.Fatalf("%d lines, %d papers: %+v", len(o.Lines), len(o.Papers), o)
	}
	s.send(http.MethodPatch, path, s.key, map[string]any{"insurance": 0}).want(200)
	for round := 0; o.Status == "needs_input" && round < 3; round++ {
		for _, n := range o.Needs {
			for i, l := range o.Lines {
				if l.ID != n.Line {
					continue
				}
				change := map[string]any{"code": p.Lines[i].Code, "version": l.Version}
				if n.Kind == "origin" {
					change = map[string]any{"origin": p.Lines[i].Origin}
				}
				s.send(http.MethodPatch, path+"/lines/"+l.ID, s.key, change).want(200)
			}
		}
		s.post(path+"/continue", s.key, map[string]any{}).want(202)
		o = s.rests(path)
	}
	if o.Status != "ready" || o.Totals == nil {
		t.Fatalf("it rests as %s: %+v", o.Status, o.Needs)
	}
	line := o.Lines[0]
	var stale struct {
		Line struct{ Version int }
	}
	s.send(http.MethodPatch, path+"/lines/"+line.ID, s.key, map[string]any{"quantity": 5, "version": line.Version - 1}).want(409).decode(&stale)
	if stale.Line.Version != line.Version {
		t.Errorf("a stale decision was answered with version %d, the line stands at %d", stale.Line.Version, line.Version)
	}
	for _, format := range []string{"json", "html", "pdf", "xlsx"} {
		s.get(path+"/report?format="+format, s.key).want(200)
	}
	s.get(fmt.Sprintf("%s/papers/%s/pages/%d", path, o.Papers[0].ID, o.Papers[0].Pages[0]), s.key).want(200)
	var link struct{ Token string }
	s.post(path+"/sharelink", s.key, map[string]any{}).want(201).decode(&link)
	shown := "/api/v3/operations-sharelink/info/" + link.Token
	s.visit("", http.MethodGet, shown, "").want(200)
	s.send(http.MethodDelete, path, s.key, nil).fails(409, "Conflict")
	s.post(path+"/close", s.key, nil).want(200)
	s.send(http.MethodPatch, path, s.key, map[string]any{"insurance": 1}).fails(409, "Conflict", "closed")
	s.send(http.MethodDelete, path, s.key, nil).want(204)
	s.visit("", http.MethodGet, shown, "").fails(410, "Gone")
}

func TestAnOperationIsCancelledWhereItRests(t *testing.T) {
	t.Parallel()
	s := shipping(t)
	p, err := packets.New(0)
	if err != nil {
		t.Fatal(err)
	}
	path := s.shipped(p, `{}`)
	if o := s.rests(path); o.Status != "needs_input" {
		t.Fatalf("without rates it rests as %s", o.Status)
	}
	s.post(path+"/cancel", s.key, nil).want(200)
	s.post(path+"/continue", s.key, map[string]any{}).fails(409, "Conflict", "cancelled")
	_, other := s.organisation(account.PlanPro, 0)
	s.get(path, other).fails(404, "NotFound")
}

func TestANewPasswordWaitsForTheCounters(t *testing.T) {
	t.Parallel()
	away := redis.NewClient(&redis.Options{Network: "unix", Addr: "/nowhere", MaxRetries: -1})
	t.Cleanup(func() { _ = away.Close() })
	s := setup(t, func(_ *api.Config, d *api.Deps) {
		held := d.Store.(*store.Store)
		auth, err := account.NewAuth(held, []byte(jwtSecret), limit.NewThrottle(away), d.Now)
		if err != nil {
			t.Fatal(err)
		}
		d.Resets = account.NewResets(held, auth, nil, d.Now)
	})
	s.visit(uuid.NewString(), http.MethodPost, "/api/password-reset", map[string]string{"email": "ana@example.com"}).fails(503, "ServiceUnavailable")
}
