package describe

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/value"
)

// request reads a text that asks for fields, piece by piece.
type request struct {
	words  *vocabulary
	guess  func(phrase string) string // the type of a noun that the vocabulary does not hold
	tongue *tongue
	kind   string // of document, "" for none
	noun   string // what the document is called
	root   *Object
	list   *scope   // the lines that are being named, nil between lists
	group  string   // the party whose properties follow its colon
	owner  string   // the party named last
	clause []string // the fields named since the last semicolon or sentence
	shared string   // "seller's", for what follows its first property
	goesOn bool     // what follows goes on to a semicolon
	rest   []piece  // what follows
	named  int      // fields that the text itself names
	lost   []string // what was read as no field, and as nothing that is said beside fields
}

// scope is a list of which the columns are being named.
type scope struct {
	name     string
	noun     string // in the singular
	items    *Object
	bySemi   bool   // its columns are separated by semicolons
	inColon  bool   // it was opened by a colon
	closed   bool   // an "and" has ended its enumeration
	articles bool   // its columns are named with articles
	owned    bool   // "with their price"
	each     bool   // "for each", which names no goods
	bracket  bool   // it stands in brackets
	twin     string // the lines before it that have the same columns, "" for none
}

// eitherEnd are the two ends of a period joined by a stroke: "from/to".
var eitherEnd = regexp.MustCompile(`(?i)\b(from|start|begin|desde|del|inicio|de|von|ab)/(to|end|until|hasta|al|fin|até|ate|bis)\b`)

// contraction is a question's word with its verb: "what's".
var contraction = regexp.MustCompile(`(?i)\b(what|who|when|where)['’]s\b`)

// severalSums are asked for at once: "net/VAT/gross totals".
var severalSums = regexp.MustCompile(`(?i)\b(\pL+)/(\pL+)/(\pL+) (total|amount|value|price|weight)s\b`)

// oneByOne is how lines are asked for, too: "line by line".
var oneByOne = regexp.MustCompile(`(?i)(\pL+) (?:by|por|für|a) (\pL+)`)

var strokes = regexp.MustCompile(`\b(\pL+)/(\pL+)\b`)

// bothSides writes opposites that a stroke joins with an "and": "opening/closing balance".
func (r *request) bothSides(text string) string {
	return strokes.ReplaceAllStringFunc(text, func(s string) string {
		if a, b, _ := strings.Cut(s, "/"); r.words.opposite(value.Fold(a), value.Fold(b)) {
			return a + " and " + b
		}
		return s
	})
}

// numberAndDate are asked for at once: "invoice no./date".
var numberAndDate = regexp.MustCompile(`(?i)\b(no\.?|number|num\.?|nr\.?|nummer|n[uú]mero)\s?[/&]\s?(date|fecha|datum|data)\b`)

func (r *request) read(text string) {
	text = numberAndDate.ReplaceAllString(eitherEnd.ReplaceAllString(text, "$1, $2"), "$1 and $2")
	text = severalSums.ReplaceAllString(text, "$1 $4, $2 $4 and $3 $4")
	text = oneByOne.ReplaceAllStringFunc(text, func(s string) string {
		if words := strings.Fields(s); value.Fold(words[0]) == value.Fold(words[2]) && r.lines(folded(words[:1])) {
			return r.tongue.says("each") + " " + words[0]
		}
		return s
	})
	text = r.bothSides(contraction.ReplaceAllString(text, "$1 is"))
	all := pieces(flattened(text), 0)
	all = r.spread(r.hinted(all))
	r.apart(all)
	r.sequence(r.prepared(all))
	r.close()
}

// hinted takes a type that follows a colon for one in brackets: "hazardous: boolean".
func (r *request) hinted(all []piece) []piece {
	var kept []piece
	for i := range all {
		said := r.words.said(value.Fold(all[i].text)) // "number" may be the first of several fields
		if n := len(kept); n > 0 && kept[n-1].colon && kept[n-1].group == nil && all[i].group == nil && (said == typeBoolean || said == typeInteger) {
			kept[n-1].colon, kept[n-1].inner, kept[n-1].group = false, all[i].text, []piece{all[i]}
			continue
		}
		kept = append(kept, all[i])
	}
	return kept
}

