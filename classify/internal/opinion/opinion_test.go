package opinion

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tariffdesk/classify/data"
	"tariffdesk/classify/internal/code"
	"tariffdesk/classify/internal/coefficient"
	"tariffdesk/classify/internal/rank"
	"tariffdesk/classify/internal/text"
	"tariffdesk/tariff"
)

// small is a model of two codes and three features.
func small() *Model {
	m := &Model{
		Codes: []string{"820520", "820559"}, Always: []float32{-0.25, 0.5}, Missing: []float32{-0.125, -2},
		Features: []Feature{{"hammer", []Odds{{0, 80}}}, {"hand", []Odds{{0, 16}, {1, 16}}}, {"hand drill", []Odds{{1, 100}}}},
	}
	m.Provenance = coefficient.Provenance{Origin: "a test", Date: "2026-01-31"}
	for s := range m.Trust {
		m.Trust[s] = Trust{Weight: 1, Temper: 2}
	}
	m.Trust[StyleProse] = Trust{}
	return m
}

func treeOf(codes ...string) *code.Tree {
	t := &code.Tree{SubAt: map[string]int32{}, HeadingOf: make([]int32, len(codes))}
	for i, c := range codes {
		t.SubAt[c] = int32(i)
		t.Subs = append(t.Subs, &tariff.Entry{Code: c})
	}
	return t
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	t.Parallel()
	raw, err := small().Write()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Write()
	if err != nil || !bytes.Equal(raw, again) {
		t.Errorf("another file: %v", err)
	}
	if m.Codes[1] != "820559" || m.Always[1] != 0.5 || m.Missing[0] != -0.125 || m.Features[2].Text != "hand drill" || m.Features[2].Odds[0] != (Odds{1, 100}) {
		t.Errorf("%+v", m)
	}
}

func TestABrokenFileIsRefused(t *testing.T) {
	t.Parallel()
	raw, err := small().Write()
	if err != nil {
		t.Fatal(err)
	}
	for n := range raw {
		if _, err := Read(raw[:n]); err == nil {
			t.Fatalf("the first %d bytes of %d are read", n, len(raw))
		}
	}
	for name, tc := range map[string]struct{ raw, want string }{
		"more":             {string(raw) + "x", "1 bytes follow"},
		"no header":        {"words", "no zero byte"},
		"an unknown style": {strings.Replace(string(raw), "prose", "verse", 1), "unknown: verse"},
		"no temper":        {strings.Replace(string(raw), `"temper": 2`, `"temper": 0`, 1), "no temper"},
		"out of order":     {strings.Replace(string(raw), "\x02nd\x02", "\x02aa\x02", 1), "feature 2"},
	} {
		if _, err := Read([]byte(tc.raw)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	raw, err := small().Write()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(raw[:len(raw)-3])
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Read(raw)
		if err != nil {
			return
		}
		if _, err := m.Write(); err != nil {
			t.Errorf("read, but not written: %v", err)
		}
		NewIndex(m, treeOf("820520", "820559")).Ask([]string{"hand", "hammer"}, 0)
	})
}

// The file of the program must quote no text: words and pairs alone, each of them short, and where they come from.
func TestTheProgramsModelHoldsWordsAndPairsAlone(t *testing.T) {
	t.Parallel()
	raw, err := data.Files.ReadFile("coefficients/opinion.bin")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) > 3<<20 || len(m.Features) < 10_000 || len(m.Codes) < 5_000 {
		t.Errorf("%d bytes, %d features, %d codes", len(raw), len(m.Features), len(m.Codes))
	}
	for _, f := range m.Features {
		if n := strings.Count(f.Text, pairSign); n > 1 || f.Text == "" {
			t.Errorf("%q is neither a word nor a pair", f.Text)
		}
	}
	if len(m.Provenance.Files) != 3 {
		t.Errorf("sources: %+v", m.Provenance.Files)
	}
	for _, s := range m.Provenance.Files {
		if s.Rows == 0 || len(s.SHA256) != 64 {
			t.Errorf("source without count or hash: %+v", s)
		}
	}
	if m.Trust[StyleProse].Weight != 0 || m.Trust[StyleListing].Weight != 0 {
		t.Errorf("sentences or listings are judged: %+v", m.Trust)
	}
}

func TestTheLikelierCodeComesFirstWhereTheOpinionIsSure(t *testing.T) {
	t.Parallel()
	x := NewIndex(small(), treeOf("820559", "820520", "901890")) // in another order than the model's
	o := x.Ask([]string{"hammer", "hand", "anvil"}, 0)
	defer x.Return(o)
	if got := o.Favoured(); !slices.Equal(got, []int32{1, 0}) {
		t.Fatalf("favoured %v", got)
	}
	if o.Of(1) != 0 || o.Of(0) >= 0 || o.Of(2) != -furthest || o.Lead() <= 0 {
		t.Errorf("of %v %v %v, lead %v", o.Of(0), o.Of(1), o.Of(2), o.Lead())
	}
	list := []rank.Candidate{{Sub: 0, Score: 1}, {Sub: 2, Score: 0.75}, {Sub: 1, Score: 0.5}}
	o.Rank(treeOf("820559", "820520", "901890"), list)
	if list[0].Sub != 1 || list[1].Sub != 0 || list[2].Sub != 2 || list[0].Score != 0.25 {
		t.Errorf("%+v", list)
	}
}

