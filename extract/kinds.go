package extract

import (
	"regexp"
)

// documentKinds tell a kind of document from its names, the more special first.
var documentKinds = []struct {
	kind string
	form *regexp.Regexp
}{
	{"packing_list", regexp.MustCompile(`(?i)packing[ _-]?(?:list|slip)|lista[s]? (?:de )?(?:empaque|embarque|embalaje|contenido)|weight list`)},
	{"airway_bill", regexp.MustCompile(`(?i)air ?way ?bill|gu[ií]a a[eé]rea|\bawb\b|\bhawb\b|\bmawb\b`)},
	{"bill_of_lading", regexp.MustCompile(`(?i)bill[ _-]?of[ _-]?lading|conocimiento (?:de )?embarque|consignment note|\bcmr\b|\bb/?l\b|waybill|carta porte`)},
	{"certificate", regexp.MustCompile(`(?i)certificat(?:e|ion)|certificado|certificaci[oó]n`)},
	{"pedimento", regexp.MustCompile(`(?i)pedimento|customs (?:entry|declaration)|declaraci[oó]n (?:de importaci[oó]n|aduanera)`)},
	{"receipt", regexp.MustCompile(`(?i)\breceipt|recibo|\bticket\b|comprobante|nota de venta|\bboleta\b`)},
	{"delivery_note", regexp.MustCompile(`(?i)delivery (?:note|order)|nota de entrega|albar[aá]n|remisi[oó]n|remito`)},
	{"purchase_order", regexp.MustCompile(`(?i)purchase[ _-]?order|orden(?:es)? de compra|pedido de compra`)},
	{"quotation", regexp.MustCompile(`(?i)quotation|\bquote\b|cotizaci[oó]n|presupuesto`)},
	{"invoice", regexp.MustCompile(`(?i)invoice|factura`)},
}

// documentKind names the kind of document a text speaks of, "" for none.
func documentKind(text string) string {
	for _, k := range documentKinds {
		if k.form.MatchString(text) {
			return k.kind
		}
	}
	return ""
}

// linesName is what the lines of a kind of document are called.
func linesName(kind string) string {
	switch kind {
	case "bill_of_lading":
		return "containers"
	case "pedimento":
		return "partidas"
	case "packing_list", "delivery_note", "receipt", "certificate", "airway_bill":
		return "items"
	}
	return "line_items"
}

// usual are the fields that kinds of documents usually carry, and those of their lines.
func usual(kind string) (fields, lines []string) {
	switch kind {
	case "invoice", "purchase_order", "quotation":
		return []string{kind + "_number", kind + "_date", "seller", "buyer", "incoterm", "currency", "payment_terms", "subtotal", "tax", "freight", "total_amount"},
			[]string{"item_code", "description", "hs_code", "country_of_origin", "quantity", "unit", "unit_price", "amount"}
	case "packing_list":
		return []string{"packing_list_number", "document_date", "invoice_number", "shipper", "consignee", "packages", "net_weight", "gross_weight", "volume"},
			[]string{"packages", "description", "quantity", "net_weight", "gross_weight", "volume"}
	case "bill_of_lading":
		return []string{"bill_of_lading_number", "booking_number", "shipper", "consignee", "notify_party", "vessel", "voyage_number", "port_of_loading", "port_of_discharge", "place_of_delivery", "issue_date"},
			[]string{"container_number", "seal_number", "packages", "description", "gross_weight", "volume"}
	case "airway_bill":
		return []string{"airway_bill_number", "shipper", "consignee", "carrier", "flight_number", "airport_of_departure", "airport_of_destination", "packages", "gross_weight", "chargeable_weight", "issue_date"}, nil
	case "certificate":
		return []string{"certificate_number", "exporter", "producer", "importer", "period_start", "period_end", "issue_date"},
			[]string{"description", "hs_code", "criterion", "country_of_origin"}
	case "pedimento":
		return []string{"pedimento_number", "operation_type", "pedimento_key", "regime", "exchange_rate", "gross_weight", "customs_office", "dollars_value", "customs_value", "commercial_value", "entry_date", "payment_date"},
			[]string{"line_number", "hs_code", "description", "quantity", "country_of_origin", "customs_value"}
	case "receipt":
		return []string{"receipt_number", "seller", "seller_address", "document_date", "subtotal", "tax", "total_amount"}, nil
	case "delivery_note":
		return []string{"delivery_note_number", "document_date", "seller", "buyer", "purchase_order_number"},
			[]string{"item_code", "description", "quantity", "unit"}
	}
	return nil, nil
}

// usualFields fills a schema with what its kind of document usually carries.
func (e *Engine) usualFields(root *object, kind string) {
	fields, lines := usual(kind)
	for _, name := range fields {
		e.addConcept(root.Properties, name)
	}
	if len(lines) > 0 {
		items := newObject()
		for _, name := range lines {
			e.addConcept(items.Properties, name)
		}
		root.Properties.put(linesName(kind), &property{Type: "array", Items: items})
	}
}
