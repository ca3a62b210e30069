package excel_test

import (
	"fmt"
	"slices"
	"testing"

	"tariffdesk/excel"
	"tariffdesk/fail"
)

func TestGoodsAreReadFromEveryForm(t *testing.T) {
	t.Parallel()
	want := []string{"cotton shirt=610910", "live horse=01012101"}
	for name, c := range map[string]struct {
		file    string
		content []byte
	}{
		"workbook, code a number": {"a.xlsx", grid(t, []any{"HS code", "Description"}, []any{610910, "cotton shirt"}, []any{1012101, "live horse"})},
		"Spanish CSV":             {"a.csv", []byte("\xef\xbb\xbfDescripción;Fracción\ncotton shirt;610910\n\"live horse\";01012101\n")},
		"CSV without header":      {"a.csv", []byte("1,cotton shirt,610910\n2,live horse,01012101\n")},
		"JSON lines":              {"a.jsonl", []byte("{\"product_description\":\"cotton shirt\",\"hs\":610910}\n\n{\"description\":\"live horse\",\"hscode\":\"01012101\",\"id\":7}\n")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			goods, err := excel.OpenGoods(c.file, c.content)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for {
				g, ok, err := goods.Next()
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				got = append(got, fmt.Sprintf("%s=%s%s", g.Description, g.Code, g.Problem))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestGoodsWithoutTheirColumnsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, content, says string
	}{
		"no codes":     {"a.csv", "description,price\nshirt,12.50\n", "columns of descriptions and codes"},
		"nothing":      {"a.csv", "", "no rows"},
		"text as xlsx": {"a.xlsx", "description,hs\nshirt,610910\n", "CSV"},
		"Latin-1":      {"a.csv", "description,hs\nni\xf1o,610910\n", "UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := excel.OpenGoods(c.file, []byte(c.content))
			refused(t, err, fail.CodeBadRequest, c.says)
		})
	}
}

func TestCodesAreReadFromTheColumnThatHoldsThem(t *testing.T) {
	t.Parallel()
	rows, err := open(t, grid(t, []any{"Item", "Code"}, []any{1, "6109.10"}, []any{2, 1012101}, []any{3, "8471 30"}, []any{4, "unknown"})).Rows("")
	if err != nil {
		t.Fatal(err)
	}
	got, err := excel.Codes(rows)
	if err != nil || !slices.Equal(got, []string{"6109.10", "01012101", "8471 30", "unknown"}) {
		t.Errorf("%q %v", got, err)
	}
}
