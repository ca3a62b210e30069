package excel

// Spanish is the language, beside English, in which a workbook may speak.
const Spanish = "Spanish"

// labels are the words of the workbooks of results.
type labels struct {
	results, review, summary, tables, unknown, data                            string
	chapter, heading, subheading, line, statistical, name                      string
	confidence, justification, advice, questions, alternatives                 string
	unit, importDuty, exportDuty, taxes, agreements, regulations               string
	status, note, row, code, reason, titleSummary, country, model              string
	rows, count, share, byConfidence, byChapter                                string
	charged, refunded, net, classified, unclassified, failed, skipped, vintage string
	cancelled                                                                  string
	high, medium, low, veryLow, lowConfidence, requested, nearCode             string
	sheet, unread, statedCode, agrees                                          string
	agreement                                                                  map[Agreement]string
	lacks                                                                      map[Lack]string
}

func labelsIn(language string) labels {
	if language == Spanish {
		return spanish()
	}
	return english()
}

func english() labels {
	return labels{
		results: "Results", review: "Review", summary: "Summary", tables: "Tariff", unknown: "Unknown codes", data: "Data",
		chapter: "Chapter", heading: "Heading", subheading: "Subheading", line: "Tariff line", statistical: "Statistical code", name: "name",
		confidence: "Confidence", justification: "Justification", advice: "Recommendations", questions: "Open questions", alternatives: "Alternatives",
		unit: "Unit", importDuty: "Import duty", exportDuty: "Export duty", taxes: "Taxes", agreements: "Trade agreements", regulations: "Regulations",
		status: "Status", note: "Note", row: "Row", code: "Code", reason: "Why", titleSummary: "Classification of products", country: "Country", model: "Model",
		rows: "Rows", count: "Rows", share: "Share", byConfidence: "By confidence", byChapter: "By chapter",
		charged: "Credits charged", refunded: "Credits refunded", net: "Credits in all", classified: "classified", unclassified: "unclassified: no code found, refunded", failed: "failed, refunded", cancelled: "cancelled before its turn, refunded", skipped: "without description, not charged", vintage: "As of",
		high: "High, 0.90 to 1.00", medium: "Medium, 0.70 to 0.89", low: "Low, 0.50 to 0.69", veryLow: "Very low, below 0.50", lowConfidence: "confidence below %.2f",
		requested: "As requested", nearCode: "What is wrong",
		sheet: "Sheet", unread: "Sheets that were not read", statedCode: "Stated code", agrees: "Agrees",
		agreement: map[Agreement]string{AgreementYes: "yes", AgreementHeading: "to 4 digits", AgreementNo: "no"},
		lacks: map[Lack]string{
			LackEmpty: "the row has no description", LackCaption: "a title, or the header again", LackNumber: "the description is a number, not text",
			LackError: "the description is the error of a formula", LackUnstored: "the formula has no stored value: open the file in a spreadsheet program and save it",
		},
	}
}

func spanish() labels {
	return labels{
		results: "Resultados", review: "Por revisar", summary: "Resumen", tables: "Tarifa", unknown: "Códigos desconocidos", data: "Datos",
		chapter: "Capítulo", heading: "Partida", subheading: "Subpartida", line: "Fracción", statistical: "Código estadístico", name: "texto",
		confidence: "Confianza", justification: "Justificación", advice: "Recomendaciones", questions: "Preguntas abiertas", alternatives: "Alternativas",
		unit: "Unidad", importDuty: "Arancel de importación", exportDuty: "Arancel de exportación", taxes: "Impuestos", agreements: "Tratados", regulations: "Regulaciones",
		status: "Estado", note: "Nota", row: "Fila", code: "Código", reason: "Motivo", titleSummary: "Clasificación de productos", country: "País", model: "Modelo",
		rows: "Filas", count: "Filas", share: "Proporción", byConfidence: "Por confianza", byChapter: "Por capítulo",
		charged: "Créditos cobrados", refunded: "Créditos reembolsados", net: "Créditos en total", classified: "clasificada", unclassified: "sin clasificar: sin código, reembolsada", failed: "fallida, reembolsada", cancelled: "cancelada antes de su turno, reembolsada", skipped: "sin descripción, no cobrada", vintage: "Vigente al",
		high: "Alta, 0.90 a 1.00", medium: "Media, 0.70 a 0.89", low: "Baja, 0.50 a 0.69", veryLow: "Muy baja, menos de 0.50", lowConfidence: "confianza menor de %.2f",
		requested: "Según lo pedido", nearCode: "Qué ocurre",
		sheet: "Hoja", unread: "Hojas que no se leyeron", statedCode: "Código declarado", agrees: "Coincide",
		agreement: map[Agreement]string{AgreementYes: "sí", AgreementHeading: "a 4 dígitos", AgreementNo: "no"},
		lacks: map[Lack]string{
			LackEmpty: "la fila no tiene descripción", LackCaption: "un título, o el encabezado repetido", LackNumber: "la descripción es un número, no un texto",
			LackError: "la descripción es el error de una fórmula", LackUnstored: "la fórmula no tiene valor guardado: abra el archivo en una hoja de cálculo y guárdelo",
		},
	}
}
