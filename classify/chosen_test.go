package classify

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// chosen classifies goods after the choice that leads to a subheading alone has been made, and after words said since.
func chosen(t *testing.T, description, subheading string, said ...string) Result {
	t.Helper()
	e := embeddedEngine(t)
	request := Request{Description: description, Country: CountryWorld, Model: ModelFast}
	r, err := e.Classify(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	var turn *Turn
	for i := range r.Open {
		for _, c := range r.Open[i].Choices {
			if slices.Equal(c.LeadsTo, []string{subheading}) {
				turn = &Turn{Question: &r.Open[i], Answer: c.Value}
			}
		}
	}
	if turn == nil {
		t.Fatalf("%s: no choice leads to %s: %+v", description, subheading, r.Open)
	}
	request.Dialogue = []Turn{*turn}
	for _, words := range said {
		request.Dialogue = append(request.Dialogue, Turn{Answer: words})
	}
	if r, err = e.Classify(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAChoiceHoldsAgainstAWellKnownName: "water pump" is a name of centrifugal pumps, until somebody chooses another kind.
func TestAChoiceHoldsAgainstAWellKnownName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ description, subheading string }{
		{"water pump", "841381"}, {"water pump", "841350"}, {"valve", "848140"},
	} {
		r := chosen(t, c.description, c.subheading)
		if got := leading(r); !strings.HasPrefix(got, c.subheading) {
			t.Errorf("%s, chosen %s: %s at %.2f", c.description, c.subheading, got, r.Suggestions[0].Confidence)
		}
	}
}
