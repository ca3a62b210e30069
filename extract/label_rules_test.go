package extract

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
)

// usualPrint is the height of words where a line of a sheet does not say another.
const usualPrint = 10.0

// sheetOf is a page of lines "30:Invoice no.|150/16:118": left edge, height of print, text of each segment; "-" draws a line across.
func sheetOf(t *testing.T, lines ...string) *sheet.Sheet {
	t.Helper()
	p := printing{source: page.SourceText, confidence: 1, space: 3}
	y := 20.0
	for _, line := range lines {
		if line == "-" {
			p.rulings.Across = append(p.rulings.Across, page.Ruling{At: y - 1.5, From: 20, To: 580})
			continue
		}
		tallest := usualPrint
		for _, s := range strings.Split(line, "|") {
			place, text, _ := strings.Cut(s, ":")
			left, high, _ := strings.Cut(place, "/")
			x, err := strconv.ParseFloat(left, 64)
			if err != nil {
				continue // an empty line
			}
			height := usualPrint
			if high != "" {
				if height, err = strconv.ParseFloat(high, 64); err != nil {
					t.Fatal(err)
				}
			}
			tallest = max(tallest, height)
			p.letter = height / 2
			p.put(x, y, height, text)
		}
		y += tallest + 3
	}
	return p.document(t)
}

