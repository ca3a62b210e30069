package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is one Go file of the project, parsed as far as its imports.
type source struct {
	file string // relative to the root
	pkg  string // import path of its folder
	test bool
	ast  *ast.File
}

func (s source) imports(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, spec := range s.ast.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}

// sources parses every Go file of the project, whatever its build tags.
func sources(t *testing.T) []source {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	var found []source
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "bin") {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); file != root && err == nil {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		found = append(found, source{file: rel, pkg: path.Join(module, path.Dir(rel)), test: strings.HasSuffix(name, "_test.go"), ast: parsed})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 10 {
		t.Fatalf("only %d Go files found below %s", len(found), root)
	}
	return found
}

func TestEveryImportFollowsTheTables(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		for _, imported := range s.imports(t) {
			if s.test {
				// A test may set up what it likes, save that nothing reaches into cmd.
				if top(s.pkg) != "cmd" && strings.HasPrefix(imported, module+"/cmd/") {
					t.Errorf("%s: nothing may import %s", s.file, imported)
				}
				continue
			}
			if wrong := violation(s.pkg, imported); wrong != "" {
				t.Errorf("%s: %s", s.file, wrong)
			}
		}
	}
}

func TestEveryPackageIsInTheTableAndNamedForWhatItProvides(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if _, known := mayImport()[top(s.pkg)]; !known {
			t.Errorf("%s: package %s is not in the table of import rules", s.file, s.pkg)
		}
		if slices.Contains(vagueNames(), path.Base(s.pkg)) {
			t.Errorf("%s: the name %s does not say what the package provides", s.file, path.Base(s.pkg))
		}
	}
}

func TestEveryPackageSaysWhatItOwns(t *testing.T) {
	t.Parallel()
	docs := map[string]string{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		docs[s.pkg] += s.ast.Doc.Text()
	}
	for pkg, doc := range docs {
		if len(doc) < 40 {
			t.Errorf("%s has no doc comment that says what it owns", pkg)
		}
	}
}

func TestViolationsAreFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		pkg, imported string
		wrong         bool
	}{
		"api to jobs":                {"tariffdesk/api", "tariffdesk/jobs", false},
		"api to worker":              {"tariffdesk/api", "tariffdesk/worker", true},
		"worker to api":              {"tariffdesk/worker", "tariffdesk/api", true},
		"below a package":            {"tariffdesk/api/wire", "tariffdesk/store", true},
		"within a package":           {"tariffdesk/store/storetest", "tariffdesk/store", false},
		"domain to store":            {"tariffdesk/classify", "tariffdesk/store", true},
		"domain to http":             {"tariffdesk/quote", "net/http", true},
		"adapter to http":            {"tariffdesk/fetch", "net/http", false},
		"to cmd":                     {"tariffdesk/jobs", "tariffdesk/cmd/internal/app", true},
		"echo in its owner":          {"tariffdesk/api/route", "github.com/labstack/echo/v4", false},
		"echo in a subject":          {"tariffdesk/api", "github.com/labstack/echo/v4", true},
		"echo elsewhere":             {"tariffdesk/webhook", "github.com/labstack/echo/v4/middleware", true},
		"pgx in cmd":                 {"tariffdesk/cmd/internal/devstack", "github.com/jackc/pgx/v5", false},
		"pgx in worker":              {"tariffdesk/worker", "github.com/jackc/pgx/v5/pgxpool", true},
		"asynq in api":               {"tariffdesk/api", "github.com/hibiken/asynq", true},
		"asynq in app":               {"tariffdesk/cmd/internal/app", "github.com/hibiken/asynq", true},
		"asynq in bench":             {"tariffdesk/cmd/internal/bench", "github.com/hibiken/asynq", false},
		"asynqmon in api":            {"tariffdesk/api", "github.com/hibiken/asynqmon", true},
		"asynqmon in app":            {"tariffdesk/cmd/internal/app", "github.com/hibiken/asynqmon", false},
		"excelize in worker":         {"tariffdesk/worker", "github.com/xuri/excelize/v2", true},
		"JSON Schema in api":         {"tariffdesk/api", "github.com/santhosh-tekuri/jsonschema/v6", true},
		"the fit in its command":     {"tariffdesk/cmd/tariffdesk", "tariffdesk/classify/fit", false},
		"the fit in a server":        {"tariffdesk/cmd/internal/app", "tariffdesk/classify/fit", true},
		"the fit in a worker":        {"tariffdesk/worker", "tariffdesk/classify/fit", true},
		"the fit of values":          {"tariffdesk/cmd/tariffdesk", "tariffdesk/extract/fit", false},
		"its library within it":      {"tariffdesk/extract/fit", "tariffdesk/extract/fit/logit", false},
		"its library where it reads": {"tariffdesk/extract/internal/table", "tariffdesk/extract/fit/logit", true},
		"the standard library":       {"tariffdesk/classify", "strings", false},
		"a package of unknown place": {"tariffdesk/gadgets", "tariffdesk/fail", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := violation(tc.pkg, tc.imported); (got != "") != tc.wrong {
				t.Errorf("violation %q", got)
			}
		})
	}
}

func TestTheTablesNameNothingThatIsGone(t *testing.T) {
	t.Parallel()
	for pkg := range mayImport() {
		if _, err := os.Stat(filepath.Join("../../..", pkg)); err != nil {
			t.Errorf("the table names %s: %v", pkg, err)
		}
	}
}
