package app

import (
	"log/slog"
	"testing"

	"tariffdesk/store/storetest"
	"tariffdesk/tariff"
)

func TestAnImportedScheduleReplacesTheEmbeddedOneInARunningProcess(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	running, err := newTariffs(t.Context(), s, knowledge, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	before := running.current.Load()
	if err := running.refresh(t.Context()); err != nil || running.current.Load() != before {
		t.Fatalf("replaced without a change: %v", err)
	}
	current, err := s.Tariff(t.Context(), "MEX", 0)
	if err != nil {
		t.Fatal(err)
	}
	published := *current
	published.Vintage = "2026-11-01"
	in, err := tariff.NewImport(current, &published, false)
	if err != nil {
		t.Fatal(err)
	}
	if version, err := s.SaveTariff(t.Context(), 0, in.Schedule); err != nil || version != 1 {
		t.Fatal(version, err)
	}
	if _, err := s.SaveTariff(t.Context(), 0, in.Schedule); err == nil {
		t.Error("two imports made the same version")
	}
	if err := running.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := running.current.Load()
	if after.schedules["MEX"].Vintage != "2026-11-01" || after.schedules["USA"] != before.schedules["USA"] {
		t.Errorf("vintage %s", after.schedules["MEX"].Vintage)
	}
	if place, err := running.Place("MEX", "610910"); err != nil || place.Schedule.Vintage != "2026-11-01" {
		t.Errorf("codes are looked up in %+v, %v", place.Schedule, err)
	}
}
