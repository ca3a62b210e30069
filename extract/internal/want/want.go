package want

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/unit"
	"tariffdesk/extract/internal/value"
)

// Want is a leaf of the schema as something to look for.
type Want struct {
	Node     *schema.Node
	Path     []string
	Pointer  string        // the path as a JSON pointer
	Bags     []Name        // what its label may say
	Concepts []term.Scored // the fields it may be, best first
	Kind     term.Kind
	Role     string    // of a party it belongs to: seller, buyer …; "" for none
	Attr     Attr      // what of the party is wanted
	Printed  bool      // the value is wanted as it is printed
	IsoDates bool      // the schema asks for ISO dates elsewhere
	Unit     unit.Unit // in which a figure is wanted; none where any will do
	Per      unit.Unit // for which a price is wanted: the kilogram of price_per_kg
}

// Is reports whether a field is the first that the property may be.
func (w *Want) Is(concept string) bool {
	return len(w.Concepts) > 0 && w.Concepts[0].Concept.Name == concept
}

// IsAny reports whether one of several fields is the first that the property may be.
func (w *Want) IsAny(concepts ...string) bool { return slices.ContainsFunc(concepts, w.Is) }

// ofAddress reports whether a property of a party is an address or a piece of it.
func (a Attr) ofAddress() bool {
	switch a {
	case AttrAddress, AttrStreet, AttrCity, AttrState, AttrPostal, AttrCountry:
		return true
	case AttrNone, AttrName, AttrTaxID, AttrPhone, AttrEmail, AttrContact:
	}
	return false
}

// Name is a phrase that a label may say, and how far it would be trusted to mean the leaf.
type Name struct {
	Bag    term.Bag
	Weight float64
}

// Attr is a property of a party.
type Attr string

// The properties of parties.
const (
	AttrNone    Attr = ""
	AttrName    Attr = "name"
	AttrAddress Attr = "address"
	AttrStreet  Attr = "street" // the first line of an address
	AttrTaxID   Attr = "tax id"
	AttrCity    Attr = "city"
	AttrState   Attr = "state"
	AttrPostal  Attr = "postal code"
	AttrCountry Attr = "country"
	AttrPhone   Attr = "phone"
	AttrEmail   Attr = "email"
	AttrContact Attr = "contact"
)

var namesAddress = regexp.MustCompile(`(?i)address|direcci|domicilio`)

// leastLikeness is how like a dictionary entry a name must be to count as it.
const leastLikeness = 0.62

// New reads the names of a leaf. outer are the names and descriptions of the objects around it.
func New(dict *term.Dictionary, n *schema.Node, path []string, outer []*schema.Node) *Want {
	w := &Want{Node: n, Path: path, Pointer: schema.Pointer(path)}
	name := dict.Bag(n.Name)
	if n.Type == schema.TypeNumber || n.Type == schema.TypeInteger {
		name = dict.Bag(unit.WithoutUnit(dict, n.Name))
	}
	if name.Has("blanket") || n.Format == "date" && len(name.Words) == 1 {
		name = name.Join(dict.Bag(boundOf(n.Name)))
	}
	title, description := dict.Bag(n.Title), describing(dict, Description(n))
	nested := deliveredTo(dict, name, outerBag(dict, outer))
	w.addBag(name.Join(nested), 1, nested.Key != "")
	w.addBag(name, 1, nested.Key == "")
	w.addBag(name, 0.85, nested.Key != "")
	w.addBag(title, 0.97, true)
	w.addBag(description, 0.94, true)
	w.addBag(description.Join(nested), 0.9, nested.Key != "" && description.Key != "")
	w.Role, w.Attr = partyOf(name, title, description, nested)
	if w.Attr == AttrName && namesAddress.MatchString(n.Name+" "+n.Title) {
		w.Attr = AttrAddress // "billing address" is a party's heading on paper, but its address in a schema
	}
	if w.Attr == AttrAddress && asksStreet(dict, n) {
		w.Attr = AttrStreet
	}
	w.resolve(dict)
	w.Measure(dict)
	_, w.Printed = dict.Group("as printed").Has(n.Description + " " + n.Title)
	return w
}

