package excel

import (
	"strings"
	"testing"

	"tariffdesk/fail"
)

func TestTagsOfASheetAreCounted(t *testing.T) {
	t.Parallel()
	m := newMarkup(strings.NewReader(strings.Repeat("<c/>", 20)))
	m.tags = maxTags - 10
	seen := 0
	for {
		_, err := m.next()
		if err != nil {
			if fail.CodeOf(err) != fail.CodeBadRequest || !strings.Contains(fail.As(err).Message, "30 million") {
				t.Error(err)
			}
			break
		}
		seen++
	}
	if seen != 20 { // start and end of ten
		t.Errorf("%d tokens", seen)
	}
}

func TestSharedStringsAreBoundedByNumberAndText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sofar sharedStrings
		says  string
	}{
		"number": {sharedStrings{ends: make([]uint32, maxStrings-1)}, "4 million"},
		"text":   {sharedStrings{size: maxStringsText - 1}, "48 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := c.sofar.read(newMarkup(strings.NewReader("<si><t>a</t></si>"))); err != nil {
				t.Error("at the limit:", err)
			}
			err := c.sofar.read(newMarkup(strings.NewReader("<si><t>a</t></si>")))
			if err == nil || !strings.Contains(fail.As(err).Message, c.says) {
				t.Error(err)
			}
		})
	}
}

// TestASampleIsBoundedByItsText has rows of a megabyte.
func TestASampleIsBoundedByItsText(t *testing.T) {
	t.Parallel()
	rows, err := firstRows(endless{{Kind: KindText, Text: strings.Repeat("a", maxRowText)}})
	if err != nil || len(rows) != sampleText/maxRowText {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// endless is a sheet of the same row.
type endless []Cell

func (e endless) Next() (Row, bool, error) { return Row{Number: 1, Cells: e}, true, nil }
