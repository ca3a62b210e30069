package tariff_test

import (
	"fmt"
	"testing/fstest"

	"tariffdesk/tariff"
)

func ExampleReadKnowledge() {
	k, err := tariff.ReadKnowledge(fstest.MapFS{
		"facets.txt": {Data: []byte("material: material | material\n")},
		"hs/09.txt":  {Data: []byte("09 Coffee, tea and spices | Café, té y especias\n0901 Coffee | Café\n  en: coffee\n  es: café\n")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(k.Entry("0901").Path(tariff.LanguageSpanish))
	// Output: Café, té y especias > Café
}
