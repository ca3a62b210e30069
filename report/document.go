package report

import (
	"slices"
	"time"

	"tariffdesk/quote"
)

// Document is a report before it is laid out: sections of tables and paragraphs.
type Document struct {
	Title    string
	Subtitle string
	Language quote.Language
	Facts    []Fact // at the head
	Sections []Section
	Footer   string

	Signatures []string // captions of lines to sign on
}

// Fact is a caption with its value.
type Fact struct{ Caption, Value string }

// Section is a heading with a table, facts and paragraphs, each of which may be empty.
type Section struct {
	Title      string
	Facts      []Fact
	Columns    []string
	Rows       [][]string
	Figures    []int    // columns of figures: set to the right, never broken
	Total      bool     // the last row is the sum
	Paragraphs []string // of a list
	Prose      []string // of running text
}

// Figure reports whether a column holds figures.
func (s Section) Figure(column int) bool { return slices.Contains(s.Figures, column) }

// Sum reports whether a row is the sum of those above it.
func (s Section) Sum(row int) bool { return s.Total && row == len(s.Rows)-1 }

// captions are in the language of the answer.
type captions map[string]string

func captionsIn(language quote.Language) captions {
	if language == quote.LanguageEnglish {
		return english()
	}
	return spanish()
}

func english() captions {
	return captions{
		"quote": "Duty quote", "checkout": "Landed cost", "id": "Quote", "checkout_id": "Checkout", "created": "Made", "date": "Day of the operation",
		"direction": "Direction", "import": "Import", "export": "Export", "product": "Product", "line": "Tariff line", "country": "Country", "unit": "Unit",
		"charges": "Duties and taxes", "charge": "Charge", "rate": "Rate", "amount": "MXN", "formula": "Formula and reason", "law": "Law, vintage, certainty",
		"restrictions": "Restrictions", "name": "Name", "applies": "Applies", "reason": "Reason", "agreements": "Trade agreements", "preference": "Preference",
		"saving": "Saving", "alternatives": "Alternatives", "regulations": "Non-tariff regulations", "notes": "Notes", "suggestions": "Missing facts, and what they would decide",
		"not_evaluated": "Not evaluated", "totals": "Totals", "totals_buyer": "Totals in the currency of the buyer", "customs_value": "Customs value", "per_line": "Line", "per_unit": "By unit", "per_pedimento": "Once a pedimento",
		"complete": "Complete", "yes": "yes", "no": "no", "may_apply": "may apply", "verified": "verified", "secondary": "secondary source", "unconfirmed": "to be confirmed",
		"goods": "Goods", "freight": "Freight", "insurance": "Insurance", "duties": "Duties", "taxes": "Taxes", "fees": "Fees", "landed": "Landed cost",
		"discount": "Discount (taken off)", "seller_fee": "Fee of the seller", "carrier_fee": "Fee of the carrier",
		"channel": "Channel", "courier": "Courier", "postal": "Post", "pedimento": "Pedimento", "lawful": "Lawful", "reasons": "Reasons", "items": "Items",
		"certainty": "Certainty", "valid": "Valid until", "open": "open", "vintage": "as of",
		"client": "Client", "preparer": "Prepared by", "currency": "Currency of the amounts", "exchange": "Exchange rate", "lines": "Lines", "quantity": "Quantity", "line_total": "Duties and taxes",
		"entry_total": "Total of the entry", "fees_all": "Fees", "once": "of which owed once for the entry", "incomplete": "The total is not complete: a charge or a measure depends on facts that are missing, listed below.",
		"measures": "Measures at the border", "not_applicable": "Examined and not applicable", "fact": "Fact not stated", "decides": "Would decide", "assumptions": "Assumptions",
		"assumed_facts":      "Goods, lines, values, quantities and exchange rates are those that the client stated; the customs value is taken to hold the increments of article 65 of the Customs Law.",
		"signature_preparer": "Prepared by: name and signature", "signature_client": "Accepted by: name, signature and date",
		"dta_exempt": "exempt", "dta_fixed": "fixed amount", "dta_full": "in full", "exempt": "exempt", "prohibited": "prohibited", "per_mil": "per mil",
		"opinion": "Opinion on tariff classification", "record": "Record", "organisation": "Organisation", "tariff_of": "Tariff of", "code": "Code", "confidence": "Confidence",
		"line_confidence": "… of the national line", "statistical_confidence": "… of the last digits", "confirmed": "Confirmed as", "decided_by": "Decided by", "suggested_confidence": "Confidence of the suggestion", "none": "none: the description does not say what the goods are",
		"band_high": "high", "band_medium": "medium; a look by whoever classifies is advised where much depends on it", "band_low": "low: manual review is needed",
		"band_expert": "very low: a starting point that an expert has to validate", "MEX": "Mexico", "COL": "Colombia", "USA": "United States", "ARG": "Argentina", "WORLD": "the world (six digits)",
		"asked": "The goods as described", "attachments": "Attachments", "from_attachments": "Read from the attachments", "dialogue": "Questions and answers", "question": "Question", "answer": "Answer",
		"understood": "Understood as", "added": "(said without a question)", "read_as": "The description with what was answered", "moved": "What the last answers moved", "before": "First before",
		"after": "First now", "place_before": "Place before", "place_after": "Place now", "unlisted": "not listed", "path": "Classification", "level": "Level", "text": "Text", "section": "Section",
		"chapter": "Chapter", "heading": "Heading", "subheading": "Subheading", "national_line": "National line", "suffix": "Statistical digits", "grounds": "Reasons", "evidence": "Evidence",
		"kind": "Kind", "reference": "Reference", "stands": "For or against", "source": "Source", "note": "Legal note", "exclusion": "Exclusion", "rule": "General rule", "ruling": "Published ruling",
		"precedent": "Precedent", "reading": "Reading of the description", "supports": "for", "opposes": "against", "presumed": "Presumed, as the description leaves it open", "advice": "Before it is used", "national": "National lines in question",
		"requires": "Requires", "duty": "Duty", "open_questions": "Open questions", "leads_to": "Leads to", "others": "Other codes considered", "provenance": "How this came about",
		"asked_at": "Asked", "made_at": "Answered", "refines": "Refines record", "requests": "Requests", "nomenclature": "Nomenclature", "knowledge": "Knowledge", "program": "Program", "model": "Model",
		"language": "Language of the reasons", "English": "English", "Spanish": "Spanish", "unkept": "not kept",
		"lacking":        "[…] stands for words in a script that the fonts of this file lack; the same report as a page (HTML) shows them.",
		"opinion_footer": "Made by a program from the description and the answers above, as of the versions named. It binds no authority; whoever declares the goods answers for their code.",
		"footer":         "Figures as of the day shown. A mark says how certain each is; what is to be confirmed is confirmed with a customs broker before it is relied on.",
	}
}

