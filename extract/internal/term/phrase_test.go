package term

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPhrasesAreFoundInSixLanguages holds the lists to what papers print.
func TestPhrasesAreFoundInSixLanguages(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for _, c := range []struct{ group, text, member string }{
		{"role", "Rechnungsempfänger:", "bill_to"},
		{"role", "Spett.le Ditta", "buyer"},
		{"role", "EXPÉDITEUR (nom et adresse)", "shipper"},
		{"role", "1st Notify Party:-", "notify_party"},
		{"role", "Destinatário/Remetente", "consignee"},
		{"legal", "Muster S.A. de C.V.", "company"},
		{"legal", "Beispiel GmbH & Co. KG", "company"},
		{"sum", "Gesamtbetrag brutto", "total"},
		{"sum", "Montant T.V.A.", "tax"},
		{"sum", "TROCO R$", "change"},
		{"taxed", "zzgl. MwSt.", "without"},
		{"taxed", "Total T.T.C.", "with"},
		{"less", "abzgl. Anzahlung", "less"},
		{"charge", "Spese di spedizione", "freight"},
		{"title", "Lieferschein Nr. 12", "delivery_note"},
		{"title", "Carta Porte", "bill_of_lading"},
		{"month", "12. März 2024", "03"},
		{"contact", "USt-IdNr.: DE123", "tax_id"},
		{"street", "Calle del Molino 4", "street"},
		{"copy", "2ª via", "copy"},
		{"carried", "Suma y sigue", "forward"},
		{"freight", "FREIGHT COLLECT", "collect"},
		{"numeral", "THREE (3)", "3"},
		{"unit", "Stück", "C62"},
		{"terms", "sofort ohne Abzug", "receipt"},
	} {
		if member, ok := d.Group(c.group).Has(c.text); !ok || member != c.member {
			t.Errorf("%s: %q is %q, want %q", c.group, c.text, member, c.member)
		}
	}
}

// TestWordsOfServicesCarryNoSums, whatever they mean in bookkeeping: an item may be called so.
func TestWordsOfServicesCarryNoSums(t *testing.T) {
	t.Parallel()
	carried := dictionary(t).Group("carried")
	for _, text := range []string{"Transporte", "Arrastre", "Vortrag", "Transport"} {
		if member, ok := carried.Is(text); ok {
			t.Errorf("%s carries a sum (%s)", text, member)
		}
	}
	for _, text := range []string{"Brought forward", "Übertrag", "Suma de la página", "Sum of this page"} {
		if _, ok := carried.Is(text); !ok {
			t.Errorf("%s carries no sum", text)
		}
	}
}

func TestPhrasesAreWholeWordsAndTheLongestWins(t *testing.T) {
	t.Parallel()
	sums := dictionary(t).Group("sum")
	if member, ok := sums.Has("totally subtotalled"); ok {
		t.Errorf("parts of words mean %q", member)
	}
	if member, _ := sums.Begins("Total before tax: 12"); member != "subtotal" {
		t.Errorf("total before tax is %q", member)
	}
	if _, ok := sums.Begins("The total"); ok {
		t.Error("begins with a phrase that stands second")
	}
	if member, ok := sums.Ends("your total"); !ok || member != "total" {
		t.Errorf("ends with %q", member)
	}
	if _, ok := sums.Is("total of all"); ok {
		t.Error("is nothing but a phrase, though more words follow")
	}
	hits := sums.Find("Subtotal IVA Total")
	var members []string
	for _, h := range hits {
		members = append(members, h.Member)
	}
	if !slices.Equal(members, []string{"subtotal", "tax", "total"}) || hits[2].From != 2 || hits[2].To != 3 {
		t.Errorf("found %v", hits)
	}
}

func TestAGroupListsItsPhrasesByLanguage(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	roles := d.Group("role")
	if !slices.Contains(roles.Members(), "notify_party") || !slices.Contains(roles.Phrases("buyer", "de"), "Käufer") || slices.Contains(roles.Phrases("buyer", "de"), "acheteur") ||
		!slices.Contains(roles.Phrases("buyer", ""), "acheteur") {
		t.Errorf("members %v", roles.Members())
	}
	for _, member := range roles.Members() {
		if d.Concept(member) == nil {
			t.Errorf("role %s is no field", member)
		}
	}
	if none := d.Group("none"); len(none.Members()) != 0 || len(none.Find("total")) != 0 {
		t.Error("a list that is not there has phrases")
	}
}

