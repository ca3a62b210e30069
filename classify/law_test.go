package classify

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// ledBy are goods near a border that a note draws: the note, what is said, and the heading or chapter it leads to.
var ledBy = []struct{ note, said, to string }{
	{"ch39-n2", "plastic umbrella", "66"},
	{"ch39-n2", "plastic artificial plants for the office", "6702"},
	{"ch39-n2", "plastic necklace", "7117"},
	{"ch40-n2", "swim cap of vulcanised rubber", "65"},
	{"ch42-n2", "leather beret for ladies", "65"},
	{"ch42-n2", "leather whip", "6602"},
	{"ch44-n1", "pipa de fumar de madera", "96"},
	{"ch44-n1", "wooden xylophone", "92"},
	{"ch44-n1", "wooden mantel clock", "91"},
	{"ch44-n1", "wooden walking stick", "66"},
	{"ch44-n1", "wooden shoe", "64"},
	{"ch44-n1", "wooden bracelet", "7117"},
	{"ch48-n2", "cardboard jigsaw puzzle", "95"},
	{"ch48-n12", "printed paper poster", "49"},
	{"ch49-n1", "printed relief map", "9023"},
	{"ch61-n6", "girls' knitted cotton dress, body height 80 cm", "611120"},
	{"ch61-n6", "vestido de niña de punto de algodón, estatura 80 cm", "611120"},
	{"ch62-n5", "girls' woven cotton dress for a height of 80 cm", "620920"},
	{"ch61-n6", "romper for babies, for children of 110 cm height", "6114"},
	{"s11-n2", "woven fabric 65% polyester 35% cotton, dyed, 120 g/m2", "5513"},
	{"h5514", "woven fabric, 65 % polyester 35 % cotton, dyed twill, 240 gsm", "5514"},
	{"s11-n2", "tela tejido plano 60% algodón 40% poliéster, estampada, 150 g/m2", "5210"},
	{"s11-n2", "printed fabric, plain weave, cotton 60% polyester 40%, 150 gsm", "5210"},
	{"s11-n2", "65% poliéster 35% viscosa, tela tejida teñida", "5515"},
	{"h5209", "100% cotton woven fabric, dyed, 220 g/m2", "5209"},
	{"ch61-n2", "faja ortopédica elástica de punto", "9021"},
	{"ch63-n2", "shawl of acrylic, crocheted", "6117"},
	{"s15-n1", "steel filing cabinet", "94"},
	{"s15-n1", "cast iron kettlebell", "95"},
	{"s15-n1", "aluminium alloy wheel", "8708"},
	{"s16-n1", "thermostat for air conditioner", "90"},
	{"s16-n1", "game console electronic display", "9504"},
	{"s16-n1", "ribbon cartridge for dot matrix printer", "9612"},
	{"s16-n1", "tripod for led lamp", "9620"},
	{"s17-n2", "cylinder head gasket for car engine", "8484"},
	{"s17-n2", "vehicle air conditioner, roof mounted", "8415"},
	{"s17-n2", "reloj de tablero para automóvil", "9104"},
	{"ch84-n6c", "teclado para computadora", "8471"},
	{"ch85-n3", "portable power bank charger", "8507"},
	{"ch85-n4", "electric toothbrush", "8509"},
	{"ch90-n1", "toy microscope for children with lens", "9503"},
	{"ch90-n1", "fuel dispensing meter", "8413"},
	{"ch94-n1", "Chinese lantern decoration of paper", "9505"},
	{"ch95-n1", "petardo de fiesta", "3604"},
	{"ch95-n1", "tienda de campaña deportiva", "6306"},
}

// untouched are goods that only resemble what a note leads away.
var untouched = []struct{ note, said string }{
	{"ch61-n6", "girls' knitted dress for a height of 120 cm"},
	{"ch61-n6", "knitted cotton T-shirt, 70 cm high and 50 cm wide"},
	{"ch62-n5", "women's woven dress, 80 cm long"},
	{"s11-n2", "men's shirt of woven fabric 65% polyester 35% cotton"},
	{"ch42-n2", "leather hat box"},
	{"ch44-n1", "wooden umbrella stand"},
	{"ch44-n1", "wooden cable drum"},
	{"ch48-n12", "catalogue envelope"},
	{"s15-n1", "bed lift mechanism"},
	{"s15-n1", "metal desk organizer"},
	{"s16-n1", "air compressor with pressure gauge"},
	{"s16-n1", "calefactor con termostato"},
	{"s17-n2", "kit de juntas de silicona para motor"},
	{"ch84-n6c", "computer keyboard parts"},
	{"ch85-n3", "battery pack charger"},
	{"ch49-n1", "globo terráqueo"},
}

func TestNotesLeaveAloneWhatOnlyResemblesTheirGoods(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range untouched {
		for _, s := range suggestions(t, e, c.said) {
			if cites(s, c.note) {
				t.Errorf("%s: %s cites %s", c.said, s.Subheading.Code, c.note)
			}
		}
	}
}

func TestNotesLeadGoodsOverTheBordersTheyDraw(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range ledBy {
		first := suggestions(t, e, c.said)[0]
		if code := first.Subheading.Code; !strings.HasPrefix(code, c.to) || !cites(first, c.note) {
			t.Errorf("%s: %s, cites %s: %v", c.said, code, c.note, cites(first, c.note))
		}
	}
}

// told are dialogues in which an answer meets a note: what is said first, the answer, the code before and after.
var told = []struct{ note, said, answer, before, after string }{
	{"ch61-n6", "romper for babies", "for children of 110 cm height", "6111", "6114"},
	{"ch61-n6", "girls' knitted cotton dress", "body height up to 80 cm", "610442", "611120"},
	{"ch62-n5", "blusa de niña de algodón, tejido plano", "para estatura de 74 cm", "620630", "620920"},
}

func TestAnAnswerThatMeetsANoteMovesTheCodeAndCitesIt(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range told {
		if code := suggestions(t, e, c.said)[0].Subheading.Code; !strings.HasPrefix(code, c.before) {
			t.Errorf("%s: %s", c.said, code)
		}
		request := Request{Description: c.said, Model: ModelFast, Dialogue: []Turn{{Answer: c.answer}}}
		result, err := e.Classify(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if first := result.Suggestions[0]; !strings.HasPrefix(first.Subheading.Code, c.after) || !cites(first, c.note) {
			t.Errorf("%s, then %s: %s: %s", c.said, c.answer, first.Subheading.Code, first.Reason)
		}
	}
}

func suggestions(t *testing.T, e *Engine, said string) []Suggestion {
	t.Helper()
	result, err := e.Classify(context.Background(), Request{Description: said, Model: ModelFast})
	if err != nil || len(result.Suggestions) == 0 {
		t.Fatalf("%s: %d suggestions, %v", said, len(result.Suggestions), err)
	}
	return result.Suggestions
}

func cites(s Suggestion, note string) bool {
	return slices.ContainsFunc(s.Evidence, func(x Evidence) bool { return x.Kind == EvidenceNote && x.Reference == note })
}
