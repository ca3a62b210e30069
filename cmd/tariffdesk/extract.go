package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"tariffdesk/client"
	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
)

type extractCommand struct {
	where
	Document string `arg:"" help:"PDF or picture; an http or https address for a server to fetch; - for the standard input."`
	Type     string `short:"t" help:"Kind of document, such as invoice or packing list (default invoice, or with --schema any)."`
	Describe string `short:"d" placeholder:"TEXT" help:"What is to be extracted, such as \"number, date and total\"; the usual fields of its kind where absent."`
	Schema   string `short:"s" type:"existingfile" placeholder:"FILE" xor:"schema" help:"JSON Schema (Draft 7) of the data; made of the description where absent."`
	Builtin  string `short:"b" placeholder:"NAME" xor:"schema" help:"A schema by its name in place of --schema: commercial_invoice, packing_list …; of a server also one of your organization."`
	Pages    string `placeholder:"PAGES" help:"The pages that are read, such as 1-3,5; all where absent."`
	Password string `help:"Of an encrypted PDF."`
	Split    string `enum:"auto,none" default:"none" placeholder:"auto" help:"auto: each document of the file has its own data; none (default)."`
	Explain  string `placeholder:"POINTER" help:"Print what may be the value at this JSON pointer (/total, /line_items/0/quantity), with the features that speak for and against each and their weights. The engine in this program alone."`
}

// Run prints the data of the document.
func (c *extractCommand) Run(ctx context.Context, to streams) error {
	if c.Explain != "" {
		return c.explain(ctx, to)
	}
	ask := c.ask
	if c.Local {
		ask = c.local
	}
	body, err := ask(ctx, to.in)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(to.out, body)
	}
	return c.print(to.out, body)
}

// generated is the answer of the endpoint that writes schemas.
type generated struct {
	Schema json.RawMessage `json:"json_schema"`
}

func (c *extractCommand) ask(ctx context.Context, _ io.Reader) ([]byte, error) {
	server, err := c.remote()
	if err != nil {
		return nil, err
	}
	schema, err := c.schema(named, func() (json.RawMessage, error) {
		wish, err := json.Marshal(map[string]string{"document_type": c.kind(), "description": c.description()})
		if err != nil {
			return nil, fmt.Errorf("encode description: %w", err)
		}
		var made generated
		body, err := bodyOf(server.GenerateSchemaWithBody(ctx, "application/json", bytes.NewReader(wish)))
		if err == nil {
			err = json.Unmarshal(body, &made)
		}
		return made.Schema, err
	})
	if err != nil {
		return nil, err
	}
	task, err := json.Marshal(map[string]any{"document_type": c.kind(), "document_description": c.description(), "json_response": schema})
	if err != nil {
		return nil, usageError{fmt.Errorf("--schema: %w", err)}
	}
	fields, files := map[string]string{"json_data": string(task), "split": c.Split}, map[string][]string{}
	if c.Pages != "" {
		fields["pages"] = c.Pages
	}
	if c.Password != "" {
		fields["password"] = c.Password
	}
	switch {
	case c.isURL():
		fields["file_url"] = c.Document
	case c.Document == "-":
		files["file_path"] = []string{"/dev/stdin"}
	default:
		files["file_path"] = []string{c.Document}
	}
	contentType, body, err := form(fields, files)
	if err != nil {
		return nil, err
	}
	response, err := server.ExtractWithBody(ctx, &client.ExtractParams{IdempotencyKey: once()}, contentType, body)
	return server.answer(ctx, response, err)
}

// kind is the kind of document that is asked for: with a schema of one's own it may be any.
func (c *extractCommand) kind() string {
	if c.Type == "" && (c.Schema != "" || c.Builtin != "") {
		return "document"
	}
	return cmp.Or(c.Type, "invoice")
}

// request prepares the engine and what it is asked, without a server.
func (c *extractCommand) request(in io.Reader) (*extract.Engine, extract.Request, error) {
	if c.isURL() {
		return nil, extract.Request{}, usageError{fmt.Errorf("%s: without a server files alone are read", c.Document)}
	}
	engine, err := extract.New(extract.Config{})
	if err != nil {
		return nil, extract.Request{}, err
	}
	document, err := c.read(in)
	if err != nil {
		return nil, extract.Request{}, err
	}
	schema, err := c.schema(brought, func() (json.RawMessage, error) {
		made, _, err := engine.GenerateSchema(c.kind(), c.description())
		return made, err
	})
	if err != nil {
		return nil, extract.Request{}, err
	}
	request := extract.Request{File: document, Schema: schema, DocumentType: extract.TypeOf(c.Builtin, c.kind()), Description: c.description(), Password: c.Password, Split: c.Split == "auto"}
	if c.Pages != "" {
		if request.Pages, err = extract.ParsePages(c.Pages); err != nil {
			return nil, extract.Request{}, usageError{err}
		}
	}
	return engine, request, nil
}

// named is a schema that the server knows by its name.
func named(name string) (json.RawMessage, error) {
	return json.Marshal(map[string]string{"$builtin": name})
}

