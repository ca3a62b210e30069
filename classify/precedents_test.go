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
	p := NewPrecedents([]Precedent{
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

func TestPrecedentsGrowAndStayApart(t *testing.T) {
	t.Parallel()
	a, b := NewPrecedents(nil), NewPrecedents(nil)
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
	p := NewPrecedents([]Precedent{{Description: "steel bolt", HS: "731815"}})
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
