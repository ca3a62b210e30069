package extract

import (
	"slices"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/sheet"
)

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
				w := wanted(f, t, property)
				offered := slices.ContainsFunc(f.Options(w), func(o *candidate.Option) bool { return o.Text == "Tecidos Aurora SA" })
				if offered == refused {
					t.Errorf("%s: offered %v", property, offered)
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
		if got := f.Says(sheet.Heading{Text: printed}, wanted(f, t, "remetente_nome")); got != says {
			t.Errorf("%q: %v", printed, got)
		}
	}
}

// TestOneFirmMayPlayTwoParts holds that what stands under the heading of another part of the same side is offered where nothing
// else is, and not where something is.
func TestOneFirmMayPlayTwoParts(t *testing.T) {
	t.Parallel()
	properties := `"seller_tax_id":` + text + `,"shipper_tax_id":` + text
	for name, c := range map[string]struct {
		lines   []string
		offered bool
	}{
		"nothing else": {[]string{"30:SHIPPER", "30:Tecidos Aurora SA", "30:VAT: PT509442013"}, true},
		"its own":      {[]string{"30:Rapido Norte Ltda", "30:VAT: PT501964843", "30:", "30:", "30:SHIPPER", "30:Tecidos Aurora SA", "30:VAT: PT509442013"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fillingOf(t, sheetOf(t, c.lines...), properties)
			all := f.Options(wanted(f, t, "seller_tax_id"))
			offered := slices.ContainsFunc(all, func(o *candidate.Option) bool { return o.Text == "PT509442013" })
			if offered != c.offered {
				t.Errorf("offered %v", offered)
			}
		})
	}
}
