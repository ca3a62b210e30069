package paper

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValuesStandInTheOrderOfTheSchemaUnderItsTitles(t *testing.T) {
	t.Parallel()
	var a Answer
	if err := json.Unmarshal([]byte(`{"document_data":{"z":"last","a":{"b/c":12.50},"none":null,"rows":[{"q":1,"p":"x"},{"p":"y","tax":true}],"tags":["t1","t2"]},
		"fields":{"/z":{"page":2,"box":[0,0,0.5,0.5]},"/rows/1/p":{"page":1}},"corrected":["/z"],
		"warnings":[{"code":"missing","pointer":"/due","message":"not found"},{"code":"missing","pointer":"/none","message":"not found"},{"code":"check","pointer":"/z","message":"doubtful","confidence":0.5}]}`), &a); err != nil {
		t.Fatal(err)
	}
	schema := `{"properties":{"due":{"type":["null","string"],"title":"Due","x-title-es":"Vence"},"rows":{"title":"Rows","items":{"properties":{"p":{"title":"Piece"},"q":{"type":"integer"}}}},"z":{"type":"number"}}}`
	v := Read(a, 0, json.RawMessage(schema), true)
	var single []string
	for _, l := range v.Single {
		single = append(single, l.Pointer+"="+l.Label+":"+l.Kind+":"+l.Value+":"+string(l.State))
	}
	if got := strings.Join(single, " "); got != "/due=Vence:string::missing /z=Z:number:last:found /a/b~1c=A b~1c:number:12.50:no_source /none=None:::missing" {
		t.Error(got)
	}
	if z := v.Single[1]; !z.Corrected || z.Warning == nil || z.Warning.Message != "doubtful" || v.Leaf(z.Number) != z {
		t.Errorf("%+v", z)
	}
	rows := v.Tables[0]
	if rows.Label != "Rows" || len(v.Tables) != 2 || len(rows.Columns) != 3 || rows.Columns[0] != (Column{"p", "Piece"}) || rows.Columns[1] != (Column{"q", "Q"}) || rows.Rows[1][1] != nil || rows.Rows[1][2].Value != "true" {
		t.Errorf("%+v", v.Tables)
	}
	if len(v.Sheets) != 2 || v.Sheets[0].Picture || len(v.Sheets[1].Leaves) != 1 {
		t.Errorf("%+v", v.Sheets)
	}
	if len(v.Doubts) != 3 || v.Doubts[0].Code != "check" || v.Doubts[0].Leaf != v.Single[1] {
		t.Errorf("%+v", v.Doubts)
	}
	if again := Read(a, 0, nil, false); again.Single[0].Pointer != "/z" || again.Tables[0].Columns[0].Name != "q" {
		t.Errorf("without a schema the values stand as they came: %+v", again.Single[0])
	}
}

func TestEachDocumentOfAFileIsShownWithItsPages(t *testing.T) {
	t.Parallel()
	var a Answer
	if err := json.Unmarshal([]byte(`{"document_data":{"n":"1"},"previews":[{"page":1},{"page":2},{"page":3}],
		"documents":[{"document":1,"type":"commercial_invoice","reference":"A","pages":[1],"document_data":{"n":"1"}},{"document":2,"type":"packing_list","pages":[2,3],"document_data":{"n":"2"}},{"document":3,"pages":[]}]}`), &a); err != nil {
		t.Fatal(err)
	}
	if v := Read(a, 2, nil, false); v.Document != 2 || v.Single[0].Value != "2" || len(v.Sheets) != 2 || v.Sheets[0].Page != 2 {
		t.Errorf("%+v", v)
	}
	if v := Read(a, 3, nil, false); v.Document != 1 {
		t.Errorf("a document without values is document %d", v.Document)
	}
	for i := range a.Documents {
		a.Documents[i].DocumentData = nil
	}
	if v := Read(a, 2, nil, false); v.Document != 0 || v.Single[0].Value != "1" || len(v.Sheets) != 3 {
		t.Errorf("a file that was read as one: %+v", v)
	}
}

func TestLinesCarryWhatAQuoteAsks(t *testing.T) {
	t.Parallel()
	data := `{"currency":"USD","country_of_origin":"CN","items":[{"description":"cotton shirt","quantity":2,"unit":"PCS","unit_price":3,"amount":6},{"description":"shoes","country_of_origin":"VN"},{"amount":1}],"notes":[{"text":"x"}]}`
	lines := Read(Answer{DocumentData: json.RawMessage(data)}, 0, nil, false).Lines()
	if len(lines) != 2 || lines[0]["country"] != "CN" || lines[1]["country"] != "VN" || lines[0]["customs_value"] != "6" || lines[0]["quantity"] != "2" || lines[0]["quantity_unit"] != "PCS" || lines[1]["currency"] != "USD" {
		t.Errorf("%v", lines)
	}
}

func TestACellOfADocumentIsNoFormulaInASpreadsheet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"=1+1": "'=1+1", "@x": "'@x", "-5.20": "-5.20", "+52 55": "'+52 55", "plain": "plain", "": "", "-cmd": "'-cmd"} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func FuzzLeaves(f *testing.F) {
	f.Add(`{"a":[{"b":1},[2,[3]]],"":{"~/":null}}`)
	f.Add(`[[[[`)
	f.Fuzz(func(t *testing.T, text string) {
		leaves, _ := leavesOf(json.RawMessage(text))
		if len(leaves) > maxLeaves {
			t.Fatalf("%d values", len(leaves))
		}
		_, tables := arranged(leaves, shape{})
		for _, table := range tables {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Fatalf("a row of %d cells under %d columns", len(row), len(table.Columns))
				}
			}
		}
	})
}
