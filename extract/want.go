package extract

import (
	"regexp"
	"slices"
	"strings"

	"tariffdesk/extract/internal/schema"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/value"
)

// want is a leaf of the schema as something to look for.
type want struct {
	node     *schema.Node
	path     []string
	bags     []weightedBag // what its label may say
	concepts []term.Scored // the fields it may be, best first
	kind     term.Kind
	role     string   // of a party it belongs to: seller, buyer …; "" for none
	attr     attr     // what of the party is wanted
	printed  bool     // the value is wanted as it is printed
	isoDates bool     // the schema asks for ISO dates elsewhere
	wording  *wording // what it says of itself; nil until asked for
}

type weightedBag struct {
	bag    term.Bag
	weight float64
}

// attr is a property of a party.
type attr string

// The properties of parties.
const (
	attrNone    attr = ""
	attrName    attr = "name"
	attrAddress attr = "address"
	attrTaxID   attr = "tax id"
	attrCity    attr = "city"
	attrState   attr = "state"
	attrPostal  attr = "postal code"
	attrCountry attr = "country"
	attrPhone   attr = "phone"
	attrEmail   attr = "email"
	attrContact attr = "contact"
)

var namesAddress = regexp.MustCompile(`(?i)address|direcci|domicilio`)

// leastLikeness is how like a dictionary entry a name must be to count as it.
const leastLikeness = 0.62

// newWant reads the names of a leaf. outer are the names and descriptions of the objects around it.
func (d *document) newWant(n *schema.Node, path []string, outer []*schema.Node) *want {
	w := &want{node: n, path: path}
	name := d.dict.Bag(n.Name)
	if name.Has("blanket") || n.Format == "date" && len(name.Words) == 1 {
		name = name.Join(d.dict.Bag(boundOf(n.Name)))
	}
	title, description := d.dict.Bag(n.Title), d.describing(n.Description)
	nested := d.outerBag(outer)
	w.addBag(name.Join(nested), 1, nested.Key != "")
	w.addBag(name, 1, nested.Key == "")
	w.addBag(name, 0.85, nested.Key != "")
	w.addBag(title, 0.97, true)
	w.addBag(description, 0.94, true)
	w.addBag(description.Join(nested), 0.9, nested.Key != "")
	w.role, w.attr = d.partyOf(name, title, description, nested)
	if w.attr == attrName && namesAddress.MatchString(n.Name+" "+n.Title) {
		w.attr = attrAddress // "billing address" is a party's heading on paper, but its address in a schema
	}
	w.resolve(d)
	w.kind = w.kindOf()
	text := value.Fold(n.Description + " " + n.Title)
	w.printed = strings.Contains(text, "as printed") || strings.Contains(text, "as shown") || strings.Contains(text, "tal como") ||
		strings.Contains(text, "como aparece") || strings.Contains(text, "verbatim") || strings.Contains(text, "textual")
	return w
}

// describing reads the beginning of a description: what follows a comma or a bracket explains.
func (d *document) describing(text string) term.Bag {
	text = withoutParentheses(text)
	for _, mark := range []string{". ", ", ", "; ", ": ", " e.g", " as ", " without ", " such as", " por ejemplo", " including ", " in the ", " sin "} {
		if head, _, ok := strings.Cut(text, mark); ok && len(strings.TrimSpace(head)) > len("Núm") { // no abbreviation
			text = head
		}
	}
	b := d.dict.Bag(text)
	if len(b.Words) > 7 {
		return term.Bag{}
	}
	return b
}

// outerBag joins the names of the objects around a leaf; words that only say "details" mean nothing.
func (d *document) outerBag(outer []*schema.Node) term.Bag {
	var b term.Bag
	for _, o := range outer {
		b = b.Join(d.dict.Bag(o.Name).Without("header", "data", "info", "information", "detail", "details", "document", "general", "party", "partie", "description", "section"))
	}
	return b
}

func (w *want) addBag(b term.Bag, weight float64, use bool) {
	if use && b.Key != "" {
		w.bags = append(w.bags, weightedBag{b, weight})
	}
}

// resolve finds the concepts: those the bags name exactly first, then those most like them.
func (w *want) resolve(d *document) {
	add := func(c *term.Concept, score float64) {
		for i := range w.concepts {
			if w.concepts[i].Concept == c {
				w.concepts[i].Score = max(w.concepts[i].Score, score)
				return
			}
		}
		w.concepts = append(w.concepts, term.Scored{Concept: c, Score: score})
	}
	for _, b := range w.bags {
		for _, c := range d.dict.Named(b.bag) {
			add(c, b.weight)
		}
	}
	if len(w.concepts) == 0 {
		for _, b := range w.bags {
			for i, s := range d.dict.Closest(b.bag, leastLikeness) {
				if i < 2 {
					add(s.Concept, 0.9*s.Score*b.weight)
				}
			}
		}
	}
	w.dropUnfit()
	w.preferTotal()
	w.preferDocument()
	w.preferText()
	if len(w.bags) > 0 && w.bags[0].bag.Has("place") && !w.bags[0].bag.Has("date") { // not the date that is printed beside it
		w.concepts = slices.DeleteFunc(w.concepts, func(s term.Scored) bool { return s.Concept.Kind == term.KindDate })
	}
}

