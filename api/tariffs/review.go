package tariffs

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// ReviewQuery filters records and rows of batches. Absent filters do not filter.
type ReviewQuery struct {
	wire.ListQuery
	Q               string       `query:"q" maxLength:"200" doc:"Words of the description"`
	CountryCode     wire.Country `query:"country_code" doc:"Classifications in this tariff only"`
	Chapter         string       `query:"chapter" pattern:"^[0-9]{2}$" doc:"Two digits of the best code"`
	ConfidenceBelow string       `query:"confidence_below" doc:"0 to 1: the best code's confidence lies below"`
	ConfidenceFrom  string       `query:"confidence_from" doc:"0 to 1: the best code's confidence is as high or higher"`
	QuestionOpen    string       `query:"question_open" doc:"Boolean: the classification left questions open"`
	Confirmed       string       `query:"confirmed" doc:"Boolean: somebody has confirmed or corrected it"`
	JobID           string       `query:"job_id" format:"uuid" doc:"The job that made them"`
	From            string       `query:"from" doc:"First day (2026-01-31) or instant (RFC 3339)"`
	To              string       `query:"to" doc:"Last day, included, or instant, not included"`

	query jobs.ReviewQuery
}

// Resolve implements huma.Resolver.
func (q *ReviewQuery) Resolve(ctx huma.Context) []error {
	errs := q.Common.Resolve(ctx)
	note := func(p *wire.Problem) {
		if p != nil {
			errs = append(errs, p)
		}
	}
	q.query = jobs.ReviewQuery{
		OrganisationID: gate.Of(ctx.Context()).Caller.Organisation.ID, Text: q.Q, CountryCode: string(q.CountryCode), Chapter: q.Chapter,
		JobID: q.JobID, Limit: q.More(), StartingAfter: q.StartingAfter,
	}
	var p *wire.Problem
	q.query.ConfidenceBelow, p = share("confidence_below", q.ConfidenceBelow)
	note(p)
	q.query.ConfidenceFrom, p = share("confidence_from", q.ConfidenceFrom)
	note(p)
	q.query.QuestionOpen, p = triState("question_open", q.QuestionOpen)
	note(p)
	q.query.Confirmed, p = triState("confirmed", q.Confirmed)
	note(p)
	from, to, problems := wire.Span(q.From, q.To)
	q.query.From, q.query.To = from, to
	for _, p := range problems {
		note(p)
	}
	return errs
}

// share reads a filter by a share; absent is nil.
func share(field, s string) (*float64, *wire.Problem) {
	if s == "" {
		return nil, nil
	}
	c, err := strconv.ParseFloat(s, 64)
	if err != nil || !(c >= 0 && c <= 1) {
		return nil, wire.BadField(field, "want a number from 0 to 1")
	}
	return &c, nil
}

// triState reads a boolean filter; absent is nil.
func triState(field, s string) (*bool, *wire.Problem) {
	if s == "" {
		return nil, nil
	}
	v, p := wire.ParseBool(field, s, false)
	return &v, p
}

// recordItem is a classification in a list.
type recordItem struct {
	RecordID           string     `json:"classification_record_id" format:"uuid" doc:"Id of the stored classification"`
	ParentID           *string    `json:"parent_id" doc:"The classification that this one refines; null where it refines none"`
	JobID              *string    `json:"job_id" doc:"The job that made it; null where none did"`
	CreatedAt          time.Time  `json:"created_at" doc:"When it was classified"`
	CountryCode        string     `json:"country_code" doc:"Tariff that it was classified in"`
	Model              string     `json:"model" doc:"fast or pro"`
	ProductDescription string     `json:"product_description" doc:"Its first 500 characters"`
	UserIdentifier     *string    `json:"user_identifier" doc:"Your own identifier of who asked; null where none was given"`
	HSCode             *string    `json:"hscode" doc:"The best entry's longest code; null where nothing was found"`
	Confidence         *float64   `json:"confidence" doc:"Probability that the first code is right, 0 to 1; null where no code was found"`
	QuestionOpen       bool       `json:"question_open" doc:"Whether a question is open whose answer would decide"`
	ConfirmedHSCode    *string    `json:"confirmed_hscode" doc:"The code that the organisation confirmed, digits alone; null where none is"`
	ConfirmedAt        *time.Time `json:"confirmed_at" doc:"When it was confirmed; null where none is"`
}

