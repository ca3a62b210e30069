package arch

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
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

// TestTheConsoleKnowsEveryKindOfJob reads the filter of the operators' list, and the names in both languages.
func TestTheConsoleKnowsEveryKindOfJob(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../console/page/ops-jobs.html")
	if err != nil {
		t.Fatal(err)
	}
	_, filter, found := strings.Cut(string(page), `{{range list "classify" `)
	filter, _, _ = strings.Cut(filter, "}}")
	if !found {
		t.Fatal("the filter of kinds was not found")
	}
	filter = `"classify" ` + filter
	for kind := range jobs.Specs() {
		if !slices.Contains(strings.Fields(filter), strconv.Quote(string(kind))) {
			t.Errorf("console/page/ops-jobs.html does not list %s", kind)
		}
		for _, language := range []string{"en", "es"} {
			if consoleTexts(t, language, "operations")["job.kind."+string(kind)] == "" {
				t.Errorf("console/locale/%s/operations.json has no text job.kind.%s", language, kind)
			}
		}
	}
}

// consoleTexts reads a file of the texts of the console.
func consoleTexts(t *testing.T, language, name string) (texts map[string]string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../../console/locale", language, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}
