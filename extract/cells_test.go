package extract_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/go-pdf/fpdf"

	"tariffdesk/extract"
)

// TestAColumnThatNoItemHasIsSaidOnce at the first item, and one that some have is not.
func TestAColumnThatNoItemHasIsSaidOnce(t *testing.T) {
	t.Parallel()
	lines := `"lines":{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"quantity":{"type":"number"},"unit_price":{"type":"number"},"delivery_date":{"type":"string","format":"date"},"batch":{"type":"string"}}}}`
	for name, c := range map[string]struct {
		lines []string
		want  map[string]extract.Reason
	}{
		"a column that is not there": {[]string{"200 INVOICE", "40 Description | 200 Qty | 260 Unit price | 340 Batch", "40 Steel bolts | 200 10 | 260 5.00 | 340 B-12", "40 Brass nuts | 200 4 | 260 2.50 | 340 B-17"},
			map[string]extract.Reason{"/lines/0/delivery_date": extract.ReasonNoCaption}},
		"a column of no dates": {[]string{"200 INVOICE", "40 Description | 200 Qty | 260 Unit price | 340 Delivery date", "40 Steel bolts | 200 10 | 260 5.00 | 340 in stock", "40 Brass nuts | 200 4 | 260 2.50 | 340 on call"},
			map[string]extract.Reason{"/lines/0/batch": extract.ReasonNoCaption, "/lines/0/delivery_date": extract.ReasonAbsent}},
		"in Spanish": {[]string{"200 FACTURA", "40 Descripción | 200 Cantidad | 260 Precio unitario | 340 Lote", "40 Tornillos | 200 10 | 260 5.00 | 340 B-12", "40 Tuercas | 200 4 | 260 2.50"},
			map[string]extract.Reason{"/lines/0/delivery_date": extract.ReasonNoCaption}},
	} {
		_, got := extracted(t, newEngine(t), extract.Request{File: placed(t, c.lines...), Schema: leavesOf(lines)})
		said := map[string]extract.Reason{}
		for _, w := range ofCode(got, extract.WarningMissing) {
			said[w.Pointer] = w.Reason
		}
		for pointer, reason := range c.want {
			if said[pointer] != reason {
				t.Errorf("%s: %s is %q, want %q: %s", name, pointer, said[pointer], reason, got.Data)
			}
		}
		if len(said) != len(c.want) {
			t.Errorf("%s: said of %v, want %v: %s", name, said, c.want, got.Data)
		}
	}
}

// TestAMarkBetweenPairsEndsAValue whichever mark it is, and an address goes on behind one.
func TestAMarkBetweenPairsEndsAValue(t *testing.T) {
	t.Parallel()
	text := func(names ...string) json.RawMessage {
		var all []string
		for _, n := range names {
			all = append(all, `"`+n+`":{"type":"string"}`)
		}
		return leavesOf(all...)
	}
	for line, want := range map[string]map[string]string{
		"NIF B-39887123 · Customer line 900 555 010":                  {"tax_id": "B-39887123"},
		"Customer: Dana Whitlock | Service address: 9 Pier Rd":        {"customer_name": "Dana Whitlock"},
		"Payment method: PUE · Currency: MXN":                         {"payment_method": "PUE", "currency": "MXN"},
		"Driver: Gil Montaño · Plates: 55-AK-9P":                      {"driver": "Gil Montaño"},
		"Vessel: NORDIC PINE | Voyage: 031E | Port of loading: Kotka": {"vessel": "NORDIC PINE", "voyage": "031E", "port_of_loading": "Kotka"},
	} {
		names := []string{}
		for n := range want {
			names = append(names, n)
		}
		slices.Sort(names)
		data, got := extracted(t, newEngine(t), extract.Request{Schema: text(names...), File: drawn(t, func(f *fpdf.Fpdf) {
			for i, l := range []string{"Alder Freight Ltd", line, "Date: 3 May 2025"} {
				f.Text(60, float64(80+24*i), f.UnicodeTranslatorFromDescriptor("")(l))
			}
		})})
		for n, v := range want {
			if is := data[n]; is != v {
				t.Errorf("%q: %s is %v, want %q: %q", line, n, is, v, got.Errors)
			}
		}
	}
}

// TestATextGoesOnInTheNextLineOfItsCell where that begins with a small letter or a comma ends the first, though its words may be those of a
// caption; a line of its own does not belong to it.
func TestATextGoesOnInTheNextLineOfItsCell(t *testing.T) {
	t.Parallel()
	schema := leavesOf(`"payment_terms":{"type":"string"}`, `"remarks":{"type":"string"}`, `"observaciones":{"type":"string"}`)
	for name, c := range map[string]struct {
		lines         []string
		pointer, want string
	}{
		"a date of a caption's words": {[]string{"200 INVOICE", "40 Order date | 200 Terms of payment | 360 Currency", "40 3 May 2025 | 200 Net 45 days from | 360 EUR", "200 date of invoice"}, "payment_terms", "Net 45 days from date of invoice"},
		"a word of a caption":         {[]string{"200 INVOICE", "40 Order date | 200 Remarks | 360 Currency", "40 3 May 2025 | 200 Goods of Chilean | 360 USD", "200 origin"}, "remarks", "Goods of Chilean origin"},
		"in Spanish":                  {[]string{"200 FACTURA", "40 Fecha | 200 Observaciones | 360 Moneda", "40 03/05/2025 | 200 Mercancía frágil, | 360 MXN", "200 manéjese con cuidado"}, "observaciones", "Mercancía frágil, manéjese con cuidado"},
		"a line of its own":           {[]string{"200 INVOICE", "40 Order date | 200 Terms of payment | 360 Currency", "40 3 May 2025 | 200 Net 45 days | 360 EUR", "200 Acme Tools Ltd"}, "payment_terms", "Net 45 days"},
	} {
		data, got := extracted(t, newEngine(t), extract.Request{File: placedAt(t, 11, c.lines...), Schema: schema})
		if data[c.pointer] != c.want {
			t.Errorf("%s: %v, want %q: %q", name, data[c.pointer], c.want, got.Errors)
		}
	}
}

// TestALegalFormOfTwoPartsIsOfTheName before an address on the same line too.
func TestALegalFormOfTwoPartsIsOfTheName(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Shipper: Hanseong Fasteners Co., Ltd., 88 Gongdan-ro, Ansan, Korea": "Hanseong Fasteners Co., Ltd.",
		"Shipper: Tan Brothers Sdn. Bhd., 12 Jalan Besar, Penang":            "Tan Brothers Sdn. Bhd.",
		"Shipper: Alder Timber Oy, 4 Alder Street, Kotka":                    "Alder Timber Oy",
	} {
		data, got := extracted(t, newEngine(t), extract.Request{File: pageOf(t, "PACKING LIST", line, "Date: 3 May 2025"), Schema: leavesOf(`"shipper":{"type":"string"}`)})
		if data["shipper"] != want {
			t.Errorf("%q: %v, want %q: %q", line, data["shipper"], want, got.Errors)
		}
	}
}
