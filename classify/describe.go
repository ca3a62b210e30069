package classify

import (
	"regexp"
	"slices"
	"strings"
)

// Bounds of what is read of one description: enough for any listing or ruling.
const (
	maxTitleTokens     = 160
	maxNameTokens      = 8 // of a name looked up as a whole
	maxAttributeTokens = 120
	maxCategoryTokens  = 24
)

// role says where in a description a word stands; its weight follows from it.
type role uint8

const (
	roleName      role = iota // before any connective: what the goods are
	rolePurpose               // after "for", "compatible with", "para": what they serve
	roleClause                // in a relative clause
	roleWith                  // after "with", "con": what they carry
	roleOf                    // after "of", "made from", "de": material or whole
	roleShape                 // after "in the shape of": what is pictured
	rolePacking               // after "in", where a container follows: what they come in
	roleItemType              // attribute "item type" and the like
	roleMaterial              // attribute "material", "gender" and the like
	roleAttribute             // any other attribute
	roleCategory              // last segment of a shop category
	roleAncestor              // earlier segments of it
	roleCount
)

// roleWeight was set by kind of text on the development files.
var roleWeight = [roleCount]float32{
	roleName: 1, rolePurpose: 0.5, roleClause: 0.5, roleWith: 0.55, roleOf: 0.8, roleShape: 0.25, rolePacking: 0.15,
	roleItemType: 0.7, roleMaterial: 0.45, roleAttribute: 0.12, roleCategory: 0.6, roleAncestor: 0.25,
}

// mention is one word of a description with its place in it.
type mention struct {
	token
	role    role
	weight  float32
	head    bool // ends (English) or starts (Spanish) the first noun phrase
	tint    bool // a colour or a finish
	lowered bool // a material of which there is less than of another
	negated bool // \"without\", \"no\", \"non-\" stands before it
	index   int  // its place among all mentions
}

// description is a text taken apart.
type description struct {
	mentions []mention
	language lang
	prose    bool               // starts with an article or numeral: a sentence, no index term
	listing  bool               // attribute list or shop category present
	capitals bool               // written in capitals, as on invoices and declarations
	small    [langCount]float32 // how many small words of each language stand in the title
	written  []token            // the words of a short title, as written
	accented string             // that title, accents and capitals included
}

var (
	htmlTag    = regexp.MustCompile(`<[a-zA-Z/!][^<>]{0,400}>`)
	webAddress = regexp.MustCompile(`(?i)\b(?:https?://|www\.)\S+`)
)

// What attribute lists and category paths are labelled with, in whatever case.
var (
	attributeLabels = []string{"attributes", "atributos", "caracteristicas", "características", "especificaciones", "specifications"}
	categoryLabels  = []string{"category", "categoria", "categoría"}
)

// withoutMarkup takes mark-up and addresses off.
func withoutMarkup(s string) string {
	if strings.IndexByte(s, '<') >= 0 {
		s = htmlTag.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "://") || strings.Contains(s, "www.") {
		s = webAddress.ReplaceAllString(s, " ")
	}
	return s
}

// parts is a description split into its three places.
type parts struct{ title, attributes, category string }

// split finds the attribute list and the category path of a listing. A text that is itself an
// attribute list ("Material: cotton; Gender: men") has no title.
func split(s string) (p parts) {
	p.title = s
	if strings.IndexByte(s, ':') < 0 {
		return p
	}
	if before, after, ok := cutLabel(p.title, categoryLabels, true); ok && strings.Contains(after, ">") {
		p.category, p.title = after, before
	}
	if before, after, ok := cutLabel(p.title, attributeLabels, false); ok {
		p.attributes, p.title = after, before
	} else if strings.Count(p.title, ": ") >= 2 && strings.Count(p.title, ";") >= 1 {
		p.title, p.attributes = splitList(p.title)
	}
	return p
}

// labelSpace is what may stand between a label and its colon, labelEdge what may stand before a label.
const (
	labelSpace = " \t\n\f\r"
	labelEdge  = labelSpace + ".;|"
)

// cutLabel takes s apart at the first, or at the last, colon behind one of labels.
func cutLabel(s string, labels []string, last bool) (before, after string, ok bool) {
	for from := 0; ; {
		n := strings.IndexByte(s[from:], ':')
		if n < 0 {
			return before, after, ok
		}
		name := strings.TrimRight(s[from:from+n], labelSpace)
		edge := strings.LastIndexAny(name, labelEdge)
		labelled := func(label string) bool { return strings.EqualFold(name[edge+1:], label) }
		if (edge >= 0 || from == 0) && slices.ContainsFunc(labels, labelled) {
			before, after, ok = s[:from+max(edge, 0)], s[from+n+1:], true
			if !last {
				return before, after, ok
			}
		}
		from += n + 1
	}
}

