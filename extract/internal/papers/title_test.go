package papers

import (
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/term"
)

func TestATitleThatJoinsTwoIsKnownByEither(t *testing.T) {
	t.Parallel()
	d, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	w := newWords(d)
	for text, want := range map[string]string{
		"Pack- und Gewichtsliste": typePackingList, "Packing & Weight List": typePackingList, "Lista de Pesos y Empaque": typePackingList,
		"Liefer- und Packschein": typeDeliveryNote, "Pack- und Klebeband": "", "bolts and nuts": "", "Schrauben- und Mutternset": "",
	} {
		if got, _, _ := w.titled(text); got != want {
			t.Errorf("%q titles %q, want %q", text, got, want)
		}
	}
}

func TestATitleIsKnownByWhatItsWordsMean(t *testing.T) {
	t.Parallel()
	d, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	m := newMeanings(d)
	for text, want := range map[string]string{
		"Ursprungsbescheinigung": typeCertificateOfOrigin, "Constancia de origen": typeCertificateOfOrigin, "Attestation d'origine": typeCertificateOfOrigin,
		"Verpackungsliste": typePackingList, "Shipping weight note": typePackingList, "Vale de entrega": typeDeliveryNote, "Ablieferungsschein": typeDeliveryNote,
		"Auftragsbestätigung": Other, "Bestellformular": typePurchaseOrder, "Zollrechnung": typeCommercialInvoice, "Air freight waybill": typeAirWaybill,
		"Transportversicherung": Other, "Technisches Merkblatt": Other, "Manufacturas del Sur": "", "Goldleaf Industries": "",
	} {
		if got := m.kindOf(text); got != want {
			t.Errorf("%q titles %q, want %q", text, got, want)
		}
	}
}