func newRecordItem(r jobs.Record) recordItem {
	return recordItem{r.ID, wire.OrNull(r.ParentID), wire.OrNull(r.JobID), r.CreatedAt.UTC(), r.CountryCode, r.Model, r.ProductDescription,
		wire.OrNull(r.UserIdentifier), wire.OrNull(r.HSCode), r.Confidence, r.QuestionOpen, wire.OrNull(r.ConfirmedHSCode), wire.UTC(r.ConfirmedAt)}
}

// RowItem is a row of a batch.
type RowItem struct {
	RowID              string     `json:"row_id" doc:"Id of the row: the id of its batch, a dot and its number"`
	JobID              string     `json:"job_id" format:"uuid" doc:"Id of the batch"`
	Row                int        `json:"row" doc:"As in the batch's result"`
	CreatedAt          time.Time  `json:"created_at" doc:"When the batch was asked for"`
	CountryCode        string     `json:"country_code" doc:"Tariff that it was classified in"`
	ProductDescription string     `json:"product_description" doc:"In lists its first 500 characters"`
	HSCode             *string    `json:"hscode" doc:"The best entry's longest code; null where nothing was found"`
	Confidence         *float64   `json:"confidence" doc:"Probability that the first code is right, 0 to 1; null where no code was found"`
	Question           *string    `json:"question" doc:"The first open question; null where none is open"`
	QuestionOpen       bool       `json:"question_open" doc:"Whether a question is open whose answer would decide"`
	Failed             bool       `json:"failed" doc:"Whether the row failed; then it has no code and was refunded"`
	Error              *string    `json:"error" doc:"Why the row failed; it was refunded"`
	ConfirmedHSCode    *string    `json:"confirmed_hscode" doc:"The code that the organisation confirmed, digits alone; null where none is"`
	ConfirmedAt        *time.Time `json:"confirmed_at" doc:"When it was confirmed; null where none is"`
}

func newRowItem(l language.Language, r jobs.BatchRow) RowItem {
	r.Error, _ = language.Text(l, r.Error)
	return RowItem{r.ID(), r.JobID, r.N, r.CreatedAt.UTC(), r.CountryCode, r.Description, wire.OrNull(r.HSCode), r.Confidence,
		wire.OrNull(r.Question), r.Question != "", r.Error != "", wire.OrNull(r.Error), wire.OrNull(r.ConfirmedHSCode), wire.UTC(r.ConfirmedAt)}
}

type batchRowsInput struct {
	ReviewQuery
	Failed string `query:"failed" doc:"Boolean: the row failed and was refunded"`

	failed *bool
}

// Resolve implements huma.Resolver.
func (in *batchRowsInput) Resolve(ctx huma.Context) []error {
	errs := in.ReviewQuery.Resolve(ctx)
	var p *wire.Problem
	if in.failed, p = triState("failed", in.Failed); p != nil {
		errs = append(errs, p)
	}
	return errs
}

type rowInput struct {
	wire.Common
	RowID string `path:"row_id" doc:"Id of the row: the id of its batch, a dot and its number"`
}