func TestAnUnsureOpinionChangesNothing(t *testing.T) {
	t.Parallel()
	m := small()
	m.Trust[0].Margin = 50
	x := NewIndex(m, treeOf("820520", "820559"))
	list := []rank.Candidate{{Sub: 1, Score: 1, P: 0.5}, {Sub: 0, Score: 0.5, P: 0.25}}
	want := slices.Clone(list)
	for name, o := range map[string]*Opinion{"no lead": x.Ask([]string{"hammer"}, 0), "not trusted": x.Ask([]string{"hammer"}, StyleProse), "no known word": x.Ask([]string{"anvil"}, 1)} {
		o.Rank(treeOf("820559", "820520", "901890"), list)
		if !slices.Equal(list, want) || o.Favoured() != nil {
			t.Errorf("%s: %+v", name, list)
		}
		x.Return(o)
	}
	if x.Speaks(StyleProse) || !x.Speaks(0) {
		t.Error("it speaks of the wrong styles")
	}
}

func TestNoCodeIsLiftedOverASiblingThatAStatedValueSpeaksFor(t *testing.T) {
	t.Parallel()
	tree := treeOf("820520", "820559")
	x := NewIndex(small(), tree)
	o := x.Ask([]string{"hammer"}, 0)
	defer x.Return(o)
	opposed := rank.Features{}
	opposed[slices.Index(rank.FeatureNames(), "against_material")] = 1
	list := []rank.Candidate{{Sub: 1, Score: 1, Features: &rank.Features{}}, {Sub: 0, Score: 0.5, Features: &opposed}}
	o.Rank(tree, list)
	if list[0].Sub != 1 {
		t.Errorf("%+v", list)
	}
	list = []rank.Candidate{{Sub: 1, Score: 1, Features: &rank.Features{}}, {Sub: 0, Score: 0.5, Features: &rank.Features{}}}
	if o.Rank(tree, list); list[0].Sub != 0 {
		t.Errorf("nothing is stated: %+v", list)
	}
}

func TestMemoryIsCleanAfterReturn(t *testing.T) {
	t.Parallel()
	x := NewIndex(small(), treeOf("820520", "820559"))
	first := x.Ask([]string{"hand", "hand drill"}, 0)
	want := first.Of(0)
	x.Return(first)
	for range 3 {
		x.Return(x.Ask([]string{"hammer", "hand"}, 0))
		o := x.Ask([]string{"hand", "hand drill"}, 0)
		if o.Of(0) != want || o.Of(1) != 0 {
			t.Fatalf("%v %v, want %v", o.Of(0), o.Of(1), want)
		}
		x.Return(o)
	}
}

func TestTextsAreToldApartByTheirStyleAndNotByCapitals(t *testing.T) {
	t.Parallel()
	names, number := StyleNames(), []text.Mention{{Token: text.Token{Text: "12", Number: true}}}
	for _, tc := range []struct {
		written string
		d       text.Description
		strange bool
		want    string
	}{
		{"BRAKE PADS", text.Description{Capitals: true}, false, "plain_name"},
		{"brake pads", text.Description{}, false, "plain_name"},
		{"brake pads front", text.Description{}, false, "plain_phrase"},
		{"brake pads for buses", text.Description{Small: [text.LangCount]float32{1, 0}}, false, "plain_phrase"},
		{"brake pads for 12 buses", text.Description{Small: [text.LangCount]float32{1, 0}, Mentions: number}, false, "plain_phrase"},
		{"BRAKE PADS FRONT LEFT", text.Description{Capitals: true}, false, "known_phrase"},
		{"Brake pads front axle left side new", text.Description{}, false, "known_line"},
		{"brake pads zx", text.Description{}, true, "coded_phrase"},
		{"brake pads 12", text.Description{Mentions: number}, false, "plain_phrase"},
		{"brake pads 12 12", text.Description{Mentions: append(number, number...)}, false, "coded_phrase"},
		{strings.Repeat("brake ", 13), text.Description{}, false, "known_text"},
		{"Set of pads for the brakes", text.Description{Small: [text.LangCount]float32{3, 0}, Parsed: make([]text.Token, 6)}, false, "prose"},
		{"a brake pad", text.Description{Prose: true}, false, "prose"},
		{"Brake Pads. Attributes: Color: red", text.Description{Listing: true, Prose: true}, true, "listing"},
	} {
		tc.d.Folded = text.Fold(tc.written)
		if got := names[StyleOf(&tc.d, tc.strange)]; got != tc.want {
			t.Errorf("%q: %s, want %s", tc.written, got, tc.want)
		}
	}
}