// sequence reads pieces of one level.
func (r *request) sequence(all []piece) {
	for i := range all {
		if all[i].text == "" {
			continue // it was told with another
		}
		r.rest = all[i+1:]
		r.goesOn = goesOn(r.rest)
		r.take(all[i])
	}
}

// goesOn reports whether commas alone part what follows, up to a semicolon: an "and" before has ended no enumeration.
func goesOn(rest []piece) bool {
	for i, p := range rest {
		if p.mark != markComma {
			return i > 0 && p.mark == markSemi
		}
	}
	return false
}

// take reads one piece.
func (r *request) take(p piece) {
	r.borders(p)
	words := strings.Fields(p.text)
	opening := p.mark == markSentence || len(r.clause) == 0 && r.list == nil
	words = r.stripped(words, opening)
	if r.begins(words, p) {
		return
	}
	if p.colon && p.group == nil && r.words.is("heading", folded(words)...) {
		return // Totals: net, tax
	}
	before := len(words)
	if !r.answered(words) {
		words = r.withoutDocument(words, p, opening)
	}
	if len(words) < before && r.begins(words, p) {
		return
	}
	if len(words) == 0 && before > 0 && r.fieldsIn(p.group) {
		r.sequence(p.group) // invoice (number, date)
		return
	}
	if len(words) == 0 || r.words.leading("everything", folded(words)) == len(words) {
		return
	}
	p.text = strings.Join(words, " ")
	if p.colon && r.heads(words) {
		r.group = p.text
		return
	}
	if name, rest, ok := r.partedBy(words, "beside"); ok && !p.one && !r.words.is("taxes", folded(rest)...) && r.words.typeAt(folded(rest), r.tongue) != "" && r.words.typeAt(folded(words), r.tongue) != typeString {
		r.field(piece{text: strings.Join(name, " "), mark: p.mark}) // ticket price with currency
		p.text, p.mark = strings.Join(rest, " "), markAnd
	}
	r.field(p)
	if l := r.list; l != nil && p.mark == markAnd && !r.goesOn {
		l.closed = true
	}
}

// fieldsIn reports whether what stands in brackets behind the name of a document are its fields: most are known nouns.
func (r *request) fieldsIn(group []piece) bool {
	known := 0
	for _, g := range group {
		if r.words.typeAt(folded(strings.Fields(g.text)), r.tongue) != "" || r.words.is("party", folded(strings.Fields(g.text))...) {
			known++
		}
	}
	return known > 1 && 2*known >= len(group)
}

// begins reads a piece that begins a list.
func (r *request) begins(words []string, p piece) bool {
	words, opened := r.opens(words, p)
	if opened && len(words) > 0 {
		r.field(piece{text: strings.Join(words, " "), asked: p.asked})
	}
	return opened
}

// borders ends lists and groups where a mark does.
func (r *request) borders(p piece) {
	if p.mark >= markSemi {
		r.group, r.shared, r.clause = "", "", nil
	}
	l := r.list
	if l == nil || l.bracket || p.half {
		return
	}
	if p.mark == markSemi && l.items.Properties.Len() == 1 && l.inColon {
		l.bySemi = true
	}
	words := strings.Fields(p.text)
	article := len(words) > 1 && r.article(words[0])
	own := folded(r.withoutArticle(words))
	whole := r.words.leading("whole", own) > 0 && !(r.words.is("levy", folded(strings.Fields(l.noun))...) && r.words.is("levied", own...))
	switch {
	case l.items.Properties.Len() > 0 && r.words.leading("bill", own) > 0:
		r.close() // items with price, tip: of the bill as a whole
	case p.mark == markSentence, p.mark == markSemi && !l.bySemi, r.words.leading("after", folded(r.withoutArticle(words))) > 0:
		r.close()
	case p.mark == markAnd && article && whole && !l.articles:
		r.close()
	case l.closed && (p.comma || p.mark == markComma || article || whole):
		r.close()
	case l.owned && (whole && p.comma && !r.counterpart(words) || r.answered(words)) && !l.closed && l.items.Properties.Len() > 0 && !r.possessive(words[0]):
		r.close()
	}
}