// givenBy is what a sheet gives for properties written as a JSON Schema writes them.
func givenBy(t *testing.T, d *sheet.Sheet, properties string) map[string]any {
	t.Helper()
	s, err := result.ParseSchema([]byte(`{"type":"object","properties":{` + properties + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := result.NewBuilder(d, s, valuesModel(t))
	f.Find()
	f.Finish()
	object, _ := f.Value.(map[string]any)
	return object
}

func TestLabelsFindTheirValues(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines      []string
		properties string
		want       string
	}{
		"a label of the caller's own words, known to no dictionary": {
			[]string{"30:Tugs employed|200:2", "30:Berth|200:Quay 4 North"}, `"tugs_employed":{"type":"integer"}`, "map[tugs_employed:2]"},
		"words in common with the description": {
			[]string{"30:Consumo total: 491", "30:Potencia contratada|200:5.75"}, `"consumo_kwh":{"type":"number","description":"Consumo total en kWh"}`, "map[consumo_kwh:491]"},
		"no caption that shares but a word such as number": {
			[]string{"30:Berth number|200:118"}, `"crane_number":{"type":"string","description":"Number of the crane"}`, "map[]"},
		"a longer name than the known word it begins with": {
			[]string{"30:Clave de documento|200:A1", "30:Clave|200:B7"}, `"clave_documento":{"type":"string","description":"Clave de documento"}`, "map[clave_documento:A1]"},
		"the section says which date it is": {
			[]string{"30:11. VISADO DE LA ADUANA|300:12. DECLARACION DEL EXPORTADOR", "30:Fecha: 19/02/2026|300:Fecha: 17/02/2026"},
			`"fecha_visado":{"type":"string","format":"date","description":"Fecha del visado"}`, "map[fecha_visado:2026-02-19]"},
		"a caption over three lines": {
			[]string{"30:4. País, grupo de países o territorio", "30:de donde se consideran originarios", "30:los productos", "30:UNIÓN EUROPEA"},
			`"pais_origen":{"type":"string","description":"País de origen"}`, "map[pais_origen:UNIÓN EUROPEA]"},
		"a caption over two lines with its value beside the first": {
			[]string{"30:Estimated gross|200:2310 kg", "30:weight"}, `"gross_weight":{"type":"number"}`, "map[gross_weight:2310]"},
		"a caption in two languages of which one is unknown": {
			[]string{"30:HAVN VED ANKOMST / PORT OF DISCHARGE", "30:Baltimore, USA"}, `"port_of_discharge":{"type":"string"}`, "map[port_of_discharge:Baltimore, USA]"},
		"a caption that goes on above larger print": {
			[]string{"30/7:Airport of Departure (Addr. of First Carrier) and Requested Routing", "30/11:BOGOTA - EL DORADO", "", "30/11:x y z u v w", "30/11:x y z u v w", "30/11:x y z u v w"},
			`"airport_of_departure":{"type":"string"}`, "map[airport_of_departure:BOGOTA - EL DORADO]"},
		"a colon that stands before the value": {
			[]string{"30:Arrivée|100:: 12/04/2026", "30:Chambre|100:: 312"}, `"room_number":{"type":"string"},"arrival_date":{"type":"string","format":"date"}`, "map[arrival_date:2026-04-12 room_number:312]"},
		"narrow boxes without a gap between their values": {
			[]string{"30:Consignee|170:Contract no.", "30:Alta Foods and Drinks Company|170:TI-2025-77"},
			`"contract_number":{"type":"string"}`, "map[contract_number:TI-2025-77]"},
		"a value that wraps to the edge of its caption": {
			[]string{"30:Importer", "30:Name: Motores Saltillo, S.A. de C.V.", "30:Address: Blvd. Zertuche 5010, Saltillo,", "30:Mexico"},
			`"importer_address":{"type":"string"}`, "map[importer_address:Blvd. Zertuche 5010, Saltillo, Mexico]"},
		"a list of labels and values: the next label is no value": {
			[]string{"30:Order #|120:GE-2602", "30:Terms|120:Net 30", "30:Ad-ID / ISCI"}, `"payment_terms":{"type":"string"}`, "map[payment_terms:Net 30]"},
		"a prefix below the caption of a number": {
			[]string{"30:Number|200:Date", "30:PL 118/2026|200:3 May 2026"}, `"packing_list_number":{"type":"string"}`, "map[packing_list_number:PL 118/2026]"},
		"ports behind From and To, below": {
			[]string{"30:FROM|200:TO", "30:Taichung, Taiwan|200:Manzanillo, Mexico"}, `"port_of_loading":{"type":"string"},"port_of_discharge":{"type":"string"}`,
			"map[port_of_discharge:Manzanillo, Mexico port_of_loading:Taichung, Taiwan]"},
		"no value declared for carriage": {
			[]string{"30:Declared Value for Carriage|300:Declared Value for Customs", "30:NVD|300:6,930.00"}, `"declared_value_carriage":{"type":"string","description":"Declared value for carriage"}`,
			"map[declared_value_carriage:NVD]"},
		"both days of a period printed as one": {
			[]string{"30:Subscription period", "30:1 Feb 2026 to 31 Jan 2027"}, `"service_start":{"type":"string","format":"date","description":"Subscription period start"},"service_end":{"type":"string","format":"date","description":"Subscription period end"}`,
			"map[service_end:2027-01-31 service_start:2026-02-01]"},
		"a period wanted as one text": {
			[]string{"30:Flight Dates|200:02/02/26 - 02/15/26"}, `"flight_dates":{"type":"string"}`, "map[flight_dates:02/02/26 - 02/15/26]"},
		"both ends of a way in one line": {
			[]string{"30:From : TAICHUNG, TAIWAN To : MANZANILLO, MEXICO"}, `"port_of_loading":{"type":"string"},"port_of_discharge":{"type":"string"}`,
			"map[port_of_discharge:MANZANILLO, MEXICO port_of_loading:TAICHUNG, TAIWAN]"},
		"terms of payment are no Incoterm": {
			[]string{"30:Terms : FCA TAICHUNG", "30:Payment : T/T 45 DAYS FROM B/L DATE"}, `"payment_terms":{"type":"string"}`, "map[payment_terms:T/T 45 DAYS FROM B/L DATE]"},
		"a place and its country on the next line": {
			[]string{"30:Port of Discharge|300:Place of Delivery", "30:LAZARO CARDENAS,|300:GUADALAJARA", "30:MEXICO"}, `"port_of_discharge":{"type":"string"}`,
			"map[port_of_discharge:LAZARO CARDENAS, MEXICO]"},
		"a period whose year stands at its end": {
			[]string{"30:Billing period|200:1 Sep – 30 Sep 2026"}, `"period_start":{"type":"string","format":"date"},"period_end":{"type":"string","format":"date"}`,
			"map[period_end:2026-09-30 period_start:2026-09-01]"},
		"accounts named in running text": {
			[]string{"30:Depósitos: Banco del Valle, cuenta 0198447731, CLABE 044180001984477315 a nombre de Rivas", "30:Bank: Volksbank · IBAN DE41 6806 1505 0021 4478 03"},
			`"clabe":{"type":"string"}`, "map[clabe:044180001984477315]"},
		"an IBAN in groups of four": {
			[]string{"30:Steuernummer 12045/31772 · Volksbank · IBAN DE41 6806 1505 0021 4478 03"}, `"iban":{"type":"string"}`, "map[iban:DE41 6806 1505 0021 4478 03]"},
		"the currency of all amounts in a sentence": {
			[]string{"30:Valor factura|200:EUR 61,250.00", "30:Todas las cantidades en pesos mexicanos (MXN)."}, `"moneda":{"type":"string"}`, "map[moneda:MXN]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(givenBy(t, sheetOf(t, c.lines...), c.properties)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestSumsAreReadByTheirCaptions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines      []string
		properties string
		want       string
	}{
		"a caption that goes on": {
			[]string{"30:Total FOB Taichung|400:53,443.50", "30:Ocean freight|400:1,860.00", "30:TOTAL CIF MANZANILLO USD|400:55,303.50"},
			`"goods_value":{"type":"number"},"freight":{"type":"number"},"total_amount":{"type":"number"}`, "map[freight:1860 goods_value:53443.5 total_amount:55303.5]"},
		"the first of two totals is the subtotal": {
			[]string{"30:Suma|400:30,248.55", "30:Portes hasta puerto|400:640.00", "30:TOTAL FACTURA|400:30,888.55"},
			`"subtotal":{"type":"number"},"flete":{"type":"number"},"total":{"type":"number"}`, "map[flete:640 subtotal:30248.55 total:30888.55]"},
		"one total is no subtotal": {
			[]string{"30:Total|400:30,248.55"}, `"subtotal":{"type":"number"}`, "map[]"},
		"the rate and a state in the caption of a tax": {
			[]string{"30:MA SALES TAX 6.25%|400:124.04"}, `"tax":{"type":"number"}`, "map[tax:124.04]"},
		"a rate and its base between tax and amount": {
			[]string{"30:IVA|150:21 % s/ 100.72|400:21.15"}, `"iva":{"type":"number"}`, "map[iva:21.15]"},
		"the base in the caption": {
			[]string{"30:Btw 21% over 1.076,00|400:225,96"}, `"vat":{"type":"number","description":"VAT amount"}`, "map[vat:225.96]"},
		"the base of a tax is not the tax": {
			[]string{"30:Base IVA 21%|400:1,076.00"}, `"iva":{"type":"number"}`, "map[]"},
		"the heading of a column is no label of its first amount": {
			[]string{"30:Abonnement|400:Montant HT", "30:Forfait|400:32,49", "30:Fibre|400:49,00", "", "", "30:Total HT|400:81,49"},
			`"untaxed_amount":{"type":"number","description":"Amount before tax"}`, "map[untaxed_amount:81.49]"},
		"what is taken off, with its rate": {
			[]string{"30:TOTAL EX-WORKS VALUE|400:38,836.32", "30:LESS 2% TRADE DISCOUNT|400:776.73"}, `"discount":{"type":"number"}`, "map[discount:776.73]"},
		"an advance taken off": {
			[]string{"30:Total cuenta de gastos|400:$ 110,971.60", "30:Menos anticipo|400:$ 115,000.00"}, `"anticipo":{"type":"number"}`, "map[anticipo:115000]"},
		"a total that says it includes the tax": {
			[]string{"30:Gesamtbetrag inkl. MwSt.|400:296,50"}, `"total_amount":{"type":"number"}`, "map[total_amount:296.5]"},
		"the rate in the caption of a tax": {
			[]string{"30:Base imponible|400:4.850,00", "30:IVA 21 %|400:1.018,50"}, `"tipo_iva":{"type":"number","description":"Tipo de IVA en %"},"iva":{"type":"number"}`, "map[iva:1018.5 tipo_iva:21]"},
		"a rate where a number is wanted": {
			[]string{"30:Commission|200:5%", "30:Humidity (max): 14 %"}, `"commission":{"type":"number"},"humidity":{"type":"number"}`, "map[commission:5 humidity:14]"},
		"the amount of a charge and not its rate": {
			[]string{"30:Service Charge 12.5%|400:14.06"}, `"service_charge":{"type":"number"}`, "map[service_charge:14.06]"},
		"texts of amounts without their currency, known to the dictionary or not": {
			[]string{"30:Agency retainer|400:$4,465.50", "30:Net Amount Due|400:$25,304.50"}, `"agency_retainer":{"type":"string"},"amount_due":{"type":"string"}`,
			"map[agency_retainer:4,465.50 amount_due:25,304.50]"},
		"the amount beside its caption and not the account in a sentence below": {
			[]string{"280:Saldo a su cargo|500:23,197.25", "", "30:Favor de depositar el saldo a: Banco, cuenta 0147 225 8810, CLABE 0147"},
			`"saldo":{"type":"number","description":"Saldo a cargo del cliente"}`, "map[saldo:23197.25]"},
		"a deduction without its sign": {
			[]string{"30:Anticipo recibido 11/03/2026|400:-250,000.00"}, `"anticipo":{"type":"number","description":"Anticipo recibido (importe sin signo)"}`, "map[anticipo:250000]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(givenBy(t, sheetOf(t, c.lines...), c.properties)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestNamesAreReadWhole(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines      []string
		properties string
		want       string
	}{
		"a legal form on the next line": {
			[]string{"30:Importador|150:Papelera Escolar de Tonalá,|400:RFC|450:PET920730JN5", "150:S.A. de C.V."}, `"importador":{"type":"string"}`, "map[importador:Papelera Escolar de Tonalá, S.A. de C.V.]"},
		"a legal form that breaks within": {
			[]string{"30:Consignee:|150:Instrumentación y Control Puebla S.A. de", "150:C.V.", "150:Prol. Reforma 3905, 72160 Puebla"}, `"consignee_name":{"type":"string"}`,
			"map[consignee_name:Instrumentación y Control Puebla S.A. de C.V.]"},
		"the letter of a logo is no part": {
			[]string{"30/24:L|45/14:Cerámicas Levante, S.L.", "60:Calle Mayor 3", "60:12001 Castellón", "30:Total|200:1.00"}, `"seller":{"type":"string"}`, "map[seller:Cerámicas Levante, S.L.]"},
		"a name left open by a comma, its address below": {
			[]string{"30:Sold To", "30:Granos y Forrajes de Tamaulipas,", "30:S.P.R. de R.L.", "30:Carr. Victoria km 12", "30:Cd. Victoria 87130"},
			`"sold_to_name":{"type":"string"},"sold_to_address":{"type":"string"}`,
			"map[sold_to_address:Carr. Victoria km 12 Cd. Victoria 87130 sold_to_name:Granos y Forrajes de Tamaulipas, S.P.R. de R.L.]"},
		"who is to open the letter is no address": {
			[]string{"30:Bill To", "30:Groothandel De Kempen B.V.", "30:t.a.v. crediteurenadministratie", "30:Tolweg 8", "30:5145 NN Waalwijk"},
			`"bill_to_address":{"type":"string"}`, "map[bill_to_address:Tolweg 8 5145 NN Waalwijk]"},
		"the head of a receipt, its legal form below": {
			[]string{"100:FARMASI PERDANA WELLNESS", "110:SDN. BHD. (788412-P)", "90:31-G, JALAN SS 15/4D,", "90:47500 SUBANG JAYA"}, `"company":{"type":"string"}`,
			"map[company:FARMASI PERDANA WELLNESS SDN. BHD.]"},
		"the title beside it is no part": {
			[]string{"30/20:Chaudronnerie Vasseur SAS|300/20:PROFORMA INVOICE", "30:27, rue de l'Industrie", "30:38430 Moirans, France", "30:Total|200:1.00"}, `"seller":{"type":"string"}`, "map[seller:Chaudronnerie Vasseur SAS]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(givenBy(t, sheetOf(t, c.lines...), c.properties)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestWhatFewLinesLeaveOpenIsACandidate holds that the right value is among the candidates where too little stands beside it to be
// sure: names in large print, and a count between a total and a weight.
func TestWhatFewLinesLeaveOpenIsACandidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines                    []string
		property, kind, expected string
	}{
		"two lines in larger print": {[]string{"100/20:LAVENDER CRUST", "104/20:BAKERY & CAFE", "90:NO. 7, JALAN DATO SULAIMAN 2", "90:80250 JOHOR BAHRU", "30:Total|200:27.80", "30:Cash|200:30.00", "30:Change|200:2.20"},
			"company", text, "LAVENDER CRUST BAKERY & CAFE"},
		"large print at the top is no label": {[]string{"30/16:Agencia Aduanal Treviño y Cía., S.C.", "30:Patente 3458", "30:Cliente|150:Aceros, S.A. de C.V.", "30:Pedimento|150:26 81 3458 6001120"},
			"agente_aduanal", text, "Agencia Aduanal Treviño y Cía., S.C."},
		"the packages and not their weight": {[]string{"30:Total|200:4|230:packages|400:996.50 kg"}, "total_packages", number, "4"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			optionOf(fillingOf(t, sheetOf(t, c.lines...), `"`+c.property+`":`+c.kind), t, c.property, c.expected)
		})
	}
}

// TestPartiesAreGivenWhole where their legal form wraps, and by the box that another one names.
func TestPartiesAreGivenWhole(t *testing.T) {
	t.Parallel()
	party := `"exporter_name":{"type":"string"},"producer_name":{"type":"string"},"importer_name":{"type":"string"}`
	for name, c := range map[string]struct {
		lines []string
		want  map[string]any
	}{
		"another box, twice": {
			[]string{"40 Exporter", "40 Ridgeway Castings Inc.", "40 4410 Foundry Road, Toledo", "", "40 Producer", "40 SAME AS EXPORTER", "", "40 Importer", "40 Quetzal Industrial Ltd.", "40 88 Canal Street, Leeds"},
			map[string]any{"exporter_name": "Ridgeway Castings Inc.", "producer_name": "Ridgeway Castings Inc.", "importer_name": "Quetzal Industrial Ltd."}},
		"in Spanish": {
			[]string{"40 Exportador", "40 Fundidora del Lago S.A. de C.V.", "40 Calle 5 No. 88, Apodaca", "", "40 Productor", "40 El mismo que el exportador", "", "40 Importador", "40 Quetzal Industrial Ltd.", "40 88 Canal Street, Leeds"},
			map[string]any{"exporter_name": "Fundidora del Lago S.A. de C.V.", "producer_name": "Fundidora del Lago S.A. de C.V.", "importer_name": "Quetzal Industrial Ltd."}},
		"a German partnership": {
			[]string{"40 Exporter", "40 Werkzeughandel Lindner GmbH &", "40 Co. KG", "40 Hafenstr. 12, 28195 Bremen"},
			map[string]any{"exporter_name": "Werkzeughandel Lindner GmbH & Co. KG"}},
	} {
		got := givenBy(t, laid(t, page.SourceText, c.lines...), party)
		for key, want := range c.want {
			if got[key] != want {
				t.Errorf("%s: %s is %v, want %v", name, key, got[key], want)
			}
		}
	}
}

// TestWhatStandsBehindAValueIsNoPartOfIt: the day of a signature, and the caption of the next number.
func TestWhatStandsBehindAValueIsNoPartOfIt(t *testing.T) {
	t.Parallel()
	got := givenBy(t, laid(t, page.SourceText, "40 Contact person: Priya Raman, 19/11/2026", "", "40 Employer: Talleres Guadalhorce S.L.", "40 CIF: A29911702 C.C.C. 29/1188204/17"),
		`"contact_person":{"type":"string"},"employer_name":{"type":"string"},"employer_tax_id":{"type":"string"}`)
	if got["contact_person"] != "Priya Raman" || got["employer_tax_id"] != "A29911702" {
		t.Errorf("%v", got)
	}
}

// TestOtherChargesAreNotTheCharges where both may be asked.
func TestOtherChargesAreNotTheCharges(t *testing.T) {
	t.Parallel()
	got := givenBy(t, laid(t, page.SourceText, "40 Weight charge|300 1,687.23", "40 Total other charges|300 278.97", "40 Total prepaid|300 1,966.20"),
		`"total_charges":{"type":"number"},"total_other_charges":{"type":"number"},"total_prepaid":{"type":"number"}`)
	if got["total_other_charges"] != json.Number("278.97") || got["total_prepaid"] != json.Number("1966.2") || got["total_charges"] == json.Number("278.97") {
		t.Errorf("%v", got)
	}
}
