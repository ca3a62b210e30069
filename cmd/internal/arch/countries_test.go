package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tariffdesk/tariff"
	"tariffdesk/verification/taxid"
)

// TestListsOfCountriesAgree covers lists that cannot call tariff.Countries: those of packages that may not import the
// tariff, and tags of structs. A list counts where it names Mexico and Colombia. Countries whose tax ids are checked are a
// list of their own.
func TestListsOfCountriesAgree(t *testing.T) {
	t.Parallel()
	tags, literals := 0, 0
	for _, s := range sources(t) {
		if s.test || ast.IsGenerated(s.ast) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../../..", filepath.FromSlash(s.file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				if n.Tag == nil {
					break
				}
				tag, err := strconv.Unquote(n.Tag.Value)
				if err != nil {
					t.Fatal(err)
				}
				tags += checkCountries(t, s.file, strings.Split(reflect.StructTag(tag).Get("enum"), ","))
			case *ast.CompositeLit:
				literals += checkCountries(t, s.file, stringsOf(n))
			}
			return true
		})
	}
	if tags < 1 || literals < 2 {
		t.Errorf("only %d tags and %d literals were found", tags, literals)
	}
}

// TestTheConsoleNamesEveryCountry reads the names that its forms show.
func TestTheConsoleNamesEveryCountry(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "es"} {
		texts := consoleTexts(t, language, "common")
		for _, country := range tariff.Countries() {
			if texts["country."+country] == "" {
				t.Errorf("console/locale/%s/common.json has no text country.%s", language, country)
			}
		}
	}
}

// checkCountries returns 1 for a list of countries, and reports one that is not that of the tariff.
func checkCountries(t *testing.T, file string, list []string) int {
	t.Helper()
	if !slices.Contains(list, "MEX") || !slices.Contains(list, "COL") {
		return 0
	}
	got := slices.Sorted(slices.Values(list))
	if strings.HasPrefix(file, "api/onboarding/") {
		var want []string
		for _, country := range taxid.Countries() {
			want = append(want, string(country))
		}
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s lists %v; want %v, those of package taxid", file, list, want)
		}
		return 1
	}
	if !slices.Equal(got, slices.Sorted(slices.Values(tariff.Countries()))) && !slices.Equal(got, slices.Sorted(slices.Values(tariff.ScheduleCountries()))) {
		t.Errorf("%s lists %v; want %v, or %v for national lines", file, list, tariff.Countries(), tariff.ScheduleCountries())
	}
	return 1
}

// stringsOf returns the elements of a list that are constants of text.
func stringsOf(list *ast.CompositeLit) (out []string) {
	for _, e := range list.Elts {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				out = append(out, text)
			}
		}
	}
	return out
}
