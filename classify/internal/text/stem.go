package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// irregular English forms and spellings the stemmer does not bring together.
var irregular = map[string]string{
	"men": "man", "mens": "man", "women": "woman", "womens": "woman", "womans": "woman", "ladies": "lady", "children": "child", "childrens": "child",
	"kids": "kid", "feet": "foot", "teeth": "tooth", "mice": "mouse", "geese": "goose", "knives": "knife", "lives": "life",
	"leaves": "leaf", "shelves": "shelf", "loaves": "loaf", "wolves": "wolf", "calves": "calf", "halves": "half", "scarves": "scarf", "hooves": "hoof", "oxen": "ox",
	"tyre": "tire", "tyres": "tire", "aluminium": "aluminum", "fibre": "fiber", "fibres": "fiber", "colour": "color", "coloured": "colored", "grey": "gray", "pyjama": "pajama", "pyjamas": "pajama", "pajamas": "pajama",
	"jewellery": "jewelry", "mould": "mold", "moulds": "mold", "moulded": "molded", "moulding": "molding", "plough": "plow", "ploughs": "plow", "sulphate": "sulfate", "sulphur": "sulfur", "sulphuric": "sulfuric", "sulphide": "sulfide", "sulphite": "sulfite", "sulphonic": "sulfonic",
	"centre": "center", "metre": "meter", "metres": "meter", "litre": "liter", "litres": "liter", "theatre": "theater", "cheque": "check", "cheques": "check", "axe": "ax", "axes": "ax", "woollen": "woolen", "travelling": "traveling", "labelling": "labeling", "catalogue": "catalog", "programme": "program", "yoghurt": "yogurt", "whisky": "whiskey", "moustache": "mustache", "vulcanised": "vulcanized", "galvanised": "galvanized", "crystallised": "crystallized", "pulverised": "pulverized", "chilli": "chili", "chillies": "chili", "chilies": "chili", "cosy": "cozy", "armour": "armor", "vapour": "vapor", "odour": "odor", "harbour": "harbor", "haematite": "hematite", "anaesthetic": "anesthetic", "paediatric": "pediatric", "orthopaedic": "orthopedic", "oesophageal": "esophageal", "disc": "disk", "discs": "disk", "gauge": "gage", "gauges": "gage", "draught": "draft", "storey": "story", "kerb": "curb", "carburettor": "carburetor", "aeroplane": "airplane", "aeroplanes": "airplane", "doughnut": "donut", "liquorice": "licorice", "glycerine": "glycerin", "gelatine": "gelatin", "caesium": "cesium", "analyser": "analyzer", "analysers": "analyzer", "tonne": "ton", "tins": "tin", "machinery": "machine",
	"knit": "knit", "knitted": "knit", "knitting": "knitting", "woven": "woven",
	"trousers": "trouser", "pants": "pants", "shorts": "shorts", "glasses": "glasses", "goggles": "goggle", "scissors": "scissors", "clothes": "clothes",
	"bedding": "bedding", "clothing": "clothing", "flooring": "flooring", "lighting": "lighting", "painting": "painting", "paintings": "painting", "building": "building", "bearings": "bearing", "bearing": "bearing", "earrings": "earring", "earring": "earring", "wedding": "wedding", "stocking": "stocking", "stockings": "stocking", "legging": "legging", "leggings": "legging", "wiring": "wiring", "tubing": "tube", "piping": "pipe",
	"accessories": "accessory", "assy": "assembly", "genset": "genset", "organic": "organic", "organ": "organ", "generic": "generic", "general": "general", "generator": "generator", "generators": "generator", "university": "university", "universal": "universal", "news": "news", "animation": "animation", "policy": "policy", "police": "police", "importer": "importer",
}

// stemEnglish returns the English stem of a folded word.
func stemEnglish(word string) string {
	if s, ok := irregular[word]; ok {
		return s
	}
	if len(word) <= 2 || HasDigit(word) {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// distinct are Spanish nouns of which the stemmer would make one word with a noun of the other ending: a
// girl is no boy, silver no plate, a pepper no peppercorn, a floor no sole.
var distinct = Set(`nina nino chica chico muchacha muchacho senora senor nena nene hija hijo hermana hermano
	plata plato cera cero vela velo copa copo puerta puerto tinta tinto pasta pasto punta punto cinta cinto media medio
	bomba bombo foco foca suela suelo manga mango pina pino pimienta pimiento manta manto bota bote boto barra barro
	cana cano bata bate llana llano lana lano pana pano pera pero coco coca mesa masa torta torto rama ramo
	ramas ramos casa caso banca banco libra libro peso pesa saco saca caja cajo cubo cuba palo pala tapa tapo tubo tuba
	grano grana higo higa lima limo loma lomo pelo pela seta seto tela telo vara varo aro ara cuerda cuerdo corcho corcha cuna cuno
	gato gata mora moro polo pola raya rayo bolo bola cola colo fresa freso gorra gorro rosca rosco ruleta ruleto tina tino
	espina espino acero acera madera madero canasta canasto cesta cesto jarra jarro huerta huerto resina cromo croma fibra fibro
	plancha plancho mina mino sierra cierra taco taca carta carto papa papo gasa gaso gana gano
	borrego borrega cuadra cuadro moda modo poza pozo pala palo regla reglo rata rato sala salo seda sedo sopa sopo tasa taso
	zapata zapato carreta carrete manzana manzano naranja naranjo almendra almendro cereza cerezo ciruela ciruelo marca marco teja tejo grada grado
	cuchilla cuchillo anilla anillo cubierta cubierto helada helado tacha tacho calza calzo capa capo cepa cepo tira tiro brocha broche pica pico
	trompa trompo zanca zanco leche lecho guaya guayo zorra zorro
	toma tomo traba trabo trama tramo vaca vaco vena veno`)

// stemSpanish returns the Spanish stem of a folded word. Gender and number fall together but for distinct words.
func stemSpanish(word string) string {
	if one := strings.TrimSuffix(word, "s"); distinct[one] {
		return one + "_"
	}
	if len(word) <= 3 || HasDigit(word) {
		return word
	}
	if strings.HasSuffix(word, "ces") { // lápices, voces, peces
		word = word[:len(word)-3] + "z"
	}
	return lightSpanish(word)
}

// lightSpanish takes number and gender off, nothing else: a full stemmer reads nouns as verbs, and makes one word of
// camarón and cama.
func lightSpanish(word string) string {
	if len(word) < 4 {
		return word
	}
	if stem := strings.TrimSuffix(word, "s"); stem != word {
		word = stem
		if len(word) < 4 {
			return word
		}
		if c := word[len(word)-1]; c == 'e' || c == 'a' || c == 'o' {
			return word[:len(word)-1]
		}
		return word
	}
	if c := word[len(word)-1]; c == 'e' || c == 'a' || c == 'o' {
		return word[:len(word)-1]
	}
	return word
}

// HasDigit reports whether a word holds a digit.
func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
