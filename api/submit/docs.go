package submit

import (
	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/openapi"
)

// AnswersJob documents an endpoint that answers with its job at once.
func AnswersJob(op *huma.Operation, r huma.Registry) {
	op.Responses["202"] = &huma.Response{
		Description: "Accepted; the job is at Location",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: openapi.SchemaOf[JobBody](r)}},
	}
}

// Answers documents the success of an endpoint whose body huma cannot see, as a T, and the 202 of
// one that runs as a job.
func Answers[T any](op *huma.Operation, r huma.Registry) {
	content := func(s *huma.Schema) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{"application/json": {Schema: s}}
	}
	op.Responses["200"] = &huma.Response{Description: "Done", Content: content(openapi.SchemaOf[T](r))}
	op.Responses["202"] = &huma.Response{Description: "Accepted; the job is at Location", Content: content(openapi.SchemaOf[JobBody](r))}
}
