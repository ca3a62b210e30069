package tariff

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const indented = "HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty\n"

// follow imports a publication of the United States over two lines of televisions and one of parts.
func follow(t *testing.T, rows string) (TreeChanges, Import) {
	t.Helper()
	measures, err := embedded.ReadFile("data/measures.txt")
	if err != nil {
		t.Fatal(err)
	}
	trees, err := ReadTrees(fstest.MapFS{
		"measures.txt":     {Data: measures},
		"lines/usa/85.txt": {Data: []byte("852872\n  85287210 | Small | Chicos | screen<=35.56cm\n  85287290 | Others | Otros | other\n852990\n  85299010 | Tuners | Sintonizadores | name: tuner\n  85299090 | Others | Otros | other\n")},
	}, embeddedKnowledge(t).Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	current, err := ParseSchedule([]byte(header + "85287110\tNo.\tfree\n85287210\tNo.\tfree\n85287290\tNo.\tfree\n85299010\tNo.\tfree\n85299090\tNo.\tfree\n"))
	if err != nil {
		t.Fatal(err)
	}
	published, err := ParseUSITC([]byte(indented+rows), "2026-02-01")
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewImport(current, published, true)
	if err != nil {
		t.Fatal(err)
	}
	return trees.Follow(current, &in), in
}

const indentedRows = `8528,0,Sets of every sort:,,
,1,Receivers:,,
8528.71.10,2,Boxes,No.,Free
8528.72,2,Colour sets:,,
,3,With a screen diagonal not exceeding 30 cm:,,
8528.72.05,4,Of plastics,No.,3%
8528.72.10,3,Middling ones,No.,Free
8528.72.90,3,Other,No.,Free
8529.90.10,2,Tuners,No.,Free
8529.90.90,2,Other,No.,Free
`

func TestAnImportShowsWhatItDoesToTheTrees(t *testing.T) {
	t.Parallel()
	c, in := follow(t, indentedRows)
	if len(c.Ended)+len(c.Orphaned)+len(c.BeginSplit)+len(c.CeaseSplit) != 0 || len(c.New) != 1 || c.New[0].Code != "85287205" ||
		c.New[0].Title.English != "Screen diagonal up to 30 cm; plastic" || c.New[0].Title.Spanish != "Diagonal de la pantalla de hasta 30 cm; plástico" {
		t.Errorf("%+v", c)
	}
	text := string(in.Schedule.Encode())
	if !strings.Contains(text, "\tscreen<=30cm; material=plastic\n") || !strings.Contains(text, wideHeader+"\n") {
		t.Errorf("the conditions are not stored: %s", text)
	}
	for _, wording := range []string{"Colour sets", "Of plastics", "not exceeding"} {
		if strings.Contains(text, wording) {
			t.Errorf("the wording %q is kept", wording)
		}
	}
	if in.wordings != nil || in.Schedule.wordings != nil {
		t.Error("wordings outlive the import")
	}
}

func TestConditionsSurviveStorageAndTheNextImport(t *testing.T) {
	t.Parallel()
	_, in := follow(t, indentedRows)
	stored, err := OpenSchedule(in.Schedule.Encode())
	if err != nil {
		t.Fatal(err)
	}
	published, err := ParseUSITC([]byte(indented+indentedRows), "2026-03-01")
	if err != nil {
		t.Fatal(err)
	}
	again, err := NewImport(stored, published, false)
	if err != nil {
		t.Fatal(err)
	}
	line, _ := again.Schedule.Line("85287205")
	if line.conditionsOf(line.Code) != "screen<=30cm; material=plastic" || !again.Changes.Empty() {
		t.Errorf("%+v, %s", line, again.Changes)
	}
}

func TestAnImportNamesSplitsAndTreesThatLoseEveryLine(t *testing.T) {
	t.Parallel()
	c, _ := follow(t, `8528.71.20,2,Small,No.,Free
8528.71.40,2,Large,No.,Free
8528.72.10,2,Sets,No.,Free
8529.90.50,2,Fresh,No.,Free
8529.90.55,2,Used,No.,Free
`)
	if !slices.Equal(c.BeginSplit, []string{"852871"}) || !slices.Equal(c.CeaseSplit, []string{"852872"}) || !slices.Equal(c.Orphaned, []string{"852990"}) ||
		!slices.Equal(c.Ended, []string{"85287290", "85299010", "85299090"}) || len(c.New) != 4 || c.conditioned != 1 {
		t.Errorf("%+v", c)
	}
	var out strings.Builder
	if err := c.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 trees lose every line:\n  852990\n", "85299055  Used", "85299050  Line 85299050, not described yet", "subheadings begin to split"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}

func TestAMexicanSubdivisionIsDescribedByItsOwnRow(t *testing.T) {
	t.Parallel()
	published, err := ParsePublication("MEX", "nico.csv", []byte("Fracción,NICO,Descripción,Unidad de medida,Impuesto de Importación\n"+
		"85287201,01,De plástico.,Pza,15\n85287201,99,Los demás.,Pza,15\n85287202,00,Con pantalla de diagonal superior a 35.56 cm.,Pza,15\n"), "2026-05-01")
	if err != nil {
		t.Fatal(err)
	}
	current, err := ParseSchedule([]byte(strings.Replace(header, "USA", "MEX", 1) + "61091003\tPza\t35%\n"))
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewImport(current, published, true)
	if err != nil {
		t.Fatal(err)
	}
	trees := embeddedTrees(t)
	trees.describe(current, &in)
	for code, want := range map[string]string{"8528720101": "material=plastic", "8528720199": "", "85287202": "screen>35.56cm"} {
		line, _ := in.Schedule.Line(code[:8])
		if got := line.conditionsOf(code); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

func TestALineOfAnUnreadableConditionKeepsItsPlainTitle(t *testing.T) {
	t.Parallel()
	line := Line{Code: "85287201", conditions: "sparkle=yes"}
	if n := embeddedTrees(t).working(line, line.Code); len(n.Conditions) != 0 || n.Title.English != "Line 85287201, not described yet" {
		t.Errorf("%+v", n)
	}
}
