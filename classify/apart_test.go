package classify

import "testing"

// TestANameHoldsWithItsMaterialInBetween and a material that is worked on, not what the goods are of, is no part of one.
func TestANameHoldsWithItsMaterialInBetween(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for text, want := range map[string]string{
		"tornillos de acero para madera": "731812",
		"tornillos de latón para madera": "741533",
		"glass polishing machines":       "846420",
	} {
		if got := suggestions(t, e, text)[0].Subheading.Code; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
