package classify

// vagueCeiling is the confidence no answer reaches whose description does not say what the goods are.
const vagueCeiling = 0.30

// vagueWords say nothing of what goods are: words of trade and transport, of campaigns and seasons, of shop
// departments, of parts and sets of whatever, sizes and colours, and the widest names there are.
var vagueWords = words(`
sample samples specimen demo prototype spare spares part parts piece pieces component components replacement accessory accessories attachment consumables
gift gifts present presents souvenir souvenirs giveaway misc miscellaneous various assorted sundry sundries mixed other others general goods good item items article articles product products
merchandise cargo freight parcel shipment consignment package packages stuff thing things object objects belongings effects personal supplies stock inventory order invoice import export commercial value customs
kit kits set sets pack packs bundle bundles assortment combo lot batch unit units collection collections range series edition line capsule drop
online offline peak promo promos promotion promotional corporate campaign launch season seasonal exclusive limited exclusives bestseller outlet clearance sale offer deal deals basics essentials core premium luxury
summer autumn winter holiday holidays halloween easter xmas fy ss aw fw ecommerce web store shop retail wholesale brand branded logo private label new arrivals
mens womens kids home living lifestyle outdoor indoor unisex adult department category style design model version type reference code sku
machine machines machinery equipment device devices gadget gadgets apparatus appliance appliances instrument instruments electronic electronics electrical electricals digital smart hardware system systems unit module
plastic plastics metal metals metallic textile textiles fabric fabrics material materials chemical chemicals raw food foodstuff foods clothing clothes apparel garments garment decor decoration
small medium large extra mini xl xxl xs onesize size sizes colour color colours colors multicolour multicolor black white red blue green yellow pink purple brown grey gray orange beige navy
muestra muestras refaccion refacciones repuesto repuestos pieza piezas parte partes componente componentes accesorio accesorios consumibles recambio recambios
regalo regalos obsequio obsequios recuerdo recuerdos varios varias diverso diversos diversa diversas surtido surtidos general generales mercancia mercancias mercaderia mercaderias articulo articulos producto productos
carga envio paquete paquetes embarque lote lotes pedido factura importacion exportacion valor comercial aduana cosa cosas objeto objetos efectos personales enseres pertenencias
juego juegos conjunto conjuntos paquete coleccion colecciones linea serie edicion unidad unidades
promocion promociones promocional campana lanzamiento temporada exclusivo exclusiva limitado limitada oferta ofertas basicos esenciales verano otono invierno navidad pascua tienda marca nuevo nueva novedades
dama caballero ninos hogar estilo diseno modelo version tipo referencia codigo clave
maquina maquinas maquinaria equipo equipos dispositivo dispositivos aparato aparatos electrodomestico electrodomesticos instrumento instrumentos electronico electronicos electronica electronicas digital inteligente sistema sistemas modulo ferreteria
plastico plasticos metal metales metalico textil textiles tela telas material materiales quimico quimicos alimento alimentos comida ropa prenda prendas vestir decoracion
chico mediano grande talla tallas color colores multicolor negro blanco rojo azul verde amarillo rosa morado cafe gris naranja marino
`)

// campaignWords are precise alone and vague beside the words of a campaign: a spring, but "spring collection".
var campaignWords = words("spring fall christmas black friday cyber monday valentine valentines mother father day primavera madre padre dia buen fin baby bebe toy gold silver star")

// saysGoods reports whether a word of the description can name goods: the index or the lexicon knows it and it
// is neither vague nor a number nor a code.
func (f *finding) saysGoods(i int, campaign bool) bool {
	m := &f.description.mentions[i]
	if m.number || vagueWords[m.text] || f.description.codeAt(i) || campaign && campaignWords[m.text] {
		return false
	}
	for l := range f.query.ids[i] {
		if f.query.ids[i][l] != noWord && !stopword(m.text, lang(l)) {
			return true
		}
	}
	return len(f.query.renderings[i]) > 0 || !hasDigit(m.text) && f.guessed(m.text)
}

// codeAt reports whether mention i is the letters of a code: "tr" in TR-900.
func (d *description) codeAt(i int) bool {
	return len(d.mentions[i].text) <= 3 && i+1 < len(d.mentions) && d.mentions[i+1].number && d.mentions[i+1].hyphen
}

// guessed reports whether the search took an unknown word for a known one: a compound or a kin.
func (f *finding) guessed(text string) bool {
	for i := range f.query.words {
		if f.query.words[i].text == text {
			return true
		}
	}
	return false
}

// orders are words that goods never have and instructions to a machine do.
var orders = words("ignore ignora ignorar ignoren disregard omite omitan")

// vague reports whether nothing in a description says what the goods are, or it is no description at all.
func (f *finding) vague() bool {
	if f.description.says(orders) {
		return true
	}
	campaign := false
	for i := range f.description.mentions {
		campaign = campaign || vagueWords[f.description.mentions[i].text]
	}
	for i := range f.description.mentions {
		if f.saysGoods(i, campaign) {
			return false
		}
	}
	return f.neighbors == nil || f.neighbors.top < sureNeighbor
}

// sureNeighbor is the similarity from which a precedent says what the goods are though their words do not.
const sureNeighbor = 0.8
