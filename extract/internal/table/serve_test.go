package table

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tariffdesk/extract/data"
	"tariffdesk/extract/internal/page"
)

func TestColumnsAreFoundByNamesFormsAndElimination(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	grids := Find([]*page.Page{sheet(1, row("Artikel", "Menge", "Preis", "Betrag"), row("Schraube", "12", "1.50", "18.00"), row("Mutter", "7", "2.00", "14.00"),
		row("Scheibe", "30", "3.25", "97.50"))}, saysTotal, carries)
	lists := []List{{Wants: wantsOf(dict, "description", "quantity#", "unit_price#", "amount#")}}
	c := Serve(dict, m, lists, grids)[0]
	if c == nil || !slices.Equal(c.Columns, []int{0, 1, 2, 3}) || len(c.Rows) != 3 {
		t.Fatalf("%+v", c)
	}
	for i, sure := range c.Confidence {
		if sure <= 0 || sure > 1 {
			t.Errorf("confidence %d is %f", i, sure)
		}
	}
}

func TestOneTableServesOneList(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	grids := Find([]*page.Page{sheet(1, row("Description", "Quantity", "Amount"), row("bolts", "12", "18.00"), row("nuts", "7", "14.00"))}, saysTotal, carries)
	list := List{Wants: wantsOf(dict, "description", "quantity#", "amount#")}
	served := 0
	for _, c := range Serve(dict, m, []List{list, list}, grids) {
		if c != nil {
			served++
		}
	}
	if served != 1 {
		t.Errorf("%d lists are served", served)
	}
}

func TestAPoorFitIsRefused(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	grids := Find([]*page.Page{sheet(1, row("Blorp", "Quux", "Zim"), row("alpha", "12", "1.50"), row("beta", "7", "22.00"))}, saysTotal, carries)
	for name, wants := range map[string][]Want{
		"names that say nothing": wantsOf(dict, "z0", "z1", "z2#"),
		"no names":               nil,
	} {
		if c := Serve(dict, m, []List{{Wants: wants}}, grids)[0]; c != nil {
			t.Errorf("%s: %v", name, c.Columns)
		}
	}
	if c := Serve(dict, m, []List{{Wants: wantsOf(dict, "description")}}, nil)[0]; c != nil {
		t.Error("no tables serve")
	}
}

func TestSumsAreItemsOfFiguresAndNotOfGoods(t *testing.T) {
	t.Parallel()
	dict, m := engine(t)
	for name, c := range map[string]struct {
		header []string
		wants  []string
		rows   int
	}{
		"goods":   {[]string{"Description", "Quantity", "Amount"}, []string{"description", "quantity#", "amount#"}, 2},
		"figures": {[]string{"Building", "Blorps", "Quuxes"}, []string{"building", "blorps#", "quuxes#"}, 3},
	} {
		grids := Find([]*page.Page{sheet(1, row(c.header...), row("one", "1", "5.00"), row("two", "2", "6.00"), row("Total", "3", "11.00"))}, saysTotal, carries)
		if got := Serve(dict, m, []List{{Wants: wantsOf(dict, c.wants...)}}, grids)[0]; got == nil || len(got.Rows) != c.rows {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestTheAssignmentIsTheBest compares with all assignments of small matrices.
func TestTheAssignmentIsTheBest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, k := 1+rng.IntN(4), 1+rng.IntN(4)
		weight := make([][]float64, n)
		for i := range weight {
			weight[i] = make([]float64, k)
			for j := range weight[i] {
				weight[i][j] = rng.Float64()*4 - 2
			}
		}
		var best func(i int, used int) float64
		best = func(i, used int) float64 {
			if i == n {
				return 0
			}
			most := best(i+1, used)
			for j := range k {
				if used&(1<<j) == 0 {
					most = max(most, weight[i][j]+best(i+1, used|1<<j))
				}
			}
			return most
		}
		got, taken := 0.0, map[int]bool{}
		for i, j := range assign(weight) {
			if j < 0 {
				continue
			}
			if taken[j] {
				t.Fatalf("column %d is taken twice", j)
			}
			taken[j] = true
			got += weight[i][j]
		}
		if want := best(0, 0); got < want-1e-9 {
			t.Fatalf("%v weighs %f, the best %f", weight, got, want)
		}
	}
}

func TestCoefficientsAreCheckedWhenLoaded(t *testing.T) {
	t.Parallel()
	raw, err := fs.ReadFile(data.Files, ModelFile)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(raw)
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"written and read":  {whole, true},
		"one is missing":    {strings.Replace(whole, "column\twords\t", "# ", 1), false},
		"one is unknown":    {whole + "column\tblorp\t1\n", false},
		"one is no number":  {whole[:len(whole)-2] + "x\n", false},
		"one is not finite": {strings.Replace(whole, "column\twords\t", "column\twords\tNaN\n#", 1), false},
	} {
		got, err := Load(fstest.MapFS{ModelFile: {Data: []byte(c.text)}})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
		if c.ok && got.Columns[FeatureWords] == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("no file is no error")
	}
}
