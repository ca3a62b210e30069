package describe

// LinesName is what the lines of a kind of document are called.
func LinesName(kind string) string {
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
func (w *Writer) usualFields(root *Object, kind string) {
	fields, lines := usual(kind)
	for _, name := range fields {
		AddConcept(w.dict, root.Properties, name)
	}
	if len(lines) > 0 {
		items := NewObject()
		for _, name := range lines {
			AddConcept(w.dict, items.Properties, name)
		}
		root.Properties.Put(LinesName(kind), &Property{Type: "array", Items: items})
	}
}
