package wordmap_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"tariffdesk/classify/internal/wordmap"
)

// A map answers what a Go map does, whatever is set, and how often.
func TestAMapAnswersWhatAGoMapDoes(t *testing.T) {
	t.Parallel()
	for _, room := range []int{0, 10, 5000} {
		random := rand.New(rand.NewPCG(1, uint64(room)))
		got, want := wordmap.New(room), map[string]int32{}
		for range 20_000 {
			word, value := fmt.Sprintf("%x", random.IntN(4000)), random.Int32()
			if random.IntN(50) == 0 {
				word = ""
			}
			got.Set(word, value)
			want[word] = value
		}
		got.Clip()
		if got.Len() != len(want) || !maps.Equal(maps.Collect(got.All()), want) {
			t.Fatalf("room %d: %d words, want %d, or others", room, got.Len(), len(want))
		}
		for word, value := range want {
			if v, ok := got.Get(word); !ok || v != value {
				t.Fatalf("%q: %d, %t; want %d", word, v, ok, value)
			}
			if v, ok := got.GetBytes([]byte(word)); !ok || v != value {
				t.Fatalf("%q as bytes: %d, %t; want %d", word, v, ok, value)
			}
			if _, ok := got.Get(word + "g"); ok {
				t.Fatalf("%q is there", word+"g")
			}
		}
	}
}

func TestAnEmptyMapHasNothing(t *testing.T) {
	t.Parallel()
	var m wordmap.Map
	if _, ok := m.Get("word"); ok || m.Len() != 0 {
		t.Error("a map without words has one")
	}
	m.Set("word", 7)
	if v, ok := m.Get("word"); !ok || v != 7 {
		t.Errorf("%d, %t", v, ok)
	}
	for word := range m.All() {
		if word != "word" {
			t.Errorf("%q is there", word)
		}
		break
	}
}

// Beside a Go map of the same words.
func BenchmarkGet(b *testing.B) {
	words := make([]string, 60_000)
	packed, reference := wordmap.New(len(words)), make(map[string]int32, len(words))
	for i := range words {
		words[i] = fmt.Sprintf("word%xs", i*7)
		packed.Set(words[i], int32(i))
		reference[words[i]] = int32(i)
	}
	for _, known := range []bool{true, false} {
		asked := words
		if !known {
			asked = make([]string, len(words))
			for i, w := range words {
				asked[i] = w + "x"
			}
		}
		b.Run(fmt.Sprintf("packed/known=%t", known), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				packed.Get(asked[i%len(asked)])
			}
		})
		b.Run(fmt.Sprintf("bytes/known=%t", known), func(b *testing.B) {
			var word []byte
			for i := 0; b.Loop(); i++ {
				word = append(word[:0], asked[i%len(asked)]...)
				packed.GetBytes(word)
			}
		})
		b.Run(fmt.Sprintf("reference/known=%t", known), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_ = reference[asked[i%len(asked)]]
			}
		})
	}
}
