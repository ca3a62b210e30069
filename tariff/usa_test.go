package tariff

import "testing"

func TestTheUnitedStatesHoldMoreThanTheGeneralRate(t *testing.T) {
	t.Parallel()
	d, err := DutiesOfUSA("61091000", "2026-11-01")
	if err != nil {
		t.Fatal(err)
	}
	if d.Column2 != "90%" || len(d.Special) == 0 || d.Special[0].Rate != "free" {
		t.Errorf("column 2 %q, special %v", d.Column2, d.Special)
	}
	found := map[string]bool{}
	for _, p := range d.Additional {
		found[p.Number] = true
	}
	if !found["9903.88.15"] || found["9903.03.01"] {
		t.Errorf("a cotton T-shirt lies in list 4A of section 301, and section 122 has ended: %v", found)
	}
}

func TestProvisionsHoldForTheirDays(t *testing.T) {
	t.Parallel()
	d, err := DutiesOfUSA("61091000", "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Additional {
		if p.Number == "9903.03.01" {
			return
		}
	}
	t.Error("section 122 was in force on 2026-03-01 and is not shown")
}

func TestAProvisionCoversWhatItListsAndWhatLiesBelow(t *testing.T) {
	t.Parallel()
	listed := Provision{scope: []string{"7308200035", "7610", "84839020"}}
	for code, want := range map[string]bool{"73082000": true, "76101000": true, "84839020": true, "84839030": false, "73083000": false} {
		if listed.Covers(code) != want {
			t.Errorf("%s covered: %v", code, !want)
		}
	}
	if rest := (Provision{scope: []string{"01012100"}, except: true}); rest.Covers("01012100") || !rest.Covers("01012900") {
		t.Error("all but the listed lines are covered")
	}
}
