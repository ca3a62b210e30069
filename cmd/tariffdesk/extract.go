package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"tariffdesk/client"
	"tariffdesk/extract"
)

type extractCommand struct {
	where
	Document string `arg:"" help:"PDF or picture; an http or https address for a server to fetch; - for the standard input."`
	Type     string `short:"t" default:"invoice" help:"Kind of document, such as invoice or packing list (default invoice)."`
	Describe string `short:"d" placeholder:"TEXT" help:"What is to be extracted, such as \"number, date and total\"; the usual fields of its kind where absent."`
	Schema   string `short:"s" type:"existingfile" placeholder:"FILE" help:"JSON Schema (Draft 7) of the data; made of the description where absent."`
}

// Run prints the data of the document.
func (c *extractCommand) Run(ctx context.Context, to streams) error {
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
	schema, err := c.schema(func() (json.RawMessage, error) {
		wish, err := json.Marshal(map[string]string{"document_type": c.Type, "description": c.description()})
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
	task, err := json.Marshal(map[string]any{"document_type": c.Type, "document_description": c.description(), "json_response": schema})
	if err != nil {
		return nil, usageError{fmt.Errorf("--schema: %w", err)}
	}
	fields, files := map[string]string{"json_data": string(task)}, map[string][]string{}
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

func (c *extractCommand) local(ctx context.Context, in io.Reader) (body []byte, err error) {
	if c.isURL() {
		return nil, usageError{fmt.Errorf("%s: --local reads files alone", c.Document)}
	}
	engine, err := extract.New(extract.Config{})
	if err != nil {
		return nil, err
	}
	document, err := c.read(in)
	if err != nil {
		return nil, err
	}
	schema, err := c.schema(func() (json.RawMessage, error) { return engine.GenerateSchema(c.Type, c.description()) })
	if err != nil {
		return nil, err
	}
	result, err := engine.Extract(ctx, extract.Request{File: document, Schema: schema, DocumentType: c.Type, Description: c.description()})
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"status": "success", "document_data": result.Data, "pages": result.Pages}
	if len(result.Errors) > 0 {
		answer["errors"] = result.Errors
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
		return c.Type
	}
	return c.Describe
}

// schema is that of the file, or the one that generate gives.
func (c *extractCommand) schema(generate func() (json.RawMessage, error)) (json.RawMessage, error) {
	if c.Schema == "" {
		return generate()
	}
	schema, err := readFile(c.Schema)
	if err == nil && !json.Valid(schema) {
		err = usageError{fmt.Errorf("--schema: %s is no JSON", c.Schema)}
	}
	return schema, err
}

func (c *extractCommand) print(out io.Writer, body []byte) error {
	var answer struct {
		Data   map[string]json.RawMessage `json:"document_data"`
		Errors []string                   `json:"errors"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	fields := newTable(out, "FIELD", "VALUE")
	for _, name := range slices.Sorted(maps.Keys(answer.Data)) {
		var text string
		if json.Unmarshal(answer.Data[name], &text) != nil {
			text = string(answer.Data[name])
		}
		fields.row(name, text)
	}
	if err := fields.flush(); err != nil {
		return err
	}
	for _, problem := range answer.Errors {
		_, _ = fmt.Fprintf(out, "! %s\n", problem)
	}
	return nil
}
