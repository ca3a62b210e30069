package party

import "testing"

// TestATaxNumberIsKnownByItsForm holds the forms of countries, and that check digits tell a number from one that is mistyped.
func TestATaxNumberIsKnownByItsForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Numbered{
		"11.222.333/0001-81": {"BR", true},
		"11.222.333/0001-82": {"BR", false},
		"529.982.247-25":     {"BR", true},
		"529.982.247-24":     {"BR", false},
		"20-12345678-6":      {"AR", true},
		"20-12345678-5":      {"AR", false},
		"FR83404833048":      {"FR", true},
		"FR 82 404 833 048":  {"FR", false},
		"DE 123 456 789":     {"DE", false},
		"NL 123456789B01":    {"NL", false},
		"B12345678":          {"ES", false},
		"ABC010203XY9":       {"MX", false},
		"27AAAAA0000A1Z5":    {"IN", false},
	} {
		if got, ok := Number(text); !ok || got != want {
			t.Errorf("%s: %+v %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "1234", "INV-2026-118", "(11) 99999-9999", "2026-01-14"} {
		if got, ok := Number(text); ok {
			t.Errorf("%s is no tax number: %+v", text, got)
		}
	}
}
