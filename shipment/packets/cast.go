package packets

import (
	_ "embed" // words and goods
	"slices"
	"strings"
)

//go:embed words.tsv
var wordFile string

//go:embed words_other.tsv
var otherWordFile string

//go:embed words_third.tsv
var thirdWordFile string

//go:embed goods.tsv
var goodsFile string

//go:embed goods_third.tsv
var thirdGoodsFile string

// thirdSeed is the first seed of those with a third pool of words, goods, firms and designs.
const thirdSeed = 1000

// languages lists the languages of packets, in the order of the columns of goods.
var languages = []string{"en", "es", "de"}

// table splits the rows of an embedded file.
func table(file string) (rows [][]string) {
	for line := range strings.Lines(file) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// wordings are the wordings of each caption and language.
func wordings(file string) map[string][]string {
	all := map[string][]string{}
	for _, row := range table(file) {
		all[row[0]+" "+row[1]] = strings.Split(row[2], "|")
	}
	return all
}

type country struct{ iso, en, es, de string }

func (c country) in(lang string) string {
	return []string{c.en, c.es, c.de}[slices.Index(languages, lang)]
}

// firm is a name with its address.
type firm struct{ name, street, city string }

// cast holds what the packets of a seed are drawn from.
type cast struct {
	words      map[string][]string
	goods      [][]string
	makers     map[string][]firm
	sources    map[string][]country // that the goods of these makers are of
	buyers     []firm
	warehouses []firm
	stranger   firm
	carriers   []firm
	airlines   []firm
	chambers   []firm
}

// castOf is the cast of a seed.
func castOf(seed uint64) cast {
	first := cast{
		words: wordings(wordFile), goods: table(goodsFile), makers: makers, sources: sources,
		buyers: buyers, warehouses: warehouses, stranger: stranger, carriers: carriers, airlines: airlines, chambers: chambers,
	}
	switch {
	case seed >= thirdSeed:
		return cast{
			words: wordings(thirdWordFile), goods: table(thirdGoodsFile), makers: thirdMakers, sources: thirdSources,
			buyers: thirdBuyers, warehouses: thirdWarehouses, stranger: thirdStranger, carriers: thirdCarriers, airlines: thirdAirlines, chambers: thirdChambers,
		}
	case seed > 0:
		first.words, first.makers, first.sources = wordings(otherWordFile), otherMakers, otherSources
	}
	return first
}

// The makers of each language with the countries that their goods are of.
var (
	makers = map[string][]firm{
		"en": {{"Xiamen Goldleaf Industries Co., Ltd.", "88 Huli Avenue, Bldg 7", "Xiamen 361006, China"}, {"Mekong Delta Exports JSC", "14 Nguyen Hue Street", "Ho Chi Minh City, Vietnam"}, {"Prairie Home Supply Inc.", "2100 Commerce Drive", "Omaha, NE 68102, USA"}},
		"es": {{"Manufacturas del Cauca S.A.S.", "Carrera 8 No. 22-41", "Cali, Colombia"}, {"Talleres Ribera Norte, S.L.", "Polígono Las Eras, nave 12", "50014 Zaragoza, España"}, {"Comercial Altiplano Ltda.", "Av. Industrial 540", "Medellín, Colombia"}},
		"de": {{"Brenner & Söhne GmbH", "Fabrikstraße 19", "73730 Esslingen, Deutschland"}, {"Alpenwerk Handels AG", "Salzburger Straße 4", "5020 Salzburg, Österreich"}, {"Nordlicht Technik GmbH & Co. KG", "Am Hafen 3", "20457 Hamburg, Deutschland"}},
	}
	sources = map[string][]country{
		"en": {{"CN", "China", "China", "China"}, {"VN", "Vietnam", "Vietnam", "Vietnam"}, {"IN", "India", "India", "Indien"}},
		"es": {{"CO", "Colombia", "Colombia", "Kolumbien"}, {"ES", "Spain", "España", "Spanien"}, {"BR", "Brazil", "Brasil", "Brasilien"}},
		"de": {{"DE", "Germany", "Alemania", "Deutschland"}, {"AT", "Austria", "Austria", "Österreich"}, {"IT", "Italy", "Italia", "Italien"}},
	}
	otherMakers = map[string][]firm{
		"en": {{"Hanseong Precision Corporation", "27 Teheran-ro", "Seoul, Korea"}, {"Formosa Bright Ltd.", "No. 5, Zhongshan Rd.", "Taichung, Taiwan"}, {"Chao Phraya Trading Co., Ltd.", "Rama IV Road 909", "Bangkok, Thailand"}},
		"es": {{"Andes Manufactura SpA", "Camino Lo Boza 120", "Santiago, Chile"}, {"Rioplatense de Insumos S.A.", "Av. Belgrano 3300", "Buenos Aires, Argentina"}, {"Maya Textil, S.A.", "Zona 12, 4-50", "Guatemala, Guatemala"}},
		"de": {{"Weichsel Werke Sp. z o.o.", "ul. Portowa 8", "80-001 Danzig, Polen"}, {"Moldau Maschinen s.r.o.", "Nádražní 14", "Prag, Tschechien"}, {"Pannon Fertigung Kft.", "Gyár utca 2", "Győr, Ungarn"}},
	}
	otherSources = map[string][]country{
		"en": {{"KR", "South Korea", "Corea del Sur", "Südkorea"}, {"TW", "Taiwan", "Taiwán", "Taiwan"}, {"TH", "Thailand", "Tailandia", "Thailand"}},
		"es": {{"CL", "Chile", "Chile", "Chile"}, {"AR", "Argentina", "Argentina", "Argentinien"}, {"GT", "Guatemala", "Guatemala", "Guatemala"}},
		"de": {{"PL", "Poland", "Polonia", "Polen"}, {"CZ", "Czech Republic", "República Checa", "Tschechien"}, {"HU", "Hungary", "Hungría", "Ungarn"}},
	}
	buyers     = []firm{{"Importadora Tres Cumbres, S.A. de C.V.", "Av. Universidad 1200, Col. Del Valle", "03100 Ciudad de México, México"}, {"Distribuidora Bahía Azul, S. de R.L. de C.V.", "Blvd. Costero 455", "22880 Ensenada, B.C., México"}, {"Grupo Ferrelar del Norte, S.A. de C.V.", "Calle Zaragoza 77 Sur", "64000 Monterrey, N.L., México"}}
	warehouses = []firm{{"Almacenes Fiscales del Centro, S.A.", "Km 14.5 Carretera a Toluca", "50010 Toluca, México"}, {"Bodegas Unidas de Manzanillo, S.A.", "Puerto Interior, Lote 9", "28219 Manzanillo, Col., México"}}
	stranger   = firm{"Harbour Star Forwarding Pte. Ltd.", "1 Anson Quay", "Singapore 079903"}
	carriers   = []firm{{"Transoceanic Container Line", "Pier 4, Harbour Road", "Rotterdam"}, {"Blue Meridian Shipping", "Queens Wharf 11", "Hong Kong"}}
	airlines   = []firm{{"Aeroandes Cargo", "Cargo Terminal 2", "Bogotá"}, {"Condor Freight Airways", "Air Cargo Center 40", "Frankfurt"}}
	chambers   = []firm{{"Chamber of Industry and Trade", "Market Square 1", ""}, {"Export Promotion Council", "Trade House, 3rd floor", ""}}

	thirdMakers = map[string][]firm{
		"en": {{"Kitanihon Tools Mfg. Co., Ltd.", "3-14-2 Minami-Honmachi, Chuo-ku", "Osaka 541-0054, Japan\nTEL: +81-6-5550-0182   FAX: +81-6-5550-0183"}, {"Padma Valley Industries Limited", "Plot 47, Export Processing Zone, Savar", "Dhaka 1349, Bangladesh\nBIN: 000412987-0403"}, {"Ege Pinar Dis Ticaret A.S.", "Ataturk Organize Sanayi Bolgesi, 10021 Sok. No. 6", "35620 Cigli, Izmir, Turkey\nVAT No.: 3340127765"}},
		"es": {{"Exportadora Costa Verde Cía. Ltda.", "Av. Juan Tanca Marengo km 4.5", "Guayaquil, Ecuador\nR.U.C. 0992481736001"}, {"Industrias del Plata Oriental S.A.", "Ruta 8 km 17.500, edificio 200", "91600 Montevideo, Uruguay\nRUT 214873650018"}, {"Productos Tiribí S.A.", "Zona Franca Metropolitana, edificio 6B", "Heredia, Costa Rica\nCédula jurídica 3-101-482913"}},
		"de": {{"Rheintal Präzision AG", "Industriestrasse 23", "9430 St. Margrethen, Schweiz\nMWST-Nr. CHE-118.402.771"}, {"Tatra Komponenten s.r.o.", "Priemyselná 12", "917 01 Trnava, Slowakei\nUSt-IdNr. SK2020417735"}, {"Savatal Metall d.o.o.", "Industrijska cesta 5", "4000 Kranj, Slowenien\nUSt-IdNr. SI48201773"}},
	}
	thirdSources = map[string][]country{
		"en": {{"JP", "Japan", "Japón", "Japan"}, {"BD", "Bangladesh", "Bangladesh", "Bangladesch"}, {"TR", "Turkey", "Turquía", "Türkei"}},
		"es": {{"EC", "Ecuador", "Ecuador", "Ecuador"}, {"UY", "Uruguay", "Uruguay", "Uruguay"}, {"CR", "Costa Rica", "Costa Rica", "Costa Rica"}},
		"de": {{"CH", "Switzerland", "Suiza", "Schweiz"}, {"SK", "Slovakia", "Eslovaquia", "Slowakei"}, {"SI", "Slovenia", "Eslovenia", "Slowenien"}},
	}
	thirdBuyers     = []firm{{"Comercializadora Valle de Anáhuac, S.A. de C.V.", "Insurgentes Sur 1883, Int. 402, Col. Guadalupe Inn", "01020 Ciudad de México, México\nRFC: CVA080317QX2"}, {"Suministros Industriales Tepeyac, S.A. de C.V.", "Av. Vallarta 6503, Col. Ciudad Granja", "45010 Zapopan, Jalisco, México\nR.F.C. SIT110922KM5"}, {"Abastecedora Bajío Central, S. de R.L. de C.V.", "Parque Industrial Opción, Lote 31", "37980 San José Iturbide, Gto., México\nTax ID: ABC150604TN8"}}
	thirdWarehouses = []firm{{"Recinto Fiscalizado Golfo Norte, S.A. de C.V.", "Recinto Portuario s/n", "91700 Veracruz, Ver., México"}, {"Centro Logístico Pacífico, S. de R.L.", "Blvd. de las Islas 18, Isla del Cayacal", "60950 Lázaro Cárdenas, Mich., México"}}
	thirdStranger   = firm{"Lotus Gate Logistics (HK) Limited", "Unit 1508, 151 Container Port Road", "Kwai Chung, Hong Kong"}
	thirdCarriers   = []firm{{"Pacific Crest Lines A/S", "Havnegade 21", "1058 Copenhagen K, Denmark"}, {"Southern Arc Container Services", "Level 9, 60 Quay Street", "Auckland 1010, New Zealand"}}
	thirdAirlines   = []firm{{"Kestrel Air Cargo S.A.", "Cargo Centre, Gate 7", "L-1110 Luxembourg"}, {"Nimbus Carga Aérea", "Aeropuerto de Tocumen, Terminal de Carga", "Panamá, Panamá"}}
	thirdChambers   = []firm{{"Chamber of Commerce and Industry", "Certificate of Origin Section", ""}, {"Federation of Exporters' Associations", "Legalisation Desk, 2nd floor", ""}}
)
