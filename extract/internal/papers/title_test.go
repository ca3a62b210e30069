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

func TestATitleIsItsOwnWithTheWordsThatBelongToIt(t *testing.T) {
	t.Parallel()
	d, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	w := newWords(d)
	for text, want := range map[string]bool{
		"BILL OF LADING for ocean transport": true, "BILL OF LADING not negotiable unless consigned to the order of a bank": true, "Sea Waybill (non-negotiable)": true,
		"Carta porte internacional": true, "MULTIMODAL TRANSPORT BILL OF LADING": true, "Commercial invoice for customs purposes only": true, "Conocimiento de embarque no negociable": true,
		"Invoice date": false, "BILL OF LADING NUMBER": false, "Packing list reference": false, "Invoice original amount": false, "Date of the bill of lading": false,
	} {
		_, at, length := w.titled(text)
		at, length = w.around(term.Split(text), at, length)
		if whole := at == 0 && length == len(term.Split(text)); length == 0 || whole != want {
			t.Errorf("%q: the title takes %d words from %d, all %v", text, length, at, want)
		}
	}
}

func TestAPaperOfAnotherTypeIsToldFromOneThatPassesForIt(t *testing.T) {
	t.Parallel()
	invoice, either := []string{typeCommercialInvoice}, []string{typeCommercialInvoice, typeCfdi}
	for _, c := range []struct {
		p             Paper
		types         []string
		want, builtin bool
	}{
		{Paper{Type: typePurchaseOrder, Confidence: 0.95}, []string{typeBillOfLading}, true, true},
		{Paper{Type: typePurchaseOrder, Confidence: 0.95}, []string{typeReceipt}, true, true},
		{Paper{Type: typePurchaseOrder, Confidence: 0.5}, []string{typeBillOfLading}, false, false},
		{Paper{Type: typePurchaseOrder, Confidence: 0.95}, nil, false, false},
		{Paper{Type: typeReceipt, Confidence: 0.99}, either, false, true},
		{Paper{Type: typeCommercialInvoice, Confidence: 0.9}, []string{typeReceipt}, false, false},
		{Paper{Type: Other, Confidence: 0.99, Title: "estadodecuenta"}, either, false, true},
		{Paper{Type: Other, Confidence: 0.99, Title: "certificateofanalysis"}, []string{typePackingList}, true, true},
		{Paper{Type: Other, Confidence: 0.99}, []string{typePackingList}, false, true},
		{Paper{Type: Other, Confidence: 0.92}, invoice, false, false},
		{Paper{Type: Other, Confidence: 0.99}, []string{Other}, false, false},
	} {
		if got, own := Unlike(c.p, c.types, false), Unlike(c.p, c.types, true); got != c.want || own != c.builtin {
			t.Errorf("%+v for %v: %v, for the schema of that type alone %v", c.p, c.types, got, own)
		}
	}
}
