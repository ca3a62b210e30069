package store_test

import (
	"context"
	"slices"
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

func explain(t *testing.T, s *store.Store, q jobs.ReviewQuery) (plans string) {
	t.Helper()
	statements, args := store.RecordsQueries(q)
	for _, sql := range statements {
		var plan string
		if err := s.QueryRow(context.Background(), `EXPLAIN (FORMAT json) `+sql, args, &plan); err != nil {
			t.Fatal(err)
		}
		plans += plan
	}
	return plans
}

// TestWordsFindRecordsNewestFirstWhereverTheyStand: beside what is looked through first, and in no other organisation.
func TestWordsFindRecordsNewestFirstWhereverTheyStand(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	org, other := storetest.Organisation(t, s, credit.One), storetest.Organisation(t, s, credit.One)
	for _, o := range []string{org, other} {
		if err := s.Exec(store.Bulk(t.Context()), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, created_at)
			SELECT gen_random_uuid(), $1, 'WORLD', 'fast', CASE WHEN i % 1500 = 0 THEN 'Zither, part ' ELSE 'steel part ' END || i, '{}', now() - i * interval '1 second'
			  FROM generate_series(1, 6000) i`, o); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string][]string{
		"zith":        {"Zither, part 1500", "Zither, part 3000", "Zither, part 4500"},
		"zither 6000": {"Zither, part 6000"},
		"part":        {"steel part 1", "steel part 2", "steel part 3"},
		"absent":      nil,
	} {
		found, err := s.Records(t.Context(), jobs.ReviewQuery{OrganisationID: org, Text: text, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range found {
			got = append(got, r.ProductDescription)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
