package read

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
)

func spoken(text string) *page.Page {
	var words []page.Word
	for i, w := range strings.Fields(text) {
		words = append(words, page.Word{Text: w, Box: page.Box{X0: float64(40 * i), Y0: 10, X1: float64(40*i + 30), Y1: 20}, Confidence: 0.9})
	}
	return page.New(1, letterWidth, letterHeight, page.SourceOCR, words)
}

func TestTheLanguageOfAPageIsToldByItsWords(t *testing.T) {
	t.Parallel()
	tongues := newTongues()()
	for text, want := range map[string]string{
		"Rechnung Nr. 12 Datum 3.4.2026 Menge Betrag fiir Lieferung und Montage zzgl. MwSt. Gesamtbetrag": "deu",
		"Facture du 3 avril 2026 pour la livraison des produits Quantité Prix Montant TVA":                "fra",
		"Fattura del 3 aprile Descrizione Quantità Prezzo Importo della merce Totale imponibile":          "ita",
		"Nota fiscal CNPJ emissão quantidade descrição endereço município natureza da operação":           "por",
		"Factura fecha cantidad descripción importe precio del cliente con domicilio en la calle":         "spa",
		"Invoice date quantity description amount of the goods for your order please":                     "eng",
		"Invoice Factura Date Fecha Quantity Cantidad Amount Importe Price Precio":                        "", // both: a form in two languages
		"4711 0815 EUR 12.00": "",
	} {
		if got := tongues.of(spoken(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestALanguageThatIsNotInstalledIsNotAskedFor so that no request fails by it.
func TestALanguageThatIsNotInstalledIsNotAskedFor(t *testing.T) {
	t.Parallel()
	german := spoken("Rechnung Datum Menge Betrag Lieferung und Montage Gesamtbetrag netto")
	tongues := newTongues()()
	tongues.installed = func() []string { return []string{"eng", "spa", "osd"} }
	if got := tongues.better(german); got != "" {
		t.Errorf("%q", got)
	}
	tongues.installed = func() []string { return []string{"eng", "spa", "deu"} }
	if got := tongues.better(german); got != "deu" {
		t.Errorf("%q", got)
	}
	tongues.now = "deu+eng" // as for the pages after a German one
	if got := tongues.better(german); got != "" {
		t.Errorf("read again in %q", got)
	}
}