func spanish() captions {
	return captions{
		"quote": "Cotización de contribuciones", "checkout": "Costo en destino", "id": "Cotización", "checkout_id": "Compra", "created": "Elaborada", "date": "Día de la operación",
		"direction": "Sentido", "import": "Importación", "export": "Exportación", "product": "Producto", "line": "Fracción", "country": "País", "unit": "Unidad",
		"charges": "Aranceles e impuestos", "charge": "Contribución", "rate": "Tasa", "amount": "MXN", "formula": "Fórmula y motivo", "law": "Ley, vigencia de la fuente, certeza",
		"restrictions": "Restricciones", "name": "Nombre", "applies": "Aplica", "reason": "Motivo", "agreements": "Tratados y acuerdos", "preference": "Preferencia",
		"saving": "Ahorro", "alternatives": "Alternativas", "regulations": "Regulaciones no arancelarias", "notes": "Notas", "suggestions": "Datos faltantes y lo que decidirían",
		"not_evaluated": "No evaluado", "totals": "Totales", "totals_buyer": "Totales en la moneda del comprador", "customs_value": "Valor en aduana", "per_line": "Partida", "per_unit": "Por unidad", "per_pedimento": "Una vez por pedimento",
		"complete": "Completo", "yes": "sí", "no": "no", "may_apply": "puede aplicar", "verified": "verificada", "secondary": "fuente secundaria", "unconfirmed": "por confirmar",
		"goods": "Mercancía", "freight": "Flete", "insurance": "Seguro", "duties": "Aranceles", "taxes": "Impuestos", "fees": "Derechos", "landed": "Costo en destino",
		"discount": "Descuento (se resta)", "seller_fee": "Tarifa del vendedor", "carrier_fee": "Tarifa del transportista",
		"channel": "Vía", "courier": "Mensajería", "postal": "Postal", "pedimento": "Pedimento", "lawful": "Procede", "reasons": "Motivos", "items": "Artículos",
		"certainty": "Certeza", "valid": "Vigente hasta", "open": "por determinar", "vintage": "fuente al",
		"client": "Cliente", "preparer": "Elaboró", "currency": "Moneda de los importes", "exchange": "Tipo de cambio", "lines": "Partidas", "quantity": "Cantidad", "line_total": "Contribuciones",
		"entry_total": "Total del pedimento", "fees_all": "Derechos", "once": "de ellos, una sola vez por pedimento", "incomplete": "El total no está completo: alguna contribución o medida depende de datos que faltan, señalados abajo.",
		"measures": "Regulaciones y restricciones", "not_applicable": "Se revisaron y no aplican", "fact": "Dato no indicado", "decides": "Decidiría", "assumptions": "Supuestos",
		"assumed_facts":      "Mercancías, fracciones, valores, cantidades y tipos de cambio son los que indicó el cliente; se entiende que el valor en aduana incluye los incrementables del artículo 65 de la Ley Aduanera.",
		"signature_preparer": "Elaboró: nombre y firma", "signature_client": "Aceptó: nombre, firma y fecha",
		"dta_exempt": "exento", "dta_fixed": "cuota fija", "dta_full": "completo", "exempt": "exenta", "prohibited": "prohibida", "per_mil": "al millar",
		"opinion": "Dictamen de clasificación arancelaria", "record": "Registro", "organisation": "Organización", "tariff_of": "Tarifa de", "code": "Código", "confidence": "Confianza",
		"line_confidence": "… de la fracción nacional", "statistical_confidence": "… de los últimos dígitos", "confirmed": "Confirmado como", "decided_by": "Decidió", "suggested_confidence": "Confianza de la sugerencia", "none": "ninguno: la descripción no dice qué es la mercancía",
		"band_high": "alta", "band_medium": "media; conviene que la revise quien clasifica si es mucho lo que depende de ella", "band_low": "baja: requiere revisión manual",
		"band_expert": "muy baja: punto de partida que debe validar un experto", "MEX": "México", "COL": "Colombia", "USA": "Estados Unidos", "ARG": "Argentina", "WORLD": "alcance mundial (seis dígitos)",
		"asked": "La mercancía según se describió", "attachments": "Anexos", "from_attachments": "Leído de los anexos", "dialogue": "Preguntas y respuestas", "question": "Pregunta", "answer": "Respuesta",
		"understood": "Se entendió como", "added": "(dicho sin pregunta)", "read_as": "La descripción con lo respondido", "moved": "Lo que cambiaron las últimas respuestas", "before": "Primero antes",
		"after": "Primero ahora", "place_before": "Lugar antes", "place_after": "Lugar ahora", "unlisted": "fuera de la lista", "path": "Clasificación", "level": "Nivel", "text": "Texto", "section": "Sección",
		"chapter": "Capítulo", "heading": "Partida", "subheading": "Subpartida", "national_line": "Fracción nacional", "suffix": "Dígitos estadísticos", "grounds": "Motivos", "evidence": "Fundamentos",
		"kind": "Tipo", "reference": "Referencia", "stands": "A favor o en contra", "source": "Fuente", "note": "Nota legal", "exclusion": "Exclusión", "rule": "Regla general", "ruling": "Resolución publicada",
		"precedent": "Precedente", "reading": "Lectura de la descripción", "supports": "a favor", "opposes": "en contra", "presumed": "Se presume, porque la descripción no lo precisa", "advice": "Antes de usarlo", "national": "Fracciones nacionales posibles",
		"requires": "Exige", "duty": "Arancel", "open_questions": "Preguntas abiertas", "leads_to": "Conduce a", "others": "Otros códigos considerados", "provenance": "Cómo se obtuvo",
		"asked_at": "Solicitado", "made_at": "Respondido", "refines": "Precisa el registro", "requests": "Solicitudes", "nomenclature": "Nomenclatura", "knowledge": "Conocimiento", "program": "Programa", "model": "Modelo",
		"language": "Idioma de los motivos", "English": "inglés", "Spanish": "español", "unkept": "no se conserva",
		"lacking":        "[…] sustituye palabras en una escritura que las fuentes de este archivo no tienen; el mismo documento como página (HTML) las muestra.",
		"opinion_footer": "Elaborado por un programa a partir de la descripción y las respuestas indicadas, con las versiones señaladas. No obliga a ninguna autoridad; quien declara la mercancía responde de su código.",
		"footer":         "Cifras al día indicado. Cada una lleva su certeza; lo que está por confirmar se confirma con un agente aduanal antes de usarse.",
	}
}

// of is a caption by key, the key itself where there is none.
func (c captions) of(key string) string {
	if text, known := c[key]; known {
		return text
	}
	return key
}

func (c captions) answer(yes bool) string {
	if yes {
		return c.of("yes")
	}
	return c.of("no")
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }
