package api_test

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"log/slog"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
	"tariffdesk/worker"
)

func TestPicturesOfPagesAreKeptWithAnExtraction(t *testing.T) {
	t.Parallel()
	with, engine := withDocuments(t)
	s := setup(t, with)
	e := worker.Extraction{Engine: engine, Uploads: s.blobs, Painter: engine, Store: s.store, Blobs: s.blobs, Log: slog.New(slog.DiscardHandler)}
	s.handle(func(ctx context.Context, j jobs.Job, report func(jobs.Progress)) (jobs.Outcome, error) {
		return e.Extract(ctx, worker.Task{Job: j, Progress: report})
	})
	r := s.do1(s.formRequest(extractPath+"?previews=true", data(goodData), upload(invoicePDF(t))), s.key).want(200)
	var answer struct {
		Previews []struct{ Page, Width, Height int }
	}
	r.decode(&answer)
	if len(answer.Previews) != 1 || answer.Previews[0].Page != 1 {
		t.Fatalf("%s", r.body)
	}
	page := func(n any) string { return fmt.Sprintf("/api/v3/jobs/%s/pages/%v", r.header.Get("X-Job-ID"), n) }
	got := s.get(page(1), s.key).want(200)
	size, err := jpeg.DecodeConfig(bytes.NewReader(got.body))
	if err != nil || got.header.Get("Content-Type") != "image/jpeg" || got.header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
		t.Fatalf("%v: %v", got.header, err)
	}
	if p := answer.Previews[0]; size.Width != p.Width || size.Height != p.Height || max(size.Width, size.Height) != 1400 {
		t.Errorf("%d × %d pixels, announced %+v", size.Width, size.Height, p)
	}
	s.get(page(2), s.key).want(404)
	s.get(page(0), s.key).want(400)
	s.get(page(101), s.key).want(400)
	s.get("/api/v3/jobs/00000000-0000-4000-8000-000000000000/pages/1", s.key).want(404)
	_, stranger := s.organisation(account.PlanPro, credit.One)
	s.get(page(1), stranger).want(404)
	s.get(page(1), "").want(401)

	plain := s.do1(s.formRequest(extractPath, data(goodData), upload(invoicePDF(t))), s.key).want(200)
	if bytes.Contains(plain.body, []byte("previews")) {
		t.Errorf("pictures without being asked for: %s", plain.body)
	}
	s.get("/api/v3/jobs/"+plain.header.Get("X-Job-ID")+"/pages/1", s.key).want(404)
	s.do1(s.formRequest(extractPath+"?previews=maybe", data(goodData), upload(invoicePDF(t))), s.key).fails(400, "BadRequest", "previews")
	storetest.CheckInvariants(t, s.store)
}
