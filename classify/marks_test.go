package classify

import (
	"fmt"
	"strings"
	"testing"
)

// Marks and numbers of makers say nothing of what goods are: with them an answer stays as it is without.
func TestMarksAndNumbersOfMakersLeaveTheAnswer(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ name, marked string }{
		{"water pump", "water pump ACME"}, {"water pump", "water pump XR-200"}, {"bomba de agua", "bomba de agua Grundfos TX4500"},
		{"electric motor", "electric motor Bosch"}, {"electric motor", "electric motor Ref. 45-8891"}, {"motor eléctrico", "motor eléctrico Ref. 45-8891"},
		{"washing machine", "ACME washing machine model TX4500"}, {"bottled water", "bottled water (Zentrax)"}, {"sábana", "sábana Truper"},
	} {
		plain, marked := suggestions(t, e, c.name)[0], suggestions(t, e, c.marked)[0]
		if plain.Subheading.Code != marked.Subheading.Code || plain.Confidence != marked.Confidence {
			t.Errorf("%q: %s at %.2f, %q: %s at %.2f", c.name, plain.Subheading.Code, plain.Confidence, c.marked, marked.Subheading.Code, marked.Confidence)
		}
	}
}

// A word that names of goods have is no mark, whatever its letters.
func TestAProperNameOfGoodsIsNoMark(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, heading string }{{"Setúbal Muscatel wine", "2204"}, {"sheet of PVC", "3920"}, {"boots Wellington", "6401"}} {
		if got := suggestions(t, e, c.said)[0].Subheading.Code; !strings.HasPrefix(got, c.heading) {
			t.Errorf("%q: %s, want %s", c.said, got, c.heading)
		}
	}
}

func TestASingleNounOfAWholeHeadingIsNoSubheadingOfIt(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, said := range []string{"bomba", "motor", "pump", "bearing", "rodamiento"} {
		r, err := e.Classify(t.Context(), Request{Description: said})
		if err != nil || r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 {
			t.Errorf("%q: %.2f, %d questions, %v", said, r.Suggestions[0].Confidence, len(r.Open), err)
		}
	}
}

// A set whose list leaves open which article gives it its character is asked about; the articles of a list stay what the set is with.
func TestASetOfArticlesIsNoneOfThem(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, said := range []string{"kit with needle, thread and scissors", "juego con martillo y pinzas", "set with towel and soap"} {
		r, err := e.Classify(t.Context(), Request{Description: said})
		if err != nil || r.Suggestions[0].Confidence >= 0.5 || len(r.Open) == 0 {
			t.Errorf("%q: %s at %.2f, %d questions, %v", said, r.Suggestions[0].Subheading.Code, r.Suggestions[0].Confidence, len(r.Open), err)
		}
	}
}

// Goods that have their parts are no parts, also where the title of their heading names both.
func TestGoodsWithTheirPartsAreNoParts(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, heading, part string }{
		{"chair with arms", "9401", "940199"}, {"silla con brazos", "9401", "940199"}, {"lamp with shade, cable and bulb", "9405", "940599"}, {"lámpara con pantalla", "9405", "940599"},
	} {
		if got := suggestions(t, e, c.said)[0].Subheading.Code; !strings.HasPrefix(got, c.heading) || got == c.part {
			t.Errorf("%q: %s", c.said, got)
		}
	}
}

func TestTheLeastSizeOfASheetIsItsThickness(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, code string }{
		{"cold rolled steel sheet 0.7 x 1200 x 2400 mm", "720927"}, {"cold rolled steel coil 0.8 mm x 1250 mm", "720917"}, {"cold rolled steel coil 2 mm x 1250 mm", "720916"},
	} {
		if got := suggestions(t, e, c.said)[0].Subheading.Code; got != c.code {
			t.Errorf("%q: %s, want %s", c.said, got, c.code)
		}
	}
}

// Of goods whose material takes them out of the heading of their name no word of that name leads elsewhere.
func TestAWordOfANameThatAMaterialDeniesLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, said := range []string{"stainless steel shot glass", "shot glass of stainless steel"} {
		r, err := e.Classify(t.Context(), Request{Description: said})
		if err != nil || r.Suggestions[0].Heading.Code != "7323" || r.Suggestions[0].Confidence < 0.5 {
			t.Errorf("%q: %+v, %v", said, r.Suggestions[0], err)
		}
	}
}

func TestQuestionsNameNoRawMaterialOfGoods(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, said := range []string{"linen dress", "silk scarf", "wool sweater"} {
		r, err := e.Classify(t.Context(), Request{Description: said})
		if err != nil || strings.Contains(strings.Join(r.Questions, " "), "waste") {
			t.Errorf("%q: %q, %v", said, r.Questions, err)
		}
	}
}

func TestAnAnswerInAnotherUnitIsTaken(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	asked, err := e.Classify(t.Context(), Request{Description: "car with diesel engine"})
	if err != nil || len(asked.Open) == 0 || asked.Open[0].Kind != QuestionNumber {
		t.Fatalf("%+v, %v", asked.Open, err)
	}
	for answer, want := range map[string]string{"2.0 litres": "870332", "1.4 l": "870331", "3 litros": "870333", "1995 cc": "870332"} {
		r, err := e.Classify(t.Context(), Request{Description: "car with diesel engine", Dialogue: []Turn{{Question: &asked.Open[0], Answer: answer}}})
		if err != nil || r.Suggestions[0].Subheading.Code != want || r.Suggestions[0].Confidence < 0.5 || len(r.UnusedAnswers) > 0 {
			t.Errorf("%q: %+v, %+v, %v", answer, r.Suggestions[0], r.UnusedAnswers, err)
		}
	}
}

func TestRowsOfOneProductAreThatProduct(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	rows := "COMMERCIAL INVOICE\nAcme Trading Ltd\n"
	for i := range 300 {
		rows += fmt.Sprintf("%d. bolts %d pcs USD %d.50\n", i+1, i+10, i)
	}
	r, err := e.Classify(t.Context(), Request{Description: rows, Attached: rows})
	if err != nil || r.Suggestions[0].Heading.Code != "7318" || r.Suggestions[0].Confidence < 0.5 || len(r.OtherGoods) > 0 {
		t.Errorf("%+v, %v, %v", r.Suggestions[0], r.OtherGoods, err)
	}
}
