package svcdocs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/extract"
	"tariffdesk/extract/builtin"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// Taught keeps what organisations teach the reading of documents: schemas of their own, and corrections; *store.Store does.
type Taught interface {
	SavedSchemas(ctx context.Context, organisationID string) ([]jobs.SavedSchema, error)
	SavedSchema(ctx context.Context, organisationID, name string) (jobs.SavedSchema, error)
	SaveSchema(ctx context.Context, organisationID, name string, schema json.RawMessage) error
	DeleteSchema(ctx context.Context, organisationID, name string) error
	Corrections(ctx context.Context, organisationID string, limit int, after string) ([]jobs.Correction, error)
	DeleteCorrection(ctx context.Context, organisationID, id string) error
	Correct(ctx context.Context, organisationID, jobID string, change func(result json.RawMessage) (json.RawMessage, []jobs.Correction, error)) (json.RawMessage, error)
}

const (
	schemasPath = "/api/v3/svcdocs/schemas"
	schemasTag  = "svcdocs"
)

// registerSchemas adds the endpoints of schemas with names.
func (s *Handlers) registerSchemas(to *route.Router) {
	row := func(method, path, id, summary string) route.Row {
		return route.Row{Method: method, Path: schemasPath + path, ID: id, Tag: schemasTag, Summary: summary, Access: gate.Current, Limited: true, Validation: fail.CodeSvcDocsValidation}
	}
	route.Register(to, row(http.MethodGet, "", "list-schemas", "The schemas that json_response can name: those of the service and your own"), s.listSchemas)
	route.Register(to, row(http.MethodGet, "/{name}", "get-schema", "A schema by its name"), s.getSchema)
	put := row(http.MethodPut, "/{name}", "put-schema", "Keep a JSON Schema under a name of your own")
	put.RawBody, put.Errors = true, []int{http.StatusConflict}
	put.Document = func(op *huma.Operation, r huma.Registry) {
		op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[validateSchemaDoc](r)}
	}
	route.Register(to, put, s.putSchema)
	gone := row(http.MethodDelete, "/{name}", "delete-schema", "Remove a schema of your own")
	gone.Status, gone.Errors = http.StatusNoContent, []int{http.StatusConflict}
	route.Register(to, gone, s.deleteSchema)
}

// schemaEntry is a schema in a list.
type schemaEntry struct {
	Name      string     `json:"name" doc:"Name of the schema, as $builtin takes it"`
	Builtin   bool       `json:"builtin" doc:"Of the service; else of your organization"`
	Title     string     `json:"title" doc:"The title of the schema, empty where it has none"`
	UpdatedAt *time.Time `json:"updated_at" doc:"When your organization last kept it; null for one of the service"`
}

type schemasOutput struct {
	Body struct {
		Schemas []schemaEntry `json:"schemas" doc:"Those of the service, then your own"`
	}
}

