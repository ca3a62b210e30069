package api_test

import (
	"net/http"
	"testing"

	"tariffdesk/account"
	"tariffdesk/classify"
	"tariffdesk/credit"
)

// TestACodeDecidedBeforeClassifyingIsAPrecedent decides a line while the operation still asks which invoices count: nothing was
// classified then. Decided again, the goods have one precedent.
func TestACodeDecidedBeforeClassifyingIsAPrecedent(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	o, token := s.organisation(account.PlanPro, 20*credit.One)
	one := func(number, currency string) [][]string {
		return invoiceRows(number, "Ferretera SA", currency, [3]string{"wool blanket " + number, "10", "100"})
	}
	var made operation
	s.sends(token, "", rates, invoiceBook(grid(t, one("INV-1", "USD"), one("INV-2", "EUR")))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	got := s.settles(path, token)
	if got.Status != "needs_input" || len(got.Lines) != 2 {
		t.Fatalf("it rests as %s with %d lines", got.Status, len(got.Lines))
	}
	for _, code := range []string{"6301200100", "6301300100"} {
		s.send(http.MethodPatch, path+"/lines/"+got.Lines[0].ID, token, map[string]any{"code": code}).want(200)
	}
	var found []classify.Precedent
	if err := s.store.Precedents(t.Context(), o.ID, 0, 1<<40, func(some []classify.Precedent) { found = append(found, some...) }); err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].Description != "wool blanket INV-1" || found[0].HS != "6301300100" || !found[0].Decided {
		t.Errorf("precedents %+v", found)
	}
}
