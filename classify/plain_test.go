package classify

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPlainNamesAreRight holds the share that the guide tells of the lists nobody has read for errors.
func TestPlainNamesAreRight(t *testing.T) {
	t.Parallel()
	e := embeddedEngine(t)
	files, err := filepath.Glob("testdata/plain/measured/*.jsonl")
	if err != nil || len(files) != 2 {
		t.Fatalf("lists of plain names: %d, %v", len(files), err)
	}
	names, right := 0, 0
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
			names++
			if code := suggestions(t, e, p.Description)[0].Subheading.Code; code == p.HS || slices.Contains(p.All, code) {
				right++
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	if share := float64(right) / float64(names); share < 0.95 {
		t.Errorf("%.3f of %d right", share, names)
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
