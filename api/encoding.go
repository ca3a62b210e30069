package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"

	"tariffdesk/fail"
)

// Common is embedded in every input. It finds what is wrong with the text of the query, the headers
// and the path, so that it is told together with the other problems.
type Common struct{}

// Resolve implements huma.Resolver.
func (Common) Resolve(ctx huma.Context) []error {
	c := humaecho.Unwrap(ctx)
	var errs []error
	note := func(p *problem) {
		if p != nil {
			errs = append(errs, p)
		}
	}
	for _, p := range queryProblems(c.Request().URL.Query()) {
		note(p)
	}
	for name, values := range c.Request().Header {
		note(textProblem("header "+name, strings.Join(values, ",")))
	}
	for i, name := range c.ParamNames() {
		raw, err := url.PathUnescape(c.ParamValues()[i])
		if err != nil {
			note(badField(name, "malformed percent-encoding"))
			continue
		}
		note(textProblem(name, raw))
	}
	if len(ctx.Header("Idempotency-Key")) > maxKeyBytes { // the declared length counts characters
		note(badField("Idempotency-Key", "at most %d bytes", maxKeyBytes))
	}
	note(charsetProblem(ctx.Header("Content-Type")))
	if e := ctx.Header("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		note(&problem{fail.CodeUnsupportedMedia, "Content-Encoding: a compressed body is not accepted"})
	}
	return errs
}

// queryProblems finds text that is not UTF-8 in a query that is readable.
func queryProblems(query url.Values) []*problem {
	var problems []*problem
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if p := textProblem(name, name+strings.Join(query[name], "")); p != nil {
			problems = append(problems, p)
		}
	}
	return problems
}

var errEncoding = errors.New("not valid UTF-8")

// textProblem refuses text that is not UTF-8, and NUL, which no database stores.
func textProblem(field, text string) *problem {
	return unstorable(field, utf8.ValidString(text), strings.IndexByte(text, 0) >= 0)
}

// bytesProblem is textProblem for a file's content, which may be too large to copy.
func bytesProblem(field string, content []byte) *problem {
	return unstorable(field, utf8.Valid(content), bytes.IndexByte(content, 0) >= 0)
}

func unstorable(field string, isUTF8, hasNUL bool) *problem {
	switch {
	case !isUTF8:
		return &problem{fail.CodeInvalidEncoding, strings.ToValidUTF8(field, "?") + ": " + errEncoding.Error()}
	case hasNUL:
		return badField(strings.ReplaceAll(field, "\x00", "?"), "contains a NUL character")
	}
	return nil
}

// charsetProblem refuses a declared charset other than UTF-8 and its subset.
func charsetProblem(contentType string) *problem {
	// A media type that cannot be parsed has no parameters here; it is refused as a media type.
	_, params, _ := mime.ParseMediaType(contentType)
	switch strings.ToLower(params["charset"]) {
	case "", "utf-8", "utf8", "us-ascii":
		return nil
	}
	return &problem{fail.CodeInvalidEncoding, "Content-Type: the charset must be UTF-8"}
}

// maxDepth is how deep JSON may nest.
const maxDepth = 64

// jsonFormat reads and writes JSON for huma, bounded.
func jsonFormat() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			return e.Encode(v)
		},
		Unmarshal: decodeJSON,
	}
}

// bodyTextProblem is what is wrong with a JSON body before it is parsed.
func bodyTextProblem(body []byte) *problem {
	err := checkText(body)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errEncoding):
		return &problem{fail.CodeInvalidEncoding, "body: " + err.Error()}
	}
	return badField("body", "%s", err)
}

// decodeJSON decodes JSON that is UTF-8, without NUL and not nested too deep.
func decodeJSON(data []byte, v any) error {
	if err := checkJSON(data); err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	return nil
}

// repeated is what is said of members that stand twice.
const repeated = "stands more than once"

// checkJSON bounds the nesting before a parser recurses, and refuses what no database stores as text, and
// members that stand more than once: which of them counts would be anybody's guess.
func checkJSON(data []byte) error {
	if err := checkText(data); err != nil {
		return err
	}
	if name := repeatedMember(data); name != "" {
		return fmt.Errorf("the member %q %s", firstRunes(name, 60), repeated)
	}
	return nil
}

// repeatedMember is the first name that stands twice in an object; "" where there is none, or no JSON.
func repeatedMember(data []byte) string {
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
		return errEncoding
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