// Measure decides what the value looks like, and the unit in which a figure is wanted.
func (w *Want) Measure(dict *term.Dictionary) {
	w.Kind = w.KindOf()
	if w.Kind == term.KindAmount || w.Kind == term.KindNumber {
		if _, said := dict.Group("percent").Begins(w.Node.Description); said {
			w.Kind = term.KindPercent // "Percentage of discount", and not "VAT at 16 percent"
		}
	}
	measured := unit.Measured(dict, w.Node.Name)
	if measured != "" && (w.Kind == term.KindCount || w.Kind == term.KindAmount) {
		w.Kind = term.KindNumber // the height of a pallet counts none
	}
	w.Unit = unit.Asked(dict, w.Node, func(d unit.Dimension) bool {
		if d == measured {
			return true
		}
		switch w.Kind {
		case term.KindAmount:
			return d == unit.DimensionCurrency
		case term.KindWeight:
			return d == unit.DimensionWeight
		case term.KindVolume:
			return d == unit.DimensionVolume
		case term.KindNumber, term.KindQuantity:
			return true
		default:
			return d == unit.DimensionLength && w.Is("dimensions")
		}
	})
	if w.Kind == term.KindAmount || w.Kind == term.KindNumber {
		w.Per = unit.AskedPer(dict, w.Node)
	}
}

// asksStreet reports whether a property names the line of an address with the street, not all of it.
func asksStreet(dict *term.Dictionary, n *schema.Node) bool {
	words := dict.Group("address line")
	for _, text := range []string{strings.Join(dict.Tokens(n.Name), " "), n.Title, n.Description} {
		if _, ok := words.Begins(text); ok && !dict.Bag(text).Has("city") && !dict.Bag(text).Has("postal") {
			return true
		}
	}
	_, ok := words.Ends(strings.Join(dict.Tokens(n.Name), " "))
	return ok
}

// quotedCaption matches the caption that a description quotes: Value of the field "Subject".
var quotedCaption = regexp.MustCompile(`(?i)\b(?:field|box|caption|label(?:l?ed)?|heading|campo|casilla|etiqueta|feld|champ|case)\s*[:=]?\s+["“„«'‘]([^"“”„«»]{2,60})["”“»'’]`)

// Description returns the caption that the description of a leaf quotes, where it does.
func Description(n *schema.Node) string {
	if quoted := quotedCaption.FindStringSubmatch(n.Description); quoted != nil {
		return quoted[1]
	}
	return n.Description
}

// describing reads the beginning of a description: what follows a comma or a bracket explains.
func describing(dict *term.Dictionary, text string) term.Bag {
	text = WithoutParentheses(text)
	for _, mark := range []string{". ", ", ", "; ", ": ", " e.g", " as ", " without ", " such as", " por ejemplo", " including ", " in the ", " sin "} {
		if head, _, ok := strings.Cut(text, mark); ok && len(strings.TrimSpace(head)) > len("Núm") { // no abbreviation
			text = head
		}
	}
	b := dict.Bag(text)
	if len(b.Words) > 7 {
		return term.Bag{}
	}
	return b
}

// outerBag joins the names of the objects around a leaf; words that only say "details" mean nothing.
func outerBag(dict *term.Dictionary, outer []*schema.Node) term.Bag {
	var b term.Bag
	for _, o := range outer {
		b = b.Join(dict.Bag(o.Name).Without("header", "data", "info", "information", "detail", "details", "document", "general", "party", "partie", "description", "section"))
	}
	return b
}

func (w *Want) addBag(b term.Bag, weight float64, use bool) {
	if use && b.Key != "" {
		w.Bags = append(w.Bags, Name{b, weight})
	}
}

