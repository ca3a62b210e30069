package describe

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
	"tariffdesk/extract/internal/want"
	"tariffdesk/fail"
)

// The bounds of a described schema.
const (
	MaxDescription     = 10_000 // characters
	MaxGeneratedFields = 200
)

// Writer writes schemas in the words of a dictionary. It is safe for concurrent use.
type Writer struct{ dict *term.Dictionary }

// NewWriter returns a writer with a dictionary.
func NewWriter(dict *term.Dictionary) *Writer { return &Writer{dict: dict} }

// Property is a field of a schema in the making.
type Property struct {
	Type        string  `json:"type"`
	Format      string  `json:"format,omitempty"`
	Description string  `json:"description,omitempty"`
	Items       *Object `json:"items,omitempty"`
	Properties  *fields `json:"properties,omitempty"`
}

// Object is a schema in the making.
type Object struct {
	Schema      string  `json:"$schema,omitempty"`
	Type        string  `json:"type"`
	Title       string  `json:"title,omitempty"`
	Description string  `json:"description,omitempty"`
	Properties  *fields `json:"properties"`
}

func NewObject() *Object { return &Object{Type: "object", Properties: newFields()} }

// Generate writes a Draft 7 schema for a text such as "commercial invoice with number, date,
// seller, and lines with description, quantity, unit price", in English or Spanish. Where the text
// names no fields, those usual for the kind of document are taken.
func (w *Writer) Generate(documentType, description string) (json.RawMessage, error) {
	if utf8.RuneCountInString(description) > MaxDescription {
		return nil, fail.New(fail.CodeSvcDocsValidation, "the description is too long").With(fmt.Sprintf("description: at most %d characters", MaxDescription))
	}
	root := w.described(documentType, description)
	if root.Properties.Len() == 0 {
		return nil, fail.New(fail.CodeSvcDocsValidation, "the description names no field").
			With("description: name the fields, such as: commercial invoice with number, date, seller, and lines with description, quantity, unit price")
	}
	root.Schema = schema.Draft + "#"
	root.Title = strings.TrimSpace(documentType)
	return json.Marshal(root)
}

// described reads the fields that a text names.
func (w *Writer) described(documentType, description string) *Object {
	root := NewObject()
	kind := term.DocumentKind(documentType + " " + description)
	head, lines := cutLines(saidApart(description))
	for _, phrase := range phrases(head) {
		w.addField(root.Properties, phrase, kind, false)
	}
	if len(lines) > 0 {
		items := NewObject()
		for _, phrase := range phrases(lines) {
			w.addField(items.Properties, phrase, kind, true)
		}
		if items.Properties.Len() > 0 {
			root.Properties.Put(LinesName(kind), &Property{Type: "array", Items: items})
		}
	}
	if root.Properties.Len() == 0 {
		w.usualFields(root, kind)
	}
	return root
}

var (
	linesWord = regexp.MustCompile(`(?i)\b(?:(?:an?\s+|the\s+|una?\s+|la\s+)?(?:list|table|lista|tabla|listado)\s+(?:of|de)\s+(?:the\s+|los\s+|las\s+)?)?(?:for\s+each\s+|per\s+|por\s+cada\s+|para\s+cada\s+|cada\s+|each\s+|every\s+)?` +
		`(?:line ?items?|lines?|items?|products?|articles?|containers?|rows?|l[ií]neas?|partidas?|rengl[oó]n(?:es)?|art[ií]culos?|productos?|conceptos|mercanc[ií]as|contenedor(?:es)?|detalle de (?:productos|partidas|mercanc[ií]as))\b` +
		`(?:\s+(?:de|of)\s+\w+)?\s*(?:,|:|\(|\[|with|con|including|incluyendo|que incluyan|containing|que contengan|each with|cada una? con)\s*`)
	withWord  = regexp.MustCompile(`(?i)^.*?\b(?:with|con|containing|including|que contenga|que incluya|incluyendo|extract|extraer|extrae|fields?|campos?|capture|obtener|read|i need|i want|we need|give me|get|necesito|quiero|dame)\b:?\s*(?:the|los|las|el|la|its|sus)?\s*`)
	fieldMark = regexp.MustCompile(`(?i)\s*(?:[,;\n•]|\.\s|\band\b|\by\b|\be\b|&|\bplus\b|\bas well as\b|\bas[ií] como\b)\s*`)
	article   = regexp.MustCompile(`(?i)^(?:the|an?|its|their|each|every|all|el|la|los|las|un|una|su|sus|cada|also|tambi[eé]n|with|con|of|de|del|including|incluyendo)\s+`)
	typeHint  = regexp.MustCompile(`(?i)\s*(?:\(|:\s*)(yes/no|yes or no|s[ií]/no|s[ií] o no|boolean|true/false|date|fecha|number|n[uú]mero|integer|entero|text|texto|string)\)?\s*$`)
)

