package app

import (
	"log/slog"
	"strings"
	"testing"

	"tariffdesk/quote"
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

func TestAnImportedTableIsTakenUpAndOneThatDoesNotFitIsLeft(t *testing.T) {
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
	carried := running.current.Load().rules
	content := strings.Join(quote.TableColumns("history"), "\t") + "\n84713001\t15%\t2025-01-01\t2026-04-23\tDOF\tverified\n"
	if _, err := s.SaveRuleTable(t.Context(), 0, quote.Overlay{Table: "history", Content: []byte(content), Vintage: "2026-06-01"}); err != nil {
		t.Fatal(err)
	}
	if err := running.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	imported := running.current.Load()
	if imported.rules == carried {
		t.Error("the table is not taken up")
	}
	body := []byte(`{"direction":"import","date":"2025-06-01","products":[{"product_description":"Laptop","hscode_8digits":"84713001","country":"CN"}]}`)
	if request, err := running.Read(body, "MEX", false); err != nil {
		t.Errorf("a dated duty of an earlier day is not quoted: %v", err)
	} else if items, err := running.Quote(t.Context(), request); err != nil || items[0].Tariffs[0].Rate.String() != "0.15" {
		t.Errorf("%+v %v", items, err)
	}
	if _, err := s.SaveRuleTable(t.Context(), 1, quote.Overlay{Table: "history", Content: []byte("line\tnonsense\n1\t2\n"), Vintage: "2026-07-01"}); err != nil {
		t.Fatal(err)
	}
	if err := running.refresh(t.Context()); err != nil || running.current.Load().rules != imported.rules {
		t.Errorf("a table that does not fit is taken up, or ends the service: %v", err)
	}
	if fresh, err := newTariffs(t.Context(), s, knowledge, slog.New(slog.DiscardHandler)); err != nil || fresh.current.Load().rules == nil {
		t.Errorf("a process does not start: %v", err)
	}
}
