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

	"tariffdesk/jobs"
)

// TestFiltersByKindOfJobTakeEveryKind compares the tags of the two lists of jobs with jobs.Specs: a tag takes no variable.
func TestFiltersByKindOfJobTakeEveryKind(t *testing.T) {
	t.Parallel()
	var all, public []string
	for kind := range jobs.Specs() {
		all = append(all, string(kind))
		if kind.Public() == kind {
			public = append(public, string(kind))
		}
	}
	for file, want := range map[string][]string{"api/jobwatch/jobs.go": public, "api/ops/jobs.go": all} {
		slices.Sort(want)
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../../..", filepath.FromSlash(file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		ast.Inspect(parsed, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			tag, err := strconv.Unquote(field.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			if reflect.StructTag(tag).Get("query") == "kind" {
				found = true
				if got := slices.Sorted(slices.Values(strings.Split(reflect.StructTag(tag).Get("enum"), ","))); !slices.Equal(got, want) {
					t.Errorf("%s filters by %v, want %v", file, got, want)
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s has no filter by kind", file)
		}
	}
}
