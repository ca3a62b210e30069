package store_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// shareRecord writes a classification that may be asked about.
func shareRecord(t *testing.T, s *store.Store, org string) (id string) {
	t.Helper()
	id = uuid.NewString()
	err := s.Exec(t.Context(), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result)
		VALUES ($1, $2, 'WORLD', 'fast', 'chair', '{"required_questions":["Of what?"]}')`, id, org)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func newLink(org, record string, life time.Duration) jobs.NewLink {
	_, hash := account.NewSecret()
	return jobs.NewLink{Hash: hash, Life: life, Link: jobs.Link{
		ID: uuid.NewString(), OrganisationID: org, Kind: jobs.LinkQuestions, RecordID: record, Language: "Spanish", Reserved: credit.One,
	}}
}

func answerOf(org, link string) jobs.NewJob {
	return jobs.NewJob{Spec: jobs.Specs()[jobs.KindClassify], Link: &jobs.LinkAnswer{ID: link, Answers: []jobs.Answer{{Question: "q1", Answer: "oak"}}},
		Job: jobs.Job{ID: uuid.NewString(), OrganisationID: org, Kind: jobs.KindClassify, Total: 1, Charged: credit.One, Input: []byte(`1`)}}
}

// TestTheLedgerHoldsWhateverBecomesOfLinks makes, answers, revokes and expires links at once, on a
// balance that is short, and looks at the ledger afterwards.
func TestTheLedgerHoldsWhateverBecomesOfLinks(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, 12*credit.One)
	storetest.Limit(t, s, org, credit.ProductClassification, 10*credit.One)
	record := shareRecord(t, s, org)
	var acting sync.WaitGroup
	for seed := range uint64(8) {
		acting.Go(func() {
			random := rand.New(rand.NewPCG(seed, 7))
			var mine []string
			for range 40 {
				switch act := random.IntN(5); {
				case act < 2 || len(mine) == 0:
					n := newLink(org, record, time.Duration(random.IntN(3))*time.Minute-time.Minute/2) // some are late at once
					if _, err := s.CreateLink(t.Context(), n); err == nil {
						mine = append(mine, n.ID)
					} else if !errors.Is(err, jobs.ErrInsufficientCredits) && !errors.Is(err, jobs.ErrLimitReached) {
						t.Error(err)
					}
				case act == 2:
					note(t, s.RevokeLink(t.Context(), org, mine[random.IntN(len(mine))]))
				case act == 3:
					j := answerOf(org, mine[random.IntN(len(mine))])
					if _, err := s.SubmitJob(t.Context(), j); err != nil {
						note(t, err)
					} else if random.IntN(2) == 0 {
						_, err := s.CancelJob(t.Context(), org, j.ID)
						note(t, err)
					}
				default:
					_, err := s.ExpireLinks(t.Context(), 3)
					note(t, err)
				}
			}
		})
	}
	acting.Wait()
	storetest.CheckInvariants(t, s)
	for { // nobody uses the rest
		if err := s.Exec(t.Context(), `UPDATE share_links SET expires_at = now() WHERE state = 'open'`); err != nil {
			t.Fatal(err)
		}
		n, err := s.ExpireLinks(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			break
		}
	}
	storetest.CheckInvariants(t, s)
	var answered int64
	err := s.QueryRow(t.Context(), `SELECT count(*) FROM share_links l JOIN jobs j ON j.id = l.answer_job_id WHERE j.state <> 'cancelled'`, nil, &answered)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := storetest.Balance(t, s, org), 12*credit.One-credit.Amount(answered)*credit.One; got != want {
		t.Errorf("balance %s, want %s", got, want)
	}
	if answered == 0 {
		t.Error("no link was answered: the test has shown nothing")
	}
}

// note passes the refusals that are meant.
func note(t *testing.T, err error) {
	t.Helper()
	switch fail.CodeOf(err) {
	case fail.CodeConflict, fail.CodeGone:
	default:
		if err != nil {
			t.Error(err)
		}
	}
}

func TestALinkIsAnsweredOnceHoweverManyAnswerAtOnce(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, credit.One)
	n := newLink(org, shareRecord(t, s, org), time.Hour)
	if _, err := s.CreateLink(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateLink(t.Context(), newLink(org, n.RecordID, time.Hour)); !errors.Is(err, jobs.ErrInsufficientCredits) {
		t.Errorf("a second link on the same credit: %v", err)
	}
	var mu sync.Mutex
	var accepted []jobs.NewJob
	var answering sync.WaitGroup
	for range 10 {
		answering.Go(func() {
			j := answerOf(org, n.ID)
			_, err := s.SubmitJob(t.Context(), j)
			note(t, err)
			if err == nil {
				mu.Lock()
				accepted = append(accepted, j)
				mu.Unlock()
			}
		})
	}
	answering.Wait()
	if len(accepted) != 1 {
		t.Fatalf("%d answers were accepted", len(accepted))
	}
	// The same submission again, as after an answer that was lost, finds its own job.
	again, err := s.SubmitJob(t.Context(), accepted[0])
	if err != nil || again.Job.ID != accepted[0].ID {
		t.Errorf("again: %v %v", again.Job.ID, err)
	}
	if err := s.RevokeLink(t.Context(), org, n.ID); fail.CodeOf(err) != fail.CodeConflict {
		t.Errorf("revoked after its answer: %v", err)
	}
	if got := storetest.Balance(t, s, org); got != 0 {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, s)
}

// TestACrashLeavesALinkWholeOrUnmade kills the server's connections in the middle of what links do.
func TestACrashLeavesALinkWholeOrUnmade(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, 50*credit.One)
	record := shareRecord(t, s, org)
	done := make(chan struct{})
	var killing sync.WaitGroup
	killing.Go(func() { // with an end: where a call lasts longer than the pause between kills, none would ever be done
		for range 200 {
			select {
			case <-done:
				return
			case <-time.After(time.Duration(rand.IntN(20)) * time.Millisecond):
				_ = s.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`)
			}
		}
	})
	var acting sync.WaitGroup
	for range 4 {
		acting.Go(func() {
			for range 15 {
				n := newLink(org, record, time.Hour)
				if _, err := s.CreateLink(t.Context(), n); err != nil {
					continue // the connection was lost: made or not, as a whole
				}
				if _, err := s.SubmitJob(t.Context(), answerOf(org, n.ID)); err != nil {
					_ = s.RevokeLink(t.Context(), org, n.ID)
				}
			}
		})
	}
	acting.Wait()
	close(done)
	killing.Wait()
	storetest.CheckInvariants(t, s)
}
