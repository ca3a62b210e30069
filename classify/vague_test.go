package classify

import (
	"context"
	"strings"
	"testing"

	"tariffdesk/classify/internal/confidence"
	"tariffdesk/classify/internal/dialogue"
	"tariffdesk/classify/internal/rank"
)

// vagueTexts do not say what the goods are.
const vagueTexts = `
samples
free samples
sample without commercial value
spare parts
spare parts for machine
replacement parts
machine parts
parts and accessories
accessories
assorted accessories
metal parts
plastic parts
plastic items
gift
gift set
corporate gifts
promotional items
promo material
misc goods
miscellaneous
various items
general merchandise
general cargo
mixed goods
personal effects
household goods
new products
black friday collection
summer collection 2025
spring summer range
ss25 womens drop 3
aw24 mens outdoor
xmas promo bundle
limited edition set
online exclusive
web order 4471
peak season promotion
store equipment
machine
equipment
device
electronic device
hardware
gadgets
home decor
home and living
kids clothing
garments
apparel
textile products
fabric
plastic
metal
black
blue size xl
model xj-4200
sku 88-1204-b
ref 990182
2 units
item no. 12
type b version 2
assorted pack
kit
set
raw material
chemical product
foodstuff
muestras
muestras sin valor comercial
refacciones
repuestos varios
partes y accesorios
piezas de plástico
accesorios diversos
regalo
artículos promocionales
regalos corporativos
mercancía general
carga general
productos varios
artículos varios de plástico
efectos personales
enseres
colección primavera verano
colección otoño invierno 2025
edición limitada
promoción buen fin
promoción navidad
oferta de temporada
máquina
maquinaria y equipo
equipo
aparato electrónico
ropa de dama
prendas de vestir
tela
metal
negro talla m
modelo tr-900
pedido 5512
juego
conjunto surtido
paquete promocional
materia prima
producto químico
alimentos
`

// preciseTexts are short and say it.
const preciseTexts = `
bolt
handbags, of leather
midori
umbrella
bicycle
toothbrush
laptop
wheelchair
trampoline
saxophone
violin
cement
olive oil
honey
rice
coffee beans roasted
green tea
cigars
whisky
vodka
chess set
tool box steel
brake pads for cars
spark plugs
screwdriver
hammer
wrench
chainsaw
refrigerator
dishwasher
microwave oven
hair dryer
vacuum cleaner
sewing machine
washing machine parts
light bulbs led
lipstick
shampoo
toothpaste
candles
soap bar
insulin
aspirin tablets
vaccines
newspaper
wallpaper
envelopes
pencils
ball point pens
tennis balls
golf clubs
fishing rods
sunglasses
wrist watch
mattress
pillow
blanket wool
carpet knotted wool
socks cotton
neckties silk
leather belt
gloves of rubber
tyres for bicycles
caustic soda
urea
perno
paraguas
bicicleta
cepillo de dientes
silla de ruedas
cemento
aceite de oliva
miel
arroz
té verde
puros
bujías
destornillador
martillo
motosierra
refrigerador
lavavajillas
horno de microondas
secadora de pelo
aspiradora
máquina de coser
champú
pasta de dientes
velas
insulina
vacunas
periódicos
papel tapiz
sobres
lápices
bolígrafos
pelotas de tenis
lentes de sol
reloj de pulsera
colchón
almohada
calcetines de algodón
corbatas de seda
cinturón de cuero
sosa cáustica
`

func lines(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") }

func TestWhatDoesNotNameGoodsIsAskedAboutWithLowConfidence(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, text := range lines(vagueTexts) {
		r, err := e.Classify(context.Background(), Request{Description: text, Model: ModelFast})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if n := len(r.Questions); n == 0 || n > dialogue.MaxQuestions {
			t.Errorf("%q: %d questions", text, n)
		}
		if len(r.Suggestions) > 0 && r.Suggestions[0].Confidence >= confidence.VagueCeiling {
			t.Errorf("%q: a bluff, %s with %.2f", text, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence)
		}
	}
}

// Short is not vague: what has a name is given its code, though the code may still ask between siblings.
func TestShortNamesAreNotTakenForVague(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	s := rank.New(e.index, e.facets, e.weights)
	for _, text := range lines(preciseTexts) {
		request, err := Request{Description: text, Model: ModelFast}.prepared()
		if err != nil {
			t.Fatal(err)
		}
		f := e.find(s, request)
		if f.vague() {
			t.Errorf("%q is taken for vague", text)
		}
		if len(f.confidence) == 0 || f.confidence[0] < 0.10 {
			t.Errorf("%q: confidence %v", text, f.confidence[:min(1, len(f.confidence))])
		}
		s.Reset()
	}
}
