package openapi

import (
	"github.com/danielgtaylor/huma/v2"
)

// Tabular documents an answer that is a T, or CSV.
func Tabular[T any](op *huma.Operation, r huma.Registry) {
	op.Responses["200"] = &huma.Response{Description: "Done", Content: map[string]*huma.MediaType{
		"application/json": {Schema: SchemaOf[T](r)},
		"text/csv":         {Schema: &huma.Schema{Type: huma.TypeString}},
	}}
}
