package app

import (
	"log/slog"
	"testing"

	"tariffdesk/classify"
	"tariffdesk/store/storetest"
	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

func TestImportedRulingsAreTakenUpInARunningProcess(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	running, err := newRulings(t.Context(), s, engine, slog.New(slog.DiscardHandler))
	if err != nil || running.Current() != nil {
		t.Fatalf("rulings without an import: %v", err)
	}
	library := []ruling.Ruling{{Source: ruling.SourcePlain, Reference: "R-1", Date: "2024-05-17", Codes: []string{"961511"}, Today: "961511", Description: "moustache comb", Status: ruling.StatusValid}}
	for _, rulings := range [][]ruling.Ruling{library, nil} {
		if _, err := s.SaveRulings(t.Context(), ruling.SourcePlain, "file", rulings, func(all []ruling.Ruling) []byte { return engine.NewRulings(all, nil).Model() }); err != nil {
			t.Fatal(err)
		}
		if err := running.refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, _ := running.Current().Len(); n != len(rulings) {
			t.Errorf("%d rulings, want %d", n, len(rulings))
		}
		now := running.Current()
		if err := running.refresh(t.Context()); err != nil || running.Current() != now {
			t.Errorf("replaced without a change: %v", err)
		}
	}
}
