package tariff

import (
	"slices"
	"strings"
	"testing"

	"tariffdesk/fail"
)

// televisions is an atlas of one Mexican subheading that splits and one that does not.
func televisions(t *testing.T) *Atlas {
	t.Helper()
	trees, err := readTree(t, "  - | Small | Chicos | screen<=35.56cm\n    8528720101 | Flat | Planos | said: LED, OLED\n    8528720199 | Any other | Cualquier otro | other\n"+
		"  - | Large | Grandes | other\n    85287202 | Old | Viejos | used\n    85287299 | Fresh | Recientes | other\n")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSchedule([]byte(strings.Replace(header, "USA", "MEX", 1) +
		"61091003\tPza\t35%\t\t01\n85287201\tPza\t15%\t\t01;99\n85287202\tPza\tfree\t\t00\n85287299\tPza\tfree\n"))
	if err != nil {
		t.Fatal(err)
	}
	return NewAtlas(embeddedKnowledge(t), NewNational(trees, s))
}

func levels(list []PlaceLevel) string {
	var out []string
	for _, l := range list {
		text := l.Code
		if text == "" {
			text = "(" + l.Title.English + ": " + levels(l.Below) + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestAPlaceShowsTheWayDownAndWhatGoesOn(t *testing.T) {
	t.Parallel()
	a := televisions(t)
	for code, want := range map[string]struct{ path, children, siblings string }{
		"852872":     {"85 8528 852872", "(Small: 8528720101 8528720199) (Large: 85287202 85287299)", ""},
		"85287201":   {"85 8528 852872 85287201", "8528720101 8528720199", "(Large: 85287202 85287299)"},
		"8528720199": {"85 8528 852872 85287201 8528720199", "", "8528720101"},
		"85287202":   {"85 8528 852872 (Large: ) 85287202", "8528720200", "85287299"},
		"8528720200": {"85 8528 852872 (Large: ) 85287202 8528720200", "", "85287299"},
		"85287299":   {"85 8528 852872 (Large: ) 85287299", "", "85287202"},
		"610910":     {"61 6109 610910", "61091003", ""},
		"61091003":   {"61 6109 610910 61091003", "6109100301", ""},
		"6109100301": {"61 6109 610910 61091003 6109100301", "", ""},
	} {
		p, err := a.Place("MEX", code)
		if err != nil {
			t.Fatal(err)
		}
		if levels(p.Path) != want.path || levels(p.Children) != want.children || levels(p.Siblings) != want.siblings {
			t.Errorf("%s: path %s; children %s; siblings %s", code, levels(p.Path), levels(p.Children), levels(p.Siblings))
		}
		if last := p.Path[len(p.Path)-1]; last.Leaf != (want.children == "") || len(code) > 6 && (p.Line == nil || p.Line.Code != code[:8]) {
			t.Errorf("%s: %+v, line %+v", code, last, p.Line)
		}
	}
}

func TestALevelSaysWhatItRequires(t *testing.T) {
	t.Parallel()
	p, err := televisions(t).Place("MEX", "8528720199")
	if err != nil {
		t.Fatal(err)
	}
	last := p.Path[len(p.Path)-1]
	if last.Title.English != "Other than flat" || last.Title.Spanish != "Distinto de: planos" || last.Requires.English != "Small → Other than flat" || !slices.Equal(last.Conditions, []string{"other"}) || last.Kind != LevelStatistical {
		t.Errorf("%+v", last)
	}
	if line := p.Path[3]; line.Kind != LevelLine || line.Title.English != "Small" || !slices.Equal(line.Conditions, []string{"screen<=35.56cm"}) {
		t.Errorf("%+v", line)
	}
}

func TestTheNomenclatureAloneHasNoLines(t *testing.T) {
	t.Parallel()
	a := televisions(t)
	p, err := a.Place(WorldCode, "852872")
	if err != nil || len(p.Children) != 0 || p.Line != nil || !p.Path[2].Leaf {
		t.Errorf("%+v %v", p, err)
	}
	if p, err = a.Place(WorldCode, "85"); err != nil || len(p.Children) != 48 || p.Children[0].Kind != LevelHeading {
		t.Errorf("%d headings, %v", len(p.Children), err)
	}
	if _, err := a.Place("USA", "85"); fail.CodeOf(err) != fail.CodeBadRequest {
		t.Errorf("a country without a schedule: %v", err)
	}
}

func TestAnUnknownCodeNamesNearOnes(t *testing.T) {
	t.Parallel()
	a := televisions(t)
	for code, near := range map[string]string{"85287277": "85287202", "852899": "852872", "8599": "8548", "77": "76", "8528720177": "85287201", "852": "8521", "85287": "852872"} {
		_, err := a.Place("MEX", code)
		if fail.CodeOf(err) != fail.CodeNotFound || !strings.Contains(err.Error(), near) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestCodesOfEveryTariffHaveTheirPlace(t *testing.T) {
	t.Parallel()
	k := embeddedKnowledge(t)
	national, err := LoadNational(k.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	a := NewAtlas(k, national)
	for _, country := range ScheduleCountries() {
		for i, line := range slices.Collect(national.Schedule(country).Lines()) {
			if i%7 != 0 { // a share of them, as walks through all take their time
				continue
			}
			codes := []string{line.Code}
			for _, s := range line.Suffixes() {
				codes = append(codes, s.Code)
			}
			for _, code := range codes {
				p, err := a.Place(country, code)
				if err != nil || p.Path[len(p.Path)-1].Code != code || p.Line == nil || levels(a.Path(country, code)) != levels(p.Path) {
					t.Fatalf("%s %s: %s, %v", country, code, levels(p.Path), err)
				}
			}
		}
	}
}
