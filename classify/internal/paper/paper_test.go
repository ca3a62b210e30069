package paper

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/vocabulary"
)

func embeddedReader(t testing.TB) *Reader {
	t.Helper()
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return New(book)
}

func TestGoodsWithMarksOfTheirOwnAreSeveral(t *testing.T) {
	t.Parallel()
	r := embeddedReader(t)
	for words, want := range map[string]string{
		"12 wool hats, 30 cotton scarves and 4 raincoats":                                              "wool hats | cotton scarves | raincoats",
		"1. Tea kettle, 24 pcs, USD 12.00\n2. Teapot, 40 pcs, USD 5.5":                                 "Tea kettle | Teapot",
		"SKU A1 lamp $12.00, SKU B2 fan $40.00":                                                        "lamp | fan",
		"a) 2 sofas b) 3 beds":                                                                         "sofas | beds",
		"Invoice no. 7\nDescription Qty Price\nlamp 500 1.20 600.00\nplug 20 3.40 68.00\nTotal 668.00": "lamp | plug",
		"2 mesas y 1 espejo":                                                                           "mesas | espejo",
		"500 kg de azúcar, 200 kg de sal":                                                              "azúcar | sal",
		"1. Sierra, 5 pzas, 120.00 USD\n2. Taladro, 3 pzas, 80.00 USD":                                 "Sierra | Taladro",
		"board game with 32 pieces and 1 board":                                                        "",
		"2 door refrigerator, 3 shelves":                                                               "",
		"tool set: 2 pliers, 3 wrenches":                                                               "",
		"1 kit containing 2 pumps, 1 hose":                                                             "",
		"bolt M8, 10 mm head, 50 mm long":                                                              "",
		"tent\n- 2 doors\n- 3 windows":                                                                 "",
		"salt and pepper":                                                                              "",
		"1. waterproof\n2. adjustable":                                                                 "",
	} {
		if got := strings.Join(r.Read(words).Goods, " | "); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestWhatBelongsToAPaperIsNoGoods(t *testing.T) {
	t.Parallel()
	r := embeddedReader(t)
	for words, want := range map[string]string{
		"COMMERCIAL INVOICE":                  "",
		"Factura No. A-1234":                  "",
		"Total amount USD 12,500.00":          "",
		"Seller: Bright Lamps Co., Ltd":       "",
		"Packing list\nRubber ducks\nTotal 5": "Rubber ducks",
		"packing list envelopes":              "packing list envelopes",
		"talonario de facturas":               "talonario de facturas",
		"Date palm seedlings":                 "Date palm seedlings",
		"vessel":                              "vessel",
		"Material: steel\nColour: red":        "Material: steel\nColour: red",
	} {
		if got := r.Read(words).Rest; got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func FuzzATextIsReadWithinBounds(f *testing.F) {
	for _, seed := range []string{"", "a) x b) y", "1. a\n2. b", "Invoice\n5 kg x, 3 kg y", strings.Repeat("9 pcs tables;", 3000), "$ $ $", "x x x x", "ı) İ 5 pcs ß"} {
		f.Add(seed)
	}
	r := embeddedReader(f)
	f.Fuzz(func(t *testing.T, words string) {
		got := r.Read(words)
		if len(got.Goods) > maxItems || len(got.Rest) > len(words) || slices.Contains(got.Goods, "") || len(got.Goods) == 1 {
			t.Errorf("%d goods, %d bytes of %d", len(got.Goods), len(got.Rest), len(words))
		}
	})
}

func TestWhatAHolderHoldsIsRead(t *testing.T) {
	t.Parallel()
	r := embeddedReader(t)
	material := func(word string) bool { return word == "glass" || word == "cardboard" || word == "papel" }
	for words, want := range map[string]string{
		"glass jar of honey":           "1 true true | glass jar | honey",
		"24 bags of rice":              "1 true true | bags | rice",
		"caja con tornillos":           "1 true false | caja | tornillos",
		"pencil case with 12 pencils":  "3 false false | pencil case | pencils",
		"maletín con taladro y brocas": "3 true false | maletín | taladro, brocas",
		"kit: mug, spoon and coffee":   "4 true false | kit | mug, spoon, coffee",
		"box of cardboard":             "",
		"bolsa de papel":               "",
		"bottle with a cap":            "",
		"basket with handles":          "",
		"case for telephone with lid":  "",
		"supplied in case with dies":   "",
		"set of gaskets, cylinder":     "",
		"tool set with pliers and saw": "",
		"camera with case":             "",
		"honey":                        "",
		"jar of":                       "",
	} {
		got := ""
		if f, ok := r.Filled(words, material); ok {
			got = fmt.Sprint(f.Holder, " ", f.Bare, " ", f.Of, " | ", f.Name, " | ", strings.Join(f.Each, ", "))
		}
		if got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestRowsThatRepeatOneProductLeaveWhatElseIsSaid(t *testing.T) {
	t.Parallel()
	got := embeddedReader(t).Read("PACKING LIST\nTel. +44 20 1234567\n1 bolt M8 10 pcs\n2 bolt M8 20 pcs\nMaterial: stainless steel\nTotal 30")
	if want := "bolt M8\nMaterial: stainless steel"; got.Rest != want || len(got.Goods) > 0 {
		t.Errorf("%q and goods %q, want %q", got.Rest, got.Goods, want)
	}
}
