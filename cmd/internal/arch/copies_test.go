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
)

// TestTheConsoleTakesTheTypesOfTheClient finds structs of the console whose members are all members of one type of the
// client: the interface defines those.
func TestTheConsoleTakesTheTypesOfTheClient(t *testing.T) {
	t.Parallel()
	defined := structs(t, "../../../client/client.gen.go")
	if len(defined) < 200 {
		t.Fatalf("the client has only %d types", len(defined))
	}
	files, err := filepath.Glob("../../../console/*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("../../../console/internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, file := range append(files, inner...) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, own := range structs(t, file) {
			own = own.beyond(defined)
			if i := slices.IndexFunc(defined, func(d members) bool { return own.repeats(d) }); i >= 0 {
				name := strings.TrimPrefix(filepath.ToSlash(file), "../../../")
				found[name]++
				t.Logf("%s: %s repeats client.%s", name, own.name, defined[i].name)
			}
		}
	}
	for _, wrong := range ratchet(found, 0, copiesOfTheInterface()) {
		t.Error(wrong)
	}
}

func TestACopyOfATypeOfTheClientIsFound(t *testing.T) {
	t.Parallel()
	client := members{"Quote", []string{"id", "total", "currency"}, nil}
	for _, c := range []struct {
		own  members
		want bool
	}{
		{members{"quote", []string{"id", "total"}, nil}, true},
		{members{"page", []string{"id", "title"}, nil}, false},
		{members{"wrapper", []string{"id"}, nil}, false}, // one member says nothing
		{members{"view", nil, nil}, false},
		{members{"shown", []string{"id", "total"}, []string{"Quote"}}, false}, // what it reads in its own way
		{members{"other", []string{"id", "total"}, []string{"Record"}}, true},
	} {
		if got := c.own.beyond([]members{client}).repeats(client); got != c.want {
			t.Errorf("%+v: %v", c.own, got)
		}
	}
}

// members are the names that a struct has in JSON.
type members struct {
	name  string
	names []string
	takes []string // the types of the client that it embeds
}

// beyond leaves the members out that are those of a type which the struct embeds: it takes that type, and states a member
// anew to read it in its own way, such as one that the document leaves open.
func (m members) beyond(defined []members) members {
	for _, d := range defined {
		if slices.Contains(m.takes, d.name) {
			m.names = slices.DeleteFunc(slices.Clone(m.names), func(name string) bool { return slices.Contains(d.names, name) })
		}
	}
	return m
}

// repeats reports whether a struct has two members or more, all of them those of another. A page of a list is found by its
// elements.
func (m members) repeats(of members) bool {
	return len(m.names) > 1 && !slices.Equal(m.names, []string{"data", "has_more"}) && !slices.ContainsFunc(m.names, func(name string) bool { return !slices.Contains(of.names, name) })
}

// structs are the structs of a file that have names in JSON, those within others and without a name too.
func structs(t *testing.T, file string) []members {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []members
	name := "a struct without a name"
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			name = n.Name.Name
		case *ast.StructType:
			own := members{name: name}
			for _, field := range n.Fields.List {
				if of, ok := field.Type.(*ast.SelectorExpr); ok && len(field.Names) == 0 {
					own.takes = append(own.takes, of.Sel.Name)
				}
				if field.Tag == nil {
					continue
				}
				tag, err := strconv.Unquote(field.Tag.Value)
				if err != nil {
					t.Fatal(err)
				}
				if named, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); named != "" && named != "-" {
					own.names = append(own.names, named)
				}
			}
			if len(own.names) > 0 {
				found = append(found, own)
			}
		}
		return true
	})
	return found
}
