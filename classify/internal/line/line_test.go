package line

import (
	"testing"

	"tariffdesk/tariff"
)

func book(t *testing.T) *Book {
	t.Helper()
	k, err := tariff.LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	trees, err := tariff.LoadTrees(k.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	w, err := EmbeddedWeights()
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBook(trees, k.Vocabulary(), w)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTry(t *testing.T) {
	b := book(t)
	for _, c := range []struct{ country, sub, text string }{
		{"MEX", "821192", "stainless steel chef's knife"},
		{"USA", "040221", "whole milk powder 26 % fat in 25 kg bags"},
		{"COL", "040221", "whole milk powder 26 % fat in 25 kg bags"},
		{"ARG", "040221", "whole milk powder 26 % fat in 25 kg bags"},
		{"MEX", "040221", "whole milk powder 26 % fat in 25 kg bags"},
		{"MEX", "852872", "55 inch LED smart television"},
		{"USA", "870323", "Toyota Corolla 2024 new 1.8 petrol sedan"},
		{"USA", "640399", "men's leather work boots, goodyear welt"},
	} {
		r := b.Read(Facts{Text: c.text})
		ch, ok := b.Choose(c.country, c.sub, r)
		t.Log(c.country, c.sub, c.text, ok, ch.Line, ch.Statistical, ch.FillLine, ch.FillStat, r.numbers)
		for i, k := range ch.Candidates {
			if i < 4 {
				t.Log("    ", k.Leaf.Code, k.Leaf.Title.English, k.Probability)
			}
		}
		if ch.Fork != nil {
			t.Logf("   fork %+v", ch.Fork.Term)
		}
	}
}
