package jobs

// VerificationInput is the input of a job that reads a document of a verification.
type VerificationInput struct {
	DocumentID string `json:"document_id"`
}
