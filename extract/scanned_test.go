package extract

import (
	"fmt"
	"slices"
	"testing"

	"tariffdesk/extract/internal/candidate"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/reading"
	"tariffdesk/extract/internal/sheet"
	"tariffdesk/extract/internal/term"
	"tariffdesk/extract/internal/want"
)

// picture is a sheet as OCR read it.
func picture(t *testing.T, rows ...string) *sheet.Sheet {
	t.Helper()
	d := sheetOf(t, rows...)
	d.Pages[0].Source = page.SourceOCR
	return d
}

// TestWhatOCRMisreadsInANameIsMended holds the letters and signs, and that a text layer and plain numbers stay.
func TestWhatOCRMisreadsInANameIsMended(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Nord 8 Sued": "Nord & Sued", "VEL1 IMPORTS": "VELI IMPORTS", "Gate 12 Foods": "Gate 12 Foods", "K.1.T. GmbH": "K.I.T. GmbH", "8 Brothers": "8 Brothers", "Route 66": "Route 66",
	} {
		if got := candidate.MisreadName(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	f := fillingOf(t, picture(t, "30:NORD 8 SUED LTD", "30:Long Road 5", "30:12345 Neustadt"), `"seller_name":`+text)
	if _, evidence := optionOf(f, t, "seller_name", "NORD & SUED LTD"); evidence["mended print"] != 1 {
		t.Errorf("%v", evidence)
	}
	f = fillingOf(t, sheetOf(t, "30:NORD 8 SUED LTD", "30:Long Road 5", "30:12345 Neustadt"), `"seller_name":`+text)
	optionOf(f, t, "seller_name", "NORD 8 SUED LTD")
}

// TestAnAddressOfAPictureIsWithoutNoise holds brackets, lone marks and what is no sign of money.
func TestAnAddressOfAPictureIsWithoutNoise(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"(Nordholz) 5 Long Road, Leeds": "5 Long Road, Leeds", "Lot $12, Nol, Long Road +": "Lot S12, No1, Long Road", "Unit 3, (201283-K) Long Road": "Unit 3, Long Road", "5 Long Road - Leeds": "5 Long Road - Leeds",
	} {
		if got := candidate.DropNoise(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestAnAccountNumberIsFoundPastItsGaps holds that its check digits tell where it ends, and its name where they are wrong.
func TestAnAccountNumberIsFoundPastItsGaps(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Transfer to|120:DE89 3704|200:0044 0532 0130 00|360:within 14 days"), `"iban":`+text)
	if _, evidence := optionOf(f, t, "iban", "DE89 3704 0044 0532 0130 00"); evidence["check digits of the account"] != 1 {
		t.Errorf("%v", evidence)
	}
	f = fillingOf(t, sheetOf(t, "30:IBAN FR20 9911|200:2233 4455 6677 8899 001"), `"iban":`+text)
	optionOf(f, t, "iban", "FR20 9911 2233 4455 6677 8899 001")
}

// TestAValueMayStandOffItsCaptionsLine holds what is typed into a form.
func TestAValueMayStandOffItsCaptionsLine(t *testing.T) {
	t.Parallel()
	p := printing{source: page.SourceOCR, confidence: 0.9, letter: 5, space: 3}
	p.put(30, 100, 8, "PROJECT CODE:")
	p.put(180, 92, 8, "KTF")
	p.put(30, 140, 8, "PROJECT NAME:")
	d := p.document(t)
	f := fillingOf(t, d, `"project_code":`+text)
	if _, evidence := optionOf(f, t, "project_code", "KTF"); evidence["above its caption's line"] != 1 {
		t.Errorf("%v", evidence)
	}
}

// TestDayAndMonthMayBeExchanged where no date of the document tells their order.
func TestDayAndMonthMayBeExchanged(t *testing.T) {
	t.Parallel()
	const day = `"date":{"type":"string","format":"date"}`
	f := fillingOf(t, sheetOf(t, "30:Date: 09/03/1994", "30:Call (555) 010-2000"), day)
	_, first := optionOf(f, t, "date", "1994-03-09")
	_, second := optionOf(f, t, "date", "1994-09-03")
	if first["day first beside American print"] != 1 || second["month first beside American print"] != 1 {
		t.Errorf("%v, %v", first, second)
	}
	f = fillingOf(t, sheetOf(t, "30:Date: 09/03/1994", "30:Due 31/03/1994"), day)
	for _, o := range f.Options(f.Wants[0]) {
		if o.Text == "1994-09-03" {
			t.Error("another date tells the order")
		}
	}
	f = fillingOf(t, sheetOf(t, "30:Date: 09/03/1994", "30:Total RM 4.00", "30:Call (555) 010-2000"), day)
	for _, o := range f.Options(f.Wants[0]) {
		if o.Text == "1994-09-03" {
			t.Error("ringgit are paid where the day comes first")
		}
	}
}

// TestACaptionIsNoValue holds a caption behind another, and what stands before the colon of a name.
func TestACaptionIsNoValue(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Profile:|200:COMFORT", "30:Copy Mark:|200:none"), `"profile":`+text)
	optionOf(f, t, "profile", "COMFORT")
	for _, o := range f.Options(f.Wants[0]) {
		if o.Text == "Copy Mark" {
			t.Error("a caption is given as a value")
		}
	}
	w := &want.Want{Attr: want.AttrContact}
	m := candidate.Match{Value: reading.Value{Text: "Name, Dep: Ana Gil", Words: []page.Word{{Text: "Name,"}, {Text: "Dep:"}, {Text: "Ana"}, {Text: "Gil"}}}}
	if rest, ok := candidate.BehindCaption(w, m); !ok || rest.Text != "Ana Gil" || len(rest.Words) != 2 {
		t.Errorf("%+v", rest)
	}
}

// TestWhatIsOfAPartySuitsItsKind holds addresses of mail, countries and words of streets that are no captions.
func TestWhatIsOfAPartySuitsItsKind(t *testing.T) {
	t.Parallel()
	d := candidate.NewFinder(sheetOf(t, "30:A"))
	for text, attr := range map[string]want.Attr{"ana@vela.example": want.AttrStreet, "12 Long Road": want.AttrCountry, "gil@vela.example": want.AttrContact} {
		if d.Suits(&want.Want{Role: "buyer", Attr: attr, Kind: term.KindText}, reading.Value{Text: text}) {
			t.Errorf("%s as %s", text, attr)
		}
	}
	for _, text := range []string{"FR", "United States of America"} {
		if !d.Suits(&want.Want{Role: "buyer", Attr: want.AttrCountry}, reading.Value{Text: text}) {
			t.Errorf("%s is a country", text)
		}
	}
}

// TestLinesOfAnotherColumnDoNotEndABlock that stand between its lines in height.
func TestLinesOfAnotherColumnDoNotEndABlock(t *testing.T) {
	t.Parallel()
	p := printing{source: page.SourceText, confidence: 1, letter: 5, space: 3}
	p.put(30, 100, 10, "BUYER: NORDHOLZ TRADING")
	p.put(400, 107, 10, "ORDER: 1861")
	p.put(50, 115, 10, "LONG ROAD 5")
	p.put(50, 130, 10, "01500 LEEDS")
	f := fillingOf(t, p.document(t), `"buyer_street":`+text+`,"buyer_city":`+text)
	if o, _ := optionOf(f, t, "buyer_street", "LONG ROAD 5"); !slices.Contains(o.Ways, candidate.WayBlock) {
		t.Errorf("%v", o.Ways)
	}
}

// TestANameIsNotCutBeforeItsLegalForm holds that the part is no option beside the whole.
func TestANameIsNotCutBeforeItsLegalForm(t *testing.T) {
	t.Parallel()
	word := func(x float64) page.Word { return page.Word{Box: page.Box{X0: x, X1: x + 1, Y1: 1}} }
	named := func(text string, words ...page.Word) *candidate.Option {
		return &candidate.Option{Match: candidate.Match{Value: reading.Value{Text: text, Words: words}}}
	}
	kept := candidate.DropFormless([]*candidate.Option{named("Nordholz", word(1)), named("Nordholz, S.A. de C.V.", word(1), word(2)), named("Nord", word(1)), named("Nordholz", word(9))})
	if len(kept) != 3 || kept[0].Text != "Nordholz, S.A. de C.V." {
		t.Errorf("%d options", len(kept))
	}
}

// TestANameGoesOnPastACloseWordOfCaptions holds names of wide print, in which a word reads as a caption.
func TestANameGoesOnPastACloseWordOfCaptions(t *testing.T) {
	t.Parallel()
	p := printing{source: page.SourceOCR, confidence: 0.9, letter: 5, space: 6}
	p.put(30, 100, 5, "Notify party")
	p.put(30, 110, 5, "NORD TEXTIL UND KONTOR GMBH")
	p.put(30, 120, 5, "LONG ROAD 5")
	optionOf(fillingOf(t, p.document(t), `"notify_party_name":`+text), t, "notify_party_name", "NORD TEXTIL UND KONTOR GMBH")
}

// TestAShorterPostalCodeThanOthersIsMarked holds the number of a house beside postal codes of eight digits.
func TestAShorterPostalCodeThanOthersIsMarked(t *testing.T) {
	t.Parallel()
	f := fillingOf(t, sheetOf(t, "30:Seller: Nordholz Ltda", "30:Rodovia BR 101, 2500 - Vila Nova", "30:Joinville - SC|300:89200-000"), `"seller_postal_code":`+text)
	if _, evidence := optionOf(f, t, "seller_postal_code", "89200-000"); evidence["a postal code shorter than others"] != 0 {
		t.Errorf("%v", evidence)
	}
	if f.Doc.LongestPostal() != 8 {
		t.Errorf("%d digits", f.Doc.LongestPostal())
	}
}

// TestWordsOfTransportDocumentsAreKnown holds captions and properties that mean one thing.
func TestWordsOfTransportDocumentsAreKnown(t *testing.T) {
	t.Parallel()
	got := givenBy(t, sheetOf(t, "30:UF CARREG.: SC", "30:QTD. CT-E: 3", "30:VALOR TOTAL DA CARGA: 120.400,00"), `"uf_carregamento":`+text+`,"qtd_cte":{"type":"integer"},"valor_da_carga":`+number)
	if got["uf_carregamento"] != "SC" || fmt.Sprint(got["qtd_cte"]) != "3" || fmt.Sprint(got["valor_da_carga"]) != "120400" {
		t.Errorf("%v", got)
	}
}
