package extract

import (
	"fmt"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/want"
)

// TestACaptionsPrintIsAnOptionWhateverItLooksLike holds that a string may have words where its name speaks of a number or an amount,
// and a weight its unit; a number and a date by its format may not.
func TestACaptionsPrintIsAnOptionWhateverItLooksLike(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:FORM 12", "30:DEPARTMENT CHARGED:|200:Brand Operations", "30:", "30:WET WEIGHT:|120:99.2 gms.", "30:", "30:DATE WANTED:|200:As required"),
		`"department_charged":`+text+`,"wet_weight":`+text+`,"date_wanted":`+text)
	optionOf(f, t, "department_charged", "Brand Operations")
	if _, evidence := optionOf(f, t, "wet_weight", "99.2 gms."); evidence["print around its form"] != 1 {
		t.Errorf("%v", evidence)
	}
	if _, evidence := optionOf(f, t, "date_wanted", "As required"); evidence["print of another form"] != 1 || evidence["right of its caption"] != 1 {
		t.Errorf("%v", evidence)
	}
	f = fillingOf(t, f.Doc.Sheet, `"wet_weight":`+number+`,"date_wanted":{"type":"string","format":"date"}`)
	for _, name := range []string{"wet_weight", "date_wanted"} {
		if w := wanted(f, t, name); candidate.AsksPrint(w) {
			t.Errorf("%s asks for words", name)
		}
	}
}

// TestWhereAnOptionStandsToItsCaptionIsEvidence holds right and below.
func TestWhereAnOptionStandsToItsCaptionIsEvidence(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Lot No.", "30:A-5512", "30:", "30:Batch No.:|200:B-77120"), `"lot_number":`+text+`,"batch_number":`+text)
	if _, evidence := optionOf(f, t, "lot_number", "A-5512"); evidence["below its caption"] != 1 || evidence["at its caption's edge"] != 1 {
		t.Errorf("%v", evidence)
	}
	if _, evidence := optionOf(f, t, "batch_number", "B-77120"); evidence["right of its caption"] != 1 || evidence["far from its caption"] == 0 {
		t.Errorf("%v", evidence)
	}
}

// TestADescriptionMayQuoteTheCaption holds that its other words name nothing then.
func TestADescriptionMayQuoteTheCaption(t *testing.T) {
	t.Parallel()
	for description, expected := range map[string]string{
		`Value of the field "TOBACCO USED"`:    "TOBACCO USED",
		`Valor de la casilla «Tipo de faja»`:   "Tipo de faja",
		`The name of the brand, e.g. "Aurora"`: `The name of the brand, e.g. "Aurora"`,
		"Total of the box":                     "Total of the box",
	} {
		if got := want.Description(&schema.Node{Description: description}); got != expected {
			t.Errorf("%s: %s", description, got)
		}
	}
}

