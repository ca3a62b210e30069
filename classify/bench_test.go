package classify

import (
	"context"
	"testing"

	"tariffdesk/tariff"
)

// BenchmarkLoading is what a process waits for at its start: knowledge, lexicon and index; 0.8 s on
// an idle core.
func BenchmarkLoading(b *testing.B) {
	for b.Loop() {
		k, err := tariff.LoadKnowledge()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := New(k, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOddInput shows what grows faster than its input: all are of at most 20,000 bytes.
func BenchmarkOddInput(b *testing.B) {
	e := embeddedEngine(b)
	for name, text := range oddInputs {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = e.Classify(context.Background(), Request{Description: text, Model: ModelFast}) // a refusal is an answer
			}
		})
	}
}

// BenchmarkNew is what a process pays once; its allocations bound the engine's memory.
func BenchmarkNew(b *testing.B) {
	k, err := embeddedKnowledge()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(k, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkTexts are of the lengths met in practice: a shop title, a ruling's phrase, an invoice line.
var benchmarkTexts = []string{
	"women's knitted cotton pullover with long sleeves and a hood",
	"USED TOYOTA PETROL ENGINE WITH GEARBOX 1000CC",
	"Silicone Phone Case Soft Cover For Smartphone Shockproof. Attributes: Material: Silicone; Color: Black; Type: Fitted Case; Function: Anti-knock. Category: Phones & Telecommunications > Phone Bags & Cases",
	"a stainless steel vacuum bottle with a plastic lid, 500 ml, for hot drinks",
	"INSTANT NOODLE 24 X 70G",
}

// benchmarkListing is a shop's listing of a hundred words, attributes and category included.
const benchmarkListing = "Foldable Camping Chair Portable Outdoor Fishing Seat with Cup Holder and Side Pocket Heavy Duty Steel Frame Lightweight for Beach Garden Picnic Hiking BBQ Travel. " +
	"Attributes: Brand Name: NONE; Material: Oxford Cloth; Frame Material: Steel; Load Capacity: 120 kg; Style: Modern; Folded: Yes; Color: Green, Blue, Black; Size: 80 x 50 x 50 cm; Weight: 2.4 kg; " +
	"Use: Outdoor Furniture; Feature 1: Breathable Mesh Back; Feature 2: Carry Bag Included; Feature 3: Waterproof and Wear Resistant; Applicable Scene: Camping, Fishing, Garden; Package: 1 Chair and 1 Storage Bag. " +
	"Category: Sports & Entertainment > Camping & Hiking > Outdoor Furniture > Camping Chairs"

func BenchmarkClassifyListing(b *testing.B) {
	e := embeddedEngine(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Classify(context.Background(), Request{Description: benchmarkListing, Model: ModelFast}); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkClassify(b *testing.B, model Model, precedents *Precedents) {
	e := embeddedEngine(b)
	ctx := context.Background()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r := Request{Description: benchmarkTexts[i%len(benchmarkTexts)], Model: model, Precedents: precedents}
		if _, err := e.Classify(ctx, r); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkClassifyFast(b *testing.B) { benchmarkClassify(b, ModelFast, nil) }

// BenchmarkClassifyNational is BenchmarkClassifyFast with the national lines of each country below its
// five subheadings; what it takes longer is the price of the line.
func BenchmarkClassifyNational(b *testing.B) {
	for _, country := range []Country{CountryWorld, CountryMexico, CountryUSA, CountryColombia, CountryArgentina} {
		b.Run(string(country), func(b *testing.B) {
			e := nationalEngine(b)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				r := Request{Description: benchmarkTexts[i%len(benchmarkTexts)], Model: ModelFast, Country: country}
				if _, err := e.Classify(context.Background(), r); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func BenchmarkClassifyPro(b *testing.B) { benchmarkClassify(b, ModelPro, nil) }

// BenchmarkClassifyPrecedents searches 100,000 precedents; the bound is twice BenchmarkClassifyFast.
func BenchmarkClassifyPrecedents(b *testing.B) {
	benchmarkClassify(b, ModelFast, manyPrecedents(b, 100000))
}

// manyPrecedents makes rows of the knowledge's own terms.
func manyPrecedents(tb testing.TB, n int) *Precedents {
	tb.Helper()
	e := embeddedEngine(tb)
	rows := make([]Precedent, 0, n)
	for i := 0; len(rows) < n; i++ {
		name := e.index.Name(int32(i % e.index.Names()))
		if name.Sub >= 0 {
			other := e.index.Name(int32((i * 7919) % e.index.Names()))
			rows = append(rows, Precedent{Description: name.Text + " " + other.Text, HS: e.tree.Subs[name.Sub].Code})
		}
	}
	return e.NewPrecedents(rows)
}

// BenchmarkReference folds and splits the same texts: a measure of the machine to compare with.
func BenchmarkReference(b *testing.B) {
	e := embeddedEngine(b)
	i := 0
	for b.Loop() {
		_ = e.words.reader.Describe(benchmarkTexts[i%len(benchmarkTexts)])
		i++
	}
}
