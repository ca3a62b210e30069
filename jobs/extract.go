package jobs

import (
	"encoding/json"
	"fmt"
)

// ExtractInput is the input of an extract job: what the API validated and the worker reads.
type ExtractInput struct {
	Key          string          `json:"key"`  // of the document's blob
	Name         string          `json:"name"` // as the caller named it, or the end of its URL
	Schema       json.RawMessage `json:"schema"`
	DocumentType string          `json:"document_type"`
	Description  string          `json:"document_description"`
	Infer        bool            `json:"infer"`     // the schema is inferred
	Grounding    bool            `json:"grounding"` // with the place of each value
	Previews     bool            `json:"previews"`  // with pictures of the pages, kept as long as the result
}

// PictureKey is the blob of a page's picture, which lies with the result of its job.
func PictureKey(jobID string, page int) string {
	return fmt.Sprintf("results/%s/page-%d.jpg", jobID, page)
}

// DigitizeInput is the input of a digitize job.
type DigitizeInput struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}
