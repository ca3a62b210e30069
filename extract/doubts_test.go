package extract_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// valueAt is the value of a pointer, nil for none.
func valueAt(v any, pointer string) any {
	for _, name := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		switch holder := v.(type) {
		case map[string]any:
			v = holder[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(holder) {
				return nil
			}
			v = holder[i]
		default:
			return nil
		}
	}
	return v
}

// ofCode are the warnings of one code.
func ofCode(r extract.Result, code extract.WarningCode) []extract.Warning {
	return slices.DeleteFunc(slices.Clone(r.Warnings), func(w extract.Warning) bool { return w.Code != code })
}

// TestEveryDoubtOfLayoutsIsSaid: each value below the limit has a warning with it, each property without a value one with its
// reason, and none that was given surely has either.
func TestEveryDoubtOfLayoutsIsSaid(t *testing.T) {
	t.Parallel()
	checks, runners, missing := 0, 0, map[extract.Reason]int{}
	for _, d := range layouts(t) {
		got := grounded(t)[d.File]
		var data map[string]any
		if err := json.Unmarshal(got.Data, &data); err != nil {
			t.Fatal(err)
		}
		checked := map[string]bool{}
		for _, w := range got.Warnings {
			switch w.Code {
			case extract.WarningCheck:
				checks++
				checked[w.Pointer] = true
				var said any
				if err := json.Unmarshal(w.Value, &said); err != nil || !reflect.DeepEqual(said, valueAt(data, w.Pointer)) {
					t.Errorf("%s %s: warned of %s, given %v", d.File, w.Pointer, w.Value, valueAt(data, w.Pointer))
				}
				if w.Confidence == nil || *w.Confidence != got.Fields[w.Pointer].Confidence || *w.Confidence >= 0.70 {
					t.Errorf("%s %s: a confidence of %v", d.File, w.Pointer, w.Confidence)
				}
				if w.RunnerUp != nil {
					runners++
					if reflect.DeepEqual([]byte(w.RunnerUp.Value), []byte(w.Value)) {
						t.Errorf("%s %s: the runner-up is the value", d.File, w.Pointer)
					}
				}
			case extract.WarningMissing:
				missing[w.Reason]++
				if v := valueAt(data, w.Pointer); v != nil && !reflect.DeepEqual(v, []any{}) {
					t.Errorf("%s %s: missing, and %v", d.File, w.Pointer, v)
				}
				if !slices.Contains(got.Errors, w.Pointer+": "+w.Message) {
					t.Errorf("%s: errors do not say %q", d.File, w.Message)
				}
			case extract.WarningUnit, extract.WarningSum, extract.WarningDocuments, extract.WarningType, extract.WarningUnreadable:
			}
		}
		for pointer, field := range got.Fields {
			if (field.Confidence < 0.70) != checked[pointer] {
				t.Errorf("%s %s: %.2f, warned %v", d.File, pointer, field.Confidence, checked[pointer])
			}
		}
	}
	if checks < 10 || runners < 3 || missing[extract.ReasonAmbiguous] == 0 || missing[extract.ReasonNoCaption] == 0 || missing[extract.ReasonAbsent] == 0 {
		t.Errorf("%d checks, %d with a runner-up, missing %v: the layouts do not show what they are to show", checks, runners, missing)
	}
}

func TestAMissingValueSaysWhy(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	content := placed(t, "200 INVOICE", "40 Invoice number: A-17", "40 Due date:", "40 Seller: Acme Tools Ltd", "", "40 Code | 140 Colour | 240 Size", "40 A1 | 140 red | 240 L", "40 A2 | 140 blue | 240 M", "40 A3 | 140 red | 240 S")
	list := func(name string, properties ...string) string {
		return `"` + name + `":{"type":"array","items":{"type":"object","properties":{"` + strings.Join(properties, `":{"type":"string"},"`) + `":{"type":"string"}}}}`
	}
	_, got := extracted(t, e, extract.Request{File: content, Schema: leavesOf(`"due_date":{"type":"string","format":"date"}`, `"vessel":{"type":"string"}`, `"blood_pressure":{"type":"string"}`,
		list("telescopes", "aperture", "focal_length"), list("garments", "colour", "fabric", "washing", "origin_of_cotton", "sleeve", "collar"))})
	want := map[string]extract.Reason{"/due_date": extract.ReasonAbsent, "/vessel": extract.ReasonNoCaption, "/blood_pressure": extract.ReasonNoCaption, "/telescopes": extract.ReasonNoCaption, "/garments": extract.ReasonAmbiguous}
	for _, w := range got.Warnings {
		if w.Code == extract.WarningMissing && want[w.Pointer] != w.Reason {
			t.Errorf("%s: %s (%s), want %s", w.Pointer, w.Reason, w.Message, want[w.Pointer])
		}
		delete(want, w.Pointer)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %v: %s", want, got.Data)
	}
	_, got = extracted(t, e, extract.Request{File: pageOf(t, "Dear Sir,", "we thank you for your visit."), Schema: leavesOf(list("lines", "description", "quantity"))})
	if len(got.Warnings) != 1 || got.Warnings[0].Message != "the document has no table" {
		t.Errorf("%+v", got.Warnings)
	}
}

