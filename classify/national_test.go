package classify

import (
	"context"
	"strings"
	"testing"

	"tariffdesk/tariff"
)

// fixedSchedule gives every subheading the same lines.
type fixedSchedule []NationalLine

func (s fixedSchedule) Lines(_ Country, subheading string) []NationalLine {
	out := make([]NationalLine, 0, len(s))
	for _, l := range s {
		l.Code = subheading + l.Code
		children := make([]NationalLine, 0, len(l.Children))
		for _, c := range l.Children {
			c.Code = l.Code + c.Code
			children = append(children, c)
		}
		l.Children = children
		out = append(out, l)
	}
	return out
}

func classifyShirt(t *testing.T, lines fixedSchedule, country Country) Suggestion {
	t.Helper()
	e, err := New(embeddedEngine(t).knowledge, Options{Schedule: lines})
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Classify(context.Background(), Request{Description: "men's knitted cotton t-shirt", Country: country})
	if err != nil {
		t.Fatal(err)
	}
	return r.Suggestions[0]
}

func TestNationalLineIsChosenOnlyWhereThereIsOne(t *testing.T) {
	t.Parallel()
	single := fixedSchedule{{Code: "01", Name: tariff.Text{English: "Men's", Spanish: "Para hombres"}, Children: []NationalLine{{Code: "00"}}}}
	s := classifyShirt(t, single, CountryMexico)
	if s.Line.Code != "61091001" || s.Statistical.Code != "6109100100" || s.Line.Name == "" || s.Statistical.Name == "" {
		t.Errorf("single line not chosen: %+v %+v", s.Line, s.Statistical)
	}
	split := fixedSchedule{{Code: "01", Name: tariff.Text{English: "Of women's"}}, {Code: "02", Name: tariff.Text{English: "Of men's t-shirts"}}}
	s = classifyShirt(t, split, CountryUSA)
	if s.Line.Code != "" || !strings.Contains(s.Advice, "61091001") || strings.Index(s.Advice, "61091002") > strings.Index(s.Advice, "61091001") {
		t.Errorf("split lines must stay open and be ranked by title: %+v %q", s.Line, s.Advice)
	}
	s = classifyShirt(t, single, CountryWorld)
	if s.Line.Code != "" || s.Statistical.Code != "" {
		t.Error("WORLD stops at six digits")
	}
}
