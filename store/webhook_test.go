package store_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

func TestADueDeliveryIsClaimedByOneSenderAndComesBackUntilItIsEnded(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org := storetest.Organisation(t, s, credit.One)
	if err := s.SetWebhook(t.Context(), org, "https://example.com", make([]byte, 32)); err != nil {
		t.Fatal(err)
	}
	a, err := s.SubmitJob(t.Context(), jobs.NewJob{Spec: jobs.Specs()[jobs.KindClassify], Job: jobs.Job{
		ID: uuid.NewString(), OrganisationID: org, Kind: jobs.KindClassify, Total: 1, Charged: credit.One, Input: []byte(`1`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CancelJob(t.Context(), org, a.Job.ID); err != nil {
		t.Fatal(err)
	}
	claim := func(lease time.Duration) int {
		t.Helper()
		due, err := s.ClaimDeliveries(t.Context(), 10, nil, lease)
		if err != nil {
			t.Fatal(err)
		}
		return len(due)
	}
	if first, second := claim(time.Hour), claim(time.Hour); first != 1 || second != 0 {
		t.Fatalf("claimed %d, then %d", first, second)
	}
	if err := s.Exec(t.Context(), `UPDATE webhook_deliveries SET next_at = now()`); err != nil {
		t.Fatal(err)
	}
	due, err := s.ClaimDeliveries(t.Context(), 10, nil, 0) // its sender had died
	if err != nil || len(due) != 1 || due[0].Attempts != 2 || due[0].Event != "job.cancelled" || due[0].JobID != a.Job.ID {
		t.Fatalf("%+v %v", due, err)
	}
	if err := s.EndDelivery(t.Context(), due[0], "delivered", 204, "", 0); err != nil {
		t.Fatal(err)
	}
	if n := claim(0); n != 0 {
		t.Errorf("an ended delivery was claimed %d times", n)
	}
	if err := s.DeleteWebhook(t.Context(), org); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Webhook(t.Context(), org); fail.CodeOf(err) != fail.CodeNotFound {
		t.Errorf("a removed webhook: %v", err)
	}
}
