package term

import "regexp"

// documentKinds tell a kind of document from its names, the more special first.
var documentKinds = []struct {
	kind string
	form *regexp.Regexp
}{
	{"packing_list", regexp.MustCompile(`(?i)packing[ _-]?(?:list|slip)|lista[s]? (?:de )?(?:empaque|embarque|embalaje|contenido)|weight list`)},
	{"airway_bill", regexp.MustCompile(`(?i)air ?way ?bill|gu[ií]a a[eé]rea|\bawb\b|\bhawb\b|\bmawb\b`)},
	{"bill_of_lading", regexp.MustCompile(`(?i)bill[ _-]?of[ _-]?lading|conocimiento (?:de )?embarque|consignment note|\bcmr\b|\bb/?l\b|waybill|carta porte`)},
	{"certificate", regexp.MustCompile(`(?i)certificat(?:e|ion)|certificado|certificaci[oó]n`)},
	{"pedimento", regexp.MustCompile(`(?i)pedimento|customs (?:entry|declaration)|declaraci[oó]n (?:de importaci[oó]n|aduanera)`)},
	{"receipt", regexp.MustCompile(`(?i)\breceipt|recibo|\bticket\b|comprobante|nota de venta|\bboleta\b`)},
	{"delivery_note", regexp.MustCompile(`(?i)delivery (?:note|order)|nota de entrega|albar[aá]n|remisi[oó]n|remito`)},
	{"purchase_order", regexp.MustCompile(`(?i)purchase[ _-]?order|orden(?:es)? de compra|pedido de compra`)},
	{"quotation", regexp.MustCompile(`(?i)quotation|\bquote\b|cotizaci[oó]n|presupuesto`)},
	{"invoice", regexp.MustCompile(`(?i)invoice|factura`)},
}

// DocumentKind names the kind of document a text speaks of, "" for none.
func DocumentKind(text string) string {
	for _, k := range documentKinds {
		if k.form.MatchString(text) {
			return k.kind
		}
	}
	return ""
}
