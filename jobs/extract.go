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
	Infer        bool            `json:"infer"`                  // the schema is inferred
	Grounding    bool            `json:"grounding"`              // with the place of each value
	Previews     bool            `json:"previews"`               // with pictures of the pages, kept as long as the result
	Pages        string          `json:"pages,omitempty"`        // as the caller chose them; "" for all
	PasswordKey  string          `json:"password_key,omitempty"` // of the blob that holds the file's password, which goes with the document's
	Split        bool            `json:"split,omitempty"`        // each document of the file has its own data
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

// SplitInput is the input of a split job.
type SplitInput struct {
	Key         string `json:"key"`
	Name        string `json:"name"`
	PasswordKey string `json:"password_key,omitempty"` // as of ExtractInput
}
