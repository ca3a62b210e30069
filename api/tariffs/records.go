package tariffs

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/printout"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
)

// recordBody is a stored classification.
type recordBody struct {
	RecordID           string          `json:"classification_record_id" format:"uuid"`
	ParentID           *string         `json:"parent_id" doc:"The classification that this one refines"`
	CreatedAt          time.Time       `json:"created_at"`
	CountryCode        string          `json:"country_code"`
	Model              string          `json:"model"`
	ProductDescription string          `json:"product_description"`
	UserIdentifier     *string         `json:"user_identifier"`
	ConfirmedHSCode    *string         `json:"confirmed_hscode" doc:"The code that the organisation confirmed or corrected it to"`
	ConfirmedAt        *time.Time      `json:"confirmed_at"`
	Children           []string        `json:"children" format:"uuid" doc:"Classifications that refine this one, oldest first; the first hundred"`
	Quotes             []string        `json:"quotes" format:"uuid" doc:"Quotes whose products name this classification, newest first, as long as they are kept; the last hundred"`
	Result             json.RawMessage `json:"result" doc:"The classification response"`
}

type recordInput struct {
	wire.Common
	RecordID string `path:"classification_record_id"`
}

type confirmInput struct {
	wire.Common
	RecordID string `path:"classification_record_id"`
	Body     struct {
		Verdict
	}
}

// Verdict is the code that somebody confirms or corrects a classification to.
type Verdict struct {
	HSCode string `json:"hscode" maxLength:"20" doc:"6, 8 or 10 digits; dots and spaces are accepted"`
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"Why; kept in the history"`
}

// clean checks the code against the tariff of a country.
func (v Verdict) clean(codes Codes, country string) (jobs.Verdict, error) {
	code, ok := tariff.CleanCode(v.HSCode)
	if n := len(code); !ok || n != 6 && n != 8 && n != 10 {
		return jobs.Verdict{}, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "hscode: want 6, 8 or 10 digits"}})
	}
	if !codes.Known(country, code) {
		return jobs.Verdict{}, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "hscode: " + code + " is no code of " + country}})
	}
	return jobs.Verdict{HSCode: code, Reason: strings.TrimSpace(v.Reason)}, nil
}

type recordOutput struct{ Body recordBody }

func (s *Handlers) registerRecords(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records/{classification_record_id}", ID: "get-record", Tag: "tariff",
		Summary: "A stored classification", Access: gate.Current, Find: s.findRecord}, s.getRecord)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/tariff/records/{classification_record_id}/confirm", ID: "confirm-record", Tag: "tariff",
		Summary: "Confirm or correct a classification: it becomes a precedent", Access: gate.Current, Find: s.findRecord, Limited: true,
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity}}, s.confirmRecord)
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records/{classification_record_id}/history", ID: "record-history", Tag: "tariff",
		Summary: "Every confirmation and correction of a classification, oldest first", Access: gate.Current, Find: s.findRecord,
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
	return withRelations(ctx, s.Store, gate.Found[jobs.Record](ctx))
}

func (s *Handlers) confirmRecord(ctx context.Context, in *confirmInput) (*recordOutput, error) {
	k := gate.Of(ctx)
	verdict, err := in.Body.clean(s.Codes, gate.Found[jobs.Record](ctx).CountryCode)
	if err != nil {
		return nil, err
	}
	r, err := s.Store.ConfirmRecord(ctx, k.Caller.Organisation.ID, in.RecordID, verdict)
	if err != nil {
		return nil, err
	}
	return withRelations(ctx, s.Store, r)
}

// withRelations adds what came of a record.
func withRelations(ctx context.Context, store Store, r jobs.Record) (*recordOutput, error) {
	related, err := store.RelationsOf(ctx, r.OrganisationID, r.ID)
	if err != nil {
		return nil, err
	}
	body := newRecordBody(r)
	body.Children, body.Quotes = related.Children, related.Quotes
	return &recordOutput{body}, nil
}

func newRecordBody(r jobs.Record) recordBody {
	return recordBody{
		RecordID: r.ID, ParentID: wire.OrNull(r.ParentID), CreatedAt: r.CreatedAt.UTC(), CountryCode: r.CountryCode, Model: r.Model,
		ProductDescription: r.ProductDescription, UserIdentifier: wire.OrNull(r.UserIdentifier),
		ConfirmedHSCode: wire.OrNull(r.ConfirmedHSCode), ConfirmedAt: wire.UTC(r.ConfirmedAt), Result: r.Result,
	}
}
