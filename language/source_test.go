package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
