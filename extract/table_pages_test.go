package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/grid"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/sheet"
	grids "tariffdesk/extract/internal/table"
	"tariffdesk/extract/internal/term"
)

// laidPages is laid for several pages, with lines drawn across each at the lines of print that begin with "=".
func laidPages(t *testing.T, pages ...[]string) *sheet.Sheet {
	t.Helper()
	dict, err := term.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	model, err := grids.Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	var all []*page.Page
	for i, lines := range pages {
		p, drawn, y := printing{source: page.SourceText, confidence: 1, letter: letterWide, space: spaceWide}, page.Rulings{}, 20.0
		for _, line := range lines {
			if strings.HasPrefix(line, "#") { // a frame around as many lines of print, with a column at each place
				n := 0
				for i, place := range strings.Fields(line[1:]) {
					x, _ := strconv.ParseFloat(place, 64)
					if i == 0 {
						n = int(x)
						continue
					}
					drawn.Down = append(drawn.Down, page.Ruling{At: x, From: y - 2, To: y - 2 + float64(n)*linePitch})
				}
				for k := range n + 1 {
					drawn.Across = append(drawn.Across, page.Ruling{At: y - 2 + float64(k)*linePitch, From: 30, To: 570})
				}
				continue
			}
			if line == "=" {
				drawn.Across = append(drawn.Across, page.Ruling{At: y - 2, From: 30, To: 570})
				continue
			}
			for cell := range strings.SplitSeq(line, "|") {
				at, text, _ := strings.Cut(strings.TrimSpace(cell), " ")
				if x, err := strconv.ParseFloat(at, 64); err == nil {
					p.put(x, y, lineTall, text)
				}
			}
			y += linePitch
		}
		one := page.New(i+1, 600, 800, p.source, p.words)
		one.Rule(drawn)
		all = append(all, one)
	}
	return sheet.New(grid.NewTabled(dict, all, "", model))
}

const pricedItems = `{"item":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"unit_price":{"type":"number"},"net_value":{"type":"number"}}`

// TestAListGoesOnPastTheFootOfAPage with its header again, what is carried forward, and lines of an item that say its net value.
func TestAListGoesOnPastTheFootOfAPage(t *testing.T) {
	t.Parallel()
	header := "40 Item | 90 Description | 330 Quantity | 410 Unit price | 500 Net value"
	foot := []string{"", "", "40 Harrow Valves Ltd | 250 Prairie Bank | 430 www.harrow.example", "40 12 Mill Lane, Leeds | 250 Account 00481773 | 430 Phone 0113 555 0142"}
	d := laidPages(t,
		append([]string{"40 Invoice 88120", "", header,
			"40 000010 | 90 Gate valve, cast steel | 330 24 | 410 318.40 | 500 7641.60",
			"90 flanged, with handwheel",
			"90 Discount | 410 5.000- % | 500 382.08-",
			"90 Net value | 500 7259.52",
			"40 000020 | 90 Check valve, swing | 330 40 | 410 142.00 | 500 5680.00",
			"90 stainless, two inches",
			"90 Carried forward | 500 12939.52"}, foot...),
		append([]string{"40 Invoice 88120", "", header,
			"90 Brought forward | 500 12939.52",
			"40 000030 | 90 Spiral wound gasket | 330 200 | 410 4.35 | 500 870.00",
			"40 000040 | 90 Stud bolt with two nuts | 330 1200 | 410 1.28 | 500 1536.00",
			"90 Items total | 500 15345.52"}, foot...))
	var got []string
	for _, r := range rowsOf(t, d, pricedItems) {
		value, _ := r["net_value"].(float64)
		got = append(got, strconv.FormatFloat(value, 'f', 2, 64))
	}
	if want := "7259.52 5680.00 870.00 1536.00"; strings.Join(got, " ") != want {
		t.Errorf("net values %v, want %s", got, want)
	}
}