// TestValuesAreNotCut holds that a value ends where its print does: letters end a number, a line goes on in the next.
func TestValuesAreNotCut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines            []string
		properties, want string
	}{
		"letters behind the number of a vehicle": {
			[]string{"30:Matrícula: 4471 KLM", "30:Remolque|200:R 3340 BBX"}, `"matricula":` + text + `,"remolque":` + text, "map[matricula:4471 KLM remolque:R 3340 BBX]"},
		"one letter": {[]string{"30:Truck plate: KR 5512 G"}, `"truck_plate":` + text, "map[truck_plate:KR 5512 G]"},
		"a currency, a unit, a country and a word of captions are no part of a number": {
			[]string{"30:Order number: 88120 EUR", "30:Ticket number: 5512 KG", "30:Contract number: 7712 USA", "30:Booking number: 6601 NET"},
			`"order_number":` + text + `,"ticket_number":` + text + `,"contract_number":` + text + `,"booking_number":` + text,
			"map[booking_number:6601 contract_number:7712 order_number:88120 ticket_number:5512]"},
		"the lines of cells between drawn lines": {
			[]string{"-", "30:Vessel|200:Remarks|400:Driver", "-", "30:CAP SAN|200:Goods of Chilean|400:Anne-Marie", "30:ANTONIO|200:Origin only|400:Okoro Lund", "-", "30:Total|200:12.00"},
			`"vessel":` + text + `,"remarks":` + text, "map[remarks:Goods of Chilean Origin only vessel:CAP SAN ANTONIO]"},
		"no lines are drawn": {[]string{"30:Vessel|200:Remarks", "30:CAP SAN|200:Goods of Chilean", "30:ANTONIO|200:Origin only"}, `"vessel":` + text, "map[vessel:CAP SAN]"},
		"an Incoterm with its edition below": {
			[]string{"30:Terms of delivery|300:Terms of payment", "30:CIF Callao,|300:60 days from bill", "30:Incoterms 2020|300:of lading date"},
			`"delivery_terms":` + text + `,"payment_terms":` + text, "map[delivery_terms:CIF Callao, Incoterms 2020 payment_terms:60 days from bill of lading date]"},
		"names whose legal form stands in the second line": {
			[]string{"30:Seller:|120:Viñedos Río Claro", "120:Exportaciones S.A.", "30:Buyer:|120:Distribuidora de Vinos y", "120:Licores del Perú S.R.L."},
			`"seller":` + text + `,"buyer":` + text, "map[buyer:Distribuidora de Vinos y Licores del Perú S.R.L. seller:Viñedos Río Claro Exportaciones S.A.]"},
		"an address below a name": {
			[]string{"30:Seller:|120:Viñedos Río Claro", "120:Camino Alto 12, Colina"}, `"seller":` + text, "map[seller:Viñedos Río Claro]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(givenBy(t, sheetOf(t, c.lines...), c.properties)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestWhatIsSaidOnOneLineIsReadByItsOwnWords holds that pairs behind marks and numbers have their captions, dates what is said of them, a
// number of two parts its part, and that the day on which a paper is due tells the order of day and month.
func TestWhatIsSaidOnOneLineIsReadByItsOwnWords(t *testing.T) {
	t.Parallel()
	day := `{"type":"string","format":"date"}`
	for name, c := range map[string]struct {
		lines            []string
		properties, want string
	}{
		"pairs behind numbers":    {[]string{"30:Our order SO-31882 Your PO 66-1190-C Ship date 2025-04-29"}, `"customer_po":` + text + `,"ship_date":` + day, "map[customer_po:66-1190-C ship_date:2025-04-29]"},
		"pares detrás de números": {[]string{"30:Nota de venta NV-7712 OC cliente 4500-1182"}, `"orden_compra_cliente":` + text, "map[orden_compra_cliente:4500-1182]"},
		"pairs behind marks":      {[]string{"30:Fecha de emisión 08/05/2025 · Vencimiento 02/06/2025"}, `"fecha_vencimiento":` + day, "map[fecha_vencimiento:2025-06-02]"},
		"one row of captions below their values": {
			[]string{"30/16:June 30, 2025|200/16:QS-1180|400/16:$ 940.00", "30/9:DUE BY|200/9:INVOICE|400/9:AMOUNT DUE", "30:", "30:", "30:Issued June 2, 2025."},
			`"due_date":` + day + `,"amount_due":` + number, "map[amount_due:940 due_date:2025-06-30]"},
		"what is said of each date": {
			[]string{"30:Ordered 3 Mar 2025, confirmed 5 Mar 2025, delivery 2 May 2025"}, `"confirmation_date":` + day + `,"delivery_date":` + day, "map[confirmation_date:2025-03-05 delivery_date:2025-05-02]"},
		"lo que se dice de cada fecha": {
			[]string{"30:Pedido de 4 de febrero de 2025, confirmado el 6 de febrero de 2025, entrega 20 de marzo de 2025"},
			`"fecha_confirmacion":` + day + `,"fecha_entrega":` + day, "map[fecha_confirmacion:2025-02-06 fecha_entrega:2025-03-20]"},
		"the day of a payment beside the one on which it is due": {
			[]string{"30:Bill date Apr 4, 2025 · Due Apr 28, 2025", "30:Payment received Mar 19, 2025 -$41.20"}, `"due_date":` + day + `,"payment_date":` + day, "map[due_date:2025-04-28 payment_date:2025-03-19]"},
		"due after it is made": {
			[]string{"30:Sales tax 0.00", "30:Date: 05/06/2025|300:Due: 04/07/2025"}, `"date":` + day + `,"due_date":` + day, "map[date:2025-06-05 due_date:2025-07-04]"},
		"a series and a number": {[]string{"30:Serie y folio", "30:B 4471"}, `"serie":` + text + `,"folio":` + text, "map[folio:4471 serie:B]"},
		"no tax number where its regime is asked for": {
			[]string{"30:Muebles Tarascos S.A. de C.V.", "30:RFC: MTA010203AB4"}, `"seller_tax_regime":` + text + `,"seller_tax_id":` + text, "map[seller_tax_id:MTA010203AB4]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(givenBy(t, sheetOf(t, c.lines...), c.properties)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
