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
