package name_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tariffdesk/verification/name"
)

func TestNamesThatOneCompanyGoesByFoldToTheSame(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"Aceros Ñandú del Bajío, S.A. de C.V.", "ACEROS NANDU DEL BAJIO SA DE CV"},
		{"COMERCIALIZADORA LÍNEA AZUL S. DE R.L. DE C.V.", "Azul Linea Comercializadora"},
		{"Brightwater Trading Co., Ltd.", "BRIGHTWATER TRADING LIMITED"},
		{"Transportes \u202eel Faro\u202c SAS", "transportes el faro"},
		{"АCEROS DEL NОRTE SA", "Aceros del Norte"}, // Cyrillic А and О
		{"Ｇｒｕｐｏ Tamesis", "Grupo Támesis, S.A.P.I. de C.V."},
		{"O'Farrell & Hijos SRL", "OFARRELL HIJOS"},
	} {
		if got := name.Likeness(pair[0], pair[1]); got < 0.999 {
			t.Errorf("%q and %q: %.3f, folded %q and %q", pair[0], pair[1], got, name.Fold(pair[0]), name.Fold(pair[1]))
		}
	}
}

func TestASlipOfThePenIsNearAndAnotherNameIsFar(t *testing.T) {
	t.Parallel()
	for _, near := range [][2]string{
		{"Importaciones Cervantez del Golfo", "Importaciones Cervantes del Golfo"},
		{"Grupo Norte Maquilas", "GrupoNorte Maquilas"},
	} {
		if got := name.Likeness(near[0], near[1]); got < 0.9 || got >= 1 {
			t.Errorf("%q and %q: %.3f", near[0], near[1], got)
		}
	}
	for _, far := range [][2]string{
		{"Comercializadora del Pacífico SA de CV", "Comercializadora del Atlántico SA de CV"},
		{"Juan Pérez López", "Ana Pérez Solís"},
		{"SA de CV", "Aceros del Norte SA de CV"},
		{"", "Aceros"},
	} {
		if got := name.Likeness(far[0], far[1]); got > 0.75 {
			t.Errorf("%q and %q: %.3f", far[0], far[1], got)
		}
	}
}

func TestLikenessIsSymmetricAndWithinItsBounds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := invented(random), invented(random)
		ab, ba := name.Likeness(a, b), name.Likeness(b, a)
		if ab < 0 || ab > 1 || ab-ba > 0.15 || ba-ab > 0.15 {
			t.Fatalf("%q and %q: %.3f and %.3f", a, b, ab, ba)
		}
		if same := name.Likeness(a, strings.ToUpper(a)+", S.A. DE C.V."); same < 0.999 {
			t.Fatalf("%q: %.3f to itself in capitals", a, same)
		}
	}
}

func TestMixedScriptsAndInvisibleMarksAreTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Aceros del Norte": false, "АCEROS": true, "Ace\u200bros": true, "\u202esoreca": true,
		"Ñandú & Cía": false, "Ромашка": false,
	} {
		if name.Mixed(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestTheIndexFindsWhatLikenessSays(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	names := make([]string, 5000)
	for i := range names {
		names[i] = invented(random)
	}
	index := name.NewIndex(names)
	for i := 0; i < len(names); i += 50 {
		words := strings.Fields(names[i])
		words[0], words[1] = words[1], words[0]
		asked := strings.ToUpper(strings.Join(words, " ")) + " SA"
		hits := index.Find(asked, 0.9, 10)
		if len(hits) == 0 || name.Likeness(names[hits[0].Name], names[i]) < 0.999 {
			t.Errorf("%q not found: %v", asked, hits)
		}
	}
	if hits := index.Find("qqqq wwww", 0.5, 10); len(hits) > 0 {
		t.Errorf("%v", hits)
	}
	if hits := index.Find(strings.Repeat("ab ", 5000), 0.9, 10); len(hits) > 0 {
		t.Errorf("%v", hits)
	}
}

// invented is a name of three words of syllables.
func invented(random *rand.Rand) string {
	syllables := []string{"ba", "cor", "dal", "fen", "gui", "lo", "mar", "nis", "ple", "quin", "ros", "sil", "tur", "ven", "zal"}
	words := make([]string, 3)
	for i := range words {
		for range 2 + random.IntN(3) {
			words[i] += syllables[random.IntN(len(syllables))]
		}
	}
	return strings.Join(words, " ")
}

func FuzzFold(f *testing.F) {
	for _, seed := range []string{"Aceros, S.A. de C.V.", "\u202eabc", "\xff\xfe", strings.Repeat("A", 10_000), "S A", "&&&"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded := name.Fold(text)
		if len(folded) > 80 {
			t.Fatalf("%d words", len(folded))
		}
		if again := name.Fold(strings.Join(folded, " ")); len(folded) > 1 && len(again) == 0 {
			t.Fatalf("%q folds to nothing", folded)
		}
		if got := name.Likeness(text, text); len(folded) > 0 && got < 0.999 {
			t.Fatalf("%q is %f like itself", text, got)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	names := make([]string, 100_000)
	kinds := []string{"Comercializadora", "Grupo", "Servicios", "Constructora", "Distribuidora"}
	for i := range names {
		names[i] = kinds[i%len(kinds)] + " " + invented(random)
	}
	index := name.NewIndex(names)
	b.Run("index", func(b *testing.B) {
		for i := range b.N {
			index.Find(names[(i*7919)%len(names)], 0.75, 20)
		}
	})
	b.Run("reference: every name compared", func(b *testing.B) {
		for i := range b.N {
			asked := names[(i*7919)%len(names)]
			for _, n := range names[:1000] { // a hundredth of them
				_ = name.Likeness(asked, n)
			}
		}
	})
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			name.NewIndex(names)
		}
	})
}