func (s *Handlers) listSchemas(ctx context.Context, _ *wire.Common) (*schemasOutput, error) {
	own, err := s.Taught.SavedSchemas(ctx, gate.Of(ctx).Caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	out := &schemasOutput{}
	for _, name := range builtin.Names() {
		schema, _ := builtin.Schema(name)
		out.Body.Schemas = append(out.Body.Schemas, schemaEntry{Name: name, Builtin: true, Title: titleOf(schema)})
	}
	for _, one := range own {
		at := one.UpdatedAt.UTC()
		out.Body.Schemas = append(out.Body.Schemas, schemaEntry{Name: one.Name, Title: titleOf(one.Schema), UpdatedAt: &at})
	}
	return out, nil
}

// titleOf is the title of a schema; "" for one without a title of text.
func titleOf(schema json.RawMessage) string {
	var root struct {
		Title any `json:"title"`
	}
	_ = json.Unmarshal(schema, &root) // a schema that is kept is an object
	title, _ := root.Title.(string)
	return title
}

type schemaInput struct {
	wire.Common
	Name string `path:"name" maxLength:"200" doc:"Name of the schema"`
}

type schemaOutput struct {
	Body struct {
		Name       string          `json:"name" doc:"Name of the schema, as $builtin takes it"`
		Builtin    bool            `json:"builtin" doc:"Of the service; else of your organization"`
		Title      string          `json:"title" doc:"The title of the schema, empty where it has none"`
		UpdatedAt  *time.Time      `json:"updated_at" doc:"When your organization last kept it; null for one of the service"`
		JSONSchema json.RawMessage `json:"json_schema" doc:"A Draft 7 schema"`
	}
}

func (s *Handlers) getSchema(ctx context.Context, in *schemaInput) (*schemaOutput, error) {
	out := &schemaOutput{}
	out.Body.Name = in.Name
	if schema, ok := builtin.Schema(in.Name); ok {
		out.Body.Builtin, out.Body.JSONSchema = true, schema
	} else {
		one, err := s.Taught.SavedSchema(ctx, gate.Of(ctx).Caller.Organisation.ID, in.Name)
		if err != nil {
			return nil, err
		}
		at := one.UpdatedAt.UTC()
		out.Body.UpdatedAt, out.Body.JSONSchema = &at, one.Schema
	}
	out.Body.Title = titleOf(out.Body.JSONSchema)
	return out, nil
}

// putSchemaInput is a schema to be kept.
type putSchemaInput struct {
	Name string `path:"name" maxLength:"200" doc:"Name of the schema"`
	validateSchemaInput
}

// ownName is the form of the names that organisations give.
var ownName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

var errBuiltIn = fail.New(fail.CodeConflict, "the name belongs to a schema of the service: take another")

func (s *Handlers) putSchema(ctx context.Context, in *putSchemaInput) (*schemaOutput, error) {
	if err := ownNameOf(in.Name); err != nil {
		return nil, err
	}
	if !ownName.MatchString(in.Name) {
		return nil, fail.New(fail.CodeSvcDocsValidation, "name: want a small letter and up to 63 small letters, digits and underscores behind it")
	}
	if err := s.Documents.Check(extract.Request{Schema: in.schema}); err != nil {
		return nil, err
	}
	if err := s.Taught.SaveSchema(ctx, gate.Of(ctx).Caller.Organisation.ID, in.Name, in.schema); err != nil {
		return nil, err
	}
	return s.getSchema(ctx, &schemaInput{Name: in.Name})
}

func (s *Handlers) deleteSchema(ctx context.Context, in *schemaInput) (*struct{}, error) {
	if err := ownNameOf(in.Name); err != nil {
		return nil, err
	}
	return nil, s.Taught.DeleteSchema(ctx, gate.Of(ctx).Caller.Organisation.ID, in.Name)
}

// ownNameOf refuses the names of the service's schemas.
func ownNameOf(name string) error {
	if slices.Contains(builtin.Names(), name) {
		return errBuiltIn
	}
	return nil
}

// schemaName is the NAME of {"$builtin": "NAME"}; "" where raw is a schema itself.
func schemaName(raw json.RawMessage) (string, error) {
	if !bytes.Contains(raw, []byte("$builtin")) {
		return "", nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members["$builtin"] == nil {
		return "", nil //nolint:nilerr // what is no object names no schema: it is refused as what it is
	}
	var name string
	if json.Unmarshal(members["$builtin"], &name) != nil || len(members) > 1 || name == "" {
		return "", fail.New(fail.CodeSvcDocsValidation, `want {"$builtin": "NAME"} with no other member`)
	}
	return name, nil
}

// named returns the schema that {"$builtin": "NAME"} stands for, one of the product or one that the organisation saved;
// raw itself where it is a schema.
func (s *Handlers) named(ctx context.Context, raw json.RawMessage) (json.RawMessage, error) {
	name, err := schemaName(raw)
	if err != nil || name == "" {
		return raw, err
	}
	if schema, ok := builtin.Schema(name); ok {
		return schema, nil
	}
	one, err := s.Taught.SavedSchema(ctx, gate.Of(ctx).Caller.Organisation.ID, name)
	if fail.CodeOf(err) == fail.CodeNotFound {
		return nil, fail.New(fail.CodeSvcDocsValidation, fmt.Sprintf("there is no schema %q", wire.FirstRunes(name, 64)))
	}
	return one.Schema, err
}
