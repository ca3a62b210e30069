package read

import (
	"testing"

	"tariffdesk/extract/internal/page"
)

func TestContainerNumbersAreMendedWhereTheirCheckDigitProvesThem(t *testing.T) {
	t.Parallel()
	for read, want := range map[string]string{
		"TRHUSS86146": "TRHU5586146", // S for 5
		"CSQU3O54383": "CSQU3054383", // O for 0, the example of the standard
		"CSQU3054383": "CSQU3054383",
		"CSQU3O54384": "CSQU3O54384", // the check digit does not agree
		"TRANSPORTES": "TRANSPORTES",
	} {
		words := []page.Word{{Text: read}}
		mendContainers(words)
		if words[0].Text != want {
			t.Errorf("%s is read as %s, want %s", read, words[0].Text, want)
		}
	}
}
