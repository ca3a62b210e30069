package classify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

func TestOfSeveralGoodsOneIsClassifiedAndTheOthersAreNamed(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	var invoice strings.Builder
	invoice.WriteString("Bright Trading Co., Ltd\nCOMMERCIAL INVOICE\nInvoice No: 2231\nNo Description Qty Unit price Amount\n")
	goods := []string{"ceramic mug", "cotton towel", "leather belt", "ball bearing", "desk lamp", "umbrella"}
	for i := range 300 {
		fmt.Fprintf(&invoice, "%d %s %d 2.50 %d.50\n", i+1, goods[i%len(goods)], i+3, 5*i+7)
	}
	invoice.WriteString("Total USD 9,000.00\n")
	var bars, commas, bare strings.Builder
	bars.WriteString("COMMERCIAL INVOICE\n")
	commas.WriteString("item,description,qty,price\n")
	for i := range 60 {
		fmt.Fprintf(&bars, "| %d | %s | %d | 2.50 | %d.50 |\n", i+1, goods[i%len(goods)], i+3, 5*i+7)
		fmt.Fprintf(&commas, "%d,%s,%d,2.50\n", i+1, goods[i%len(goods)], i+3)
	}
	listed := []string{"ceramic mug", "cotton towel", "leather belt", "ball bearing", "desk lamp", "umbrella", "bicycle", "wooden chair", "wool blanket", "hex nut M8", "T-shirt, cotton"}
	for i := range 30 {
		fmt.Fprintln(&bare, listed[i%len(listed)])
	}
	for _, c := range []struct {
		own, attached, heading string
		others                 []string
	}{
		{"12 wool blankets, 30 umbrellas and 4 bicycles", "", "6301", []string{"umbrellas", "bicycles"}},
		{"1. Sierra circular, 5 pzas, 120.00 USD\n2. Almohada, 10 pzas, 8.00 USD", "", "8467", []string{"Almohada"}},
		{"", invoice.String(), "6912", goods[1:]},
		{"see attached", invoice.String(), "6912", goods[1:]},
		{"leather belts for men", invoice.String(), "4203", []string{"ceramic mug", "cotton towel", "ball bearing", "desk lamp", "umbrella"}},
		{"frozen shrimp", invoice.String(), "0306", goods},
		{"leather belts for men", bars.String(), "4203", []string{"ceramic mug", "cotton towel", "ball bearing", "desk lamp", "umbrella"}},
		{commas.String(), "", "6912", goods[1:]},
		{bare.String(), "", "6912", listed[1:]},
		{"Tool set: 2 pliers, 3 wrenches", "", "8206", nil},
		{"first aid kit with 10 bandages, 2 scissors", "", "3006", nil},
		{"Artículo 7 muñeca de trapo; Artículo 8 trompo de madera", "", "9503", []string{"trompo de madera"}},
		{"40 red umbrellas, 30 blue umbrellas", "", "6601", nil},
		{"PACKING LIST\numbrellas 40 pcs\nTotal 40", "", "6601", nil},
	} {
		request := Request{Description: c.own, Attached: c.attached, Model: ModelFast}
		if c.attached != "" {
			request.Description = strings.TrimPrefix(c.own+". "+c.attached, ". ")
		}
		r, err := e.Classify(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		asks := slices.ContainsFunc(r.Open, func(q Question) bool { return q.ID == "meant" })
		if len(r.Suggestions) == 0 || r.Suggestions[0].Heading.Code != c.heading || !slices.Equal(r.OtherGoods, c.others) || asks != (len(c.others) > 0) {
			t.Errorf("%q: %+v, others %q, asks %v", c.own, r.Suggestions, r.OtherGoods, asks)
		}
	}
}

func TestTheQuestionWhichGoodsAreMeantIsAnswered(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	const listed = "12 cobijas de lana, 30 paraguas y 4 bicicletas"
	first, err := e.Classify(t.Context(), Request{Description: listed, Language: tariff.LanguageSpanish, Model: ModelFast})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	for said, heading := range map[string]string{"2": "6601", "bicicletas": "8712", "(c)": "8712", "los paraguas": "6601"} {
		refined, err := Refine(stored, []Answer{{Question: "meant", Answer: said}}, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Classify(t.Context(), Request{Description: listed, Language: tariff.LanguageSpanish, Model: ModelFast, Dialogue: refined.Turns})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Suggestions) == 0 || r.Suggestions[0].Heading.Code != heading || len(r.OtherGoods) != 2 || len(r.UnusedAnswers) > 0 ||
			slices.ContainsFunc(r.Open, func(q Question) bool { return q.ID == "meant" }) {
			t.Errorf("%q: %+v, others %q, %q, unused %+v", said, r.Suggestions, r.OtherGoods, r.Questions, r.UnusedAnswers)
		}
	}
}

func TestAPaperWithoutGoodsHasNoCode(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, words := range []string{
		"COMMERCIAL INVOICE", "Packing list", "FACTURA", "Nota de remisión folio 33", "Delivery note 7712",
		"Lámparas del Bajío S.A. de C.V.\nAv. Juárez 12, León\nRFC: LBA010101AB1\nFACTURA", "Total value USD 4,000.00",
	} {
		for _, country := range []Country{CountryWorld, CountryMexico} {
			r, err := e.Classify(t.Context(), Request{Description: words, Country: country})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Suggestions) > 0 || len(r.Questions) == 0 {
				t.Errorf("%q, %s: %+v, %q", words, country, r.Suggestions, r.Questions)
			}
		}
	}
	for words, heading := range map[string]string{"packing list envelopes": "4817", "invoice books": "4820"} {
		if r, err := e.Classify(t.Context(), Request{Description: words}); err != nil || len(r.Suggestions) == 0 || r.Suggestions[0].Heading.Code != heading {
			t.Errorf("%q: %+v, %v", words, r.Suggestions, err)
		}
	}
}
