package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/fail"
)

// Common is embedded in every input. It finds what is wrong with the text of the query, the headers
// and the path, so that it is told together with the other problems.
type Common struct{}

// Resolve implements huma.Resolver.
func (Common) Resolve(ctx huma.Context) []error {
	in := incomingOf(ctx.Context())
	var errs []error
	note := func(p *Problem) {
		if p != nil {
			errs = append(errs, p)
		}
	}
	for _, p := range queryProblems(in.request.URL.Query()) {
		note(p)
	}
	for name, values := range in.request.Header {
		note(TextProblem("header "+name, strings.Join(values, ",")))
	}
	for i, name := range in.names {
		raw, err := url.PathUnescape(in.values[i])
		if err != nil {
			note(BadField(name, "malformed percent-encoding"))
			continue
		}
		note(TextProblem(name, raw))
	}
	if len(ctx.Header("Idempotency-Key")) > maxKeyBytes { // the declared length counts characters
		note(BadField("Idempotency-Key", "at most %d bytes", maxKeyBytes))
	}
	note(charsetProblem(ctx.Header("Content-Type")))
	if e := ctx.Header("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		note(&Problem{fail.CodeUnsupportedMedia, "Content-Encoding: a compressed body is not accepted"})
	}
	return errs
}

// queryProblems finds text that is not UTF-8 in a query that is readable.
func queryProblems(query url.Values) []*Problem {
	var problems []*Problem
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if p := TextProblem(name, name+strings.Join(query[name], "")); p != nil {
			problems = append(problems, p)
		}
	}
	return problems
}

// ErrEncoding says that text is not valid UTF-8.
var ErrEncoding = errors.New("not valid UTF-8")

// TextProblem refuses text that is not UTF-8, and NUL, which no database stores.
func TextProblem(field, text string) *Problem {
	return unstorable(field, utf8.ValidString(text), strings.IndexByte(text, 0) >= 0)
}

// bytesProblem is textProblem for a file's content, which may be too large to copy.
func bytesProblem(field string, content []byte) *Problem {
	return unstorable(field, utf8.Valid(content), bytes.IndexByte(content, 0) >= 0)
}

func unstorable(field string, isUTF8, hasNUL bool) *Problem {
	switch {
	case !isUTF8:
		return &Problem{fail.CodeInvalidEncoding, strings.ToValidUTF8(field, "?") + ": " + ErrEncoding.Error()}
	case hasNUL:
		return BadField(strings.ReplaceAll(field, "\x00", "?"), "contains a NUL character")
	}
	return nil
}

// charsetProblem refuses a declared charset other than UTF-8 and its subset.
func charsetProblem(contentType string) *Problem {
	// A media type that cannot be parsed has no parameters here; it is refused as a media type.
	_, params, _ := mime.ParseMediaType(contentType)
	switch strings.ToLower(params["charset"]) {
	case "", "utf-8", "utf8", "us-ascii":
		return nil
	}
	return &Problem{fail.CodeInvalidEncoding, "Content-Type: the charset must be UTF-8"}
}

// maxDepth is how deep JSON may nest.
const maxDepth = 64

// JSON reads and writes JSON for huma, bounded.
func JSON() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			return e.Encode(v)
		},
		Unmarshal: decodeJSON,
	}
}

// BodyTextProblem finds what is wrong with a JSON body before it is parsed.
func BodyTextProblem(body []byte) *Problem {
	err := checkText(body)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrEncoding):
		return &Problem{fail.CodeInvalidEncoding, "body: " + err.Error()}
	}
	return BadField("body", "%s", err)
}

// decodeJSON decodes JSON that is UTF-8, without NUL and not nested too deep.
func decodeJSON(data []byte, v any) error {
	if err := CheckJSON(data); err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	return nil
}

// Repeated is the message for members that stand twice.
const Repeated = "stands more than once"

// CheckJSON bounds the nesting before a parser recurses, and refuses what no database stores as text, and
// members that stand more than once: which of them counts would be anybody's guess.
func CheckJSON(data []byte) error {
	if err := checkText(data); err != nil {
		return err
	}
	if name := RepeatedMember(data); name != "" {
		return fmt.Errorf("the member %q %s", FirstRunes(name, 60), Repeated)
	}
	return nil
}

// RepeatedMember is the first name that stands twice in an object; "" where there is none, or no JSON.
func RepeatedMember(data []byte) string {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil in an array
		value bool            // a value comes next
	}
	var levels []level
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		top := len(levels) - 1
		if name, ok := token.(string); ok && top >= 0 && levels[top].names != nil && !levels[top].value {
			if levels[top].names[name] {
				return name
			}
			levels[top].names[name], levels[top].value = true, true
			continue
		}
		if top >= 0 {
			levels[top].value = false
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{names: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:top]
		}
	}
}

// checkText is checkJSON without the members.
func checkText(data []byte) error {
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 { // a raw NUL means UTF-16 or UTF-32
		return ErrEncoding
	}
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			if bytes.HasPrefix(data[i:], []byte(`\u0000`)) {
				return errors.New("contains a NUL character")
			}
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("nested deeper than the limit of %d", maxDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// WriteJSON answers with a status and body as JSON. It drops the error of writing.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = JSON().Marshal(w, body) // the caller has gone
}
