package tariff

import (
	"strings"
	"testing"
	"testing/fstest"
)

func embeddedTrees(t *testing.T) *Trees {
	t.Helper()
	trees, err := LoadTrees(embeddedKnowledge(t).Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

func TestEveryLineStandsInItsTreeOnce(t *testing.T) {
	t.Parallel()
	trees := embeddedTrees(t)
	for _, country := range ScheduleCountries() {
		schedule, err := LoadSchedule(country)
		if err != nil {
			t.Fatal(err)
		}
		if err := trees.Against(schedule); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// readTree reads one tree of chapter 85 of Mexico, written below its subheading.
func readTree(t *testing.T, nodes string) (*Trees, error) {
	t.Helper()
	measures, err := embedded.ReadFile("data/measures.txt")
	if err != nil {
		t.Fatal(err)
	}
	return ReadTrees(fstest.MapFS{
		"measures.txt":     {Data: measures},
		"lines/mex/85.txt": {Data: []byte("852872\n" + nodes)},
	}, embeddedKnowledge(t).Vocabulary())
}

func TestATreeIsReadWithItsConditions(t *testing.T) {
	t.Parallel()
	trees, err := readTree(t, "  - | Small | Chicos | screen<=35.56cm; material=plastic OR said: resin\n    85287201 | Flat | Planos | said: LED, OLED\n    85287202 | Rest | Resto | other\n  85287203 | Large | Grandes | other\n")
	if err != nil {
		t.Fatal(err)
	}
	tree := trees.Of("MEX", "852872")
	small := tree.Children[0]
	if len(small.Conditions) != 2 || len(small.Conditions[1]) != 2 || small.Conditions[0][0].Limit.String() != "screen<=35.56cm" {
		t.Errorf("conditions %+v", small.Conditions)
	}
	leaf := tree.Find("85287201")
	if leaf == nil || leaf.Parent != small || len(leaf.Path()) != 2 || leaf.Conditions[0][0].Phrases[1] != "OLED" {
		t.Errorf("leaf %+v", leaf)
	}
	if small.Common() != "8528720" || tree.Find("99999999") != nil {
		t.Errorf("common %q", small.Common())
	}
}

func TestAFaultyTreeIsRefusedWithFileAndLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ nodes, want string }{
		"gap":           {"  85287201 | A | A | screen<=30cm\n  85287202 | B | B | screen>40cm\n", "gap"},
		"overlap":       {"  85287201 | A | A | screen<=40cm\n  85287202 | B | B | screen>30cm\n", "overlap"},
		"no rest":       {"  85287201 | A | A | said: x\n  85287202 | B | B | said: y\n", "takes the rest"},
		"two rests":     {"  85287201 | A | A | other\n  85287202 | B | B | other\n", "residual"},
		"foreign code":  {"  85287301 | A | A\n", "does not lie below"},
		"code twice":    {"  85287201 | A | A | said: x\n  85287201 | B | B | other\n", "stands twice"},
		"short code":    {"  852872 | A | A\n", "neither eight nor ten"},
		"no unit":       {"  85287201 | A | A | screen<=30\n  85287202 | B | B | other\n", "no unit"},
		"wrong unit":    {"  85287201 | A | A | screen<=30kg\n  85287202 | B | B | other\n", "no unit of length"},
		"no Spanish":    {"  85287201 | A | | said: x\n  85287202 | B | B | other\n", "missing in one language"},
		"no leaf code":  {"  - | A | A | said: x\n  85287202 | B | B | other\n", "leaf has no code"},
		"not a facet":   {"  85287201 | A | A | sparkle=yes\n  85287202 | B | B | other\n", "neither a facet nor a measure"},
		"unknown value": {"  85287201 | A | A | material=cheese\n  85287202 | B | B | other\n", "has no value"},
		"nonsense":      {"  85287201 | A | A | huh?\n  85287202 | B | B | other\n", "not understood"},
		"empty phrase":  {"  85287201 | A | A | said: a,,b\n  85287202 | B | B | other\n", "empty phrase"},
		"indent":        {"      85287201 | A | A | other\n", "indented"},
	} {
		_, err := readTree(t, c.nodes)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "lines/mex/85.txt:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSaltsAndEstersAreNamedByTheirOwnAcid: a line that the law calls "salts" alone takes the name of what stands above it,
// and no other subheading has the same.
func TestSaltsAndEstersAreNamedByTheirOwnAcid(t *testing.T) {
	t.Parallel()
	knowledge, err := LoadKnowledge()
	if err != nil {
		t.Fatal(err)
	}
	national, err := LoadNational(knowledge.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, country := range []string{"ARG", "COL", "MEX", "USA"} {
		at := map[string]string{}
		for _, chapter := range knowledge.Chapters() {
			if chapter.Code != "29" {
				continue
			}
			for _, heading := range chapter.Children {
				for _, sub := range heading.Children {
					tree := national.Tree(country, sub.Code)
					if tree == nil {
						continue
					}
					for _, leaf := range tree.Leaves() {
						title := leaf.Title.English
						if !strings.HasSuffix(title, " salts") && !strings.HasSuffix(title, " esters") && !strings.HasSuffix(title, " hydrochloride") {
							continue
						}
						checked++
						if other := at[title]; other != "" && other != heading.Code {
							t.Errorf("%s: %q stands in %s and in %s", country, title, other, heading.Code)
						}
						at[title] = heading.Code
					}
				}
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d lines were checked", checked)
	}
}
