package model

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestASchemaIsReducedToTheCommonSubset(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ in, want string }{
		"optional becomes nullable, limits go": {
			`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["n"],"properties":{"n":{"type":"string","pattern":"^A","title":"T","description":"number"},"d":{"type":"string","format":"date"}}}`,
			`{"type":"object","additionalProperties":false,"required":["d","n"],"properties":{"n":{"type":"string","description":"number"},"d":{"type":["string","null"]}}}`,
		},
		"rows of a table": {
			`{"properties":{"rows":{"type":"array","minItems":1,"items":{"properties":{"q":{"type":"number"}},"required":["q"]}}},"required":["rows"]}`,
			`{"type":"object","additionalProperties":false,"required":["rows"],"properties":{"rows":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["q"],"properties":{"q":{"type":"number"}}}}}}`,
		},
		"enumerations and constants": {
			`{"type":"object","properties":{"e":{"type":"string","enum":["a","b"]},"c":{"const":1}},"required":["c"]}`,
			`{"type":"object","additionalProperties":false,"required":["c","e"],"properties":{"e":{"type":["string","null"],"enum":["a","b",null]},"c":{"type":["string","number","boolean","null"],"enum":[1]}}}`,
		},
		"references, allOf, oneOf": {
			`{"type":"object","required":["p","x"],"properties":{"p":{"$ref":"#/definitions/party"},"x":{"oneOf":[{"type":"string"},{"type":"integer"}]}},"definitions":{"party":{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":true},"required":["b"]}]}}}`,
			`{"type":"object","additionalProperties":false,"required":["p","x"],"properties":{"p":{"type":"object","additionalProperties":false,"required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":["string","number","boolean","null"]}}},"x":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`,
		},
		"an empty object": {`{"type":"object"}`, `{"type":"object","additionalProperties":false,"required":[],"properties":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Strict(json.RawMessage(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			if !sameJSON(t, got, []byte(tc.want)) {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			again, err := Strict(got)
			if err != nil || !sameJSON(t, again, got) {
				t.Errorf("reducing twice changes it: %s %v", again, err)
			}
		})
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		t.Fatal("not JSON")
	}
	return reflect.DeepEqual(x, y)
}

func TestWhatTheSubsetCannotSayIsAnError(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``: "not JSON", `[]`: "no object", `{"type":"string"}`: "no object",
		`{"type":"object","properties":{"a":{"$ref":"https://example.org/s.json"}}}`:                                    "leaves the document",
		`{"type":"object","properties":{"a":{"$ref":"#/definitions/none"}}}`:                                            "leads nowhere",
		`{"type":"object","properties":{"a":{"$ref":"#"}}}`:                                                             "refers to itself",
		`{"$ref":"#/definitions/a","definitions":{"a":{"$ref":"#/definitions/a"}}}`:                                     "refers to itself",
		`{"type":"object","properties":{"a":` + strings.Repeat(`{"items":`, 40) + `{}` + strings.Repeat(`}`, 40) + `}}`: "too deep",
		`{"allOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}`:                                                            "refers to itself",
	} {
		if got, err := Strict(json.RawMessage(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s %v, want %q", in, got, err, want)
		}
	}
}

func TestNullsOfOptionalPropertiesAreTakenOut(t *testing.T) {
	t.Parallel()
	var v any
	if err := json.Unmarshal([]byte(`{"a":null,"b":[{"c":null,"d":1}],"e":{"f":null}}`), &v); err != nil {
		t.Fatal(err)
	}
	OmitNulls(v)
	if got, _ := json.Marshal(v); string(got) != `{"b":[{"d":1}],"e":{}}` {
		t.Errorf("%s", got)
	}
}

func FuzzStrict(f *testing.F) {
	for _, s := range []string{`{}`, `{"type":["object","null"],"properties":{"a":{"enum":[null,{}]}}}`, `{"type":"object","required":[{}],"properties":{"a":1}}`,
		`{"allOf":[{"$ref":"#/allOf/0"}]}`, `{"type":"object","properties":{"a":{"anyOf":[]},"b":{"items":[[]]}}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Strict(json.RawMessage(s))
		if err != nil {
			return
		}
		if again, err := Strict(got); err != nil || !sameJSON(t, again, got) {
			t.Errorf("%s gives %s, then %s %v", s, got, again, err)
		}
	})
}
