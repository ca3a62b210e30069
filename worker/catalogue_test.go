package worker_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"tariffdesk/classify"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// shelves is a catalogue store in memory.
type shelves struct {
	mu    sync.Mutex
	rows  map[string][]classify.Precedent
	epoch map[string]int64
	reads int
}

func (s *shelves) CatalogueState(_ context.Context, org string) (jobs.CatalogueState, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return jobs.CatalogueState{Revision: int64(len(s.rows[org])), Epoch: s.epoch[org]}, nil
}

func (s *shelves) Precedents(_ context.Context, org string, after, upTo int64, add func([]classify.Precedent)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if upTo > int64(len(s.rows[org])) {
		return fmt.Errorf("asked up to %d of %d", upTo, len(s.rows[org]))
	}
	add(s.rows[org][after:upTo])
	return nil
}

// indexer makes indexes by the vocabulary of an engine that knows one subheading.
func indexer(t *testing.T) worker.Indexer {
	t.Helper()
	const horses = "01 Animals | Animales\n0101 Horses | Caballos\n010121 Horses | Caballos\n  en: horse\n  es: caballo\n"
	k, err := tariff.ReadKnowledge(fstest.MapFS{"facets.txt": {Data: []byte("type: kind | clase\n")}, "hs/01.txt": {Data: []byte(horses)}, "lexicon.txt": {}})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := classify.New(k, classify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

func TestEachOrganisationGetsItsOwnPrecedentsAsNewAsTheStore(t *testing.T) {
	t.Parallel()
	s := &shelves{rows: map[string][]classify.Precedent{"a": {{Description: "blue widget", HS: "847989"}}}, epoch: map[string]int64{}}
	c := worker.NewCatalogues(s, indexer(t), time.Now)
	length := func(org string) int {
		t.Helper()
		p, err := c.Of(t.Context(), org, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			return -1
		}
		return p.Len()
	}
	if length("a") != 1 || length("b") != -1 {
		t.Fatal("precedents crossed over")
	}
	s.rows["a"] = append(s.rows["a"], classify.Precedent{Description: "red gadget", HS: "854370"})
	if length("a") != 2 || s.reads != 2 {
		t.Fatalf("an addition was missed, or all was read again: %d reads", s.reads)
	}
	if length("a"); s.reads != 2 {
		t.Fatal("read without a change")
	}
	s.rows["a"][0].HS, s.epoch["a"] = "850110", 1
	if length("a") != 2 || s.reads != 3 {
		t.Fatalf("a correction did not rebuild the index: %d reads", s.reads)
	}
}

func TestManyCallersBuildAnIndexOnce(t *testing.T) {
	t.Parallel()
	s := &shelves{rows: map[string][]classify.Precedent{"a": {{Description: "blue widget", HS: "847989"}}}, epoch: map[string]int64{}}
	c := worker.NewCatalogues(s, indexer(t), time.Now)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if p, err := c.Of(t.Context(), "a", nil); err != nil || p.Len() != 1 {
				t.Error(p.Len(), err)
			}
		})
	}
	wg.Wait()
	if s.reads != 1 {
		t.Errorf("%d reads", s.reads)
	}
}
