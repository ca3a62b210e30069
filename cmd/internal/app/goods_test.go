package app

import (
	"testing"

	"tariffdesk/classify"
	"tariffdesk/tariff"
)

func TestGoodsAreComparedWithTheirLine(t *testing.T) {
	t.Parallel()
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := newGoods(engine)
	for _, c := range []struct {
		description, code string
		other             string
	}{
		{"Men's cotton T-shirt, knitted", "22030001", "610910"},
		{"Men's cotton T-shirt, knitted", "61091003", ""},
		{"Truck tyres, radial, new, 295/80R22.5", "40111010", "401120"},
		{"goods", "22030001", ""}, // nothing is understood of it
	} {
		other, contradicted := g.Contradicts(t.Context(), c.description, c.code)
		if contradicted != (c.other != "") || contradicted && other.Code != c.other {
			t.Errorf("%s in %s: %+v %v", c.description, c.code, other, contradicted)
		}
	}
	if guess, err := g.Guess(t.Context(), "Men's cotton T-shirt, knitted"); err != nil || guess.Code[:6] != "610910" {
		t.Errorf("%+v %v", guess, err)
	}
	for i := range maxHeldGoods + 10 {
		g.held[string(rune(i))] = classify.Result{}
	}
	if _, err := g.Guess(t.Context(), "leather shoes"); err != nil || len(g.held) > maxHeldGoods {
		t.Errorf("%d held, %v", len(g.held), err)
	}
}
