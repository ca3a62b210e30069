package text

import (
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

// Describe takes a description apart. Nothing in it is trusted: every loop is bounded.
func Describe(text string) Description {
	p := split(WithoutMarkup(text))
	d := Description{Mentions: make([]Mention, 0, len(text)/8+8), Capitals: InCapitals(text)}
	d.Listing = p.attributes != "" || p.category != ""
	d.title(unslash(Fold(p.title)))
	if len(d.Written) > 0 {
		d.Accented = strings.TrimSpace(p.title)
	}
	d.attributes(p.attributes)
	d.category(p.category)
	for i := range d.Mentions {
		d.Mentions[i].index = i
	}
	return d
}

// InCapitals reports whether at least two letters of three are capitals.
func InCapitals(s string) bool {
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

func (d *Description) title(text string) {
	written := JoinLetters(Tokenize(text, maxTitleTokens, make([]Token, 0, 64)))
	if len(written) <= maxNameTokens {
		d.Written = slices.Clone(written)
	}
	tokens := spellOut(designations(vehicles(abbreviations(clauses(written)))))
	at, clause, named, denied := RoleName, 0, false, false
	d.Prose = len(tokens) > 0 && articles[tokens[0].Text]
	for i, t := range tokens {
		if t.Break {
			clause++
			at = RoleName
		}
		for l := range d.Small {
			if Stopword(t.Text, Lang(l)) {
				d.Small[l]++
			}
		}
		denied = denied || negation[t.Text]
		if r, ok := connective(tokens, i); ok {
			if named {
				at = r
			}
			continue
		}
		if tint[t.Text] && len(d.Mentions) > 0 {
			d.Mentions[len(d.Mentions)-1].tinted()
		}
		if noise[t.Text] || packing[t.Text] && d.Listing || i > 0 && tokens[i-1].Number && (packing[t.Text] || container[t.Text]) {
			continue
		}
		if label[t.Text] && i+1 < len(tokens) && HasDigit(tokens[i+1].Text) {
			continue
		}
		r := at
		if t.context {
			r = RolePurpose
		}
		m := Mention{Token: t, Role: r, Weight: roleWeight[r] * decay(len(d.Mentions), clause), Negated: denied && !negation[t.Text]}
		if m.Negated {
			m.Weight *= deniedCounts
		}
		denied = denied && negation[t.Text]
		named = named || !t.Number && !t.context
		d.Mentions = append(d.Mentions, m)
	}
}

// tint marks the word before it as a colour or a finish: "gold color", "silver tone", "gold plated".
var tint = Set("color colour colored coloured tone toned plated plating filled dorado chapado banado")

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

// noise is what listings and invoices add without saying what the goods are.
// packing is noise behind a number only: "2 pallets" packs goods, "wooden pallets" are goods.
var packing = Set("carton cartons pallets pallet bale bales pieces piece bags bag boxes box rolls roll drum drums packs pack packets packet bundles bundle bottles bottle cans sachets units unit sets set pairs pair cajas tarimas bultos sacos rollos bolsas tambores paquetes piezas pares juegos unidades cases")

// label is noise before a number only: it says that a number of the maker follows.
var label = Set("model modelo mod type tipo part parte style series serie size talla ref reference article art cat catalogue catalog batch age make year")

// container is what goods are put up in. As a name of goods it counts like any other word.
var container = Set("jar jars tin tins tub tubs tube tubes can pouch pouches sack sacks barrel barrels keg kegs tetra carton cartons pail pails jug jugs ampoule ampoules vial vials blister blisters tray trays container containers canister canisters envelope wrapper crate crates case basket baskets frasco frascos lata latas botella botellas bote botes tarro tarros saco sobre sobres garrafa garrafas tambo tambos cubeta cubetas bidon bidones envase envases ampolleta ampolletas barril barriles tetrapack tetrabrik brik briks doypack bandeja bandejas charola charolas estuche")

var noise = Set("pcs pc pce pces ctn ctns pkg pkgs pkts pkt qty nos no dozen doz lot lots brand new hot sale sales best selling free shipping high quality premium cheap wholesale fashion style stylish arrival 2020 2021 2022 2023 2024 2025 2026 cute kawaii aesthetic original genuine official oem odm custom customized dropshipping newest popular luxury classic trendy gift gifts party casual random mixed piezas pza pzas caja cajas docena oferta envio gratis calidad nuevo moda marca original ref sku art item code color colour size")

// articles open a sentence: what follows is one noun phrase, commas and all.
var articles = Set("a an the one two three four five six un una unos unas el la los las")

// IsArticle reports whether a word opens a sentence.
func IsArticle(word string) bool { return articles[word] }

// IsNegation reports whether a word turns the next into its opposite.
func IsNegation(word string) bool { return negation[word] }

// deniedCounts is what a word counts in the search that is named to be absent.
const deniedCounts = 0.3

// negation turns the value named next into its opposite.
var negation = Set("no non not neither without sin nor ni")