// brought is a schema that this program brings along.
func brought(name string) (json.RawMessage, error) {
	schema, ok := builtin.Schema(name)
	if !ok {
		return nil, usageError{fmt.Errorf("--builtin: there is no schema %q: want one of %s", name, strings.Join(builtin.Names(), ", "))}
	}
	return schema, nil
}

// mostExplained is how many candidates, and features of one, are printed; --json prints all.
const (
	mostExplained = 8
	mostFeatures  = 12
)

// explain prints the candidates of one value.
func (c *extractCommand) explain(ctx context.Context, to streams) error {
	engine, request, err := c.request(to.in)
	if err != nil {
		return err
	}
	e, err := engine.Explain(ctx, request, c.Explain)
	if err != nil {
		return err
	}
	if c.JSON {
		body, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode explanation: %w", err)
		}
		return printJSON(to.out, body)
	}
	if len(e.Candidates) == 0 {
		_, err := fmt.Fprintf(to.out, "%s: nothing in the document may be its value\n", e.Pointer)
		return err
	}
	for i, one := range e.Candidates[:min(len(e.Candidates), mostExplained)] {
		head := fmt.Sprintf("%d. %s  %.3f", i+1, one.Value, one.Allowed)
		if one.RuledOut {
			head += fmt.Sprintf(", ruled out (%.3f)", one.Probability)
		}
		if one.Table > 0 {
			head += fmt.Sprintf(", its table %.3f", one.Table)
		}
		if one.Taken {
			head += ", taken"
		}
		_, _ = fmt.Fprintf(to.out, "%s  page %d, caption %q, by %s\n", head, one.Page, one.Caption, strings.Join(one.Ways, ", "))
		features := newTable(to.out, "  FEATURE", "VALUE", "WEIGHT", "TOGETHER")
		for _, f := range one.Features[:min(len(one.Features), mostFeatures)] {
			features.row("  "+f.Name, fmt.Sprintf("%.2f", f.Value), fmt.Sprintf("%.2f", f.Weight), fmt.Sprintf("%+.2f", f.By))
		}
		if err := features.flush(); err != nil {
			return err
		}
	}
	return nil
}

func (c *extractCommand) local(ctx context.Context, in io.Reader) (body []byte, err error) {
	engine, request, err := c.request(in)
	if err != nil {
		return nil, err
	}
	result, err := engine.Extract(ctx, request)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"status": "success", "document_data": result.Data, "pages": result.Pages}
	if len(result.Errors) > 0 {
		answer["errors"] = result.Errors
	}
	if len(result.Warnings) > 0 {
		answer["warnings"] = result.Warnings
	}
	if len(result.Documents) > 0 {
		answer["documents"] = result.Documents
	}
	return json.Marshal(answer)
}

func (c *extractCommand) read(in io.Reader) ([]byte, error) {
	if c.Document == "-" {
		return readBounded(in, "the standard input", maxUploadBytes)
	}
	return readFile(c.Document)
}

func (c *extractCommand) isURL() bool {
	return strings.HasPrefix(c.Document, "https://") || strings.HasPrefix(c.Document, "http://")
}

func (c *extractCommand) description() string {
	if c.Describe == "" {
		return c.kind()
	}
	return c.Describe
}

// schema is the one that byName gives, that of the file, or the one that generate gives.
func (c *extractCommand) schema(byName func(string) (json.RawMessage, error), generate func() (json.RawMessage, error)) (json.RawMessage, error) {
	switch {
	case c.Builtin != "":
		return byName(c.Builtin)
	case c.Schema == "":
		return generate()
	}
	schema, err := readFile(c.Schema)
	if err == nil && !json.Valid(schema) {
		err = usageError{fmt.Errorf("--schema: %s is no JSON", c.Schema)}
	}
	return schema, err
}

// printed holds the part of an answer, or of one of its documents, that is printed.
type printed struct {
	Data   map[string]json.RawMessage `json:"document_data"`
	Errors []string                   `json:"errors"`
}

func (c *extractCommand) print(out io.Writer, body []byte) error {
	var answer struct {
		printed
		Documents []struct {
			printed
			Document  int    `json:"document"`
			Type      string `json:"type"`
			Pages     []int  `json:"pages"`
			Reference string `json:"reference"`
		} `json:"documents"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if c.Split != "auto" || len(answer.Documents) < 2 {
		return answer.print(out)
	}
	for _, d := range answer.Documents {
		_, _ = fmt.Fprintf(out, "document %d: %s %s, pages %s\n", d.Document, strings.ReplaceAll(d.Type, "_", " "), d.Reference, strings.Trim(fmt.Sprint(d.Pages), "[]"))
		if err := d.print(out); err != nil {
			return err
		}
	}
	return nil
}

func (p printed) print(out io.Writer) error {
	fields := newTable(out, "FIELD", "VALUE")
	for _, name := range slices.Sorted(maps.Keys(p.Data)) {
		var text string
		if json.Unmarshal(p.Data[name], &text) != nil {
			text = string(p.Data[name])
		}
		fields.row(name, text)
	}
	if err := fields.flush(); err != nil {
		return err
	}
	for _, problem := range p.Errors {
		_, _ = fmt.Fprintf(out, "! %s\n", problem)
	}
	return nil
}
