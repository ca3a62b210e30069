package confidence

import "tariffdesk/classify/internal/text"

// VagueCeiling is the confidence no answer reaches whose description does not say what the goods are.
const VagueCeiling = 0.30

// vagueWords say nothing of what goods are: words of trade and transport, of campaigns and seasons, of shop
// departments, of parts and sets of whatever, sizes and colours, and the widest names there are.
var vagueWords = text.Set(`
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
var campaignWords = text.Set("spring fall christmas black friday cyber monday valentine valentines mother father day primavera madre padre dia buen fin baby bebe toy gold silver star")

// orders are words that goods never have and instructions to a machine do.
var orders = text.Set("ignore ignora ignorar ignoren disregard omite omitan")

// Vague reports whether nothing in a description says what the goods are, or it is no description at all. known tells
// whether the search understands a mention, nearest is the similarity of the nearest precedent.
func Vague(d *text.Description, known func(mention int) bool, nearest float32) bool {
	if d.Says(orders) {
		return true
	}
	campaign := false
	for i := range d.Mentions {
		campaign = campaign || vagueWords[d.Mentions[i].Text]
	}
	for i := range d.Mentions {
		if maySayGoods(d, i, campaign) && known(i) {
			return false
		}
	}
	return nearest < sureNeighbor
}

// maySayGoods reports whether a mention is neither vague nor a number nor a code.
func maySayGoods(d *text.Description, i int, campaign bool) bool {
	m := &d.Mentions[i]
	return !m.Number && !vagueWords[m.Text] && !d.CodeAt(i) && !(campaign && campaignWords[m.Text])
}

// sureNeighbor is the similarity from which a precedent says what the goods are though their words do not.
const sureNeighbor = 0.8
