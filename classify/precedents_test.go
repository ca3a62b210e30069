package classify

import (
	"context"
	"fmt"
	"testing"
)

func withPrecedents(t *testing.T, p *Precedents, description string) Suggestion {
	t.Helper()
	r, err := embeddedEngine(t).Classify(context.Background(), Request{Description: description, Precedents: p})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Suggestions) == 0 {
		return Suggestion{}
	}
	return r.Suggestions[0]
}

func TestAnOrganisationsOwnGoodsAreRecognised(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{
		{Description: "ZX-900 turbo widget", HS: "8413.70"}, {Description: "ZX-901 turbo widget large", HS: "8413702004"},
		{Description: "garden table", HS: "940360"}, {Description: "no code", HS: "x"}, {Description: "", HS: "940360"},
	})
	if p.Len() != 3 {
		t.Errorf("%d rows held, 3 are usable", p.Len())
	}
	if got := withPrecedents(t, p, "turbo widget ZX-900"); got.Subheading.Code != "841370" {
		t.Errorf("got %s", got.Subheading.Code)
	}
}

func TestTheSameTextIsDecidedByItsPrecedentWhateverTheCounts(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{
		{Description: "24 PCS COTTON SHIRT FOR MEN", HS: "630900"}, {Description: "WOVEN SHIRT OF POLYESTER", HS: "620530"},
		{Description: "COTTON SHEET", HS: "630221"}, {Description: "KNITTED SHIRT", HS: "610510"},
	})
	if got := withPrecedents(t, p, "COTTON SHIRT FOR MEN 36 PCS"); got.Subheading.Code != "630900" {
		t.Errorf("got %s", got.Subheading.Code)
	}
}

func TestAStrangersDistantPrecedentsChangeNothing(t *testing.T) {
	t.Parallel()
	var rows []Precedent
	for i := range 200 {
		rows = append(rows, Precedent{Description: fmt.Sprintf("SPARE PART NO %d ENGINE", 1000+i), HS: "840999"})
	}
	p := embeddedEngine(t).NewPrecedents(rows)
	for _, text := range []string{"a women's knitted cotton pullover with long sleeves", "a stainless steel vacuum bottle with a plastic lid, for hot drinks"} {
		if with, without := withPrecedents(t, p, text), withPrecedents(t, nil, text); with.Subheading.Code != without.Subheading.Code {
			t.Errorf("%s: %s became %s", text, without.Subheading.Code, with.Subheading.Code)
		}
	}
}

func TestManySearchesAtOnceAnswerAsOne(t *testing.T) {
	t.Parallel()
	p := manyPrecedents(t, 2000)
	texts := []string{"steel bolt m8", "cotton shirt", "frozen fish fillet", "water pump for a car"}
	var want []string
	for _, text := range texts {
		want = append(want, withPrecedents(t, p, text).Subheading.Code)
	}
	for i, text := range append(texts, texts...) {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			for range 5 {
				if got := withPrecedents(t, p, text).Subheading.Code; got != want[i%len(texts)] {
					t.Errorf("got %s, alone %s", got, want[i%len(texts)])
				}
			}
		})
	}
}

func TestPrecedentsGrowAndStayApart(t *testing.T) {
	t.Parallel()
	a, b := embeddedEngine(t).NewPrecedents(nil), embeddedEngine(t).NewPrecedents(nil)
	for i := range 20 {
		a.Add(Precedent{Description: fmt.Sprintf("quixotron unit %d", i), HS: "854370"})
	}
	if a.Len() != 20 || b.Len() != 0 {
		t.Fatalf("%d and %d rows", a.Len(), b.Len())
	}
	if got := withPrecedents(t, a, "quixotron unit"); got.Subheading.Code != "854370" {
		t.Errorf("own precedent not found: %s", got.Subheading.Code)
	}
	if got := withPrecedents(t, b, "quixotron unit"); got.Subheading.Code == "854370" {
		t.Error("another organisation's precedent was used")
	}
}

func TestSearchingWhileAddingIsSafe(t *testing.T) {
	t.Parallel()
	p := embeddedEngine(t).NewPrecedents([]Precedent{{Description: "steel bolt", HS: "731815"}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 300 {
			p.Add(Precedent{Description: fmt.Sprintf("steel bolt m%d", i), HS: "731815"})
		}
	}()
	for range 50 {
		withPrecedentsSearch(p)
	}
	<-done
}

func withPrecedentsSearch(p *Precedents) { p.search("steel bolt m8") }

func TestAKnownNameIsMovedByItsOwnWordsAlone(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	like := []Precedent{
		{Description: "gearbox car", HS: "870840"}, {Description: "gearbox lorry", HS: "870840"}, {Description: "gearbox bus", HS: "870840"},
		{Description: "gearbox van", HS: "870840"}, {Description: "steering wheel", HS: "870894"}, {Description: "toothed belt", HS: "401035"},
	}
	if got := withPrecedents(t, e.NewPrecedents(like), "gearbox"); got.Subheading.Code != "848340" {
		t.Errorf("goods that are like it move it to %s", got.Subheading.Code)
	}
	if got := withPrecedents(t, e.NewPrecedents(append(like, Precedent{Description: "gearbox", HS: "870840"})), "gearbox"); got.Subheading.Code != "870840" {
		t.Errorf("its own words leave it in %s", got.Subheading.Code)
	}
}
