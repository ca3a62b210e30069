package svcdocs

import (
	"slices"
	"testing"

	"tariffdesk/excel"
)

// TestAMergedTextStandsInAllItsColumns, so that a heading is known to be that of each.
func TestAMergedTextStandsInAllItsColumns(t *testing.T) {
	t.Parallel()
	text := func(s string, across int) excel.Cell {
		return excel.Cell{Kind: excel.KindText, Text: s, Across: across}
	}
	for _, c := range []struct {
		cells []excel.Cell
		want  []string
	}{
		{[]excel.Cell{text("Part", 0), text("Weight", 1), {}, text("Size", 2)}, []string{"Part", "Weight", "Weight", "Size", "Size", "Size"}},
		{[]excel.Cell{{}, text("Peso (kg)", 1), {}, text("Cajas", 0)}, []string{"", "Peso (kg)", "Peso (kg)", "Cajas"}},
		{[]excel.Cell{text("A1", 0), {}}, []string{"A1", ""}},
		{nil, nil},
	} {
		if got := textsOf(c.cells); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
