package quote

import "testing"

func TestAMessageIsFilledAtItsPlaceholders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		pairs []string
		want  string
	}{
		"two names":                   {"{duty} = {rate} of the value", []string{"rate", "5 %", "duty", "IGI"}, "IGI = 5 % of the value"},
		"one name twice":              {"{a} or {a}", []string{"a", "x"}, "x or x"},
		"a name without a value":      {"{a} and {b}", []string{"a", "x"}, "x and {b}"},
		"a value that looks like one": {"{a} and {b}", []string{"a", "{b}", "b", "y"}, "{b} and y"},
		"nothing to fill":             {"plain", []string{"a", "x"}, "plain"},
		"no values":                   {"{a} stays", nil, "{a} stays"},
		"names side by side":          {"{a}{b}", []string{"a", "1", "b", "2"}, "12"},
	} {
		s := newSentence(c.text)
		if got := s.fill(c.pairs); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
