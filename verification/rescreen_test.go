package verification_test

import (
	"fmt"
	"testing"

	"tariffdesk/verification"
	"tariffdesk/verification/list"
)

// BenchmarkRescreen is the check of one company after an import of 25,900 names.
func BenchmarkRescreen(b *testing.B) {
	words := []string{"alpha", "bravo", "delta", "sigma", "omega", "trade", "metal", "ocean", "persona", "numero", "comercial", "global"}
	entries := make([]list.Entry, 25_900)
	for i := range entries {
		n := uint64(i+1) * 2654435761
		entries[i] = list.Entry{Name: fmt.Sprintf("%s %x %s Co", words[i%12], n%(1<<26), words[n%12]), Aliases: []string{fmt.Sprintf("%s %x Ltd", words[n/7%12], n%(1<<20)), fmt.Sprintf("%x", n)}, Situation: list.SituationListed}
	}
	lists := list.NewRegister().With(list.Version{ID: 2, Source: list.SourceCSL, AsOf: "2026-01-01"}, entries)
	for i := 0; b.Loop(); i++ {
		v := verification.Verification{Country: "MEX", TaxID: "SAT970701NN3", LegalName: fmt.Sprintf("Comercializadora %x %x SA de CV", i*7919, i*104729), CheckedLists: 1,
			Representatives: []verification.Representative{{Name: fmt.Sprintf("Persona Inventada Numero %d", i)}}}
		verification.Rescreen(v, lists)
	}
}
