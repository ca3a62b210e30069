package mcp

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"tariffdesk/bounded"
)

// toolsFile holds the tools as a client sees them.
//
//go:embed tools.json
var toolsFile []byte

// tool is a tool with its compiled input schema and the calls that carry it out.
type tool struct {
	*mcp.Tool
	input *jsonschema.Schema
	do    action
}

func readTools() ([]*tool, error) {
	var listed []*mcp.Tool
	if err := json.Unmarshal(toolsFile, &listed); err != nil {
		return nil, fmt.Errorf("read tools: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	tools := make([]*tool, 0, len(listed))
	for _, t := range listed {
		do, known := actions()[t.Name]
		if !known {
			return nil, fmt.Errorf("tool %q: nothing carries it out", t.Name)
		}
		if err := compiler.AddResource(t.Name, t.InputSchema); err != nil {
			return nil, fmt.Errorf("tool %q: read input schema: %w", t.Name, err)
		}
		input, err := compiler.Compile(t.Name)
		if err != nil {
			return nil, fmt.Errorf("tool %q: compile input schema: %w", t.Name, err)
		}
		tools = append(tools, &tool{t, input, do})
	}
	return tools, nil
}

// arguments of a tool by name.
type arguments map[string]json.RawMessage

// text is an argument as a query or a form carries it: the content of a string, else its JSON.
func (a arguments) text(name string) string {
	var s string
	if json.Unmarshal(a[name], &s) == nil {
		return s
	}
	return string(a[name])
}

// read returns the arguments of a call, or a *jsonrpc.Error that names each one that is against the schema.
func (t *tool) read(raw json.RawMessage) (arguments, error) {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	// Plain numbers rather than json.Number: a number beyond float64 is refused here, before it is computed with.
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, invalidParams("arguments: want an object with numbers below 1e308")
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](t.input.Validate(value)); ok {
		return nil, invalidParams(t.problems(invalid, nil)...)
	}
	var a arguments
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, invalidParams("arguments: want an object")
	}
	return a, nil
}

const (
	maxProblems     = 20
	maxProblemRunes = 300
)

// problems appends the causes of an error to found, each beginning with the argument it is about.
func (t *tool) problems(e *jsonschema.ValidationError, found []string) []string {
	at := argumentName(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			found = append(found, argumentName(append(slices.Clone(e.InstanceLocation), name))+": required")
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			text := argumentName(append(slices.Clone(e.InstanceLocation), name)) + ": unknown"
			if len(e.InstanceLocation) == 0 {
				text += "; " + t.Name + " takes " + strings.Join(slices.Sorted(maps.Keys(t.input.Properties)), ", ")
			}
			found = append(found, text)
		}
	default:
		for _, cause := range e.Causes {
			found = t.problems(cause, found)
		}
		if len(e.Causes) == 0 {
			found = append(found, at+": "+e.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
		}
	}
	return found
}

// argumentName writes a place among the arguments as products[0].country.
func argumentName(location []string) string {
	var b strings.Builder
	for _, token := range location {
		if _, err := strconv.Atoi(token); err == nil && b.Len() > 0 {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(token)
	}
	if b.Len() == 0 {
		return "arguments"
	}
	return b.String()
}

// invalidParams is the protocol's answer to arguments that break the schema; data lists the problems.
func invalidParams(problems ...string) *jsonrpc.Error {
	slices.Sort(problems)
	problems = problems[:min(len(problems), maxProblems)]
	for i, p := range problems {
		problems[i] = bounded.Clip(p, maxProblemRunes)
	}
	data, err := json.Marshal(map[string][]string{"errors": problems})
	if err != nil {
		data = nil
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Invalid params: " + strings.Join(problems, "; "), Data: data}
}
