package api

import (
	"github.com/danielgtaylor/huma/v2"
)

// tabular documents an answer that is a T, or CSV.
func tabular[T any](op *huma.Operation, r huma.Registry) {
	op.Responses["200"] = &huma.Response{Description: "Done", Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemaOf[T](r)},
		"text/csv":         {Schema: &huma.Schema{Type: huma.TypeString}},
	}}
}