// preferTotal reads a bare "total" or "amount" outside of lines as the document's.
func (w *want) preferTotal() {
	isAmount := func(s term.Scored) bool { return s.Concept.Name == "amount" }
	if slices.ContainsFunc(w.concepts, func(s term.Scored) bool { return s.Concept.Name == "total_amount" }) {
		w.concepts = slices.DeleteFunc(w.concepts, isAmount)
	}
}

// preferDocument reads the id of a document as its number, not as that of a customer.
func (w *want) preferDocument() {
	if !strings.Contains(value.Fold(w.node.Name), "document") {
		return
	}
	if slices.ContainsFunc(w.concepts, func(s term.Scored) bool { return s.Concept.Name == "document_number" }) {
		w.concepts = slices.DeleteFunc(w.concepts, func(s term.Scored) bool { return s.Concept.Name == "customer_number" })
	}
}

// preferText goes by the title or description where the name of a text could also be that of an amount:
// transporte, the means and not the cost.
func (w *want) preferText() {
	numeric := func(s term.Scored) bool { return s.Concept.Kind.Numeric() }
	words := func(s term.Scored) bool { return s.Concept.Kind == term.KindText && s.Score > describedScore }
	if w.node.Type == schema.TypeString && slices.ContainsFunc(w.concepts, words) {
		w.concepts = slices.DeleteFunc(w.concepts, numeric)
	}
}

// describedScore is below what a field counts that a description names exactly.
const describedScore = 0.93

// dropUnfit leaves out concepts whose values cannot have the type of the leaf.
func (w *want) dropUnfit() {
	numeric := w.node.Type == schema.TypeNumber || w.node.Type == schema.TypeInteger
	kept := w.concepts[:0]
	for _, c := range w.concepts {
		k := c.Concept.Kind
		switch {
		case numeric && !k.Numeric() && k != term.KindID && k != term.KindCode && k != term.KindHS && k != term.KindLine:
		case w.node.Format == "date" && k != term.KindDate:
		default:
			kept = append(kept, c)
		}
	}
	w.concepts = kept
	isNumeric := func(s term.Scored) bool { return s.Concept.Kind.Numeric() }
	if numeric && slices.ContainsFunc(kept, isNumeric) { // packing is a charge where a number is wanted, and no list
		w.concepts = slices.DeleteFunc(kept, func(s term.Scored) bool { return !isNumeric(s) })
	}
	for i := range w.concepts { // best first
		for j := i; j > 0 && w.concepts[j].Score > w.concepts[j-1].Score; j-- {
			w.concepts[j], w.concepts[j-1] = w.concepts[j-1], w.concepts[j]
		}
	}
}

// kindOf decides what the value looks like: the schema's type first, then the concept, then words.
func (w *want) kindOf() term.Kind {
	n := w.node
	switch n.Format {
	case "date", "date-time":
		return term.KindDate
	case "email":
		return term.KindEmail
	case "time":
		return term.KindTime
	}
	numeric := n.Type == schema.TypeNumber || n.Type == schema.TypeInteger
	if len(w.concepts) > 0 {
		k := w.concepts[0].Concept.Kind
		if numeric && !k.Numeric() {
			return term.KindNumber
		}
		if w.role == "" || k != term.KindParty {
			return k
		}
	}
	if numeric {
		return term.KindNumber
	}
	switch w.attr {
	case attrName, attrNone:
	case attrAddress:
		return term.KindAddress
	case attrTaxID:
		return term.KindTaxID
	case attrPhone:
		return term.KindPhone
	case attrEmail:
		return term.KindEmail
	case attrCountry:
		return term.KindCountry
	case attrContact:
		return term.KindPerson
	case attrPostal:
		return term.KindCode
	case attrCity, attrState:
		return term.KindPlace
	}
	if w.role != "" {
		return term.KindParty
	}
	return w.guessKind()
}

// guessKind goes by single words of a name that the dictionary does not hold.
func (w *want) guessKind() term.Kind {
	for _, b := range w.bags {
		switch {
		case b.bag.Has("date"):
			return term.KindDate
		case b.bag.Has("country"):
			return term.KindCountry
		case b.bag.Has("port"), b.bag.Has("place"), b.bag.Has("airport"), b.bag.Has("city"):
			return term.KindPlace
		case b.bag.Has("number"), b.bag.Has("id"), b.bag.Has("reference"), b.bag.Has("serial"):
			return term.KindID
		case b.bag.Has("code"), b.bag.Has("type"):
			return term.KindCode
		case b.bag.Has("amount"), b.bag.Has("total"), b.bag.Has("price"), b.bag.Has("charge"):
			return term.KindAmount
		case b.bag.Has("weight"):
			return term.KindWeight
		case b.bag.Has("quantity"):
			return term.KindQuantity
		}
	}
	return term.KindText
}