// resolve finds the concepts: those the bags name exactly first, then those most like them.
func (w *Want) resolve(dict *term.Dictionary) {
	add := func(c *term.Concept, score float64) {
		for i := range w.Concepts {
			if w.Concepts[i].Concept == c {
				w.Concepts[i].Score = max(w.Concepts[i].Score, score)
				return
			}
		}
		w.Concepts = append(w.Concepts, term.Scored{Concept: c, Score: score})
	}
	for _, b := range w.Bags {
		for _, c := range dict.Named(b.Bag) {
			add(c, b.Weight)
		}
	}
	if w.Role == "" {
		w.resolveOfParty(dict, add)
	}
	if len(w.Concepts) == 0 {
		for _, b := range w.Bags {
			for i, s := range dict.Closest(b.Bag, leastLikeness) {
				if i < 2 {
					add(s.Concept, 0.9*s.Score*b.Weight)
				}
			}
		}
	}
	w.DropUnfit()
	w.preferTotal()
	w.preferDocument()
	w.preferText()
	if len(w.Bags) > 0 && w.Bags[0].Bag.Has("place") && !w.Bags[0].Bag.Has("date") { // not the date that is printed beside it
		w.Concepts = slices.DeleteFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Kind == term.KindDate })
	}
}

// besideRole is how far the field is trusted that a name says beside its party.
const besideRole = 0.9

// resolveOfParty reads what a property of a party is that is none of those that every party has: the account of the seller is
// an account, and not the seller.
func (w *Want) resolveOfParty(dict *term.Dictionary, add func(*term.Concept, float64)) {
	var roles []string
	for _, r := range PartyRoles() {
		roles = append(roles, r[0])
	}
	for i, b := range w.Bags {
		rest := b.Bag.Without(roles...)
		if rest.Key == "" || rest.Key == b.Bag.Key {
			continue
		}
		named := dict.Named(rest)
		for _, c := range named {
			add(c, besideRole*b.Weight)
		}
		if i == 0 && len(named) > 0 {
			w.Concepts = slices.DeleteFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Kind == term.KindParty })
		}
	}
}

// preferTotal reads a bare "total" or "amount" outside of lines as the document's.
func (w *Want) preferTotal() {
	isAmount := func(s term.Scored) bool { return s.Concept.Name == "amount" }
	if slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Name == "total_amount" }) {
		w.Concepts = slices.DeleteFunc(w.Concepts, isAmount)
	}
}

// preferDocument reads the id of a document as its number, not as that of a customer.
func (w *Want) preferDocument() {
	if !strings.Contains(value.Fold(w.Node.Name), "document") {
		return
	}
	if slices.ContainsFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Name == "document_number" }) {
		w.Concepts = slices.DeleteFunc(w.Concepts, func(s term.Scored) bool { return s.Concept.Name == "customer_number" })
	}
}

// preferText goes by the title or description where the name of a text could also be that of an amount:
// transporte, the means and not the cost.
func (w *Want) preferText() {
	numeric := func(s term.Scored) bool { return s.Concept.Kind.Numeric() }
	words := func(s term.Scored) bool { return s.Concept.Kind == term.KindText && s.Score > describedScore }
	if w.Node.Type == schema.TypeString && slices.ContainsFunc(w.Concepts, words) {
		w.Concepts = slices.DeleteFunc(w.Concepts, numeric)
	}
}

// describedScore is below what a field counts that a description names exactly.
const describedScore = 0.93

// DropUnfit leaves out concepts whose values cannot have the type of the leaf.
func (w *Want) DropUnfit() {
	numeric := w.Node.Type == schema.TypeNumber || w.Node.Type == schema.TypeInteger
	kept := w.Concepts[:0]
	for _, c := range w.Concepts {
		k := c.Concept.Kind
		switch {
		case numeric && !k.Numeric() && k != term.KindID && k != term.KindCode && k != term.KindHS && k != term.KindLine:
		case w.Node.Format == "date" && k != term.KindDate:
		default:
			kept = append(kept, c)
		}
	}
	w.Concepts = kept
	isNumeric := func(s term.Scored) bool { return s.Concept.Kind.Numeric() }
	if numeric && slices.ContainsFunc(kept, isNumeric) { // packing is a charge where a number is wanted, and no list
		w.Concepts = slices.DeleteFunc(kept, func(s term.Scored) bool { return !isNumeric(s) && s.Concept.Kind != term.KindLine })
	}
	for i := range w.Concepts { // best first
		for j := i; j > 0 && w.Concepts[j].Score > w.Concepts[j-1].Score; j-- {
			w.Concepts[j], w.Concepts[j-1] = w.Concepts[j-1], w.Concepts[j]
		}
	}
}

