package language

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the folder of the project.
const root = ".."

// sources are the packages whose messages can reach an answer, with all below them.
func sources() []string {
	return []string{"account", "api", "blob", "classify", "credit", "excel", "extract", "fail", "fetch", "jobs", "quote", "report", "shipment",
		"store", "tariff", "turns", "verification", "webhook", "worker"}
}

// elsewhere are folders and files below them whose messages reach an operator's terminal or a test alone.
func elsewhere() []string {
	return []string{"api/apitest", "api/openapi", "api/route/describe.go", "classify/assist_check.go", "classify/internal/readertest", "extract/layouts", "extract/fit", "shipment/packets",
		"excel/goods.go", "quote/rules_check.go", "tariff/import", "tariff/ruling", "tariff/usa.go", "verification/list"}
}

// sinks are the functions that a message is handed to, with the place of its text among their arguments; none is
// every argument. A function that hands an argument of its own on to one of them is found by itself.
func sinks() map[string][]int {
	return map[string][]int{
		"fail.New": {1}, "fail.Newf": {1}, "fail.Wrap": {2}, "With": nil, "BadField": {1}, "Bad": {1}, "Invalid": {0},
	}
}

// collectors are functions and fields of single packages that keep messages in a list.
func collectors() map[string]map[string][]int {
	return map[string]map[string][]int{
		"account":                 {"append": {1}},
		"api":                     {"errors.New": {0}, "fmt.Errorf": {0}, "append": {1}},
		"classify":                {"append": {1}},
		"fail":                    {"Wrap": {2}},
		"quote":                   {"add": {1}},
		"shipment/entry":          {"problem": {1}},
		"extract":                 {"report": nil, "doubt": nil, "problem": nil},
		"extract/internal/schema": {"problem": nil, "refuse": nil, "append": {1}},
		"verification":            {"append": {1}, "add": {2}},
		"worker":                  {"append": {1}},
	}
}

// collectorsOf are the collectors of a package; those of api are of all below it.
func collectorsOf(pkg string) map[string][]int {
	if strings.HasPrefix(pkg, "api/") {
		pkg = "api"
	}
	return collectors()[pkg]
}

// walker finds the messages of one package.
type walker struct {
	files  *token.FileSet
	pkg    string
	values map[string][]ast.Expr       // of constants and variables of the package
	funcs  map[string]*ast.FuncDecl    // by name
	sinks  map[string][]int            // those found in the package too
	shapes map[string]map[int][]string // of a sink found in the package: what it makes of its argument
	found  map[string]string           // messages with their place
}

// internal are messages that no answer shows.
func internal() []string {
	return []string{
		"the body's time is over",                                           // becomes "body: did not arrive in time"
		"SYNC_WAIT: want a duration above zero, such as 170s",               // at the start of the program
		"CORS_ORIGINS: %s is not an origin such as https://app.example.com", // too
		"api: a required dependency is missing",                             // too
		"NAME: want up to 40 lower-case letters, digits and dashes",         // of an operator's command
		"must have exactly 8 digits%s",                                      // with or without "; near: …"
		"no route matched",                                                  // becomes "there is nothing at this path"
		"file", "pattern",                                                   // names of a field
		" It is the id of a natural person.", // behind another sentence
	}
}

func TestEveryMessageOfTheSourceHasATranslation(t *testing.T) {
	t.Parallel()
	known := keys(spanish())
	for text, at := range messages(t) {
		if _, ok := Text(Spanish, text); ok || slices.Contains(internal(), text) {
			continue // a message inside another
		}
		if !known[plain(text)] && !known[plain(withoutField(text))] {
			t.Errorf("%s: no translation of %q", at, text)
		}
	}
}

// composed are sentences that the source puts together from parts, or that stand in the data of the classification; or
// whose number makes other words of them.
func composed() []string {
	return []string{
		"expected length >= 1", "expected array length >= 1",
		"the question has no such choice", "yes or no does not answer the question", "no word of the answer is known", "the answer does not say what was asked", "the answer does not say what was asked, only more about the goods", "the answer gives no value in %",
		"the file %: %", "%, listed", "%, presumed", "%, definitive", "%, cleared", "%, favourable ruling",
		"%, listed since %", "%, presumed since %", "%, definitive since %", "%, cleared since %", "%, favourable ruling since %",
		"The NIT came without its check digit.", "The check digit of the CUIT is disputed.", "The check digit of the RFC does not fit.",
		"% It is the id of a natural person.", "must have exactly 8 digits; near: %",
	}
}

