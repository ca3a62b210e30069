package term

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/extract/data"
)

func dictionary(t *testing.T) *Dictionary {
	t.Helper()
	d, err := Load(data.Files)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLabelsOfBothLanguagesNameOneField is what the dictionary is for.
func TestLabelsOfBothLanguagesNameOneField(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for concept, labels := range map[string][]string{
		"invoice_number":        {"Invoice No.", "Factura N.º", "invoiceNumber", "invoice_number", "Rechnungsnummer"},
		"port_of_loading":       {"Port of Loading", "Puerto de carga", "POL", "puerto_de_embarque"},
		"gross_weight":          {"Gross Weight (KGS)", "Peso Bruto", "G.W.", "Gross Wt."},
		"net_weight":            {"Net Weight", "Peso neto", "N.W."},
		"country_of_origin":     {"Country of Origin", "País de origen", "Made in"},
		"unit_price":            {"Unit Price", "Precio Unitario", "P.U.", "unitPrice"},
		"consignee":             {"Consignee", "Consignatario", "Consigned to"},
		"bill_of_lading_number": {"B/L No.", "Bill of Lading Number", "No. de conocimiento de embarque"},
		"exchange_rate":         {"Tipo de cambio", "Exchange rate"},
		"originals":             {"No. of original B/L", "NUMBER OF ORIGINAL B/L"},
		"ship_to":               {"Ship to", "Entregar en", "Deliver to"},
		"tax_rate":              {"Tax rate"},
		"airway_bill_number":    {"Guía aérea No.", "numero_guia", "AWB No."},
		"tracking_number":       {"Número de guía", "Tracking number"},
		"purchase_order_number": {"Orden de compra", "ordenCompra"},
	} {
		for _, label := range labels {
			named := d.Named(d.Bag(label))
			if !slices.ContainsFunc(named, func(c *Concept) bool { return c.Name == concept }) {
				t.Errorf("%q does not name %s: %v", label, concept, d.Bag(label).Words)
			}
		}
	}
}

func TestABagKnowsNeitherOrderNorNumberNorCase(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for _, pair := range [][2]string{{"date of invoice", "Invoice Date"}, {"containers", "Container"}, {"PESO BRUTO", "bruto, peso"}, {"IVA 16%", "IVA"}, {"SEALNO.", "Seal No."}, {"NO.OF PKGS", "No. of Pkgs"}, {"p.o.", "PO"}} {
		if a, b := d.Bag(pair[0]), d.Bag(pair[1]); a.Key != b.Key {
			t.Errorf("%q is %q, %q is %q", pair[0], a.Key, pair[1], b.Key)
		}
	}
}

func TestAUnitAloneNamesWhatItMeasures(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for text, want := range map[string]string{"KGS": "weight", "CBM": "volume", "USD": "amount", "Amount USD": "amount"} {
		if got := d.Bag(text).Key; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLikenessIsOneForEqualAndLessForPartialNames(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	invoiceNumber := d.Bag("invoice number")
	if d.Likeness(invoiceNumber, d.Bag("Factura No.")) != 1 || d.Likeness(invoiceNumber, Bag{}) != 0 {
		t.Error("equal and empty bags")
	}
	partial, other := d.Likeness(invoiceNumber, d.Bag("invoice")), d.Likeness(invoiceNumber, d.Bag("vessel"))
	if partial <= 0 || partial >= 1 || other != 0 {
		t.Errorf("partial %v, other %v", partial, other)
	}
}

func TestBagsJoinAndLoseWords(t *testing.T) {
	t.Parallel()
	b := newBag([]string{"weight", "gross", "gross"})
	if b.Key != "gross weight" || b.Without("gross").Key != "weight" || b.Join(newBag([]string{"total"})).Key != "gross total weight" || !b.Has("gross", "weight") || b.Has("net") {
		t.Errorf("%+v", b)
	}
}

func TestEveryConceptHasAKnownKindAndItsOwnName(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for _, name := range d.names {
		if c := d.Concept(name); !slices.Contains(Kinds(), c.Kind) || len(c.Bags) == 0 {
			t.Errorf("%s: kind %q, %d names", name, c.Kind, len(c.Bags))
		}
	}
}

func TestADictionaryWithGapsIsRefused(t *testing.T) {
	t.Parallel()
	good := "number\tno; nr\n"
	for name, c := range map[string]struct{ words, concepts, says string }{
		"a column is missing": {"number\n", "", "columns"},
		"unknown fallback":    {good, "x\tid\tnumber\tnone\n", "unknown fallback"},
	} {
		_, err := Load(fstest.MapFS{"words.tsv": {Data: []byte(c.words)}, "concepts.tsv": {Data: []byte(c.concepts)}, "phrases.tsv": {}})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("no files")
	}
}

// TestWhatIsRememberedIsWhatWasRead also holds that nobody changes what is kept.
func TestWhatIsRememberedIsWhatWasRead(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	reading := d.Reading()
	for range 2 {
		for _, text := range []string{"Invoice No.", "Net weight (kg)", "EUR", "Número de guía", "Total amount of the goods", ""} {
			if got, want := reading.Bag(text), d.Bag(text); got.Key != want.Key || !slices.Equal(got.Words, want.Words) {
				t.Errorf("%q: %q, want %q", text, got.Words, want.Words)
			}
			if got, want := reading.Tokens(text), d.Tokens(text); !slices.Equal(got, want) {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
			if reading.Known(text) != d.Known(text) || reading.Unit(text) != d.Unit(text) {
				t.Errorf("%q is read otherwise", text)
			}
		}
	}
	if d.read != nil {
		t.Error("the dictionary itself remembers")
	}
}

// TestWhatIsRememberedIsBounded in number and in length, and is read all the same.
func TestWhatIsRememberedIsBounded(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	reading := d.Reading()
	for i := range mostRead + 10 {
		reading.Bag("invoice " + strconv.Itoa(i))
	}
	if n := max(len(reading.read.bags), len(reading.read.tokens)); n > mostRead {
		t.Errorf("%d texts", n)
	}
	reading = d.Reading()
	long := strings.Repeat("invoice number ", longestRead)
	if got := reading.Bag(long); got.Key != d.Bag(long).Key || len(reading.read.bags) != 0 || len(reading.read.tokens) != 0 {
		t.Errorf("%q, %d and %d kept", got.Words, len(reading.read.bags), len(reading.read.tokens))
	}
}

// TestHeadingsAsAWholeNameFields: what a heading of a column means is a field of the dictionary.
func TestHeadingsAsAWholeNameFields(t *testing.T) {
	t.Parallel()
	d := dictionary(t)
	for _, group := range []string{"column", "column of figures"} {
		members := d.Group(group).Members()
		if len(members) == 0 {
			t.Errorf("%s is empty", group)
		}
		for _, name := range members {
			if d.Concept(name) == nil {
				t.Errorf("%s: %s is no field", group, name)
			}
		}
	}
}
