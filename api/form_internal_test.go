package api

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBooleansAreReadInAnyCase(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"true": true, "TRUE": true, "tRuE": true, "1": true, " 1 ": true, "false": false, "False": false, "0": false} {
		if got, p := parseBool("b", text, !want); p != nil || got != want {
			t.Errorf("%q: %v %v", text, got, p)
		}
	}
	for _, text := range []string{"t", "yes", "2", "-1", "on", "null"} {
		if _, p := parseBool("b", text, true); p == nil || !strings.HasPrefix(p.text, "b: ") {
			t.Errorf("%q: %v", text, p)
		}
	}
	if got, p := parseBool("b", "", true); !got || p != nil {
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

func TestTextFilesAreCutToTheirFirstCharacters(t *testing.T) {
	t.Parallel()
	const most = maxTextFileChars
	for name, c := range map[string]struct{ content, want string }{
		"empty":           {"", ""},
		"space around":    {" \n oak \n", "oak"},
		"all of it":       {strings.Repeat("x", most), strings.Repeat("x", most)},
		"one byte each":   {strings.Repeat("x", 9*most), strings.Repeat("x", most)},
		"three and one":   {"x" + strings.Repeat("€", 2*most), "x" + strings.Repeat("€", most-1)},
		"four bytes each": {strings.Repeat("𝕏", 2*most), strings.Repeat("𝕏", most)},
	} {
		if got := headOf([]byte(c.content)); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, len(got), len(c.want))
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
		if err := checkJSON([]byte(body)); (err == nil) != ok {
			t.Errorf("%.20q: %v", body, err)
		}
	}
}

func TestFingerprintsTellRequestsApart(t *testing.T) {
	t.Parallel()
	of := func(method, target, body string) string {
		f := newFingerprint(httptest.NewRequest(method, target, nil))
		f.json([]byte(body))
		return string(f.sum())
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

// FuzzFormBinding feeds a multipart body to everything that reads a classification's form.
func FuzzFormBinding(f *testing.F) {
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"product_description\"\r\n\r\nchair\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"image_files\"; filename=\"../a.png\"\r\n\r\n\x89PNG\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"document_files\"; filename=\"\xff.txt\"\r\n\r\n\xff\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=\"\"", []byte("----\r\n"))
	f.Add("text/plain", []byte("x"))
	f.Add("multipart/form-data; boundary=x; charset=latin1", []byte(""))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		in := &classifyInput{}
		var err error
		if in.form, err = parseForm(r); err != nil {
			return
		}
		defer removeSpilled(r)
		in.readFields()
		if err := in.readFiles(func(string) bool { return true }); err != nil {
			return
		}
		for _, p := range in.form.problems {
			if status(p.code) < 400 || !utf8.ValidString(p.text) || !strings.Contains(p.text, ": ") {
				t.Fatalf("problem %q", p.text)
			}
		}
		if len(in.form.problems) > 0 {
			return
		}
		if in.description == "" && len(in.files) == 0 {
			t.Fatal("nothing to classify was accepted")
		}
		if !utf8.ValidString(in.description) || strings.ContainsRune(in.description, 0) || len(in.files) > 2*maxAttachments {
			t.Fatalf("accepted %q with %d files", in.description, len(in.files))
		}
	})
}

// FuzzBearer looks for a header that passes for a token and is none.
func FuzzBearer(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x ", "Basic x", "Bearer", "Bearer x y", "Bearer\tx", "", " "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		token := bearer(http.Header{"Authorization": {header}})
		if token == "" || token == "-" {
			return
		}
		if strings.ContainsAny(token, " \t,") || !strings.HasSuffix(strings.TrimSpace(header), token) || !strings.EqualFold(header[:7], "bearer ") {
			t.Fatalf("%q gave %q", header, token)
		}
	})
}

// FuzzQuery checks that what is not refused is what net/url reads.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"a=1&b=2", "a=%ff", "a=%zz", "a;b", "=", "&&", "a=%00", "%ff=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		values, err := url.ParseQuery(readable(&url.URL{RawQuery: raw}).RawQuery)
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