func TestEveryTranslationIsOfAMessage(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	for _, text := range slices.Concat(slices.Collect(maps.Keys(messages(t))), everyText(t), libraries(t)) {
		made[plain(text)], made[plain(withoutField(text))] = true, true
	}
	for _, body := range malformedJSON() {
		made[plain(standard(t, body))] = true
	}
	for key := range keys(spanish(), everyday()) {
		if !made[key] && !slices.Contains(composed(), key) {
			t.Errorf("%q is no message of the source", key)
		}
	}
}

// everyText are all texts of the source and of huma, messages or not.
func everyText(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, top := range append(sources(), "huma") {
		at := filepath.Join(root, top)
		if top == "huma" {
			at = folderOf(t, "github.com/danielgtaylor/huma/v2")
		}
		err := filepath.WalkDir(at, func(file string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			w := &walker{values: map[string][]ast.Expr{}, funcs: map[string]*ast.FuncDecl{}}
			ast.Inspect(f, func(n ast.Node) bool {
				switch e := n.(type) {
				case *ast.BasicLit:
					all = append(all, w.texts(e, scope{})...)
				case *ast.BinaryExpr:
					if e.Op == token.ADD {
						all = append(all, w.texts(e, scope{})...)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// malformedJSON has a body for each thing that encoding/json says of one.
func malformedJSON() []string {
	return []string{`{"a":`, `x`, `{x}`, `{"a"x`, `{"a":1x`, `[1x`, `1x`, "\"\n\"", `"\x"`, `"\uZ"`, `-x`, `1.x`, `1ex`, `tRue`}
}

// standard is what encoding/json says of a body, with places for characters.
func standard(t *testing.T, body string) string {
	t.Helper()
	var v any
	err := json.Unmarshal([]byte(body), &v)
	if err == nil {
		t.Fatalf("%q is JSON", body)
	}
	return regexp.MustCompile(`'[^ ]+'|\btrue\b`).ReplaceAllString(err.Error(), "%s")
}

func TestWhatTheStandardLibrarySaysOfJSONHasATranslation(t *testing.T) {
	t.Parallel()
	known := keys(spanish())
	for _, body := range malformedJSON() {
		if text := standard(t, body); !known[plain(text)] {
			t.Errorf("%q: no translation of %q", body, text)
		}
	}
}

// keys are the sentences that have a translation, with their places alike.
func keys(of ...*dictionary) map[string]bool {
	known := map[string]bool{}
	for _, d := range of {
		for k := range d.fixed {
			known[plain(k)] = true
		}
		for i := range d.templates {
			known[plain(d.templates[i].english)] = true
		}
	}
	return known
}

// plain is a sentence whose places are all alike: %d here may be a text joined there.
func plain(text string) string {
	return verb.ReplaceAllStringFunc(text, func(v string) string {
		if v == "%%" {
			return v
		}
		return "%"
	})
}

var leadingField = regexp.MustCompile(`^(?:header )?(?:[\w$./\[\]~-]|%[a-z])+(?:, (?:[\w$./\[\]~-]|%[a-z])+)*: `)

func withoutField(text string) string { return strings.TrimPrefix(text, leadingField.FindString(text)) }

// folderOf is where the source of a package of a library is.
func folderOf(t *testing.T, path string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// literals are the texts of a file of a library, of the calls and variables that want takes.
func literals(t *testing.T, file string, want func(ast.Node) []ast.Expr) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	ast.Inspect(f, func(n ast.Node) bool {
		for _, e := range want(n) {
			if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
				if text, err := strconv.Unquote(b.Value); err == nil {
					all = append(all, text)
				}
			}
		}
		return true
	})
	if len(all) < 20 {
		t.Fatalf("%s has %d messages: it is read wrongly", file, len(all))
	}
	return all
}

// libraries are the messages of the libraries that judge bodies and schemas.
func libraries(t *testing.T) []string {
	t.Helper()
	all := literals(t, filepath.Join(folderOf(t, "github.com/danielgtaylor/huma/v2/validation"), "messages.go"), func(n ast.Node) []ast.Expr {
		if v, ok := n.(*ast.ValueSpec); ok {
			return v.Values
		}
		return nil
	})
	return append(all, literals(t, filepath.Join(folderOf(t, "github.com/santhosh-tekuri/jsonschema/v6/kind"), "kind.go"), func(n ast.Node) []ast.Expr {
		if c, ok := n.(*ast.CallExpr); ok && lastName(c.Fun) == "Sprintf" {
			if s, ok := c.Fun.(*ast.SelectorExpr); ok && lastName(s.X) == "p" {
				return c.Args[:1]
			}
		}
		return nil
	})...)
}

func TestEveryMessageOfTheLibrariesHasATranslation(t *testing.T) {
	t.Parallel()
	known := keys(spanish())
	for _, text := range libraries(t) {
		if !known[plain(text)] {
			t.Errorf("no translation of %q", text)
		}
	}
}
