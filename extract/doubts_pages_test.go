package extract

import (
	"strings"
	"testing"

	"tariffdesk/extract/internal/doubt"
	"tariffdesk/extract/internal/page"
	"tariffdesk/extract/internal/result"
)

// TestPagesThatCouldHardlyBeReadAreNamed with their mean confidence, and writing by hand as what it is.
func TestPagesThatCouldHardlyBeReadAreNamed(t *testing.T) {
	t.Parallel()
	words := strings.Fields("DATE PLACE OF ISSUE NAME OF THE DRIVER SIGNATURE VEHICLE NUMBER REMARKS ON GOODS")
	for name, c := range map[string]struct {
		source page.Source
		sure   func(i int) float64
		want   string
		mean   float64
		reason doubt.Reason
	}{
		"read well":    {page.SourceOCR, func(int) float64 { return 0.92 }, "", 0, doubt.ReasonNoCaption},
		"read badly":   {page.SourceOCR, func(int) float64 { return 0.55 }, "page 1 could hardly be read", 0.55, doubt.ReasonUnreadable},
		"by hand":      {page.SourceOCR, func(i int) float64 { return []float64{0.9, 0.2}[i%2] }, "page 1 has writing that was hardly read, by hand", 0.55, doubt.ReasonUnreadable},
		"a text layer": {page.SourceText, func(int) float64 { return 0.55 }, "", 0, doubt.ReasonNoCaption},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := printing{source: c.source, confidence: 1, letter: letterWide, space: spaceWide}
			for i, w := range words {
				p.confidence = c.sure(i)
				p.put(40+float64(i%4)*120, 40+float64(i/4)*20, lineTall, w)
			}
			s, err := result.ParseSchema([]byte(`{"properties":{"container_seal":{"type":"string"}}}`))
			if err != nil {
				t.Fatal(err)
			}
			f := result.NewBuilder(p.document(t), s, valuesModel(t))
			f.Find()
			f.Finish()
			said := ""
			for _, w := range f.Warnings {
				switch w.Code {
				case doubt.CodeUnreadable:
					said = w.Message
					if w.Confidence == nil || *w.Confidence != c.mean {
						t.Errorf("%v, want %v", w.Confidence, c.mean)
					}
				case doubt.CodeMissing:
					if w.Reason != c.reason {
						t.Errorf("missing for %s (%s), want %s", w.Reason, w.Message, c.reason)
					}
				default:
				}
			}
			if !strings.HasPrefix(said, c.want) || c.want == "" && said != "" {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}
