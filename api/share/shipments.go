package share

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

// sharedShipment is an operation as its client sees it: papers, goods, codes and sums. What the service was paid, who
// decided and what was noted inside stays with the organisation.
type sharedShipment struct {
	Reference string          `json:"reference" doc:"Reference of the organisation for the shipment"`
	Status    shipment.State  `json:"status" enum:"reading,checking,classifying,quoting,ready,needs_input,needs_credits,failed,cancelled,closed" doc:"State of the shipment"`
	Direction string          `json:"direction" enum:"import,export" doc:"Sense of the operation"`
	Incoterm  string          `json:"incoterm" doc:"Empty where none was found"`
	Papers    []sharedPaper   `json:"papers" doc:"Papers that the shipment is read from"`
	Lines     []sharedLine    `json:"lines" doc:"The goods"`
	Totals    json.RawMessage `json:"totals" doc:"Sums of the entry; null before it was quoted"`
}

type sharedPaper struct {
	Type   shipment.PaperType `json:"type" doc:"What it was recognised as"`
	Title  string             `json:"title" doc:"Its type and number in words"`
	Number string             `json:"number" doc:"As printed; empty where none was found"`
	Date   string             `json:"date" doc:"Empty where none was found"`
	Pages  int                `json:"pages" doc:"Pages of the paper"`
}

type sharedLine struct {
	Position    int              `json:"position" doc:"Place among the lines, from 1"`
	Description string           `json:"description" doc:"Description of the goods"`
	Quantity    *shipment.Number `json:"quantity" doc:"null where none was found"`
	Unit        string           `json:"unit" doc:"Unit of the quantity"`
	Value       *shipment.Number `json:"value" doc:"In the currency; null where none was found"`
	Currency    string           `json:"currency" doc:"Currency of the value, ISO 4217"`
	Origin      string           `json:"origin" doc:"Country of origin"`
	Code        string           `json:"code" doc:"The code in use; empty while none is decided"`
	Decided     bool             `json:"decided" doc:"A person decided the code, or it is sure enough"`
}

type shareShipmentInput struct {
	wire.Common
	ID   string `path:"operation_id" doc:"Id of the shipment"`
	Body struct {
		ExpiresInHours int    `json:"expires_in_hours,omitempty" minimum:"1" maximum:"720" doc:"Hours that the link works; 168 where absent"`
		Language       string `json:"language,omitempty" enum:"Spanish,English" doc:"Of the page; Spanish by default"`
		Message        string `json:"message,omitempty" maxLength:"500" doc:"Your words to whoever opens the link"`
	}
}

func (s *Handlers) registerShipments(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/operations/{operation_id}/sharelink", ID: "share-operation", Tag: "share links",
		Summary: "Let somebody without an account read an operation: papers, goods, codes, sums; free", Access: gate.Paid, Limited: true, Status: http.StatusCreated,
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity}}, s.shareShipment)
}

func (s *Handlers) shareShipment(ctx context.Context, in *shareShipmentInput) (*shareOutput, error) {
	sh, err := s.Store.Shipment(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID)
	if err != nil {
		return nil, err
	}
	return s.create(ctx, jobs.Link{Kind: jobs.LinkShipment, ShipmentID: sh.ID, Language: cmp.Or(in.Body.Language, "Spanish"), Message: in.Body.Message}, in.Body.ExpiresInHours)
}

var errShipmentGone = fail.New(fail.CodeGone, "the operation was deleted")

// sharedOperation shows an operation in the language of its link.
func (s *Handlers) sharedOperation(ctx context.Context, l jobs.Link) (*wire.OneOutput[sharedInfoBody], error) {
	sh, err := s.Store.Shipment(ctx, l.OrganisationID, l.ShipmentID)
	if errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return nil, errShipmentGone
	}
	if err != nil {
		return nil, err
	}
	spanish := l.Language == string(language.Spanish)
	view := sharedShipment{
		Reference: sh.Facts.Reference, Status: sh.State, Direction: string(sh.Facts.Direction), Incoterm: sh.Settle().Incoterm,
		Papers: []sharedPaper{}, Lines: []sharedLine{}, Totals: json.RawMessage("null"),
	}
	for _, p := range sh.Papers {
		if p.Counts() {
			view.Papers = append(view.Papers, sharedPaper{p.Type, p.Title().In(spanish), p.Number.Value, p.Date.Value, len(p.Pages)})
		}
	}
	for i := range sh.Lines {
		line := &sh.Lines[i]
		one := sharedLine{Position: line.Position, Description: line.Description, Quantity: line.Quantity, Unit: line.Unit, Value: line.Value, Currency: line.Currency, Origin: line.Origin}
		if one.Decided = line.Decided(sh.Facts.Threshold()); one.Decided {
			one.Code = line.Code()
		}
		view.Lines = append(view.Lines, one)
	}
	if sh.Priced != nil && len(sh.Priced.Totals) > 0 {
		view.Totals = sh.Priced.Totals
	}
	created := sh.CreatedAt.UTC()
	state := jobs.StateSucceeded
	if sh.State.Works() {
		state = jobs.StateRunning
	}
	return wire.One(sharedInfoBody{
		Language: languageOf(l),
		Kind:     jobs.KindShipment, Status: state, CreatedAt: created, FinishedAt: wire.UTC(&sh.UpdatedAt), ExpiresAt: l.ExpiresAt.UTC(),
		Result: json.RawMessage("null"), Operation: &view, Product: sh.Facts.Reference, Products: []sharedProduct{},
	}, nil)
}