// shared are the ways of saying two fields in one, and how they are said apart: the noun, the owner or
// the beginning counts for both.
var shared = []struct {
	form  *regexp.Regexp
	apart string
}{
	{regexp.MustCompile(`(?i)\b(net|gross) (?:and|&) (gross|net) (weight|mass)`), "$1 $3, $2 $3"},
	{regexp.MustCompile(`(?i)\bpesos? (neto|bruto) (?:y|e) (bruto|neto)`), "peso $1, peso $2"},
	{regexp.MustCompile(`(?i)\b(unit|total) (?:and|&) (total|unit) (price|amount)`), "$1 $3, $2 $3"},
	{regexp.MustCompile(`(?i)\b(puerto|aeropuerto|port|airport) (de|of) ([\pL]+) (?:y|and) (?:de |of )?(descarga|destino|discharge|destination)`), "$1 $2 $3, $1 $2 $4"},
	{regexp.MustCompile(`(?i)\b([\pL]+)['’]s (name|address|tax id|phone|email)(?:,| and| &) (name|address|tax id|phone|email)\b`), "$1 $2, $1 $3"},
	{regexp.MustCompile(`(?i)\b(nombre|domicilio|direcci[oó]n|rfc) y (nombre|domicilio|direcci[oó]n|rfc) del? ([\pL]+)`), "$1 del $3, $2 del $3"},
	{regexp.MustCompile(`(?i)\b(name|address|tax id) (?:and|&) (name|address|tax id) of (?:the )?([\pL]+)`), "$3 $1, $3 $2"},
	{regexp.MustCompile(`(?i)\b([\pL]+)['’]s\b`), "$1"},
}

// saidApart takes apart what is said of several fields at once.
func saidApart(text string) string {
	for _, s := range shared {
		text = s.form.ReplaceAllString(text, s.apart)
	}
	return text
}

// cutLines separates the fields of the document from those of its lines.
func cutLines(text string) (head, lines string) {
	at := linesWord.FindStringIndex(text)
	if at == nil {
		return text, ""
	}
	rest := text[at[1]:]
	if end := strings.IndexAny(rest, ")]"); end >= 0 {
		return text[:at[0]] + ", " + rest[end+1:], rest[:end]
	}
	if end := regexp.MustCompile(`(?i)(?:\.\s|;\s*(?:and|y)?\s*(?:the|el|la)?\s*totals?\b|,?\s+(?:and|y)\s+(?:the|el|un|a)\s+(?:grand\s+)?total\b)`).FindStringIndex(rest); end != nil {
		return text[:at[0]] + ", " + rest[end[0]:], rest[:end[0]]
	}
	return text[:at[0]], rest
}

// phrases cuts a text into the names of fields.
func phrases(text string) []string {
	if m := withWord.FindStringIndex(text); m != nil {
		text = text[m[1]:]
	} else if name, fields, ok := strings.Cut(text, ":"); ok && term.DocumentKind(name) != "" && !strings.ContainsAny(name, ",;") {
		text = fields
	}
	var all []string
	for _, p := range fieldMark.Split(text, -1) {
		if p = strings.Trim(strings.TrimSpace(p), ".:[]\"'"); !typeHint.MatchString(p) {
			p = strings.Trim(p, "()")
		}
		for article.MatchString(p) {
			p = article.ReplaceAllString(p, "")
		}
		if letters, _ := value.Counts(p); letters >= 2 && len(strings.Fields(p)) <= 6 && len(all) < MaxGeneratedFields {
			all = append(all, p)
		}
	}
	return all
}

