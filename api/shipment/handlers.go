// Package shipment owns the endpoints of shipments, which the interface calls operations: sending the papers, reading
// what became of them, changing facts and lines, going on, ending.
//
// It refuses to read papers, to classify and to price: runs of package worker do.
package shipment

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/route"
	"tariffdesk/api/submit"
	"tariffdesk/extract"
	"tariffdesk/jobs"
	"tariffdesk/shipment"
)

// Store reads and writes for this subject what its domain services do not.
type Store interface {
	gate.Lists
	Shipment(ctx context.Context, organisationID, id string) (shipment.Shipment, error)
	Shipments(ctx context.Context, q shipment.Query) ([]shipment.Summary, error)
	ShipmentCosts(ctx context.Context, id string) ([]shipment.Cost, error)
	ChangeShipment(ctx context.Context, organisationID, id, action string, change func(*shipment.Shipment) (jobs.ShipmentChange, error)) (shipment.Shipment, error)
	EndShipment(ctx context.Context, organisationID, id string, to shipment.State, by shipment.Event) (sh shipment.Shipment, queued []string, err error)
	DeleteShipment(ctx context.Context, organisationID, id string) error
}

// Documents looks at files before they are accepted, and draws their pages; *extract.Engine is one.
type Documents interface {
	Count(ctx context.Context, file []byte) (extract.Info, error)
	Preview(ctx context.Context, file []byte, page int) (extract.Preview, error)
}

// Codes knows the codes of a national tariff.
type Codes interface {
	Known(country, code string) bool
	// Near are existing codes like one of two digits or more, nearest in number.
	Near(country, code string) []string
}

// Blobs keeps the files.
type Blobs interface {
	Open(ctx context.Context, key string) (io.ReadCloser, error)
}

// Handlers are the handlers with what they work with.
type Handlers struct {
	Store      Store
	Jobs       *jobs.Service
	Submits    *submit.Service
	Documents  Documents // optional: without it there are no shipments
	Blobs      Blobs
	Codes      Codes
	Dictionary func() shipment.Dictionary // optional, as Documents
	Reports    Reports                    // optional: without it reports are JSON alone
	Fetch      submit.Fetcher             // optional: without it papers must be uploaded
	Turns      *limit.Readings            // of looking at documents
	Now        func() time.Time
}

// Reports writes a shipment for people; nil gives JSON alone.
type Reports interface {
	// Report writes a shipment as pdf, html or xlsx, and returns the media type.
	Report(sh *shipment.Shipment, format string, spanish bool) (mediaType, name string, content []byte, err error)
}

// handlersOf are the handlers that a call is for: inputs ask them while they are judged.
func handlersOf(k *gate.Call) *Handlers {
	h, _ := k.Owner.(*Handlers)
	return h
}

const (
	tag  = "shipments"
	path = "/api/v3/operations"
	one  = path + "/{operation_id}"
)

// Register adds the routes of this subject, where the process reads documents.
func (s *Handlers) Register(to *route.Router) {
	if s.Documents == nil || s.Dictionary == nil {
		return
	}
	to = to.For(s)
	s.registerCreate(to)
	s.registerRead(to)
	s.registerChange(to)
	s.registerMoves(to)
	s.registerFiles(to)
}

// PathInput names an operation.
type PathInput struct {
	ID string `path:"operation_id" doc:"Id of the shipment"`
}

// find finds the shipment that the path names: 404 for another organisation's.
func (s *Handlers) find(ctx huma.Context, k *gate.Call) error {
	sh, err := s.Store.Shipment(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("operation_id"))
	if err != nil {
		return err
	}
	k.SetFound(&sh)
	return nil
}

// event is an entry of the trail by the caller.
func (s *Handlers) event(ctx context.Context, action, line, note string) shipment.Event {
	return shipment.Event{At: s.Now().UTC(), By: actorName(ctx), Action: action, Line: line, Note: note}
}
