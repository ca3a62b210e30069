package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// sizes are what the ratchets bound, of all hand-written Go outside tests.
type sizes struct {
	files     map[string]int // by package
	methods   map[string]int // by package and type
	functions map[string]int // lines, by package and function
	words     map[string]int // of natural language in tables of Go, by package
}

// measure reads every Go file of the project but tests and generated code.
func measure(t *testing.T) sizes {
	t.Helper()
	found := sizes{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	for _, s := range sources(t) {
		if s.test || ast.IsGenerated(s.ast) {
			continue
		}
		pkg := strings.TrimPrefix(s.pkg, module+"/")
		found.files[pkg]++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join("../../..", filepath.FromSlash(s.file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := pkg + "." + f.Name.Name
			if f.Recv != nil {
				of := receiver(f.Recv.List[0].Type)
				found.methods[pkg+"."+of]++
				name = pkg + "." + of + "." + f.Name.Name
			}
			found.functions[name] = set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1
		}
		importer := strings.HasPrefix(path.Base(s.file), "import_") // names the columns of a publication: they are its format
		if slices.Contains(readersOfText(), top(s.pkg)) && !importer {
			found.words[pkg] += languageWords(file)
		}
	}
	return found
}

// receiver is the name of the type that a method is of.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.IndexListExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

// languageWords counts the words in the lists and maps of texts of a file, and in its regular expressions.
func languageWords(file *ast.File) int {
	words := 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					words += wordsOf(pair.Key)
					e = pair.Value
				}
				words += wordsOf(e)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "MustCompile" && len(n.Args) == 1 {
				words += wordsOf(n.Args[0])
			}
		}
		return true
	})
	return words
}

// wordsOf counts the words of a string literal: runs of three letters or more. Anything else has none.
func wordsOf(e ast.Expr) int {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return 0
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return 0
	}
	count := 0
	for _, run := range strings.FieldsFunc(escapes.ReplaceAllString(text, " "), func(c rune) bool { return !unicode.IsLetter(c) }) {
		if utf8.RuneCountInString(run) >= 3 {
			count++
		}
	}
	return count
}

// escapes are the classes of a regular expression, which are no words.
var escapes = regexp.MustCompile(`\\[pP]\{[^}]*\}|\\[a-zA-Z]|\[\[:[a-z]+:\]\]`)

// ratchet holds what was measured to a limit, but for those that are listed with a higher one of their own. That
// one may only fall: an entry that is more than a tenth too high is refused, and so is one that is needed no more.
func ratchet(measured map[string]int, limit int, listed map[string]int) []string {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		if n, own := measured[name], listed[name]; n > max(limit, own) {
			wrong = append(wrong, fmt.Sprintf("%s: %d, where %d is the most", name, n, max(limit, own)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		switch n, own := measured[name], listed[name]; {
		case n <= limit:
			wrong = append(wrong, fmt.Sprintf("%s: %d is within the limit of %d: take it off the list", name, n, limit))
		case n+max(own/10, 2) < own:
			wrong = append(wrong, fmt.Sprintf("%s: lower the listed %d to %d", name, own, n))
		}
	}
	return wrong
}

func TestNothingGrowsPastItsRatchet(t *testing.T) {
	t.Parallel()
	got := measure(t)
	if os.Getenv("RATCHETS") != "" { // prints the lists as they would be written today
		print := func(name string, measured map[string]int, limit int) {
			t.Log(name)
			for _, key := range slices.Sorted(maps.Keys(measured)) {
				if measured[key] > limit {
					t.Logf("\t\t%q: %d,", key, measured[key])
				}
			}
		}
		print("files", got.files, maxFiles)
		print("methods", got.methods, maxMethods)
		print("functions", got.functions, maxLines)
		print("words", got.words, maxWords)
	}
	for kind, wrong := range map[string][]string{
		"files of a package":                  ratchet(got.files, maxFiles, largePackages()),
		"methods of a type":                   ratchet(got.methods, maxMethods, largeTypes()),
		"lines of a function":                 ratchet(got.functions, maxLines, longFunctions()),
		"words of natural language in tables": ratchet(got.words, maxWords, wordyPackages()),
	} {
		for _, w := range wrong {
			t.Errorf("%s: %s", kind, w)
		}
	}
}

func TestWhatKnowsEchoDoesNotGrow(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, s := range sources(t) {
		if s.test || !slices.ContainsFunc(s.imports(t), func(path string) bool { return strings.HasPrefix(path, "github.com/labstack/echo") }) {
			continue
		}
		content, err := os.ReadFile(filepath.Join("../../..", filepath.FromSlash(s.file)))
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(content), "\n")
	}
	for _, wrong := range ratchet(map[string]int{"api/route": lines}, 0, map[string]int{"api/route": echoLines}) {
		t.Error(wrong)
	}
}

func TestARatchetOnlyFalls(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		measured, listed int
		wrong            bool
	}{
		"within the limit":           {10, 0, false},
		"at the limit":               {40, 0, false},
		"beyond it":                  {41, 0, true},
		"beyond it and listed":       {60, 60, false},
		"beyond its own":             {61, 60, true},
		"a little below its own":     {55, 60, false},
		"far below its own":          {50, 60, true},
		"listed without need":        {40, 60, true},
		"listed, and gone":           {0, 60, true},
		"beyond the limit, unlisted": {200, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listed := map[string]int{}
			if tc.listed > 0 {
				listed["x"] = tc.listed
			}
			if got := ratchet(map[string]int{"x": tc.measured}, 40, listed); (len(got) > 0) != tc.wrong {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestWordsOfTablesAndPatternsAreCounted(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
		var a = []string{"invoice number", "nº", "total"}
		var b = map[string][]string{"fecha": {"día"}}
		var c = regexp.MustCompile(`+"`^\\s*(?:from|para)\\p{Lu}[[:alpha:]]+`"+`)
		func f() error { return errors.New("this is no table") }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := languageWords(file); got != 7 {
		t.Errorf("%d words", got)
	}
}
