package worker

import (
	"context"
	"errors"

	"tariffdesk/fail"
)

// transient is the one table of what becomes of an error: true is another attempt while there are
// any, false is failed and refunded at once. What the caller's input causes is final.
func transient(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return false // the job's own deadline has passed
	}
	switch fail.CodeOf(err) {
	case fail.CodeInternal, fail.CodeUnavailable:
		return true
	case fail.CodeBadRequest, fail.CodeInvalidEncoding, fail.CodeUnauthorized, fail.CodeCredit, fail.CodeForbidden,
		fail.CodeNotFound, fail.CodeMethodNotAllowed, fail.CodeConflict, fail.CodeGone, fail.CodePayloadTooLarge,
		fail.CodeUnsupportedMedia, fail.CodeValidation, fail.CodeRateLimited, fail.CodeSvcDocsResource,
		fail.CodeSvcDocsCredit, fail.CodeSvcDocsNotFound, fail.CodeSvcDocsValidation, fail.CodeSvcDocsLimit,
		fail.CodeSvcDocsProcessing:
		return false
	}
	return false
}