// splitList separates leading prose from "key: value; key: value".
func splitList(s string) (title, attributes string) {
	first := strings.Index(s, ": ")
	cut := strings.LastIndexAny(s[:first], ".;\n")
	return s[:cut+1], s[cut+1:]
}

// describe takes a description apart. Nothing in it is trusted: every loop is bounded.
func describe(text string) description {
	p := split(withoutMarkup(text))
	d := description{mentions: make([]mention, 0, len(text)/8+8), capitals: inCapitals(text)}
	d.listing = p.attributes != "" || p.category != ""
	d.title(unslash(fold(p.title)))
	if len(d.written) > 0 {
		d.accented = strings.TrimSpace(p.title)
	}
	d.attributes(p.attributes)
	d.category(p.category)
	for i := range d.mentions {
		d.mentions[i].index = i
	}
	return d
}

// inCapitals reports whether at least two letters of three are capitals.
func inCapitals(s string) bool {
	upper, lower := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			upper++
		case 'a' <= c && c <= 'z':
			lower++
		}
	}
	return upper > 2*lower
}

func (d *description) title(text string) {
	written := joinLetters(tokenize(text, maxTitleTokens, make([]token, 0, 64)))
	if len(written) <= maxNameTokens {
		d.written = slices.Clone(written)
	}
	tokens := spellOut(designations(vehicles(abbreviations(clauses(written)))))
	at, clause, named, denied := roleName, 0, false, false
	d.prose = len(tokens) > 0 && articles[tokens[0].text]
	for i, t := range tokens {
		if t.brk {
			clause++
			at = roleName
		}
		for l := range d.small {
			if stopword(t.text, lang(l)) {
				d.small[l]++
			}
		}
		denied = denied || negation[t.text]
		if r, ok := connective(tokens, i); ok {
			if named {
				at = r
			}
			continue
		}
		if tint[t.text] && len(d.mentions) > 0 {
			d.mentions[len(d.mentions)-1].tinted()
		}
		if noise[t.text] || packing[t.text] && d.listing || i > 0 && tokens[i-1].number && (packing[t.text] || container[t.text]) {
			continue
		}
		if label[t.text] && i+1 < len(tokens) && hasDigit(tokens[i+1].text) {
			continue
		}
		r := at
		if t.context {
			r = rolePurpose
		}
		m := mention{token: t, role: r, weight: roleWeight[r] * decay(len(d.mentions), clause), negated: denied && !negation[t.text]}
		if m.negated {
			m.weight *= deniedCounts
		}
		denied = denied && negation[t.text]
		named = named || !t.number && !t.context
		d.mentions = append(d.mentions, m)
	}
}

// tint marks the word before it as a colour or a finish: "gold color", "silver tone", "gold plated".
var tint = words("color colour colored coloured tone toned plated plating filled dorado chapado banado")

// tinted lowers a mention that names a colour or a finish, not a material.
func (m *mention) tinted() {
	m.tint = true
	m.weight *= 0.3
}

// decay lowers what stands late in a long text: the goods are named first, details follow.
func decay(position, clause int) float32 {
	w := float32(1)
	if position > 14 {
		w = 14 / float32(position)
	}
	if clause > 3 {
		w *= 0.8
	}
	if w < 0.15 {
		w = 0.15
	}
	return w
}

// connective reports the role that starts at tokens[i], if that word ties goods to something else.
func connective(tokens []token, i int) (role, bool) {
	switch tokens[i].text {
	case "for", "fits", "fit", "para", "compatible", "suitable", "designed", "intended", "replaces", "using", "destinado", "destinada", "apto":
		return rolePurpose, true
	case "used": // "used tyres" are second-hand
		return rolePurpose, i+1 < len(tokens) && (purposes[tokens[i+1].text] || strings.HasSuffix(tokens[i+1].text, "ly"))
	case "that", "which", "que", "whose", "where", "can", "is", "are", "when", "while":
		return roleClause, true
	case "with", "con", "including", "includes", "include", "featuring", "features", "incluye", "having", "has", "w":
		return roleWith, true
	case "of", "de", "made", "from", "hecho", "hecha", "fabricado", "composed", "consisting", "containing", "comprised", "comprising", "constructed":
		return roleOf, true
	case shapedLike, "resembling", "representing":
		return roleShape, true
	case "without", "sin", "not", "excluding":
		return rolePurpose, true
	case "in", "en":
		if packed(tokens[i+1:]) {
			return rolePacking, true
		}
	}
	return 0, false
}

// purposes follow "used" where it says what goods serve.
var purposes = words("for to in on as by with when")

