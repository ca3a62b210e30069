// Package share owns the endpoints of share links, for those who send them and for those who have only a token.
//
// It refuses to show a visitor more than the link is for.
package share

import (
	"context"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/site"
	"tariffdesk/api/submit"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	AddLinkFile(ctx context.Context, linkID string, f jobs.LinkFile) error
	CreateLink(ctx context.Context, n jobs.NewLink) (jobs.Link, error)
	DropLinkFile(ctx context.Context, linkID, id string) (key string, err error)
	LinkByHash(ctx context.Context, hash []byte) (jobs.Link, error)
	LinkFiles(ctx context.Context, linkID string) ([]jobs.LinkFile, error)
	Link(ctx context.Context, organisationID, id string) (jobs.Link, error)
	OpenLink(ctx context.Context, id string) error
	Links(ctx context.Context, organisationID, recordID string, limit int, after string) ([]jobs.Link, error)
	Record(ctx context.Context, organisationID, id string) (jobs.Record, error)
	RevokeLink(ctx context.Context, organisationID, id string) error
	Shipment(ctx context.Context, organisationID, id string) (shipment.Shipment, error)
	SaveDraft(ctx context.Context, id string, answers []jobs.Answer) error
	Listed(ctx context.Context, list jobs.List, organisationID, id string) (bool, error)
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Store   Store
	Answers AnswerReader // optional: without it answers are not judged before they are taken
	Jobs    *jobs.Service
	Submits *submit.Service
	Links   site.Links
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	to = to.For(s)
	s.registerShareLinks(to)
	s.registerShared(to)
	s.registerShipments(to)
}
