package extract

import (
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/choose"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
)

func TestTheNumberOfADocumentIsTheWholeOfIt(t *testing.T) {
	t.Parallel()
	d := laid(t, page.SourceText,
		"40 FACTURA | 300 Punto de Venta: 00003 | 440 Comp. Nro: 00012874",
		"300 00003-00012874",
		"40 Fecha de Emisión: 02/04/2026")
	for asked, want := range map[string]string{
		`{"numero_factura":{"type":"string"}}`:                                    "00003-00012874",
		`{"numero_factura":{"type":"string"},"punto_de_venta":{"type":"string"}}`: "00012874",
	} {
		s, err := result.ParseSchema([]byte(`{"properties":` + asked + `}`))
		if err != nil {
			t.Fatal(err)
		}
		f := result.NewBuilder(d, s, valuesModel(t))
		choose.Choose(f.Chosen, valuesModel(t))
		has := map[string]bool{}
		for _, w := range f.Wants {
			if candidate.IsConcept(w, "invoice_number") {
				for _, o := range f.Options(w) {
					has[o.Text] = true
				}
			}
		}
		if !has[want] || want == "00003-00012874" && has["00012874"] {
			t.Errorf("%s: options %v", asked, has)
		}
	}
}
