// Package schema owns the caller's JSON Schema: the Draft 7 check, the bounded walk that turns it
// into the tree of fields to look for, and the validation of what was found.
//
// It refuses remote references, other drafts, recursion, and schemas beyond its bounds.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// The bounds of a schema.
const (
	MaxBytes      = 256 << 10
	MaxDepth      = 12
	MaxProperties = 1000
	maxNodes      = 20_000 // of the raw document
	maxEnum       = 1000
	maxPattern    = 1000
)

// Draft is the one $schema that is accepted, with or without the trailing #.
const Draft = "http://json-schema.org/draft-07/schema"

// Schema is a checked schema.
type Schema struct {
	Root     *Node
	compiled *jsonschema.Schema
}

// Problems lists the faults of a schema, each naming its place.
type Problems []string

func (p Problems) Error() string { return strings.Join(p, "; ") }

// Parse checks raw against Draft 7 and the bounds. Its error is Problems.
func Parse(raw []byte) (*Schema, error) {
	if len(raw) > MaxBytes {
		return nil, Problems{fmt.Sprintf("the schema exceeds the limit of %d KB", MaxBytes>>10)}
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, Problems{"the schema is not JSON"}
	}
	root, ok := doc.(map[string]any)
	if !ok {
		return nil, Problems{"the schema is not a JSON object"}
	}
	s := &scanner{}
	problems := s.scan(root)
	if s.stopped || s.properties > MaxProperties {
		return nil, problems // beyond the bounds nothing else is looked at
	}
	s.mend()
	compiled, err := compile(root)
	if err != nil {
		return nil, listed(problems, compileProblems(err))
	}
	w := &walker{root: root}
	node := w.node(root, "", "", 0, nil)
	if problems = listed(problems, w.problems); len(problems) > 0 {
		return nil, problems
	}
	ordersOf(raw).arrange(node)
	return &Schema{Root: node, compiled: compiled}, nil
}

// listed joins problems, each once, up to the bound of a list.
func listed(a, b Problems) Problems {
	for _, p := range b {
		if !slices.Contains(a, p) && len(a) < maxViolations {
			a = append(a, p)
		}
	}
	return a
}

func compile(root map[string]any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.AssertFormat()
	c.UseLoader(refuseLoader{})
	const url = "schema.json"
	if err := c.AddResource(url, root); err != nil {
		return nil, err
	}
	return c.Compile(url)
}

var errRemote = errors.New("references to other documents are not followed")

type refuseLoader struct{}

func (refuseLoader) Load(string) (any, error) { return nil, errRemote }

func compileProblems(err error) Problems {
	if errors.Is(err, errRemote) {
		return Problems{"$ref: " + errRemote.Error()}
	}
	if invalid, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		if v, ok := errors.AsType[*jsonschema.ValidationError](invalid.Err); ok {
			return problemsOf(v)
		}
	}
	return Problems{"the schema does not compile: " + strings.ReplaceAll(lastLine(err.Error()), "file://", "")}
}

// problemsOf lists the ends of a tree of causes, one for each place.
func problemsOf(v *jsonschema.ValidationError) Problems {
	var all Problems
	last := ""
	for _, p := range leaves(v) {
		if p.Pointer == last && len(all) > 0 {
			continue // the next alternative of the same place: the first one says enough
		}
		all, last = append(all, p.String()), p.Pointer
	}
	return all
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// Violation is a value that its schema refuses.
type Violation struct {
	Pointer string   // JSON pointer of the value
	Path    []string // the same, unescaped
	Reason  string
	Missing []string // properties that are required and absent
}

func (v Violation) String() string {
	place := v.Pointer
	if place == "" {
		place = "(root)"
	}
	return place + ": " + v.Reason
}

// Validate lists what of data the schema refuses; nothing for valid data.
func (s *Schema) Validate(data any) []Violation {
	raw, err := json.Marshal(data)
	if err != nil {
		return []Violation{{Reason: "the result is no JSON"}}
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return []Violation{{Reason: "the result is no JSON"}}
	}
	v, ok := errors.AsType[*jsonschema.ValidationError](s.compiled.Validate(doc))
	if !ok {
		return nil
	}
	return leaves(v)
}

// maxViolations bounds what is listed.
const maxViolations = 50

// leaves flattens a tree of causes to its ends.
func leaves(v *jsonschema.ValidationError) []Violation {
	printer := message.NewPrinter(language.English)
	var all []Violation
	var walk func(*jsonschema.ValidationError)
	walk = func(v *jsonschema.ValidationError) {
		if len(all) >= maxViolations {
			return
		}
		if len(v.Causes) == 0 {
			reason := v.ErrorKind.LocalizedString(printer)
			found := Violation{Pointer: Pointer(v.InstanceLocation), Path: slices.Clone(v.InstanceLocation), Reason: reason}
			found.Missing = missing(v.ErrorKind)
			all = append(all, found)
			return
		}
		for _, c := range v.Causes {
			walk(c)
		}
	}
	walk(v)
	return all
}

// escape is the escaping of RFC 6901.
var escape = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer joins the parts of a path to a JSON pointer.
func Pointer(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(escape.Replace(p))
	}
	return b.String()
}

// unescape undoes the escaping of RFC 6901.
var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// Path parts a JSON pointer; the empty one has no parts.
func Path(pointer string) []string {
	if pointer == "" {
		return nil
	}
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := range parts {
		parts[i] = unescape.Replace(parts[i])
	}
	return parts
}
