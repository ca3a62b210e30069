package shipment

import "testing"

// TestATariffCodeInADescriptionIsTheLinesCode, behind its caption alone, and leaves the words of the goods.
func TestATariffCodeInADescriptionIsTheLinesCode(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string][2]string{
		"LED driver 40W 900mA Model HY-D40 HS 8504.40":           {"LED driver 40W 900mA Model HY-D40", "8504.40"},
		"Ceylon cinnamon sticks C5 special (HS 0906.11)":         {"Ceylon cinnamon sticks C5 special", "0906.11"},
		"HS Code: 8302.10 Steel hinges":                          {"Steel hinges", "8302.10"},
		"Schaftfräser Ø 6 mm Zolltarif-Nr. 82077038 Ursprung DE": {"Schaftfräser Ø 6 mm Ursprung DE", "82077038"},
		"Café tostado, fracción arancelaria 0901.21.01":          {"Café tostado", "0901.21.01"},
		"Steel pipe HS 40 6000":                                  {"Steel pipe HS 40 6000", ""},
		"Bearing 6204.20 with seal":                              {"Bearing 6204.20 with seal", ""},
		"End mill HS 8207 70 38 of carbide":                      {"End mill of carbide", "8207 70 38"},
		"HS 8504.40":                                             {"HS 8504.40", "8504.40"},
	} {
		i := Item{Description: Text{Value: printed}}
		i.takeCode()
		if i.Description.Value != want[0] || i.Code.Value != want[1] {
			t.Errorf("%q: %q and code %q, want %q", printed, i.Description.Value, i.Code.Value, want)
		}
	}
	read := Item{Description: Text{Value: "Hinges HS 8302.10"}, Code: Text{Value: "8302.10.99"}}
	if read.takeCode(); read.Code.Value != "8302.10.99" || read.Description.Value != "Hinges" {
		t.Errorf("%+v", read)
	}
}