// surelyNamed is how well a field must be named at least to say what a text looks like.
const surelyNamed = 0.72

// KindOf decides what the value looks like: the schema's type first, then the concept, then words.
func (w *Want) KindOf() term.Kind {
	n := w.Node
	switch n.Format {
	case "date", "date-time":
		return term.KindDate
	case "email":
		return term.KindEmail
	case "time":
		return term.KindTime
	}
	numeric := n.Type == schema.TypeNumber || n.Type == schema.TypeInteger
	if len(w.Concepts) > 0 && (w.Concepts[0].Score >= surelyNamed || n.Type != schema.TypeString || w.Role != "") {
		k := w.Concepts[0].Concept.Kind
		if numeric && !k.Numeric() {
			return term.KindNumber
		}
		if w.Role == "" || k != term.KindParty && !w.Attr.ofAddress() {
			return k
		}
	}
	if numeric {
		return term.KindNumber
	}
	switch w.Attr {
	case AttrName, AttrNone:
	case AttrAddress, AttrStreet:
		return term.KindAddress
	case AttrTaxID:
		return term.KindTaxID
	case AttrPhone:
		return term.KindPhone
	case AttrEmail:
		return term.KindEmail
	case AttrCountry:
		return term.KindCountry
	case AttrContact:
		return term.KindPerson
	case AttrPostal:
		return term.KindCode
	case AttrCity, AttrState:
		return term.KindPlace
	}
	if w.Role != "" {
		return term.KindParty
	}
	return GuessKind(w.Bags)
}

// GuessKind goes by single words of a name that the dictionary does not hold.
func GuessKind(bags []Name) term.Kind {
	for _, b := range bags {
		switch {
		case b.Bag.Has("date"):
			return term.KindDate
		case b.Bag.Has("country"):
			return term.KindCountry
		case b.Bag.Has("port"), b.Bag.Has("place"), b.Bag.Has("airport"), b.Bag.Has("city"):
			return term.KindPlace
		case b.Bag.Has("number"), b.Bag.Has("id"), b.Bag.Has("reference"), b.Bag.Has("serial"):
			return term.KindID
		case b.Bag.Has("code"), b.Bag.Has("type"):
			return term.KindCode
		case b.Bag.Has("amount"), b.Bag.Has("total"), b.Bag.Has("price"), b.Bag.Has("charge"):
			return term.KindAmount
		case b.Bag.Has("weight"):
			return term.KindWeight
		case b.Bag.Has("quantity"):
			return term.KindQuantity
		}
	}
	return term.KindText
}

var (
	endsPeriod   = regexp.MustCompile(`(?i:(?:_|\b)(?:to|hasta|al)$)|\p{Ll}(?:To|Hasta|Al)$`)
	beginsPeriod = regexp.MustCompile(`(?i:(?:_|\b)(?:from|desde|del)$)|\p{Ll}(?:From|Desde|Del)$`)
)

// boundOf names the end of a period that a property's name ends with.
func boundOf(name string) string {
	switch {
	case endsPeriod.MatchString(name):
		return "until"
	case beginsPeriod.MatchString(name):
		return "from date"
	}
	return ""
}

var parenthesis = regexp.MustCompile(`\([^)]*\)?`)

// WithoutParentheses is a text less its remarks in brackets.
func WithoutParentheses(s string) string {
	return strings.TrimSpace(parenthesis.ReplaceAllString(s, " "))
}