// decisionBody is a step of a history.
type decisionBody struct {
	ID             string      `json:"id" format:"uuid" doc:"Id of the decision"`
	At             time.Time   `json:"at" doc:"When it was decided"`
	Action         string      `json:"action" enum:"confirmed,corrected,undone" doc:"confirmed the first code, corrected it to another, or undone"`
	HSCode         *string     `json:"hscode" doc:"What stands from then on; null where an undone decision was the only one"`
	PreviousHSCode *string     `json:"previous_hscode" doc:"What was confirmed before, or else suggested"`
	Reason         *string     `json:"reason" doc:"Why, in the words of whoever decided; null where nobody gave a reason"`
	PrecedentID    *string     `json:"precedent_id" doc:"The precedent that the decision made; null once it is withdrawn or replaced"`
	By             deciderBody `json:"by" doc:"Who decided"`
}

type deciderBody struct {
	Kind string `json:"kind" enum:"user,key,operator,system" doc:"user of a session, key of the API, operator of the service, or system"`
	Name string `json:"name" doc:"A user's address, or the beginning of a key"`
}

type historyOutput struct {
	Body struct {
		Data []decisionBody `json:"data" doc:"Decisions on the code, oldest first"`
	}
}

func (s *Handlers) registerReview(to *route.Router) {
	const rows = "/api/v3/tariff/batch-rows"
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/tariff/records", ID: "list-records", Find: gate.StartsAfter(s.Store, jobs.ListRecords), Tag: "tariff",
		Summary: "The organisation's classifications, newest first, filtered", Access: gate.Current}, s.listRecords)
	route.Register(to, route.Row{Method: http.MethodGet, Path: rows, ID: "list-batch-rows", Find: gate.StartsAfter(s.Store, jobs.ListBatchRows), Tag: "tariff",
		Summary: "Rows of batches, newest batch first, filtered; kept as long as the batch's result", Access: gate.Current}, s.listBatchRows)
	route.Register(to, route.Row{Method: http.MethodGet, Path: rows + "/{row_id}/history", ID: "batch-row-history", Tag: "tariff",
		Summary: "Every decision on a row and every undoing, oldest first", Access: gate.Current, Find: s.findRow,
		Errors: []int{http.StatusNotFound}}, s.rowHistory)
}

func (s *Handlers) listRecords(ctx context.Context, in *ReviewQuery) (*wire.ListOutput[recordItem], error) {
	found, err := s.Store.Records(ctx, in.query)
	return wire.Page(in.ListQuery, found, err, newRecordItem)
}

func (s *Handlers) listBatchRows(ctx context.Context, in *batchRowsInput) (*wire.ListOutput[RowItem], error) {
	in.query.Failed = in.failed
	found, err := s.Store.BatchRows(ctx, in.query)
	return wire.Page(in.ListQuery, found, err, func(r jobs.BatchRow) RowItem { return newRowItem(language.Of(ctx), r) })
}

// findRow finds the row that the path names.
func (s *Handlers) findRow(ctx huma.Context, k *gate.Call) error {
	found, err := s.Store.BatchRow(ctx.Context(), k.Caller.Organisation.ID, strings.ToLower(ctx.Param("row_id")))
	k.SetFound(found)
	return err
}

func (s *Handlers) rowHistory(ctx context.Context, _ *rowInput) (*historyOutput, error) {
	return s.history(ctx, gate.Found[jobs.BatchRow](ctx).ID())
}

func (s *Handlers) recordHistory(ctx context.Context, _ *recordInput) (*historyOutput, error) {
	return s.history(ctx, gate.Found[jobs.Record](ctx).ID)
}

func (s *Handlers) history(ctx context.Context, target string) (*historyOutput, error) {
	found, err := s.Store.Decisions(ctx, gate.Of(ctx).Caller.Organisation.ID, target)
	if err != nil {
		return nil, err
	}
	out := &historyOutput{}
	out.Body.Data = make([]decisionBody, len(found))
	for i, d := range found {
		out.Body.Data[i] = decisionBody{d.ID, d.At.UTC(), d.Action, wire.OrNull(d.HSCode), wire.OrNull(d.PreviousHSCode), wire.OrNull(d.Reason), wire.OrNull(d.PrecedentID), deciderBody{d.ActorKind, d.ActorName}}
	}
	return out, nil
}