// counterpart reports whether a column of the list is the opposite of what words name: net pay beside gross pay.
func (r *request) counterpart(words []string) bool {
	f := folded(r.withoutArticle(words))
	for name := range r.list.items.Properties.All() {
		own := strings.Split(name, "_")
		if len(own) == len(f) && len(f) > 1 && (own[len(f)-1] == f[len(f)-1] && r.words.opposite(own[0], f[0]) || own[0] == f[0] && r.words.opposite(own[len(f)-1], f[len(f)-1])) {
			return true
		}
	}
	return false
}

// close ends the list: one of which nothing is named has what lines usually have.
func (r *request) close() {
	l := r.list
	if l == nil {
		return
	}
	r.list = nil
	named := l.items.Properties.Len()
	if named == 0 {
		r.usualLines(l)
	}
	if noun := value.Fold(l.noun); l.owned && !r.words.is("line", noun) && (!l.each || r.words.is("goods", noun)) && !r.saysWhat(l.items) {
		r.describeGoods(l)
	}
	if l.items.Properties.Len() > 0 {
		if named == 0 {
			r.named--
		}
		if l.twin != "" {
			r.put(l.twin, &Property{Type: typeArray, Items: l.items})
		}
		r.put(l.name, &Property{Type: typeArray, Items: l.items})
	}
}

// saysWhat reports whether a column names the goods themselves.
func (r *request) saysWhat(items *Object) bool {
	for name := range items.Properties.All() {
		words := strings.Split(name, "_")
		if r.words.leading("tariff", words) > 0 {
			continue // what it is classified as says not what it is
		}
		for _, w := range words {
			switch w {
			case "description", "descripcion", "name", "nombre", "product", "producto", "article", "articulo", "item", "sku", "code", "codigo", "clave", "concept", "concepto":
				return true
			}
		}
	}
	return false
}

// usualLines names what lines usually have.
func (r *request) usualLines(l *scope) {
	text := r.words.usual(r.kind, r.tongue.name)
	if r.words.is("booked", folded(strings.Fields(l.noun))...) {
		text = r.words.usual("bank_statement", r.tongue.name)
	}
	if text == "" {
		text = r.words.usual("quotation", r.tongue.name)
	}
	usual := &request{words: r.words, tongue: r.tongue, kind: r.kind, root: NewObject(), guess: r.guess}
	usual.read(text)
	for _, p := range usual.root.Properties.All() {
		if p.Items != nil {
			l.items.Properties = p.Items.Properties
		}
	}
}

// describeGoods puts the description of the goods before their other columns: "the items with their price".
func (r *request) describeGoods(l *scope) {
	name := r.tongue.says("description")
	columns := newFields()
	columns.Put(name, &Property{Type: typeString, Description: sentence(l.noun)})
	for n, p := range l.items.Properties.All() {
		columns.Put(n, p)
	}
	l.items.Properties = columns
}

// put adds a field where the text stands: to the list, or to the document.
func (r *request) put(name string, p *Property) {
	to := r.root
	if r.list != nil {
		to = r.list.items
	} else {
		r.clause = append(r.clause, name)
	}
	r.named++
	if name != "" && to.Properties.get(name) == nil && to.Properties.Len() < MaxGeneratedFields {
		to.Properties.Put(name, p)
	}
}

// partedBy cuts words at a phrase of a role.
func (r *request) partedBy(words []string, role string) (before, after []string, ok bool) {
	f := folded(words)
	for i := 1; i < len(words)-1; i++ {
		if n := r.words.leading(role, f[i:]); n > 0 && i+n < len(words) {
			return words[:i], r.withoutArticle(words[i+n:]), true
		}
	}
	return words, nil, false
}

// heads reports whether words name a party whose properties follow: "Buyer: name, address".
func (r *request) heads(words []string) bool {
	return r.list == nil && len(words) <= 3 && r.words.typeAt(folded(words), r.tongue) == "" || r.words.is("text", folded(words)[len(words)-1])
}

func folded(words []string) []string {
	f := slices.Clone(words)
	for i := range f {
		f[i] = value.Fold(f[i])
	}
	return f
}