// addField adds the field that a phrase names: one of the dictionary, or one of its own words.
func (w *Writer) addField(to *fields, phrase, kind string, inLines bool) {
	if term.DocumentKind(phrase) != "" && len(strings.Fields(phrase)) <= 3 && !inLines && !strings.Contains(value.Fold(phrase), "num") {
		if withWord.MatchString(phrase) || to.Len() == 0 {
			return // the name of the document itself
		}
	}
	phrase, hint := withoutHint(phrase)
	name, k := w.fieldName(phrase, kind, inLines)
	if hint != nil && hint.Type == "boolean" {
		name = Snake(phrase) // no field of the dictionary is a yes or a no
	}
	if name == "" || to.get(name) != nil {
		return
	}
	p := &Property{Type: "string", Description: sentence(phrase)}
	switch {
	case hint != nil:
		p.Type, p.Format = hint.Type, hint.Format
	case k == term.KindDate:
		p.Format = "date"
	case k == term.KindCount:
		p.Type = "integer"
	case k.Numeric():
		p.Type = "number"
	}
	to.Put(name, p)
}

// withoutHint takes a type that is named beside a field off its phrase; nil where there is none.
func withoutHint(phrase string) (string, *Property) {
	m := typeHint.FindStringSubmatchIndex(phrase)
	if m == nil || m[0] == 0 {
		return phrase, nil
	}
	switch hint := value.Fold(phrase[m[2]:m[3]]); hint {
	case "date", "fecha":
		return phrase[:m[0]], &Property{Type: "string", Format: "date"}
	case "number", "numero":
		return phrase[:m[0]], &Property{Type: "number"}
	case "integer", "entero":
		return phrase[:m[0]], &Property{Type: "integer"}
	case "text", "texto", "string":
		return phrase[:m[0]], &Property{Type: "string"}
	}
	return phrase[:m[0]], &Property{Type: "boolean"}
}

// fieldName finds the property's name: a bare "number" or "date" is the document's own.
func (w *Writer) fieldName(phrase, kind string, inLines bool) (string, term.Kind) {
	bag := w.dict.Bag(phrase)
	own := map[string]string{"number": kind + "_number", "id": kind + "_number", "date": kind + "_date", "issue": "issue_date", "date issue": "issue_date",
		"total": "total_amount", "amount": "total_amount", "weight": "gross_weight"}
	if inLines {
		number := "line_number"
		if LinesName(kind) == "containers" {
			number = "container_number"
		}
		own = map[string]string{"total": "amount", "amount": "amount", "number": number, "code": "item_code", "product": "item_code", "price": "unit_price", "weight": "weight"}
	}
	if kind == "pedimento" && !inLines {
		own["code"] = "pedimento_key"
	}
	if name, ok := own[bag.Key]; ok && !strings.HasPrefix(name, "_") {
		if c := w.dict.Concept(name); c != nil {
			return name, c.Kind
		}
		if strings.HasSuffix(name, "_date") {
			return name, term.KindDate
		}
		return name, term.KindID
	}
	if named := w.dict.Named(bag); len(named) > 0 {
		c := Namesake(w.dict, named, phrase) // a consignee is one, though forms ask importers for the same
		if c.Kind == term.KindParty {
			return c.Name + "_name", c.Kind
		}
		return c.Name, c.Kind
	}
	if close := w.dict.Closest(bag, 0.8); len(close) > 0 {
		return Snake(phrase), close[0].Concept.Kind
	}
	return Snake(phrase), want.GuessKind([]want.Name{{Bag: bag, Weight: 1}})
}

// maxPropertyName bounds a generated name, in characters.
const maxPropertyName = 60

// Snake writes a phrase as the name of a property.
func Snake(phrase string) string {
	var b strings.Builder
	gap := false
	for _, c := range value.Fold(phrase) {
		if c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			b.WriteRune(c)
			gap = false
		} else {
			gap = true
		}
		if b.Len() >= maxPropertyName {
			break
		}
	}
	name := b.String()
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		name = "field_" + name
	}
	return name
}

func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