// TestADiscountBelowAnItemIsNoItem nor are charges below the last, whatever language names them.
func TestADiscountBelowAnItemIsNoItem(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Discount", "Descuento", "Rabatt", "Remise", "Sconto"} {
		d := laidPages(t, []string{
			"40 Item | 90 Description | 330 Quantity | 410 Unit price | 500 Net value",
			"40 10 | 90 Gate valve | 330 24 | 410 318.40 | 500 7641.60",
			"90 " + text + " | 500 382.08-",
			"40 20 | 90 Check valve | 330 40 | 410 142.00 | 500 5680.00",
			"90 " + text + " | 500 100.00-",
			"40 30 | 90 Gasket | 330 200 | 410 4.35 | 500 870.00"})
		if got := rowsOf(t, d, pricedItems); len(got) != 3 {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestWhatStandsAcrossBetweenDrawnLinesIsOfNoItem: the heading of a pallet, its sums, and a remark below an item.
func TestWhatStandsAcrossBetweenDrawnLinesIsOfNoItem(t *testing.T) {
	t.Parallel()
	d := laidPages(t, []string{
		"40 Part no. | 120 Description | 330 Quantity | 410 Boxes | 500 Net weight",
		"=", "40 PALLET NUMBER ONE OF THE LOAD | 330 48 x 40 x 52 in",
		"=", "40 AR-551 | 120 Door harness | 330 120 | 410 7 | 500 95.48",
		"=", "40 AR-552 | 120 Roof harness | 330 90 | 410 5 | 500 61.20",
		"=", "40 Subtotal of pallet number one | 500 156.68",
		"=", "40 PALLET NUMBER TWO OF THE LOAD | 330 48 x 40 x 46 in",
		"=", "40 CN-871 | 120 Sealed plug | 330 500 | 410 4 | 500 69.85",
		"=", "40 CN-872 | 120 Sealed socket | 330 400 | 410 3 | 500 40.10",
		"=", "40 Subtotal of pallet number two | 500 109.95", "="})
	wantRows(t, rowsOf(t, d, `{"part_no":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"}}`),
		map[string]any{"part_no": "AR-551", "description": "Door harness", "quantity": 120.0},
		map[string]any{"part_no": "AR-552", "description": "Roof harness", "quantity": 90.0},
		map[string]any{"part_no": "CN-871", "description": "Sealed plug", "quantity": 500.0},
		map[string]any{"part_no": "CN-872", "description": "Sealed socket", "quantity": 400.0})
}

// TestATotalOfAllItemsIsThatOfNone though a property of an item is called as the total is.
func TestATotalOfAllItemsIsThatOfNone(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"Total", "Net value", "Total net value"} {
		d := laidPages(t, []string{
			"40 Item | 90 Description | 330 Quantity | 410 Unit price | 500 Net value",
			"40 10 | 90 Gate valve | 330 2 | 410 300.00 | 500 600.00",
			"40 20 | 90 Check valve | 330 4 | 410 142.00 | 500 568.00",
			"90 " + last + " | 500 1168.00"})
		got := rowsOf(t, d, `{"item":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"net_value":{"type":"number"},"total":{"type":"number"}}`)
		if len(got) != 2 || got[1]["net_value"] == 1168.0 || got[1]["total"] == 1168.0 {
			t.Errorf("%s: %v", last, got)
		}
	}
}

// TestGroupsThatLinesCountAreNoItems: pallets are headed and summed up between their cartons, sums are carried over pages whose columns
// stand elsewhere, and ranges of carton numbers are no counts.
func TestGroupsThatLinesCountAreNoItems(t *testing.T) {
	t.Parallel()
	d := laidPages(t,
		[]string{"40 Packing list 2611", "", "40 Carton nos. | 120 Style | 220 Description | 360 Ctns | 410 Pcs / ctn | 470 Total pcs | 530 Net lb",
			"40 PALLET 1 OF 3 | 120 48 x 40 x 58 in | 260 tare 38 lb | 360 stretch-wrapped",
			"40 1 - 16 | 120 TWL-6070 | 220 Bath towel, white | 360 16 | 410 24 | 470 384 | 530 142.4",
			"40 17 - 22 | 120 TWL-3050 | 220 Hand towel, white | 360 6 | 410 60 | 470 360 | 530 45.6",
			"410 Pallet 1: 22 cartons, gross 251.8 lb",
			"40 PALLET 2 OF 3 | 120 48 x 40 x 61 in | 260 tare 38 lb | 360 stretch-wrapped",
			"40 23 - 44 | 120 TWL-6071 | 220 Bath towel, sand | 360 22 | 410 24 | 470 528 | 530 195.8",
			"410 Pallet 2: 22 cartons, gross 260.2 lb",
			"40 Carried forward | 360 44 | 470 1,272 | 530 383.8"},
		[]string{"40 Packing list 2611", "", "40 Carton nos. | 130 Style | 240 Description | 380 Ctns | 425 Pcs / ctn | 485 Total pcs | 540 Net lb",
			"40 Brought forward | 380 44 | 485 1,272 | 540 383.8",
			"40 PALLET 3 OF 3 | 130 48 x 40 x 71 in | 260 tare 38 lb | 360 stretch-wrapped",
			"40 45 - 58 | 130 RBE-W | 240 Bathrobe, waffle | 380 14 | 425 10 | 485 140 | 540 145.6",
			"40 59 | 130 SLP-CT | 240 Slippers, closed toe | 380 1 | 425 50 | 485 50 | 540 4.4",
			"410 Pallet 3: 15 cartons, gross 271.8 lb",
			"40 TOTAL 3 PALLETS | 380 59 | 485 1,462 | 540 533.8"})
	rows := rowsOf(t, d, `{"carton_range":{"type":"string"},"style":{"type":"string"},"cartons":{"type":"integer"},"pieces_per_carton":{"type":"integer"},"total_pieces":{"type":"integer"},"net_lb":{"type":"number"}}`)
	want := []map[string]any{
		{"carton_range": "1 - 16", "style": "TWL-6070", "cartons": 16.0, "pieces_per_carton": 24.0, "total_pieces": 384.0, "net_lb": 142.4},
		{"carton_range": "17 - 22", "style": "TWL-3050", "cartons": 6.0, "pieces_per_carton": 60.0, "total_pieces": 360.0, "net_lb": 45.6},
		{"carton_range": "23 - 44", "style": "TWL-6071", "cartons": 22.0, "pieces_per_carton": 24.0, "total_pieces": 528.0, "net_lb": 195.8},
		{"carton_range": "45 - 58", "style": "RBE-W", "cartons": 14.0, "pieces_per_carton": 10.0, "total_pieces": 140.0, "net_lb": 145.6},
		{"carton_range": "59", "style": "SLP-CT", "cartons": 1.0, "pieces_per_carton": 50.0, "total_pieces": 50.0, "net_lb": 4.4},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d: %v", len(rows), len(want), rows)
	}
	for i, row := range want {
		for property, value := range row {
			if rows[i][property] != value {
				t.Errorf("line %d: %s is %v, want %v", i+1, property, rows[i][property], value)
			}
		}
	}
}

// TestBatchesThatCountUpAreOfTheirItems: numbers that grow by one from line to line head no groups, unless they begin with one.
func TestBatchesThatCountUpAreOfTheirItems(t *testing.T) {
	t.Parallel()
	d := laid(t, "text", "40 Item | 120 Description | 360 Quantity | 430 Unit price | 520 Amount",
		"40 AX-10 | 120 Citric acid | 360 24 | 430 3.10 | 520 74.40", "40 Batch: 1201 | 120 Expiry: 12/2027",
		"40 AX-11 | 120 Malic acid | 360 12 | 430 4.20 | 520 50.40", "40 Batch: 1202 | 120 Expiry: 12/2027",
		"40 AX-12 | 120 Tartaric acid | 360 10 | 430 6.00 | 520 60.00", "40 Batch: 1203 | 120 Expiry: 12/2027")
	rows := rowsOf(t, d, `{"description":{"type":"string"},"quantity":{"type":"number"},"batch":{"type":"string"}}`)
	for i, want := range []string{"1201", "1202"} { // the lines below the last item may be a note
		if len(rows) != 3 || rows[i]["batch"] != want {
			t.Fatalf("rows %v, want batches 1201 and 1202", rows)
		}
	}
}

// TestWhatStandsCloseToATableIsNoneOfIt: captions with their values above or below it, and a text below its frame.
func TestWhatStandsCloseToATableIsNoneOfIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lines            []string
		properties, want string
	}{
		{[]string{
			"40 From warehouse | 125 Lyon Nord | 220 To warehouse | 310 Marseille",
			"40 Shipped on | 125 2025-05-05 | 220 Received on",
			"# 3 35 115 190 260 340 440",
			"40 Article | 120 From bin | 195 To bin | 265 Qty sent | 345 Qty received",
			"40 Valve | 120 A-11 | 195 C-02 | 265 40 | 345 38",
			"40 Pump | 120 B-07 | 195 C-05 | 265 6 | 345 6"},
			`{"article":{"type":"string"},"from_bin":{"type":"string"},"to_bin":{"type":"string"},"quantity_sent":{"type":"number"},"quantity_received":{"type":"number"}}`,
			`[map[article:Valve from_bin:A-11 quantity_received:38 quantity_sent:40 to_bin:C-02] map[article:Pump from_bin:B-07 quantity_received:6 quantity_sent:6 to_bin:C-05]]`},
		{[]string{
			"40 Machine | 101 Press 4 | 160 Serial | 218 PX-2210",
			"40 Opened | 101 2025-04-01 | 160 Closed | 218 2025-04-03",
			"40 Task | 130 Technician | 240 Hours | 310 Status",
			"=",
			"40 Replace belt | 130 Ana | 240 2.5 | 310 Done",
			"40 Align shaft | 130 Bo | 240 4.0 | 310 Done",
			"40 Grease | 130 Ana | 240 1.0 | 310 Open"},
			`{"task":{"type":"string"},"technician":{"type":"string"},"hours":{"type":"number"},"status":{"type":"string"}}`,
			`[map[hours:2.5 status:Done task:Replace belt technician:Ana] map[hours:4 status:Done task:Align shaft technician:Bo] map[hours:1 status:Open task:Grease technician:Ana]]`},
		{[]string{
			"# 4 35 120 200 280",
			"40 Check | 130 Required | 210 Measured",
			"40 Width | 130 20.0 | 210 20.1",
			"40 Height | 130 35.0 | 210 34.9",
			"40 Depth | 130 8.0 | 210 8.0",
			"40 Inspector | 130 L. Banerjee | 220 Shift | 290 2",
			"40 Line | 130 B7 | 220 Result | 290 Pass"},
			`{"check":{"type":"string"},"required":{"type":"number"},"measured":{"type":"number"}}`,
			`[map[check:Width measured:20.1 required:20] map[check:Height measured:34.9 required:35] map[check:Depth measured:8 required:8]]`},
		{[]string{
			"# 5 35 195 330 430 530",
			"40 Parameter | 200 Specification | 340 Result | 440 Method",
			"40 Assay | 200 99.5 - 100.5 % | 340 99.82 % | 440 BP 2023",
			"40 Water | 200 7.5 - 9.0 % | 340 8.61 % | 440 KF",
			"40 Lead | 200 max 0.5 ppm | 340 0.1 ppm | 440 ICP-MS",
			"40 Appearance | 200 White crystals | 340 Conforms | 440 Visual",
			"40 Released on 20-Nov-2024 by M. Okafor, QA Manager"},
			`{"parameter":{"type":"string"},"specification":{"type":"string"},"result":{"type":"string"},"method":{"type":"string"}}`,
			`[map[method:BP 2023 parameter:Assay result:99.82 % specification:99.5 - 100.5 %] map[method:KF parameter:Water result:8.61 % specification:7.5 - 9.0 %] ` +
				`map[method:ICP-MS parameter:Lead result:0.1 ppm specification:max 0.5 ppm] map[method:Visual parameter:Appearance result:Conforms specification:White crystals]]`},
	} {
		if got := fmt.Sprint(rowsOf(t, laidPages(t, c.lines), c.properties)); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestItemsToldInWordsAreItems, first, between and last among items with figures.
func TestItemsToldInWordsAreItems(t *testing.T) {
	t.Parallel()
	for _, drawn := range [][2]string{{"", "="}, {"# 7 35 170 300 400 500", "="}} {
		d := laidPages(t, []string{drawn[0],
			"40 Test | 180 Limit | 310 Found | 410 Method",
			drawn[1],
			"40 Appearance | 180 White powder | 310 Complies | 410 Visual",
			"40 pH | 180 6.0 - 7.5 | 310 6.8 | 410 Meter",
			"40 Odour | 180 Faint | 310 Complies | 410 Sensory",
			"40 Moisture | 180 5.0 | 310 3.1 | 410 Oven",
			"40 Ash | 180 0.5 | 310 0.3 | 410 Oven",
			"40 Taste | 180 Neutral | 310 Complies | 410 Sensory"})
		var got []any
		for _, r := range rowsOf(t, d, `{"test":{"type":"string"},"limit":{"type":"string"},"found":{"type":"string"},"method":{"type":"string"}}`) {
			got = append(got, r["test"], r["found"])
		}
		if s := fmt.Sprint(got); s != "[Appearance Complies pH 6.8 Odour Complies Moisture 3.1 Ash 0.3 Taste Complies]" {
			t.Errorf("drawn %q: %s", drawn, s)
		}
	}
}

// TestATitleAboveAHeaderPartsNoListOverPages: the header row is printed again on the next page, under another title, a running head or
// none, and a column may be empty there.
func TestATitleAboveAHeaderPartsNoListOverPages(t *testing.T) {
	t.Parallel()
	properties := `{"date":{"type":"string"},"description":{"type":"string"},"paid_out":{"type":"number"},"paid_in":{"type":"number"},"balance":{"type":"number"}}`
	header := "40 Date | 120 Description | 320 Paid out | 410 Paid in | 500 Balance"
	first := []string{header,
		"40 01/03/2025 | 120 Opening balance | 500 2,140.10",
		"40 03/03/2025 | 120 Card payment Lidl | 320 48.20 | 500 2,091.90",
		"40 06/03/2025 | 120 Payment J Holt | 410 300.00 | 500 2,391.90",
		"40 07/03/2025 | 120 Cash machine Leeds | 320 60.00 | 500 2,331.90"}
	second := []string{header,
		"40 11/03/2025 | 120 Card payment Shell | 320 31.90 | 500 2,300.00",
		"40 14/03/2025 | 120 Standing order rent | 320 900.00 | 500 1,400.00",
		"40 19/03/2025 | 120 Water rates | 320 40.00 | 500 1,360.00"}
	for name, titles := range map[string][2][]string{
		"none":              {},
		"on the first":      {{"40 Your transactions in March"}, nil},
		"on the second":     {nil, {"40 Your transactions continued"}},
		"different":         {{"40 Your transactions in March"}, {"40 Your transactions continued"}},
		"a running head":    {nil, {"40 Dales Bank | 120 Account 20881733 | 500 Sheet 2"}},
		"both, differing":   {{"40 Your transactions in March"}, {"40 Dales Bank | 120 Account 20881733 | 500 Sheet 2"}},
		"two running heads": {{"40 Dales Bank | 120 Account 20881733 | 500 Sheet 1"}, {"40 Dales Bank | 120 Account 20881733 | 500 Sheet 2"}},
	} {
		for _, pages := range [][2][]string{{first, second}, {second, first}} {
			d := laidPages(t, slices.Concat([]string{"40 Statement", ""}, titles[0], pages[0]), slices.Concat(titles[1], pages[1]))
			got := rowsOf(t, d, properties)
			if len(got) != 7 || got[len(pages[0])-1]["balance"] == nil || got[5]["description"] == nil {
				t.Errorf("%s: %d rows: %v", name, len(got), got)
			}
		}
	}
}

// TestATableOfTheSameColumnsThatServesNoListIsTold with its page and its rows, once.
func TestATableOfTheSameColumnsThatServesNoListIsTold(t *testing.T) {
	t.Parallel()
	table := func(item string) []string {
		return []string{"40 Item | 200 Description | 350 Quantity | 500 Amount",
			"40 " + item + "1 | 200 Gate valve | 350 24 | 500 318.40",
			"40 " + item + "2 | 200 Check valve | 350 40 | 500 142.00",
			"40 " + item + "3 | 200 Gasket | 350 15 | 500 12.00"}
	}
	between := []string{"", "", "", "", "", "", "", "", "", "40 The goods below were sent back by the buyer in the week after they had come", "", "", "", "", "", "", "", "", ""}
	notes := []string{"40 Conditions of sale and of payment as they were agreed upon in the year before"}
	for name, d := range map[string]*sheet.Sheet{
		"of another page": laidPages(t, table("A"), notes, table("B")),
		"of one page":     laidPages(t, slices.Concat(table("A"), between, table("B"))),
		"none":            laidPages(t, table("A"), notes),
	} {
		s, err := result.ParseSchema([]byte(`{"properties":{"items":{"type":"array","items":{"type":"object","properties":{"item":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"amount":{"type":"number"}}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		f := result.NewBuilder(d, s, valuesModel(t))
		f.Find()
		f.Finish()
		rows, said := len(f.Value.(map[string]any)["items"].([]any)), 0
		for _, w := range f.Warnings {
			if w.Code == doubt.CodeMissing && w.Pointer == "/items" {
				said++
			}
		}
		if want := map[bool]int{true: 0, false: 1}[name == "none" || rows == 6]; said != want || rows%3 != 0 {
			t.Errorf("%s: %d rows and %d warnings: %+v", name, rows, said, f.Warnings)
		}
	}
}

// TestColumnsOfAHeaderOfTwoLinesArePartedByTheirLines where the cells hold a value in each, and not where one name wraps.
func TestColumnsOfAHeaderOfTwoLinesArePartedByTheirLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lines            []string
		properties, want string
	}{
		{[]string{
			"40 Line | 100 Material | 250 Quantity | 340 Price | 430 Amount",
			"100 Description | 250 Unit", "=",
			"40 10 | 100 M-5511 | 250 200 | 340 0.25 | 430 50.00",
			"100 Hex bolt | 250 PC", "=",
			"40 20 | 100 M-5520 | 250 400 | 340 0.05 | 430 20.00",
			"100 Washer | 250 PC", "=",
			"40 30 | 100 M-6001 | 250 15 | 340 3.20 | 430 48.00",
			"100 Threaded rod | 250 M", "="},
			`{"material":{"type":"string"},"description":{"type":"string"},"quantity":{"type":"number"},"unit":{"type":"string"},"amount":{"type":"number"}}`,
			`[map[amount:50 description:Hex bolt material:M-5511 quantity:200 unit:PC] map[amount:20 description:Washer material:M-5520 quantity:400 unit:PC] ` +
				`map[amount:48 description:Threaded rod material:M-6001 quantity:15 unit:M]]`},
		{[]string{
			"40 Pos | 100 Material | 250 Menge | 340 Preis",
			"100 Bezeichnung", "=",
			"40 1 | 100 400-118 | 250 24 | 340 8,40",
			"100 Kugellager", "=",
			"40 2 | 100 400-230 | 250 6 | 340 14,90",
			"100 Keilriemen", "="},
			`{"material":{"type":"string"},"bezeichnung":{"type":"string"},"menge":{"type":"number"},"preis":{"type":"number"}}`,
			`[map[bezeichnung:Kugellager material:400-118 menge:24 preis:8.4] map[bezeichnung:Keilriemen material:400-230 menge:6 preis:14.9]]`},
		{[]string{
			"40 Item | 100 Description | 250 Unit | 340 Amount",
			"250 price", "=",
			"40 1 | 100 Hex bolt, zinc | 250 0.25 | 340 50.00",
			"250 EUR", "=",
			"40 2 | 100 Washer, flat | 250 0.05 | 340 20.00",
			"250 EUR", "="},
			`{"description":{"type":"string"},"unit_price":{"type":"number"},"amount":{"type":"number"}}`,
			`[map[amount:50 description:Hex bolt, zinc unit_price:0.25] map[amount:20 description:Washer, flat unit_price:0.05]]`},
	} {
		if got := fmt.Sprint(rowsOf(t, laidPages(t, c.lines), c.properties)); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestATableEndsAtTheHeaderOfTheNext that stands as close as its items do: rates of tax below the goods.
func TestATableEndsAtTheHeaderOfTheNext(t *testing.T) {
	t.Parallel()
	for _, header := range [][3]string{{"VAT %", "Taxable", "Tax"}, {"Rate", "Net", "VAT"}, {"Satz", "Netto", "MwSt"}} {
		d := laidPages(t, []string{
			"40 Description | 120 Qty | 170 Price | 230 VAT | 290 Amount",
			"40 Room | 120 2 | 170 90.00 | 230 10% | 290 180.00",
			"40 Dinner | 120 4 | 170 35.00 | 230 22% | 290 140.00",
			"40 Book | 120 1 | 170 12.00 | 230 4% | 290 12.00",
			"40 " + header[0] + " | 110 " + header[1] + " | 175 " + header[2],
			"40 4% | 110 12.00 | 175 0.48",
			"40 10% | 110 180.00 | 175 18.00",
			"40 22% | 110 140.00 | 175 30.80"})
		got := filled(t, d, `{"lines":{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"qty":{"type":"number"},"amount":{"type":"number"}}}},
			"vat_table":{"type":"array","items":{"type":"object","properties":{"vat_rate":{"type":"number"},"taxable":{"type":"number"},"tax":{"type":"number"}}}}}`)
		if s := fmt.Sprint(got["lines"], got["vat_table"]); s != "[map[amount:180 description:Room qty:2] map[amount:140 description:Dinner qty:4] map[amount:12 description:Book qty:1]] "+
			"[map[tax:0.48 taxable:12 vat_rate:4] map[tax:18 taxable:180 vat_rate:10] map[tax:30.8 taxable:140 vat_rate:22]]" {
			t.Errorf("%s: %s", header[0], s)
		}
	}
}
