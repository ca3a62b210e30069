package classify

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// measured counts lists of labelled texts.
type measured struct {
	texts, right int
	sure         int       // at 0.70 and more
	sureRight    int       // … and right
	confidences  []float64 // where right
}

func measure(t *testing.T, pattern string) (m measured) {
	t.Helper()
	e := embeddedEngine(t)
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 2 {
		t.Fatalf("lists in %s: %d, %v", pattern, len(files), err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var p struct {
				Description, HS string
				All             []string `json:"hs_all"`
			}
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			m.texts++
			first := suggestions(t, e, p.Description)[0]
			right, sure := first.Subheading.Code == p.HS || slices.Contains(p.All, first.Subheading.Code), first.Confidence >= 0.7
			if sure {
				m.sure++
			}
			if right && sure {
				m.sureRight++
			}
			if right {
				m.right++
				m.confidences = append(m.confidences, first.Confidence)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	slices.Sort(m.confidences)
	return m
}

// TestPlainNamesAreRightAndSure holds the shares that the guide tells of the lists nobody has read for errors.
func TestPlainNamesAreRightAndSure(t *testing.T) {
	t.Parallel()
	m := measure(t, "testdata/plain/measured/*.jsonl")
	right, sure, sureRight := float64(m.right)/float64(m.texts), float64(m.sure)/float64(m.texts), float64(m.sureRight)/float64(m.sure)
	if median := m.confidences[len(m.confidences)/2]; right < 0.95 || sure < 0.85 || sureRight < 0.97 || median < 0.85 {
		t.Errorf("%.3f of %d right, %.3f at 0.70 or more, of these %.3f right; median %.2f where right", right, m.texts, sure, sureRight, median)
	}
}

// TestGoodsToldByWhatTheyDoAreFound holds the share that the guide tells of functional descriptions.
func TestGoodsToldByWhatTheyDoAreFound(t *testing.T) {
	t.Parallel()
	if m := measure(t, "testdata/functions/measured/*.jsonl"); m.right < 22 || m.texts != 30 {
		t.Errorf("%d of %d right", m.right, m.texts)
	}
}

func TestShortNamesFindTheirGoods(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	for _, c := range []struct{ said, to string }{
		{"coconut water", "200989"}, {"fresas congeladas", "081110"}, {"chaqueta de cuero", "420310"}, {"compass", "901410"},
		{"hermetic compressor", "841430"}, {"capacitor", "8532"}, {"motor", "8501"}, {"plastic bags", "3923"}, {"bolsas de plástico", "3923"},
		{"almeja", "030771"}, {"bomba", "8413"}, {"lavadora", "845011"}, {"cartera", "420231"}, {"comb", "9615"}, {"desk", "9403"},
		{"mapa en relieve", "902300"}, {"cargo tricycle", "871200"},
	} {
		if code := suggestions(t, e, c.said)[0].Subheading.Code; code[:len(c.to)] != c.to {
			t.Errorf("%s: %s, want %s", c.said, code, c.to)
		}
	}
}
