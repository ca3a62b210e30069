package extract

import "testing"

// TestTwoPartiesOfOneRoleAreToldApartByTheirHeadings holds that what stands under the heading of one is refused to the other, where both
// are asked for.
func TestTwoPartiesOfOneRoleAreToldApartByTheirHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heading, properties string
		refused             map[string]bool
	}{
		"both asked for":                   {"EXPEDIDOR", `"remetente_nome":` + text + `,"expedidor_nome":` + text, map[string]bool{"remetente_nome": true, "expedidor_nome": false}},
		"one asked for":                    {"EXPEDIDOR", `"remetente_nome":` + text, map[string]bool{"remetente_nome": false}},
		"a heading that says neither":      {"SHIPPER", `"remetente_nome":` + text + `,"expedidor_nome":` + text, map[string]bool{"remetente_nome": false, "expedidor_nome": false}},
		"another thing asked of the other": {"EXPEDIDOR", `"remetente_nome":` + text + `,"expedidor_cnpj":` + text, map[string]bool{"remetente_nome": false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, "30:Rapido Norte Ltda", "30:", "30:"+c.heading, "30:Tecidos Aurora SA", "30:Rua do Cais, 5"), c.properties)
			for property, refused := range c.refused {
				w := f.wanted(t, property)
				o, _ := f.optionOf(t, property, "Tecidos Aurora SA")
				if got := f.ofTwin(w, o); got != refused {
					t.Errorf("%s: refused %v", property, got)
				}
				if f.ofTwin(w, &option{}) {
					t.Errorf("%s: nothing is of another", property)
				}
			}
		})
	}
}

// TestTheWordNameTellsNoPartyFromAnother holds that only the words of a party count, not those of what is told of every party.
func TestTheWordNameTellsNoPartyFromAnother(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Nordholz Trading Ltd"), `"remetente_nome":`+text+`,"expedidor_nome":`+text)
	for printed, says := range map[string]bool{"Nome do expedidor": false, "Nome do remetente": true, "Remetentes": true, "Nome": false, "": false} {
		if got := f.says(heading{text: printed}, f.wanted(t, "remetente_nome")); got != says {
			t.Errorf("%q: %v", printed, got)
		}
	}
}
