package classify

import (
	"context"
	"testing"
)

// TestWhatSaysNothingOfTheGoodsChangesNothing holds the code and whether anything is asked.
func TestWhatSaysNothingOfTheGoodsChangesNothing(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	answer := func(description string) (code string, asks bool) {
		r, err := e.Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		return leading(r), len(r.Questions) > 0
	}
	for _, alike := range [][]string{
		{"ball valve", "HS code for ball valve", "I want to import ball valve from China", "one 40ft container of ball valve", "the ball valve", "ball valve (sample)", "ball valve USD 12.50",
			"1) ball valve", "ball valve 30 x 20 x 10 cm", "ball valve, country of origin: Vietnam", "ball valve for export", "ball valve black/white", "ball valve EA"},
		{"brake pads", "a brake pads", "shipment of brake pads", "brake pads for retail sale", "brake pads size large", "$4.50 brake pads"},
		{"bicicleta", "10 cajas de bicicleta", "un contenedor de bicicleta", "fracción arancelaria para bicicleta", "quiero importar bicicleta desde China", "la bicicleta", "bicicleta (muestra)",
			"bicicleta para exportación", "bicicleta, país de origen: Vietnam", "bicicleta color rojo", "bicicleta para venta al por menor", "embarque de bicicleta", "bicicleta tamaño grande"},
		{"martillo", "10 cajas de martillo", "el martillo", "martillo USD 3.00 c/u"},
		{"copper wire", "container of copper wire", "HS code of copper wire"},
		{"ball valve", "valve, ball"}, {"water pump", "pump, water"}, {"toilet paper", "paper, toilet"}, {"syringe needle", "needle for syringe", "needle for the syringe"},
		{"leather shoes", "shoes, leather"}, {"aguja de jeringa", "aguja para jeringa"},
	} {
		code, asks := answer(alike[0])
		for _, description := range alike[1:] {
			if got, asked := answer(description); got != code || asked != asks {
				t.Errorf("%q: %s, asks %v; %q: %s, asks %v", description, got, asked, alike[0], code, asks)
			}
		}
	}
	for description, other := range map[string]string{ // what is taken from none of these
		"contenedor de plástico": "plástico", "white cement": "cement", "caja de herramientas": "herramientas", "writing board": "white writing board", "television black/white": "television",
		"container of wood": "wood",
	} {
		code, _ := answer(description)
		if plain, _ := answer(other); code == plain {
			t.Errorf("%q and %q are both %s", description, other, code)
		}
	}
}

// TestWhatGoodsDoNotHaveIsNotTheirs: a heading's own facets are denied as those of all goods are.
func TestWhatGoodsDoNotHaveIsNotTheirs(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"coffee without caffeine, roasted": "090122", "café tostado sin cafeína": "090122", "roasted coffee with caffeine": "090121", "bicycle without pedals": "950300",
	} {
		r, err := embeddedEngine(t).Classify(context.Background(), Request{Description: description, Country: CountryWorld, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if got := leading(r); got != want {
			t.Errorf("%s: %s, want %s", description, got, want)
		}
	}
}
