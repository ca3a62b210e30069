package worker_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/verification"
	"tariffdesk/worker"
)

// papers is a store of one verification with one document.
type papers struct {
	document verification.Document
	company  verification.Verification
	ends     int
	problem  string
	checks   []verification.Check
}

func (p *papers) VerificationDocument(context.Context, string, string) (verification.Document, error) {
	return p.document, nil
}

func (p *papers) Verification(context.Context, string, string) (verification.Verification, error) {
	return p.company, nil
}

func (p *papers) EndDocument(_ context.Context, _ verification.Document, state verification.DocumentState, problem string, checks []verification.Check) error {
	if p.document.State == verification.DocumentReading {
		p.document.State, p.problem, p.checks = state, problem, checks
		p.ends++
	}
	return nil
}

func readPaper(t *testing.T, content []byte, attempt, times int) (*papers, error) {
	t.Helper()
	v, err := verification.Declare(verification.Declaration{Country: "MEX", LegalName: "Aceros Inventados del Ñandú SA de CV", TaxID: "AIN120314KQ3"})
	if err != nil {
		t.Fatal(err)
	}
	p := &papers{company: v, document: verification.Document{ID: "d", Kind: "constancia_de_situacion_fiscal", State: verification.DocumentReading, Blob: "b"}}
	w := worker.Papers{Engine: documentEngine(t), Blobs: files{"b": content}, Store: p, Now: time.Now}
	input, err := json.Marshal(jobs.VerificationInput{DocumentID: "d"})
	if err != nil {
		t.Fatal(err)
	}
	for range times {
		_, err = w.Handle(t.Context(), worker.Task{Job: jobs.Job{ID: "j", Input: input, Attempt: attempt}, Progress: func(jobs.Progress) {}})
	}
	return p, err
}

func TestADocumentReadTwiceHasOneResult(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../verification/testdata/constancia.pdf")
	if err != nil {
		t.Fatal(err)
	}
	p, err := readPaper(t, content, 1, 2)
	if err != nil || p.ends != 1 || p.document.State != verification.DocumentRead {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, c := range p.checks {
		if c.Name == verification.CheckDocumentTaxID && (c.Outcome != verification.OutcomePassed || c.Page != 1 || c.Box == nil) {
			t.Errorf("%+v", c)
		}
	}
}

func TestADocumentThatCannotBeReadEndsWithItsProblem(t *testing.T) {
	t.Parallel()
	p, err := readPaper(t, []byte("%PDF-1.4\nbroken"), 1, 1)
	if err != nil || p.document.State != verification.DocumentFailed || p.problem == "" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := readPaper(t, nil, jobs.Attempts, 1); p.document.State != verification.DocumentFailed {
		t.Errorf("%+v, %v (%s)", p, err, fail.CodeOf(err))
	}
}
