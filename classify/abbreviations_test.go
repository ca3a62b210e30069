package classify

import (
	"strings"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/text"
	"tariffdesk/classify/internal/vocabulary"
)

// TestNoAbbreviationHidesAWord holds the dictionary against the names of goods: what is a word of theirs is read as an
// abbreviation beside the words of its context alone.
func TestNoAbbreviationHidesAWord(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	book, err := vocabulary.Read(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	book.Table("abbreviations", 4, func(row []string) error {
		rows++
		word := text.Fold(row[1])
		ids, seen := e.index.Words.Seen([]byte(word))
		if row[3] == "" && seen && ids != (text.WordIDs{text.NoWord, text.NoWord}) {
			t.Errorf("%s %s", row[0], row[1])
		}
		return nil
	})
	if rows < 600 {
		t.Errorf("%d abbreviations", rows)
	}
}

// TestAbbreviationsAreReadByTheirContext classifies what clerks write in capitals and what stands beside it.
func TestAbbreviationsAreReadByTheirContext(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for description, want := range map[string]string{
		"SHT ALUM 3003 .063 X 36 X 96":   "7606",
		"ALUM POTASSIUM PWDR 25KG":       "2833",
		"CONN HDR 1X4 2.54MM":            "8536",
		"FLG WN RF 6IN 300# A105":        "7307",
		"XFMR DRY 45KVA 480-208Y":        "8504",
		"PIPE SMLS CS SCH 80 2IN A106":   "7304",
		"RES SMD 4.7K 5% 0603":           "8533",
		"CAP CER 10PF 50V NP0":           "8532",
		"VLV CHK SWG SS 3IN":             "8481",
		"PMP CENT SS 2HP":                "8413",
		"MANG HULE AIRE 1/2 PULG":        "4009",
		"CAM CAB MANG LARGA ALG":         "6205",
		"CJA CORR 60X40":                 "4819",
		"PINT ACRIL BCA CUB 4L":          "3209",
		"TORN HEX ACER INOX 1/4":         "7318",
		"VALV COMPTA BCE 1 1/2":          "8481",
		"FILT ACTE MOTOR":                "8421",
		"LAM GALV CAL 26 3X8":            "7210",
		"CALCETIN NIÑ ALG T6":            "6115",
		"BLT HEX SS 1/2-13 X 2":          "7318",
		"amoxicillin caps 250mg":         "3004",
		"XTAL 12MHZ HC49":                "8541",
		"BRG TPR RLR 32210":              "8482",
		"CABINET STL FILING 4 DRWR GREY": "9403",
	} {
		got := firstCode(t, e, description)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
}

// TestMisspeltSpanishIsFound one letter away from a word of the vocabulary.
func TestMisspeltSpanishIsFound(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for description, want := range map[string]string{
		"tornilo de asero":           "7318",
		"vavula de bronse para agua": "8481",
		"camiza de algodon":          "6205",
		"sapatos de cuero":           "6403",
		"llavez de paso de bronse":   "8481",
		"TORNILO DE ASERO":           "7318",
	} {
		if got := firstCode(t, e, description); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
}

func TestAnAbbreviatedAdjectiveAgreesWithItsNoun(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, heading string }{{"VAL. ESF. BRONCE 1/2", "8481"}, {"VALV ESF LATON 3/4", "8481"}, {"MANG HIDR CAUCHO", "4009"}} {
		if got := suggestions(t, e, c.said)[0].Heading.Code; got != c.heading {
			t.Errorf("%q: %s, want %s", c.said, got, c.heading)
		}
	}
}
