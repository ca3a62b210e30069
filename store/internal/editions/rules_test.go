package editions_test

import (
	"bytes"
	"errors"
	"testing"

	"tariffdesk/quote"
	"tariffdesk/store/internal/editions"
	"tariffdesk/store/storetest"
)

func TestTheNewestImportedTableIsInUse(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	ctx := t.Context()
	for after, content := range []string{"one", "two"} {
		if _, err := s.SaveRuleTable(ctx, after, quote.Overlay{Table: "duties", Content: []byte(content), Vintage: "2026-06-01", Complete: after == 1}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.SaveRuleTable(ctx, 1, quote.Overlay{Table: "duties", Content: []byte("late"), Vintage: "2026-06-01"}); !errors.Is(err, editions.ErrRulesMoved) {
		t.Errorf("an import over another one: %v", err)
	}
	versions, err := s.RuleVersions(ctx)
	if err != nil || versions["duties"] != 2 {
		t.Errorf("%v %v", versions, err)
	}
	tables, err := s.RuleTables(ctx)
	if err != nil || len(tables) != 1 || !bytes.Equal(tables[0].Content, []byte("two")) || !tables[0].Complete || tables[0].Vintage != "2026-06-01" {
		t.Errorf("%+v %v", tables, err)
	}
}