// packed reports whether tokens go on with a container: "glass jars", "25 kg drums", "frascos de vidrio".
func packed(tokens []token) bool {
	for i, t := range tokens[:min(len(tokens), 4)] {
		if i > 0 && t.brk {
			return false
		}
		if container[t.text] || packing[t.text] {
			return true
		}
	}
	return false
}

func (d *description) attributes(text string) {
	if text == "" {
		return
	}
	count, material := 0, ""
	for _, pair := range strings.Split(text, ";") {
		key, value, ok := strings.Cut(pair, ":")
		if !ok {
			key, value = "", pair
		}
		key = fold(strings.TrimSpace(key))
		r, colour := attributeRole(key), strings.Contains(key, "colo")
		switch {
		case key == "material":
			material = fold(value)
		case key == "metals type" && material != "" && !strings.Contains(material, "metal"):
			r = roleAttribute // a leather bracelet's clasp is of metal
		}
		for _, t := range spellOut(joinLetters(tokenize(fold(value), 24, nil))) {
			if noise[t.text] || count >= maxAttributeTokens {
				continue
			}
			count++
			d.mentions = append(d.mentions, mention{token: t, role: r, weight: roleWeight[r]})
			if colour {
				d.mentions[len(d.mentions)-1].tinted()
			}
		}
	}
}

// attributeRole ranks an attribute by what its name promises.
func attributeRole(key string) role {
	switch key {
	case "item type", "type", "product type", "product", "item", "item name", "product name", "name", "tipo", "tipo de producto", "producto", "nombre", "articulo", "classification", "department name", "model item", "pants type", "tops type", "dresses length type", "shoe type", "bracelets type", "rings type", "necklace type", "earring type", "brooches type":
		return roleItemType
	case "fabric", "fabric type", "composition", "composicion", "metals type", "craft of weaving", "tela", "gender", "genero", "sexo", "power source", "fuente de energia", "uso", "use", "usage", "application", "aplicacion", "knitting method", "weaving method", "fiber content":
		return roleMaterial
	}
	if strings.Contains(key, "material") && !beside.MatchString(key) {
		return roleMaterial
	}
	return roleAttribute
}

// beside names the parts of goods whose material does not decide: "lining material", "outsole material".
var beside = regexp.MustCompile(`lining|sole|fill|pad|pack|handle|compatible|setting|dial|suitable|supported|forro|suela|relleno|mango`)

func (d *description) category(text string) {
	segments := strings.Split(text, ">")
	for i, s := range segments {
		r := roleAncestor
		if i == len(segments)-1 {
			r = roleCategory
		}
		for _, t := range joinLetters(tokenize(fold(s), maxCategoryTokens, nil)) {
			if !noise[t.text] {
				d.mentions = append(d.mentions, mention{token: t, role: r, weight: roleWeight[r]})
			}
		}
	}
}

// noise is what listings and invoices add without saying what the goods are.
// packing is noise behind a number only: "2 pallets" packs goods, "wooden pallets" are goods.
var packing = words("carton cartons pallets pallet bale bales pieces piece bags bag boxes box rolls roll drum drums packs pack packets packet bundles bundle bottles bottle cans sachets units unit sets set pairs pair cajas tarimas bultos sacos rollos bolsas tambores paquetes piezas pares juegos unidades cases")

// label is noise before a number only: it says that a number of the maker follows.
var label = words("model modelo mod type tipo part parte style series serie size talla ref reference article art cat catalogue catalog batch age make year")

// container is what goods are put up in. As a name of goods it counts like any other word.
var container = words("jar jars tin tins tub tubs tube tubes can pouch pouches sack sacks barrel barrels keg kegs tetra carton cartons pail pails jug jugs ampoule ampoules vial vials blister blisters tray trays container containers canister canisters envelope wrapper crate crates case basket baskets frasco frascos lata latas botella botellas bote botes tarro tarros saco sobre sobres garrafa garrafas tambo tambos cubeta cubetas bidon bidones envase envases ampolleta ampolletas barril barriles tetrapack tetrabrik brik briks doypack bandeja bandejas charola charolas estuche")

var noise = words("pcs pc pce pces ctn ctns pkg pkgs pkts pkt qty nos no dozen doz lot lots brand new hot sale sales best selling free shipping high quality premium cheap wholesale fashion style stylish arrival 2020 2021 2022 2023 2024 2025 2026 cute kawaii aesthetic original genuine official oem odm custom customized dropshipping newest popular luxury classic trendy gift gifts party casual random mixed piezas pza pzas caja cajas docena oferta envio gratis calidad nuevo moda marca original ref sku art item code color colour size")

// articles open a sentence: what follows is one noun phrase, commas and all.
var articles = words("a an the one two three four five six un una unos unas el la los las")

// deniedCounts is what a word counts in the search that is named to be absent.
const deniedCounts = 0.3

// negation turns the value named next into its opposite.
var negation = words("no non not neither without sin nor ni")
