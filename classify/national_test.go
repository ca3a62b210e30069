package classify

import (
	"context"
	"strings"
	"sync"
	"testing"

	"tariffdesk/tariff"
)

var embeddedNational = sync.OnceValues(func() (*Engine, error) {
	k, err := embeddedKnowledge()
	if err != nil {
		return nil, err
	}
	national, err := tariff.LoadNational(k.Vocabulary())
	if err != nil {
		return nil, err
	}
	return New(k, Options{Schedule: National{National: national}, Measures: national.Measures()})
})

// nationalEngine is an engine with the embedded schedules.
func nationalEngine(tb testing.TB) *Engine {
	tb.Helper()
	e, err := embeddedNational()
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func lineOf(t *testing.T, country Country, description string) Suggestion {
	t.Helper()
	r, err := nationalEngine(t).Classify(context.Background(), Request{Description: description, Country: country, Model: ModelFast})
	if err != nil {
		t.Fatal(err)
	}
	return r.Suggestions[0]
}

func TestThePlainestGoodsReachTheirLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country     Country
		description string
		line        string
	}{
		{CountryMexico, "stainless steel chef's knife", "82119299"},
		{CountryMexico, "55 inch LED smart television", "85287206"},
		{CountryMexico, "whole milk powder 26 % fat in 25 kg bags", "04022101"},
		{CountryUSA, "whole milk powder 26 % fat in 25 kg bags", "04022150"},
		{CountryColombia, "whole milk powder 26 % fat in 25 kg bags", "04022119"},
		{CountryArgentina, "whole milk powder 26 % fat in 25 kg bags", "04022110"},
		{CountryUSA, "men's black cotton T-shirt, short sleeves", "6109100012"},
		{CountryMexico, "Toyota Corolla 2024 new 1.8 petrol sedan", "87032399"},
		{CountryUSA, "Toyota Corolla 2024 new 1.8 petrol sedan", "87032301"},
		{CountryColombia, "Toyota Corolla 2024 new 1.8 petrol sedan", "87032390"},
		{CountryArgentina, "Toyota Corolla 2024 new 1.8 petrol sedan", "87032310"},
		{CountryMexico, "tequila blanco 750 ml", "2208900301"},
	} {
		s := lineOf(t, c.country, c.description)
		got := s.Line.Code
		if len(c.line) == 10 {
			got = s.Statistical.Code
		}
		if got != c.line {
			t.Errorf("%s %q: %q %q, want %s; %v", c.country, c.description, s.Line.Code, s.Statistical.Code, c.line, s.Advice)
		}
	}
}

// Garments whose wearer nobody names are presumed an adult's, and the wearer is asked for.
func TestAnUnnamedWearerIsPresumedAdultAndAskedFor(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]struct {
		code string
		asks bool
	}{
		"cotton t-shirt":              {"6109100301", true},
		"T-shirt, knitted":            {"6109100301", true},
		"men's cotton t-shirt":        {"6109100301", false},
		"girls' cotton t-shirt":       {"6109100399", false},
		"camiseta de algodón de niña": {"6109100399", false},
	} {
		r, err := nationalEngine(t).Classify(context.Background(), Request{Description: description, Country: CountryMexico, Model: ModelFast})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Suggestions[0].Statistical.Code; got != want.code || len(r.Questions) > 0 != want.asks {
			t.Errorf("%s: %s, asks %v", description, got, r.Questions)
		}
	}
}

func TestALineIsNeverFilledInAgainstWhatIsStated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country            Country
		description, never string
	}{
		{CountryMexico, "front load washing machine 20 kg", "84501101"},
		{CountryMexico, "55 inch colour television, cathode ray tube", "85287201"},
		{CountryColombia, "skimmed milk powder in bags of 25 kg", "04021010"},
	} {
		if s := lineOf(t, c.country, c.description); s.Line.Code == c.never {
			t.Errorf("%s %q ends in %s", c.country, c.description, c.never)
		}
	}
}

func TestWhereNothingDecidesTheLineIsAskedFor(t *testing.T) {
	t.Parallel()
	r, err := nationalEngine(t).Classify(context.Background(), Request{Description: "stainless steel hexagon head bolts", Country: CountryUSA, Model: ModelFast})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Suggestions[0]
	if s.Statistical.Code != "" || len(s.NationalCandidates) < 2 || len(r.Questions) == 0 {
		t.Fatalf("the diameter of bolts decides: %+v %v", s.Statistical, r.Questions)
	}
	asked := strings.Join(r.Questions, " ")
	if !strings.Contains(asked, "diameter") || !strings.Contains(s.Advice, "(a)") {
		t.Errorf("asked %q, advised %q", asked, s.Advice)
	}
	for _, k := range s.NationalCandidates {
		if k.Requires == "" || k.Name == "" {
			t.Errorf("candidate %+v does not say what tells it apart", k)
		}
	}
}

func TestTheWorldStopsAtSixDigits(t *testing.T) {
	t.Parallel()
	if s := lineOf(t, CountryWorld, "men's knitted cotton t-shirt"); s.Line.Code != "" || s.Statistical.Code != "" || s.NationalCandidates != nil {
		t.Errorf("%+v", s)
	}
}

func TestALineHasAConfidenceOfItsOwn(t *testing.T) {
	t.Parallel()
	s := lineOf(t, CountryMexico, "55 inch LED smart television")
	if s.LineConfidence == nil || *s.LineConfidence > s.Confidence || *s.LineConfidence <= 0 {
		t.Errorf("line %v, subheading %v", s.LineConfidence, s.Confidence)
	}
}
