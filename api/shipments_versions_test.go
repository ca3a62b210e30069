package api_test

import (
	"net/http"
	"testing"
)

// TestAStepThatLeavesALineLeavesItsVersion takes a decision on a line by the version that was seen before the operation went on: nobody
// has changed the line meanwhile.
func TestAStepThatLeavesALineLeavesItsVersion(t *testing.T) {
	t.Parallel()
	s := moneyed(t)
	var made operation
	s.sends(s.key, "", rates, invoiceBook(grid(t, invoiceRows("INV-1", "Ferretera SA", "USD", [3]string{"cotton t-shirt", "10", "0"}, [3]string{"wool blanket", "5", "0"})))).want(202).decode(&made)
	path := operationsPath + "/" + made.ID
	before := s.settles(path, s.key)
	if before.Status != "needs_input" || len(before.Lines) != 2 {
		t.Fatalf("it rests as %s with %d lines", before.Status, len(before.Lines))
	}
	first, second := before.Lines[0], before.Lines[1]
	s.send(http.MethodPatch, path+"/lines/"+first.ID, s.key, map[string]any{"value": 100, "version": first.Version}).want(200)
	s.post(path+"/continue", s.key, nil).want(202)
	s.settles(path, s.key)
	s.send(http.MethodPatch, path+"/lines/"+second.ID, s.key, map[string]any{"value": 50, "version": second.Version}).want(200)
	s.send(http.MethodPatch, path+"/lines/"+second.ID, s.key, map[string]any{"value": 60, "version": second.Version}).fails(409, "Conflict", "changed")
}
