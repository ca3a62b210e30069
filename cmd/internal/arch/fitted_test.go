package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatServesHoldsNothingForTheFitAlone finds exported functions and methods of the rooms of extract that nothing names but
// extract/fit: training code stands there.
func TestWhatServesHoldsNothingForTheFitAlone(t *testing.T) {
	t.Parallel()
	var serving, fitting []*ast.File
	for _, s := range sources(t) {
		if s.test || top(s.pkg) != "extract" { // nobody else may name its rooms
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../../..", filepath.FromSlash(s.file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(s.pkg+"/", module+"/extract/fit/") {
			fitting = append(fitting, file)
		} else {
			file.Name.Name = s.pkg
			serving = append(serving, file)
		}
	}
	for _, name := range namedByOnly(serving, fitting) {
		t.Errorf("%s is named by extract/fit alone", name)
	}
}

// namedByOnly lists the exported functions and methods below extract/internal that some of the fitting files name, and none of the
// serving ones. The name of a serving file's package is its import path.
func namedByOnly(serving, fitting []*ast.File) (found []string) {
	served, fitted := map[string]bool{}, map[string]bool{}
	for _, file := range serving {
		namesIn(file, served)
	}
	for _, file := range fitting {
		namesIn(file, fitted)
	}
	for _, file := range serving {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Name.IsExported() && fitted[f.Name.Name] && !served[f.Name.Name] && strings.HasPrefix(file.Name.Name, module+"/extract/internal/") {
				found = append(found, file.Name.Name+"."+f.Name.Name)
			}
		}
	}
	return found
}

// namesIn adds the names that a file uses, those of what it declares left out.
func namesIn(file *ast.File, names map[string]bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			for _, part := range []ast.Node{n.Recv, n.Type, n.Body} {
				if list, ok := part.(*ast.FieldList); ok && list == nil {
					continue
				}
				if body, ok := part.(*ast.BlockStmt); ok && body == nil {
					continue
				}
				ast.Inspect(part, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						names[id.Name] = true
					}
					return true
				})
			}
			return false
		case *ast.Ident:
			names[n.Name] = true
		}
		return true
	})
}

func TestWhatOnlyTheFitNamesIsFound(t *testing.T) {
	t.Parallel()
	parse := func(pkg, text string) *ast.File {
		file, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		file.Name.Name = pkg
		return file
	}
	serving := []*ast.File{
		parse("tariffdesk/extract/internal/table", "func Serve() { Match() }\nfunc Match() {}\nfunc Cases() {}\ntype M int\nfunc (M) Write() {}\nfunc Idle() {}"),
		parse("tariffdesk/extract", "func New() { table.Serve() }"),
	}
	fitting := []*ast.File{parse("", "func Run() { table.Match(); table.Cases(); m.Write() }")}
	if found := strings.Join(namedByOnly(serving, fitting), " "); found != "tariffdesk/extract/internal/table.Cases tariffdesk/extract/internal/table.Write" {
		t.Error(found)
	}
}
