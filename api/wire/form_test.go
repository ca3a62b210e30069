package wire

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBooleansAreReadInAnyCase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"true": true, "TRUE": true, "tRuE": true, "1": true, " 1 ": true, "false": false, "False": false, "0": false} {
		if got, p := ParseBool("b", text, !want); p != nil || got != want {
			t.Errorf("%q: %v %v", text, got, p)
		}
	}
	for _, text := range []string{"t", "yes", "2", "-1", "on", "null"} {
		if _, p := ParseBool("b", text, true); p == nil || !strings.HasPrefix(p.Text, "b: ") {
			t.Errorf("%q: %v", text, p)
		}
	}
	if got, p := ParseBool("b", "", true); !got || p != nil {
		t.Error("empty is not the default")
	}
}

func TestFileNamesAreFitForMessages(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"a.pdf": "a.pdf", "../../etc/passwd": "passwd", `C:\docs\a.pdf`: "a.pdf", "a\nb.txt": "a_b.txt", "": ".",
		strings.Repeat("é", 200): strings.Repeat("é", 120), "a\xffb": "a_b",
	} {
		if got := fileName(&multipart.FileHeader{Filename: given}); got != want {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
}

func TestNestingIsCountedOutsideOfStrings(t *testing.T) {
	t.Parallel()
	for body, ok := range map[string]bool{
		strings.Repeat("[", 64) + strings.Repeat("]", 64): true,
		strings.Repeat("[", 65):                           false,
		`"` + strings.Repeat("[", 100) + `"`:              true,
		`"\"` + strings.Repeat("[", 100) + `"`:            true,
		strings.Repeat("[]", 100):                         true,
		`"\\u0000"`:                                       true,
		`"\u0000"`:                                        false,
		`"\\\u0000"`:                                      false,
		"\"\x00\"":                                        false,
		"\"\xff\"":                                        false,
	} {
		if err := CheckJSON([]byte(body)); (err == nil) != ok {
			t.Errorf("%.20q: %v", body, err)
		}
	}
}

func TestFingerprintsTellRequestsApart(t *testing.T) {
	t.Parallel()
	of := func(method, target, body string) string {
		f := NewFingerprint(httptest.NewRequest(method, target, nil))
		f.JSON([]byte(body))
		return string(f.Sum())
	}
	base := of("POST", "/a?x=1&y=2", `{"a":1,"b":[2,3]}`)
	for name, same := range map[string]string{
		"query order":  of("POST", "/a?y=2&x=1", `{"a":1,"b":[2,3]}`),
		"member order": of("POST", "/a?x=1&y=2", `{"b":[2,3],"a":1}`),
		"white space":  of("POST", "/a?x=1&y=2", "{ \"a\" : 1,\n\"b\":[2, 3]}"),
		"number form":  of("POST", "/a?x=1&y=2", `{"a":1.0,"b":[2e0,3]}`),
	} {
		if same != base {
			t.Errorf("%s counts", name)
		}
	}
	for name, other := range map[string]string{
		"method":        of("PUT", "/a?x=1&y=2", `{"a":1,"b":[2,3]}`),
		"path":          of("POST", "/b?x=1&y=2", `{"a":1,"b":[2,3]}`),
		"query":         of("POST", "/a?x=1&y=3", `{"a":1,"b":[2,3]}`),
		"value":         of("POST", "/a?x=1&y=2", `{"a":2,"b":[2,3]}`),
		"element order": of("POST", "/a?x=1&y=2", `{"a":1,"b":[3,2]}`),
		"large integer": of("POST", "/a?x=1&y=2", `{"a":1,"b":[9007199254740993]}`),
	} {
		if other == base {
			t.Errorf("%s does not count", name)
		}
	}
	if of("POST", "/a", `[9007199254740993]`) == of("POST", "/a", `[9007199254740992]`) {
		t.Error("large integers are rounded")
	}
}

// FuzzJSON checks that what is decoded is what encoding/json reads, and that canonical forms agree.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,"x"]}`, `[`, `"\u0000"`, `"\\u0000"`, "\xff", `1e400`, strings.Repeat("[", 70)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var v any
		if decodeJSON(body, &v) != nil {
			return
		}
		again, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(again, []byte(`\u0000`)) && !bytes.Contains(again, []byte(`\\u0000`)) {
			t.Fatalf("a NUL passed: %q", body)
		}
	})
}

// FuzzQuery checks that what is not refused is what net/url reads.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"a=1&b=2", "a=%ff", "a=%zz", "a;b", "=", "&&", "a=%00", "%ff=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		values, err := url.ParseQuery(ReadableURL(&url.URL{RawQuery: raw}).RawQuery)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		if len(queryProblems(values)) > 0 {
			return
		}
		for name, all := range values {
			if !utf8.ValidString(name) || !utf8.ValidString(strings.Join(all, "")) {
				t.Fatalf("%q is not UTF-8", raw)
			}
		}
	})
}
