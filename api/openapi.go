package api

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/credit"
	"tariffdesk/quote"
)

// openAPIConfig describes the document. huma's own pages load from another host and its create hook
// adds $schema to answers: both are left out.
func openAPIConfig(cfg Config) huma.Config {
	c := huma.DefaultConfig("Tariffdesk", cfg.Version)
	c.DocsPath, c.OpenAPIPath, c.SchemasPath, c.CreateHooks = "", "", "", nil
	c.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	c.DefaultFormat = "application/json"
	c.Info.Description = "Classifies goods under the Harmonized System and national tariffs, extracts data from " +
		"trade documents, and quotes duties. Every call is authenticated with `Authorization: Bearer <token>`."
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"ops":    {Type: "http", Scheme: "basic", Description: "User ops with OPS_PASSWORD"},
		"bearer": {Type: "http", Scheme: "bearer", Description: "An API key (sk_, st_, cmt_, cm_) or the access token of a session"},
	}
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	// These write themselves as JSON numbers, which their Go types do not tell.
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[credit.Amount](), reflect.TypeFor[float64]())
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[quote.Number](), reflect.TypeFor[float64]())
	return c
}

// schemaName tells types of the same name apart: those of other packages are named for their package too.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if pkg := path.Base(t.PkgPath()); t.PkgPath() != "" && t.PkgPath() != reflect.TypeFor[Server]().PkgPath() {
		return strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	return name
}

// answers documents the success of an endpoint whose body huma cannot see, as a T, and the 202 of
// one that runs as a job.
func answers[T any](op *huma.Operation, r huma.Registry) {
	content := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	op.Responses["200"] = &huma.Response{Description: "Done", Content: content(schemaOf[T](r))}
	op.Responses["202"] = &huma.Response{Description: "Accepted; the job is at Location", Content: content(schemaOf[jobBody](r))}
}

func schemaOf[T any](r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

// formFields documents a multipart body.
func formFields(op *huma.Operation, required []string, fields map[string]*huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: fields, Required: required}},
	}}
}

// booleanParam documents a query parameter that is bound as text, to be read in any case.
func booleanParam(op *huma.Operation, name string, otherwise bool) {
	for _, p := range op.Parameters {
		if p.Name == name {
			p.Schema = &huma.Schema{Type: huma.TypeBoolean, Default: otherwise, Description: p.Description}
		}
	}
}

func textField(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }

func filesField(doc string, most int) *huma.Schema {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.Schema{Type: huma.TypeArray, Items: file, MaxItems: &most, Description: doc}
}
