package shipment

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

type listInput struct {
	wire.ListQuery
	Status    string `query:"status" enum:"reading,checking,classifying,quoting,ready,needs_input,needs_credits,failed,cancelled,closed" doc:"Only operations that stand there"`
	Reference string `query:"q" maxLength:"200" doc:"Only operations whose reference has this text"`
}

// operationSummaryBody is a shipment in a list.
type operationSummaryBody struct {
	ID          string          `json:"operation_id" format:"uuid" doc:"Id of the shipment"`
	Status      shipment.State  `json:"status" doc:"State of the shipment"`
	Reference   string          `json:"reference" doc:"Your own reference of the shipment"`
	Direction   string          `json:"direction" enum:"import,export" doc:"Sense of the operation"`
	JobID       string          `json:"job_id" format:"uuid" doc:"Id of the job of the latest run"`
	Papers      int             `json:"papers" doc:"How many papers were recognised"`
	Lines       int             `json:"lines" doc:"How many lines of goods it has"`
	Differences int             `json:"differences" doc:"How many checks differ"`
	Needs       int             `json:"needs" doc:"How many questions are open"`
	Totals      json.RawMessage `json:"totals" doc:"Of the last quotation; null before"`
	CreatedAt   time.Time       `json:"created_at" doc:"When the papers came"`
	UpdatedAt   time.Time       `json:"updated_at" doc:"When it last changed"`
}

func newSummaryBody(one shipment.Summary) operationSummaryBody {
	return operationSummaryBody{
		ID: one.ID, Status: one.State, Reference: one.Reference, Direction: string(one.Facts.Direction), JobID: one.JobID, Papers: one.Papers,
		Lines: one.Lines, Differences: one.Differences, Needs: one.Needs, Totals: orNull(one.Totals), CreatedAt: one.CreatedAt.UTC(), UpdatedAt: one.UpdatedAt.UTC(),
	}
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

type getInput struct {
	wire.Common
	PathInput
}

func (s *Handlers) registerRead(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "list-operations", Tag: tag, Access: gate.Paid,
		Find: gate.StartsAfter(s.Store, jobs.ListShipments), Summary: "The organisation's operations, newest first"}, s.list)
	route.Register(to, route.Row{Method: http.MethodGet, Path: one, ID: "get-operation", Tag: tag, Access: gate.Paid, Find: s.find,
		Summary: "An operation as it stands: papers, checks, lines, quote, costs", Errors: []int{http.StatusNotFound}}, s.get)
}

func (s *Handlers) list(ctx context.Context, in *listInput) (*wire.ListOutput[operationSummaryBody], error) {
	found, err := s.Store.Shipments(ctx, shipment.Query{
		OrganisationID: gate.Of(ctx).Caller.Organisation.ID, State: shipment.State(in.Status), Text: in.Reference, Limit: in.More(), StartingAfter: in.StartingAfter,
	})
	return wire.Page(in.ListQuery, found, err, newSummaryBody)
}

func (s *Handlers) get(ctx context.Context, _ *getInput) (*wire.OneOutput[OperationBody], error) {
	return s.body(ctx, gate.Found[*shipment.Shipment](ctx))
}

func (s *Handlers) body(ctx context.Context, sh *shipment.Shipment) (*wire.OneOutput[OperationBody], error) {
	costs, err := s.Store.ShipmentCosts(ctx, sh.ID)
	return wire.One(NewBody(sh, costs, language.Of(ctx) == language.Spanish), err)
}

// operationCostBody states the cost of one step.
type operationCostBody struct {
	Step     shipment.State `json:"step" enum:"reading,classifying,quoting" doc:"The step that was charged"`
	Jobs     int            `json:"jobs" doc:"Jobs that the step took"`
	Charged  credit.Amount  `json:"charged" doc:"Credits that were charged"`
	Refunded credit.Amount  `json:"refunded" doc:"Credits that came back"`
}

func newCosts(costs []shipment.Cost) []operationCostBody {
	list := []operationCostBody{}
	for _, step := range []shipment.State{shipment.StateReading, shipment.StateClassifying, shipment.StateQuoting} {
		for _, c := range costs {
			if c.Step == step {
				list = append(list, operationCostBody{c.Step, c.Jobs, credit.Amount(c.Charged), credit.Amount(c.Refunded)})
			}
		}
	}
	return list
}
