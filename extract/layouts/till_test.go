package layouts

import (
	"strings"
	"testing"
)

// TestWhatStandsAboveAMerchantsNameMisleads: some receipts begin with advertising, a number or a brand, none of them the truth; where
// an address is told, its lines stand below the name.
func TestWhatStandsAboveAMerchantsNameMisleads(t *testing.T) {
	t.Parallel()
	lib, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(lib, Options{Seed: 7, Kinds: []string{"receipt"}})
	if err != nil {
		t.Fatal(err)
	}
	misled, addresses := 0, 0
	for i := range 60 {
		d := p.document(i)
		content, _, err := d.draw()
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(textOf(t, content)), " ")
		name := strings.Index(text, d.sheet.said["merchant.name"].text)
		if name > 0 {
			misled++
		}
		if a, told := d.sheet.said["merchant.address"]; told && name >= 0 {
			addresses++
			if first := strings.Fields(a.text)[0]; !strings.Contains(text[name:], first) {
				t.Errorf("document %d: %q is not below the name", i, first)
			}
		}
	}
	if misled < 10 || misled > 50 || addresses < 40 {
		t.Errorf("%d of 60 have print above the name, %d an address", misled, addresses)
	}
}