func TestAMistakeInTheVocabularyIsNamedWithItsLine(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct{ file, content string }{
		`words.de.tsv:2: "Nr" means "number" already`: {"words.de.tsv", "# x\ndate\tDatum; Nr\n"},
		"words.it.tsv:1: 3 columns":                   {"words.it.tsv", "date\tdata\tx\n"},
		"concepts.tsv:1: x stands twice, or its kind": {"concepts.tsv", "x\tidea\tnumber\n"},
		"phrases.tsv:1: xx is no language":            {"phrases.tsv", "sum\ttotal\txx\ttotal\n"},
		`phrases.tsv:2: "Total" means total already`:  {"phrases.tsv", "sum\ttotal\ten\ttotal\nsum\ttax\ten\tTotal\n"},
		"phrases.tsv:2: sum total stands twice in en": {"phrases.tsv", "sum\ttotal\ten\ttotal\nsum\ttotal\ten\tall\n"},
		`phrases.tsv:1: "..." has no letters`:         {"phrases.tsv", "sum\ttotal\ten\t...\n"},
		"words.tsv:1: 1 columns, want 2 to 2":         {"words.tsv", "number\n"},
	} {
		files := fstest.MapFS{"words.tsv": {Data: []byte("number\tno; nr\n")}, "concepts.tsv": {}, "phrases.tsv": {}}
		files[c.file] = &fstest.MapFile{Data: []byte(c.content)}
		if _, err := Load(files); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want %s, have %v", says, err)
		}
	}
}

// TestEveryLanguageNamesTheFieldsOfAnInvoice is the least that a language's words must cover.
func TestEveryLanguageNamesTheFieldsOfAnInvoice(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for concept, labels := range map[string][]string{
		"invoice_number":       {"Invoice No.", "N.º de factura", "Nº da fatura", "Rechnungs-Nr.", "N° de facture", "Fattura n.", "Factuurnummer"},
		"document_date":        {"Date", "Fecha", "Data", "Datum"},
		"due_date":             {"Due date", "Vencimiento", "Data de vencimento", "Fälligkeitsdatum", "Date d'échéance", "Data scadenza", "Vervaldatum"},
		"customer_number":      {"Customer No.", "Código de cliente", "Nº de cliente", "Kd.-Nr.", "N° client", "Codice cliente", "Klantnummer"},
		"delivery_note_number": {"Delivery Note No.", "Albarán n.º", "Guia de remessa n.º", "Lieferschein-Nr.", "Bon de livraison n°", "D.D.T. n.", "Pakbon"},
		"subtotal":             {"Subtotal", "Base imponible", "Valor total dos produtos", "Zwischensumme", "Total HT", "Imponibile", "Totaal excl. btw"},
		"tax":                  {"VAT", "Importe IVA", "Valor do ICMS", "zzgl. MwSt.", "Montant TVA", "Totale IVA", "BTW"},
		"total_amount":         {"Grand total", "Importe total", "Total geral", "Gesamtsumme", "Total TTC", "Totale documento", "Totaal"},
		"unit_price":           {"Unit price", "Precio unitario", "Preço unitário", "Einzelpreis", "P.U. HT", "Prezzo unitario", "Stukprijs"},
		"quantity":             {"Qty", "Cantidad", "QUANT.", "Menge", "Qté", "Q.tà", "Aantal"},
		"gross_weight":         {"Gross weight", "Peso bruto", "Bruttogewicht", "Poids brut", "Peso lordo"},
		"hs_code":              {"HS code", "Fracción arancelaria", "NCM/SH", "Warennummer", "Code SH", "Voce doganale"},
	} {
		for _, label := range labels {
			if !slices.ContainsFunc(d.Named(d.Bag(label)), func(c *Concept) bool { return c.Name == concept }) {
				t.Errorf("%q does not name %s: %v", label, concept, d.Bag(label).Words)
			}
		}
	}
}
