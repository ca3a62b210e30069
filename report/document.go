package report

import (
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
}

// Fact is a caption with its value.
type Fact struct{ Caption, Value string }

// Section is a heading with a table, facts and paragraphs, each of which may be empty.
type Section struct {
	Title      string
	Facts      []Fact
	Columns    []string
	Rows       [][]string
	Paragraphs []string
}

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
		"saving": "Saving", "alternatives": "Alternatives", "regulations": "Non-tariff regulations", "notes": "Notes", "suggestions": "Would make it more exact",
		"not_evaluated": "Not evaluated", "totals": "Totals", "customs_value": "Customs value", "per_line": "Line", "per_unit": "By unit", "per_pedimento": "Once a pedimento",
		"complete": "Complete", "yes": "yes", "no": "no", "may_apply": "may apply", "verified": "verified", "secondary": "secondary source", "unconfirmed": "to be confirmed",
		"goods": "Goods", "freight": "Freight", "insurance": "Insurance", "duties": "Duties", "taxes": "Taxes", "fees": "Fees", "landed": "Landed cost",
		"channel": "Channel", "courier": "Courier", "postal": "Post", "pedimento": "Pedimento", "lawful": "Lawful", "reasons": "Reasons", "items": "Items",
		"certainty": "Certainty", "valid": "Valid until", "open": "open", "vintage": "vintage",
		"footer": "Figures as of the day shown. A mark says how certain each is; what is to be confirmed is confirmed with a customs broker before it is relied on.",
	}
}

func spanish() captions {
	return captions{
		"quote": "Cotización de contribuciones", "checkout": "Costo en destino", "id": "Cotización", "checkout_id": "Compra", "created": "Elaborada", "date": "Día de la operación",
		"direction": "Sentido", "import": "Importación", "export": "Exportación", "product": "Producto", "line": "Fracción", "country": "País", "unit": "Unidad",
		"charges": "Aranceles e impuestos", "charge": "Contribución", "rate": "Tasa", "amount": "MXN", "formula": "Fórmula y motivo", "law": "Ley, vigencia de la fuente, certeza",
		"restrictions": "Restricciones", "name": "Nombre", "applies": "Aplica", "reason": "Motivo", "agreements": "Tratados y acuerdos", "preference": "Preferencia",
		"saving": "Ahorro", "alternatives": "Alternativas", "regulations": "Regulaciones no arancelarias", "notes": "Notas", "suggestions": "Datos que darían mayor exactitud",
		"not_evaluated": "No evaluado", "totals": "Totales", "customs_value": "Valor en aduana", "per_line": "Partida", "per_unit": "Por unidad", "per_pedimento": "Una vez por pedimento",
		"complete": "Completo", "yes": "sí", "no": "no", "may_apply": "puede aplicar", "verified": "verificada", "secondary": "fuente secundaria", "unconfirmed": "por confirmar",
		"goods": "Mercancía", "freight": "Flete", "insurance": "Seguro", "duties": "Aranceles", "taxes": "Impuestos", "fees": "Derechos", "landed": "Costo en destino",
		"channel": "Vía", "courier": "Mensajería", "postal": "Postal", "pedimento": "Pedimento", "lawful": "Procede", "reasons": "Motivos", "items": "Artículos",
		"certainty": "Certeza", "valid": "Válida hasta", "open": "abierto", "vintage": "fuente al",
		"footer": "Cifras al día indicado. Cada una lleva su certeza; lo que está por confirmar se confirma con un agente aduanal antes de usarse.",
	}
}

// of is a caption by key, the key itself where there is none.
func (c captions) of(key string) string {
	if text, known := c[key]; known {
		return text
	}
	return key
}

func (c captions) number(n *quote.Number) string {
	if n == nil {
		return c.of("open")
	}
	return n.Decimal.String()
}

func (c captions) answer(yes bool) string {
	if yes {
		return c.of("yes")
	}
	return c.of("no")
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }
