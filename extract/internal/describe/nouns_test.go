package describe

import (
	"strings"
	"testing"
)

// TestANounOfNoTableHasTheTypeOfItsParts holds nouns with words beside them, in both orders.
func TestANounOfNoTableHasTheTypeOfItsParts(t *testing.T) {
	t.Parallel()
	nouns := loadNouns()
	for phrase, want := range map[string]string{
		"cubic content": typeNumber, "odometer": typeNumber, "relative humidity": typeNumber, "retention rate": typeNumber, "credit limit": typeNumber,
		"sampled on": typeDate, "valid until": typeDate, "renewal date": typeDate, "servings": typeInteger,
		"asset tag": typeString, "passport": typeString, "breed": typeString, "packing group": typeString, "spare part": typeString,
	} {
		if got := nouns.typeOf(strings.Fields(phrase), false); got != want {
			t.Errorf("%s: %s, want %s", phrase, got, want)
		}
	}
	for phrase, want := range map[string]string{
		"horometro": typeNumber, "odometro inicial": typeNumber, "frecuencia cardiaca": typeNumber, "egresos": typeNumber,
		"fecha de cosecha": typeDate, "faltas": typeInteger, "rechazos": typeInteger,
		"raza": typeString, "area responsable": typeString, "motivo de baja": typeString, "producto quimico": typeString,
	} {
		if got := nouns.typeOf(strings.Fields(phrase), true); got != want {
			t.Errorf("%s: %s, want %s", phrase, got, want)
		}
	}
	if got := nouns.typeOf(nil, false); got != typeString {
		t.Errorf("nothing: %s", got)
	}
}
