package schema

import (
	"slices"
	"strings"
	"testing"
)

// TestAllProblemsOfASchemaAreReportedAtOnce holds for what the scan, the compiler and the walk find.
func TestAllProblemsOfASchemaAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte(`{"type":"object","properties":{
		"a":{"type":"string","pattern":"(?=x)"},
		"b":{"type":"string","pattern":"(?<!y)z"},
		"c":{"$ref":"https://example.com/s.json"},
		"d":{"type":"string","patternProperties":{"(?!q)":{}}},
		"e":{"$ref":"#"},
		"f":{"properties":{"g":{"$ref":"#"}}}}}`))
	text := err.Error()
	for _, place := range []string{"/properties/a/pattern", "/properties/b/pattern", "/properties/c/$ref", "/properties/d/patternProperties", "/properties/e/$ref", "/properties/f/properties/g/$ref"} {
		if !strings.Contains(text, place) {
			t.Errorf("%s is not named in %q", place, text)
		}
	}
}

func TestTheCompilersProblemsStandBesideTheScans(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte(`{"properties":{"a":{"pattern":"(?=x)"},"b":{"type":"strin"},"c":{"minLength":-1}}}`))
	text := err.Error()
	for _, place := range []string{"/properties/a/pattern", "/properties/b/type", "/properties/c/minLength"} {
		if !strings.Contains(text, place) {
			t.Errorf("%s is not named in %q", place, text)
		}
	}
}

func TestNamesOfKeywordsAreNamesOfPropertiesBelowProperties(t *testing.T) {
	t.Parallel()
	s, err := Parse([]byte(`{"properties":{"pattern":{"type":"string"},"$ref":{"type":"number"},"enum":{"type":"array","items":{"type":"integer"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range s.Root.Properties {
		names = append(names, p.Name+":"+string(p.Type))
	}
	if want := []string{"$ref:number", "enum:array", "pattern:string"}; !slices.Equal(names, want) {
		t.Errorf("%v", names)
	}
}

func TestNullAndReferencesAreResolved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		property string
		kind     Type
		nullable bool
	}{
		"oneOf with null":  {`{"oneOf":[{"type":"null"},{"type":"number"}]}`, TypeNumber, true},
		"list of types":    {`{"type":["string","null"]}`, TypeString, true},
		"local reference":  {`{"$ref":"#/definitions/x"}`, TypeInteger, false},
		"allOf":            {`{"allOf":[{"type":"string"},{"maxLength":3}]}`, TypeString, false},
		"null in the enum": {`{"enum":["a",null]}`, TypeString, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Parse([]byte(`{"properties":{"p":` + c.property + `},"definitions":{"x":{"type":"integer"}}}`))
			if err != nil {
				t.Fatal(err)
			}
			if p := s.Root.Properties[0]; p.Type != c.kind || p.Nullable != c.nullable {
				t.Errorf("%+v", p)
			}
		})
	}
}
