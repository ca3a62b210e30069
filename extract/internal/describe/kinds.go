package describe

// LinesName returns the name for the lines of a kind of document.
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
