package extract_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tariffdesk/extract"
)

// TestDraft7AndExtractionAreJudgedApart: what Draft 7 allows and extraction does not is a limit, never an
// error.
func TestDraft7AndExtractionAreJudgedApart(t *testing.T) {
	t.Parallel()
	property := func(s string) string { return `{"type":"object","properties":{"a":` + s + `}}` }
	for name, c := range map[string]struct{ schema, errors, limits string }{
		"good":                {property(`{"type":"string"}`), "", ""},
		"a type misspelt":     {property(`{"type":"strin"}`), "/properties/a/type", ""},
		"a negative length":   {property(`{"minLength":-1}`), "/properties/a/minLength", ""},
		"an open parenthesis": {property(`{"pattern":"(x"}`), "/properties/a/pattern", ""},
		"lookahead":           {property(`{"pattern":"(?=x)y"}`), "", "/properties/a/pattern"},
		"both":                {property(`{"type":"strin","pattern":"(?=x)y"}`), "/properties/a/type", "/properties/a/pattern"},
		"remote reference":    {property(`{"$ref":"https://example.com/a.json"}`), "", "/properties/a/$ref"},
		"recursion":           {property(`{"$ref":"#"}`), "", "/properties/a/$ref"},
		"another draft":       {`{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":{}}}`, "", "/$schema"},
		"anything":            {`true`, "", "not a JSON object"},
		"no field":            {`{"type":"object"}`, "", "no properties"},
		"no schema":           {`3`, "got number", "not a JSON object"},
		"too large":           {property(`{"description":"` + strings.Repeat("x", extract.MaxSchemaBytes) + `"}`), "", "256 KB"},
		"too deep to judge":   {strings.Repeat(`{"properties":{"a":`, 4_000) + `{}` + strings.Repeat(`}}`, 4_000), "nested deeper", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := extract.JudgeSchema(json.RawMessage(c.schema))
			says := func(problems []string, want string) bool {
				return want == "" && len(problems) == 0 || want != "" && len(problems) > 0 && strings.Contains(strings.Join(problems, "; "), want)
			}
			if j.Valid != (c.errors == "") || j.Extractable != (c.errors == "" && c.limits == "") || !says(j.Errors, c.errors) || !says(j.Limits, c.limits) {
				t.Errorf("%+v", j)
			}
		})
	}
}
