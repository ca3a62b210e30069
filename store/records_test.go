package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store"
	"tariffdesk/store/storetest"
)

// TestListsOfAHundredThousandRecordsAreFoundByAnIndex reads the plans of the filters that a review
// uses, and that each page is there.
func TestListsOfAHundredThousandRecordsAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org, other := storetest.Organisation(t, s, credit.One), storetest.Organisation(t, s, credit.One)
	ctx := store.Bulk(t.Context())
	for _, o := range []string{org, other} {
		err := s.Exec(ctx, `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, hscode, confidence, question_open, created_at)
			SELECT gen_random_uuid(), $1, 'WORLD', 'fast', 'steel part ' || i, '{}', lpad((i % 9700 + 100)::text, 4, '0') || '10', (i % 100) / 100.0, i % 50 = 0, now() - i * interval '1 second'
			  FROM generate_series(1, 50000) i`, o)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Exec(ctx, `ANALYZE classification_records`); err != nil {
		t.Fatal(err)
	}
	yes, no, low := true, false, 0.05
	for name, q := range map[string]jobs.ReviewQuery{
		"all": {}, "words": {Text: "part 4711"}, "chapter": {Chapter: "61"}, "to review": {Confirmed: &no, QuestionOpen: &yes}, "unsure": {ConfidenceBelow: &low},
		"time": {From: time.Now().Add(-2 * time.Hour), To: time.Now().Add(-time.Hour)},
	} {
		q.OrganisationID, q.Limit = org, 21
		found, err := s.Records(t.Context(), q)
		if err != nil || len(found) == 0 || name != "words" && len(found) != 21 {
			t.Errorf("%s: %d records, %v", name, len(found), err)
		}
		plan := explain(t, s, q)
		if strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s: %s", name, plan)
		}
	}
}

func explain(t *testing.T, s *store.Store, q jobs.ReviewQuery) string {
	t.Helper()
	sql, args := store.RecordsQuery(q)
	var plan string
	if err := s.QueryRow(context.Background(), `EXPLAIN (FORMAT json) `+sql, args, &plan); err != nil {
		t.Fatal(err)
	}
	return plan
}
