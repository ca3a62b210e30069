package tariffs

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/printout"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
)

// recordBody is a stored classification.
type recordBody struct {
	RecordID           string          `json:"classification_record_id" format:"uuid" doc:"Id of the stored classification"`
	ParentID           *string         `json:"parent_id" doc:"The classification that this one refines"`
	CreatedAt          time.Time       `json:"created_at" doc:"When it was classified"`
	CountryCode        string          `json:"country_code" doc:"Tariff that it was classified in"`
	Model              string          `json:"model" doc:"fast or pro"`
	ProductDescription string          `json:"product_description" doc:"What the goods are, as described"`
	UserIdentifier     *string         `json:"user_identifier" doc:"Your own identifier of who asked; null where none was given"`
	ConfirmedHSCode    *string         `json:"confirmed_hscode" doc:"The code that the organisation confirmed or corrected it to"`
	ConfirmedAt        *time.Time      `json:"confirmed_at" doc:"When a code was confirmed; null where none is"`
	Children           []string        `json:"children" format:"uuid" doc:"Classifications that refine this one, oldest first; the first hundred"`
	Quotes             []string        `json:"quotes" format:"uuid" doc:"Quotes whose products name this classification, newest first, as long as they are kept; the last hundred"`
	PrecedentID        *string         `json:"precedent_id" doc:"The precedent of the decision that stands; null where none does"`
	Result             json.RawMessage `json:"result" doc:"The classification response, led by the code that was decided"`
}

type recordInput struct {
	wire.Common
	RecordID string `path:"classification_record_id" doc:"Id of the stored classification"`
}

type recordOutput struct{ Body recordBody }

func (s *Handlers) registerRecords(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records/{classification_record_id}", ID: "get-record", Tag: "tariff",
		Summary: "A stored classification", Access: gate.Current, Find: s.findRecord}, s.getRecord)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records/{classification_record_id}/history", ID: "record-history", Tag: "tariff",
		Summary: "Every decision on a classification and every undoing, oldest first", Access: gate.Current, Find: s.findRecord,
		Errors: []int{http.StatusNotFound}}, s.recordHistory)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records/{classification_record_id}/report", ID: "record-report", Tag: "tariff",
		Summary: "A classification to print and file: the opinion with its dialogue, reasons, evidence and versions; free", Access: gate.Current, Find: s.findRecord,
		Document: printout.Document, Errors: []int{http.StatusNotFound}}, s.recordReport)
}

// findRecord finds the record that the path names.
func (s *Handlers) findRecord(ctx huma.Context, k *gate.Call) error {
	found, err := s.Store.Record(ctx.Context(), k.Caller.Organisation.ID, ctx.Param("classification_record_id"))
	k.SetFound(found)
	return err
}

func (s *Handlers) getRecord(ctx context.Context, _ *recordInput) (*recordOutput, error) {
	return decisions{s}.recordAnswer(ctx, gate.Found[jobs.Record](ctx))
}

// recordAnswer leads a record with what was decided, and adds what came of it.
func (s decisions) recordAnswer(ctx context.Context, r jobs.Record) (*recordOutput, error) {
	result, precedent, err := s.decided(ctx, r)
	if err != nil {
		return nil, err
	}
	related, err := s.Store.RelationsOf(ctx, r.OrganisationID, r.ID)
	if err != nil {
		return nil, err
	}
	body := newRecordBody(r)
	body.Children, body.Quotes = related.Children, related.Quotes
	body.Result, body.PrecedentID = result, wire.OrNull(precedent)
	return &recordOutput{body}, nil
}

func newRecordBody(r jobs.Record) recordBody {
	return recordBody{
		RecordID: r.ID, ParentID: wire.OrNull(r.ParentID), CreatedAt: r.CreatedAt.UTC(), CountryCode: r.CountryCode, Model: r.Model,
		ProductDescription: r.ProductDescription, UserIdentifier: wire.OrNull(r.UserIdentifier),
		ConfirmedHSCode: wire.OrNull(r.ConfirmedHSCode), ConfirmedAt: wire.UTC(r.ConfirmedAt), Result: r.Result,
	}
}
