package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Fingerprint tells whether two requests are the same: method, path, sorted query, and what the
// endpoint adds of the body. Media type and boundary do not count.
type Fingerprint struct{ h hash.Hash }

// NewFingerprint returns the fingerprint of a request's method, path and query. The body is not read.
func NewFingerprint(r *http.Request) Fingerprint {
	f := Fingerprint{sha256.New()}
	f.Add(r.Method, r.URL.Path)
	f.Values(r.URL.Query())
	return f
}

// Add writes strings with their lengths, so that no two lists of strings look alike.
func (f Fingerprint) Add(parts ...string) {
	for _, p := range parts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		f.h.Write(length[:])
		f.h.Write([]byte(p))
	}
}

// Values adds names in order, each with its values as they came. Their number comes first: a name
// that moves from the query to the form makes another request.
func (f Fingerprint) Values(v url.Values) {
	f.Add(strconv.Itoa(len(v)))
	for _, name := range slices.Sorted(maps.Keys(v)) {
		f.Add(name, strconv.Itoa(len(v[name])))
		f.Add(v[name]...)
	}
}

// File adds a file by its field and content; its name does not count.
func (f Fingerprint) File(field string, content []byte) {
	sum := sha256.Sum256(content)
	f.Add(field, string(sum[:]))
}

// JSON adds a JSON body in canonical form: members sorted, no white space, numbers by value.
func (f Fingerprint) JSON(body []byte) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		f.Add(string(body))
		return
	}
	canonical, err := json.Marshal(canonicalNumbers(v))
	if err != nil {
		canonical = body
	}
	f.Add(string(canonical))
}

// Sum returns the SHA-256 of what was added so far, 32 bytes.
func (f Fingerprint) Sum() []byte { return f.h.Sum(nil) }

// canonicalNumbers makes 1.0 and 1e0 the number 1. Plain integers stay exact whatever their size.
func canonicalNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = canonicalNumbers(e)
		}
	case []any:
		for i, e := range v {
			v[i] = canonicalNumbers(e)
		}
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			if n, err := v.Float64(); err == nil {
				return n
			}
		}
	}
	return v
}
