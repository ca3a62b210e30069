package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
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
		"bearer": {Type: "http", Scheme: "bearer", Description: "An API key (sk_, st_, cmt_, cm_) or the access token of a session"},
	}
	return c
}

// answers documents the success of an endpoint whose body huma cannot see, as a T, and the 202 of
// one that runs as a job.
func answers[T any](op *huma.Operation, r huma.Registry) {
	content := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	op.Responses = map[string]*huma.Response{
		"200": {Description: "Done", Content: content(r.Schema(reflect.TypeFor[T](), true, ""))},
		"202": {Description: "Accepted; the job is at Location", Content: content(r.Schema(reflect.TypeFor[jobBody](), true, ""))},
	}
}

// formFields documents a multipart body.
func formFields(op *huma.Operation, required []string, fields map[string]*huma.Schema) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: fields, Required: required}},
	}}
}

func textField(doc string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: doc} }

func filesField(doc string, most int) *huma.Schema {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.Schema{Type: huma.TypeArray, Items: file, MaxItems: &most, Description: doc}
}
