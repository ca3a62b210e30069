package language

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
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
	return []string{"account", "api", "blob", "classify", "credit", "excel", "extract", "fail", "fetch", "jobs", "quote", "report",
		"store", "tariff", "turns", "verification", "webhook", "worker"}
}

// elsewhere are folders and files below them whose messages reach an operator's terminal or a test alone.
func elsewhere() []string {
	return []string{"api/apitest", "api/openapi", "api/route/describe.go", "classify/assist_check.go", "classify/internal/readertest", "extract/layouts", "extract/fit",
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
	known := keys(t)
	for text, at := range messages(t) {
		if _, ok := Text(Spanish, text); ok || slices.Contains(internal(), text) {
			continue // a message inside another
		}
		if !known[plain(text)] && !known[plain(withoutField(text))] {
			t.Errorf("%s: no translation of %q", at, text)
		}
	}
}

// composed are sentences that the source puts together from parts.
func composed() []string {
	return []string{
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
	for key := range keys(t) {
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
	known := keys(t)
	for _, body := range malformedJSON() {
		if text := standard(t, body); !known[plain(text)] {
			t.Errorf("%q: no translation of %q", body, text)
		}
	}
}

// keys are the sentences that have a translation, with their places alike.
func keys(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	d := spanish()
	for k := range d.fixed {
		known[plain(k)] = true
	}
	for i := range d.templates {
		known[plain(d.templates[i].english)] = true
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

// messages are all that the source hands to an answer, each with a place where it does.
func messages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, top := range sources() {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			maps.Copy(all, messagesOf(t, filepath.ToSlash(rel)))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func messagesOf(t *testing.T, pkg string) map[string]string {
	t.Helper()
	w := &walker{files: token.NewFileSet(), pkg: pkg, values: map[string][]ast.Expr{}, funcs: map[string]*ast.FuncDecl{},
		sinks: sinks(), shapes: map[string]map[int][]string{}, found: map[string]string{}}
	maps.Copy(w.sinks, collectorsOf(pkg))
	files := w.parse(t, filepath.Join(root, pkg))
	for range 4 { // a helper of a helper
		for _, f := range files {
			w.file(f)
		}
	}
	return w.found
}

func isElsewhere(path string) bool {
	return slices.ContainsFunc(elsewhere(), func(p string) bool { return strings.HasPrefix(path, p) })
}

func (w *walker) parse(t *testing.T, dir string) []*ast.File {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") || isElsewhere(w.pkg+"/"+e.Name()) {
			continue
		}
		f, err := parser.ParseFile(w.files, filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				w.funcs[d.Name.Name] = d
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						for i, n := range v.Names {
							if i < len(v.Values) {
								w.values[n.Name] = append(w.values[n.Name], v.Values[i])
							}
						}
					}
				}
			}
		}
	}
	return files
}

func (w *walker) file(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function(d.Name.Name, d.Type, d.Body, map[string][]ast.Expr{})
		case *ast.GenDecl:
			w.body(d, scope{})
		}
	}
}

// scope is what the names of a function stand for.
type scope struct {
	name   string
	params map[string]int
	locals map[string][]ast.Expr
	depth  int
}

func (w *walker) function(name string, of *ast.FuncType, body *ast.BlockStmt, outer map[string][]ast.Expr) {
	if body == nil {
		return
	}
	s := scope{name: name, params: map[string]int{}, locals: maps.Clone(outer)}
	n := 0
	for _, field := range of.Params.List {
		for _, p := range field.Names {
			s.params[p.Name] = n
			n++
		}
	}
	ast.Inspect(body, func(node ast.Node) bool {
		if a, ok := node.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, l := range a.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok {
					continue
				}
				if lit, ok := a.Rhs[i].(*ast.FuncLit); ok {
					w.function(id.Name, lit.Type, lit.Body, s.locals)
				}
				s.locals[id.Name] = append(s.locals[id.Name], a.Rhs[i])
			}
		}
		return true
	})
	w.body(body, s)
}

func (w *walker) body(node ast.Node, s scope) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			w.call(n, s)
		case *ast.CompositeLit:
			w.literal(n, s)
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) && slices.Contains([]string{"Detail", "Message", "Note"}, sel.Sel.Name) {
					w.keep(n.Rhs[i], s)
				}
			}
		}
		return true
	})
}

// literal reads a Problem, an Error or a warning that is written out.
func (w *walker) literal(n *ast.CompositeLit, s scope) {
	name := lastName(n.Type) // none within a list of its type
	if n.Type != nil && !slices.Contains([]string{"Problem", "Warning", "Error", "Violation", "Problems", "ErrorBody", "batchAnswer", "Check", "Progress"}, name) {
		return
	}
	for i, e := range n.Elts {
		kv, named := e.(*ast.KeyValueExpr)
		switch {
		case named && (lastName(kv.Key) == "Text" || n.Type != nil && slices.Contains([]string{"Message", "Reason", "Error", "Detail"}, lastName(kv.Key))):
			w.keep(kv.Value, s)
		case !named && (name == "Problems" || i == 1 && n.Type != nil):
			w.keep(e, s)
		}
	}
}

