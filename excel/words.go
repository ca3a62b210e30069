package excel

import (
	"strings"

	"tariffdesk/text"
)

// How surely a header names the column of descriptions.
const (
	sureHeader = 3 // it says so
	goodHeader = 2 // it speaks of descriptions or goods
	weakHeader = 1 // it may be a name, or a code
)

// maxHeaderWords tells headers from sentences.
const maxHeaderWords = 6

// headerScore judges a header in English or Spanish, 0 for one of another column.
func headerScore(text string) int {
	words := strings.Fields(fold(text))
	if len(words) == 0 || len(words) > maxHeaderWords {
		return 0
	}
	strong, weak, other := false, false, false
	for _, w := range words {
		strong = strong || strongWords[w]
		weak = weak || weakWords[w]
		other = other || otherWords[w]
	}
	switch {
	case strong && !other && (weak || len(words) <= 2):
		return sureHeader
	case strong && !other:
		return goodHeader
	case strong || weak && !other:
		return weakHeader
	}
	return 0
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

var (
	strongWords = words("description descriptions descripcion descripciones desc mercancia mercancias goods merchandise denominacion" +
		" beschreibung bezeichnung warenbezeichnung artikelbezeichnung designation libelle descricao mercadoria mercadorias descrizione merce omschrijving opis" +
		" 品名 商品名称 产品名称 描述 商品描述 商品名 説明")
	weakWords = words("product products producto productos item items articulo articulos commodity name nombre concepto detalle detail details material materials bien bienes commercial comercial" +
		" ware artikel produkt artikelname produit article marchandise produto artigo nome prodotto articolo 商品 产品")
	otherWords = words("code codigo id no num number numero nro hs hts nico fraccion arancelaria arancel tariff sku price precio cost costo value valor qty quantity cantidad unit unidad weight peso country pais date fecha origin origen category categoria type tipo brand marca supplier proveedor invoice factura total currency moneda length short corta" +
		" model modelo status estado colour color size talla vendor manufacturer fabricante customer cliente warehouse almacen location ubicacion uom udm")
	idWords = words("id sku code codigo clave reference referencia ref part parte item no num number numero folio key partida model modelo mpn upc ean gtin barcode serial serie lote lot batch po pedido order")
)

// particles stand between the words of a header.
var particles = words("of the de del la el los las por per y and")

// idScore judges a header of identifiers: the fewer other words, the better.
func idScore(text string) int {
	words := strings.Fields(fold(text))
	if len(words) == 0 || len(words) > 3 {
		return 0
	}
	hits := 0
	for _, w := range words {
		if idWords[w] {
			hits++
		}
		if w == "hs" || w == "hts" || w == "fraccion" || w == "postal" || w == "country" || w == "pais" {
			return 0
		}
	}
	if hits == 0 {
		return 0
	}
	return hits*2 + 3 - len(words)
}

// maxHeaderBytes is far more than a header has: longer text is none.
const maxHeaderBytes = 1_000

// fold writes the words of a header, "" for what is too long to be one.
func fold(s string) string {
	if len(s) > maxHeaderBytes {
		return ""
	}
	return text.Words(s)
}
