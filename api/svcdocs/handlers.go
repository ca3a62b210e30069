// Package svcdocs owns the endpoints of documents: extraction, text, schemas and checks before either.
//
// It refuses to read documents beyond counting their pages before a charge: workers do.
package svcdocs

import (
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/jobs"
)

// Handlers are the handlers with what they work with.
type Handlers struct {
	Jobs          *jobs.Service
	Documents     Documents      // optional: without it there is no extraction
	Taught        Taught         // schemas and corrections of organisations
	Fetch         submit.Fetcher // optional: without it documents must be uploaded
	Blobs         submit.Blobs
	Submits       *submit.Service
	ReadTime      time.Duration   // how long a workbook may be read
	WorkbookTurns *limit.Readings // of reading workbooks
	DocumentTurns *limit.Readings // of looking at documents
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	to = to.For(s)
	s.registerExtract(to)
}
