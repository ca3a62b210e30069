package extract

import (
	"errors"
	"os"
	"testing"
)

func TestPagesAreDrawnWithinTheirBounds(t *testing.T) {
	t.Parallel()
	engine, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := os.ReadFile("testdata/layouts/01_commercial_invoice_en.pdf")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	err = engine.Previews(t.Context(), pdf, func(p Preview) error {
		if seen++; p.Number != seen || max(p.Width, p.Height) != 1400 || len(p.JPEG) == 0 || len(p.JPEG) > 1<<20 {
			t.Errorf("page %d: %d × %d, %d bytes", p.Number, p.Width, p.Height, len(p.JPEG))
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d pages, %v", seen, err)
	}
	full := errors.New("full")
	if err := engine.Previews(t.Context(), pdf, func(Preview) error { return full }); !errors.Is(err, full) {
		t.Errorf("what cannot be kept ends it: %v", err)
	}
	if err := engine.Previews(t.Context(), []byte("no document"), func(Preview) error { return nil }); err == nil {
		t.Error("no document was drawn")
	}
}