func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return lastName(e.X)
	}
	return ""
}

func (w *walker) call(n *ast.CallExpr, s scope) {
	name := lastName(n.Fun)
	qualified := name
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
		if x := lastName(sel.X); x != "" {
			qualified = x + "." + name
			if strings.Contains(strings.ToLower(x), "log") || x == "errors" && name == "Is" {
				return
			}
		}
	}
	at, ok := w.sinks[qualified]
	if !ok {
		at, ok = w.sinks[name]
	}
	if !ok {
		return
	}
	for i, a := range n.Args {
		if len(at) > 0 && !slices.Contains(at, i) {
			continue
		}
		if shapes := w.shapes[name][i]; shapes != nil {
			for _, text := range w.texts(a, s) {
				for _, shape := range shapes {
					w.note(strings.ReplaceAll(shape, slot, text), a, s)
				}
			}
			continue
		}
		w.keep(a, s)
	}
}

// slot stands in a shape for the argument, and around the name of a parameter in a text.
const slot = "\x00"

var parameter = regexp.MustCompile(slot + `\w+` + slot)

func (w *walker) keep(e ast.Expr, s scope) {
	for _, text := range w.texts(e, s) {
		w.note(text, e, s)
	}
}

var (
	letters = regexp.MustCompile(`[A-Za-z]{2}`)
	path    = regexp.MustCompile(`^[^ ]*[/$.\[][^ ]*( %s)?$`)
)

// isSentence tells what is said from names, and from the internal errors around a cause.
func isSentence(text string) bool {
	return letters.MatchString(verb.ReplaceAllString(text, "")) && !path.MatchString(text) && !strings.Contains(text, "%w")
}

// note keeps a message, or finds that the function around it is a sink of its own argument.
func (w *walker) note(text string, at ast.Expr, s scope) {
	for name, i := range s.params {
		mark := slot + name + slot
		if !strings.Contains(text, mark) || s.name == "" {
			continue
		}
		shape := strings.ReplaceAll(text, mark, slot)
		rest := parameter.ReplaceAllString(shape, "%s")
		if !letters.MatchString(strings.ReplaceAll(verb.ReplaceAllString(withoutField(strings.ReplaceAll(rest, slot, "%s")), ""), " ", "")) {
			rest = slot
		}
		if _, base := sinks()[s.name]; base {
			return
		}
		if _, base := collectorsOf(w.pkg)[s.name]; base {
			return
		}
		if w.shapes[s.name] == nil {
			w.shapes[s.name] = map[int][]string{}
		}
		if !slices.Contains(w.shapes[s.name][i], rest) {
			w.shapes[s.name][i] = append(w.shapes[s.name][i], rest)
		}
		if !slices.Contains(w.sinks[s.name], i) {
			w.sinks[s.name] = append(w.sinks[s.name], i)
		}
	}
	text = parameter.ReplaceAllString(text, "%s")
	if isSentence(withoutField(text)) {
		position := w.files.Position(at.Pos())
		w.found[text] = w.pkg + "/" + filepath.Base(position.Filename) + ":" + strconv.Itoa(position.Line)
	}
}

// texts are what an expression may say; %s stands for what only a running program knows.
func (w *walker) texts(e ast.Expr, s scope) []string {
	if s.depth > 6 {
		return []string{"%s"}
	}
	s.depth++
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.ParenExpr:
		return w.texts(e.X, s)
	case *ast.BinaryExpr:
		var all []string
		for _, x := range w.texts(e.X, s) {
			for _, y := range w.texts(e.Y, s) {
				all = append(all, x+y)
			}
		}
		return all
	case *ast.Ident:
		return w.named(e.Name, s)
	case *ast.CallExpr:
		return w.result(e, s)
	}
	return []string{"%s"}
}

func (w *walker) named(name string, s scope) []string {
	if _, ok := s.params[name]; ok && s.locals[name] == nil {
		return []string{slot + name + slot}
	}
	of := s.locals[name]
	if of == nil {
		of = w.values[name]
	}
	var all []string
	for _, v := range of {
		all = append(all, w.texts(v, s)...)
	}
	if len(all) == 0 {
		return []string{"%s"}
	}
	return all
}

func (w *walker) result(e *ast.CallExpr, s scope) []string {
	name := lastName(e.Fun)
	switch {
	case name == "Sprintf" && len(e.Args) > 0:
		return w.texts(e.Args[0], s)
	case name == "Or":
		var all []string
		for _, a := range e.Args {
			all = append(all, w.texts(a, s)...)
		}
		return all
	}
	f := w.funcs[name]
	if _, plain := e.Fun.(*ast.Ident); !plain || f == nil || f.Body == nil || f.Type.Results == nil || lastName(f.Type.Results.List[0].Type) != "string" {
		return []string{"%s"}
	}
	var all []string
	inner := scope{locals: map[string][]ast.Expr{}, depth: s.depth}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
			all = append(all, w.texts(r.Results[0], inner)...)
		}
		return true
	})
	return all
}

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
	known := keys(t)
	for _, text := range libraries(t) {
		if !known[plain(text)] {
			t.Errorf("no translation of %q", text)
		}
	}
}
