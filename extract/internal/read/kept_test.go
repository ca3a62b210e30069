package read

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/extract/internal/page"
)

// TestAReadingIsKeptByItsContent holds that a document is read once, that what was kept is the same, and that another
// document, and what cannot be read, are read anew.
func TestAReadingIsKeptByItsContent(t *testing.T) {
	t.Parallel()
	r := New(1, 0)
	r.Keep(filepath.Join(t.TempDir(), "pages"))
	times := 0
	read := func() ([]*page.Page, Info, error) {
		times++
		words := []page.Word{{Text: "Total", Box: page.Box{X1: 20, Y1: 10}, Confidence: 1}, {Text: "9.50", Box: page.Box{X0: 100, X1: 120, Y1: 10}, Confidence: 0.75}}
		return []*page.Page{page.New(1, 600, 800, page.SourceOCR, words)}, Info{Type: TypePNG, Pages: 1}, nil
	}
	first, info, err := r.kept([]byte("a"), "5", read)
	if err != nil {
		t.Fatal(err)
	}
	again, infoAgain, err := r.kept([]byte("a"), "5", read)
	if err != nil || times != 1 || info != infoAgain || !reflect.DeepEqual(first, again) {
		t.Errorf("read %d times, %+v and %+v: %v", times, info, infoAgain, err)
	}
	for i, content := range []string{"b", "a"} {
		if _, _, err := r.kept([]byte(content), strconv.Itoa(5+i), read); err != nil || times != i+2 {
			t.Errorf("%s: read %d times: %v", content, times, err)
		}
	}
	broken := errors.New("broken")
	for range 2 {
		if _, _, err := r.kept([]byte("c"), "5", func() ([]*page.Page, Info, error) { return nil, Info{}, broken }); !errors.Is(err, broken) {
			t.Errorf("want the reader's own error: %v", err)
		}
	}
}

// TestAKeptReadingThatIsBrokenIsNamed holds that nothing is measured on half a reading.
func TestAKeptReadingThatIsBrokenIsNamed(t *testing.T) {
	t.Parallel()
	r, folder := New(1, 0), t.TempDir()
	r.Keep(folder)
	if _, _, err := r.kept([]byte("a"), "1", func() ([]*page.Page, Info, error) { return nil, Info{}, nil }); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	name := filepath.Join(folder, files[0].Name())
	if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = r.kept([]byte("a"), "1", nil)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || !strings.Contains(err.Error(), name) {
		t.Errorf("want the file named: %v", err)
	}
}