// TestFiguresThatDisagreeAreNamed each with the figures, and what explains itself is not.
func TestFiguresThatDisagreeAreNamed(t *testing.T) {
	t.Parallel()
	lines := `"lines":{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"quantity":{"type":"number"},"unit_price":{"type":"number"},"amount":{"type":"number"}}}}`
	header := "40 Description | 200 Qty | 260 Unit price | 360 Amount"
	whole := []string{"200 INVOICE", header, "40 Steel bolts | 200 10 | 260 5.00 | 360 50.00", "40 Brass nuts | 200 4 | 260 2.50 | 360 10.00", "40 Wide washers | 200 3 | 260 1.00 | 360 3.00", ""}
	for name, c := range map[string]struct {
		lines   []string
		schema  json.RawMessage
		pointer string // "" where nothing disagrees
		figures []string
	}{
		"net above gross":       {[]string{"200 PACKING LIST", "40 Gross weight: 500.00 kg", "40 Net weight: 600.00 kg"}, leavesOf(number("gross_weight", ""), number("net_weight", "")), "/net_weight", []string{"600", "500"}},
		"net below gross":       {[]string{"200 PACKING LIST", "40 Gross weight: 700.00 kg", "40 Net weight: 600.00 kg"}, leavesOf(number("gross_weight", ""), number("net_weight", "")), "", nil},
		"in two units":          {[]string{"200 PACKING LIST", "40 Gross weight (kg): 700.00", "40 Net weight (lb): 1,322.77"}, leavesOf(number("gross_weight_kg", ""), number("net_weight_lb", "")), "", nil},
		"lines and total":       {append(slices.Clone(whole), "300 Total | 360 163.00"), leavesOf(lines, number("total", "")), "/total", []string{"63", "163"}},
		"lines and total agree": {append(slices.Clone(whole), "300 Total | 360 63.00"), leavesOf(lines, number("total", "")), "", nil},
		"freight explains":      {append(slices.Clone(whole), "300 Freight | 360 12.00", "300 Total | 360 75.00"), leavesOf(lines, number("total", "")), "", nil},
		"quantity and price":    {[]string{"200 INVOICE", header, "40 Steel bolts | 200 10 | 260 5.00 | 360 80.00", "40 Brass nuts | 200 4 | 260 2.50 | 360 10.00", "40 Wide washers | 200 3 | 260 1.00 | 360 3.00"}, leavesOf(lines), "/lines/0/amount", []string{"10", "5", "50", "80"}},
		"a discount explains":   {[]string{"200 INVOICE", "40 Description | 200 Qty | 260 Unit price | 310 Disc. % | 360 Amount", "40 Steel bolts | 200 10 | 260 5.00 | 310 20 | 360 40.00", "40 Brass nuts | 200 4 | 260 2.50 | 310 0 | 360 10.00", "40 Wide washers | 200 3 | 260 1.00 | 310 10 | 360 2.70"}, leavesOf(lines), "", nil},
		"discounts in turn":     {[]string{"200 INVOICE", "40 Description | 200 Qty | 260 Unit price | 310 Disc. % | 360 Amount", "40 Steel bolts | 200 10 | 260 40.00 | 310 50+10 | 360 180.00", "40 Brass nuts | 200 8 | 260 25.00 | 310 30+5+2 | 360 130.34", "40 Wide washers | 200 3 | 260 1.00 | 310 10 | 360 2.70"}, leavesOf(lines), "", nil},
		"discounts beside":      {[]string{"200 INVOICE", "40 Description | 200 Qty | 240 Unit price | 290 Disc. 1 | 320 Disc. 2 | 370 Amount", "40 Steel bolts | 200 10 | 240 40.00 | 290 50% | 320 10% | 370 180.00", "40 Brass nuts | 200 8 | 240 25.00 | 290 30% | 320 5% | 370 133.00", "40 Wide washers | 200 3 | 240 1.00 | 290 10% | 320 0% | 370 2.70"}, leavesOf(lines), "", nil},
		"wrong all the same":    {[]string{"200 INVOICE", "40 Description | 200 Qty | 260 Unit price | 310 Disc. % | 360 Amount", "40 Steel bolts | 200 10 | 260 40.00 | 310 50+10 | 360 175.00", "40 Brass nuts | 200 8 | 260 25.00 | 310 30+5+2 | 360 130.34", "40 Wide washers | 200 3 | 260 1.00 | 310 10 | 360 2.70"}, leavesOf(lines), "/lines/0/amount", []string{"400", "175"}},
		"tax and total":         {[]string{"200 INVOICE", "300 Subtotal | 360 100.00", "300 IVA 16% | 360 16.00", "300 Total | 360 126.00"}, leavesOf(number("subtotal", ""), number("tax", ""), number("total", "")), "/total", []string{"100", "16", "126"}},
		"tax and total agree":   {[]string{"200 INVOICE", "300 Subtotal | 360 100.00", "300 IVA 16% | 360 16.00", "300 Total | 360 116.00"}, leavesOf(number("subtotal", ""), number("tax", ""), number("total", "")), "", nil},
		"tax and its rate":      {[]string{"200 INVOICE", "300 Subtotal | 360 100.00", "40 Tax rate: 16%", "300 IVA | 360 26.00", "300 Total | 360 126.00"}, leavesOf(number("subtotal", ""), number("tax", ""), number("tax_rate", ""), number("total", "")), "/tax", []string{"26", "16", "100"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, got := extracted(t, newEngine(t), extract.Request{File: placed(t, c.lines...), Schema: c.schema})
			var said []string
			for _, w := range got.Warnings {
				if w.Code != extract.WarningSum {
					continue
				}
				said = append(said, w.Pointer)
				for _, figure := range c.figures {
					if !slices.Contains(strings.FieldsFunc(w.Message, func(r rune) bool { return r == ' ' || r == ',' }), figure) {
						t.Errorf("%q does not name %s", w.Message, figure)
					}
				}
			}
			if want := slices.DeleteFunc([]string{c.pointer}, func(s string) bool { return s == "" }); !slices.Equal(said, want) {
				t.Errorf("warned of %v, want %v: %s %q", said, want, got.Data, got.Errors)
			}
		})
	}
}
