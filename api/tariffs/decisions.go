package tariffs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/report"
	"tariffdesk/tariff"
)

// decisions are the handlers of what people decide about classifications, and of the precedents that makes.
type decisions struct{ *Handlers }

// Verdict is the code that somebody confirms or corrects a classification to.
type Verdict struct {
	HSCode string `json:"hscode" maxLength:"20" doc:"6, 8 or 10 digits that the country's tariff holds; dots and spaces are accepted"`
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"Why; kept in the history"`
}

// maxCodeDigits is the length of the longest code of any tariff here.
const maxCodeDigits = 10

// clean checks the code against the tariff of a country; a refusal names the nearest codes.
func (v Verdict) clean(codes Codes, country string) (jobs.Verdict, error) {
	code, ok := tariff.CleanCode(v.HSCode)
	if !ok {
		return jobs.Verdict{}, invalid("hscode: want 6, 8 or 10 digits")
	}
	near := strings.Join(codes.Near(country, code[:min(len(code), maxCodeDigits)]), ", ")
	switch n := len(code); {
	case n != 6 && n != 8 && n != 10:
		return jobs.Verdict{}, invalid(fmt.Sprintf("hscode: want 6, 8 or 10 digits; near: %s", near))
	case codes.Known(country, code):
		return jobs.Verdict{HSCode: code, Reason: strings.TrimSpace(v.Reason)}, nil
	case country == tariff.WorldCode:
		return jobs.Verdict{}, invalid(fmt.Sprintf("hscode: %s is no code of the Harmonized System; near: %s", code, near))
	}
	return jobs.Verdict{}, invalid(fmt.Sprintf("hscode: %s is no code of the tariff of %s; near: %s", code, country, near))
}

func invalid(text string) error {
	return wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: text}})
}

type confirmInput struct {
	wire.Common
	RecordID string `path:"classification_record_id" doc:"Id of the stored classification"`
	Body     struct {
		Verdict
	}
}

type confirmRowInput struct {
	wire.Common
	RowID string `path:"row_id" doc:"Id of the row: the id of its batch, a dot and its number"`
	Body  struct{ Verdict }
}

// undoInput takes a decision back; its body may be left out.
type undoInput struct {
	wire.Common
	RecordID string `path:"classification_record_id" doc:"Id of the stored classification"`
	Body     *undoBody
}

type undoRowInput struct {
	wire.Common
	RowID string `path:"row_id" doc:"Id of the row: the id of its batch, a dot and its number"`
	Body  *undoBody
}

type undoBody struct {
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"Why; kept in the history"`
}

func (b *undoBody) reason() string {
	if b == nil {
		return ""
	}
	return strings.TrimSpace(b.Reason)
}

// DecideAll is the decision to take on everything that a filter finds.
type DecideAll struct {
	Action string `json:"action" enum:"suggested" doc:"suggested confirms the code that each has"`
	DryRun bool   `json:"dry_run,omitempty" doc:"Counts what would be decided and decides nothing"`
}

type confirmRecordsInput struct {
	wire.Common
	Body struct {
		Filter decisionFilter `json:"filter" doc:"As of the list of classifications; {} is all"`
		DecideAll
	}
}

type confirmRowsInput struct {
	wire.Common
	Body struct {
		Filter decisionFilter `json:"filter" doc:"As of the list of rows; {} is all"`
		DecideAll
	}
}

// decisionFilter is ReviewQuery in a body.
type decisionFilter struct {
	Q               string       `json:"q,omitempty" maxLength:"200" doc:"Words of the description"`
	CountryCode     wire.Country `json:"country_code,omitempty" doc:"Classifications in this tariff only; every tariff where absent"`
	Chapter         string       `json:"chapter,omitempty" pattern:"^[0-9]{2}$" doc:"Two digits of the best code"`
	ConfidenceBelow *float64     `json:"confidence_below,omitempty" minimum:"0" maximum:"1" doc:"The best code's confidence lies below"`
	ConfidenceFrom  *float64     `json:"confidence_from,omitempty" minimum:"0" maximum:"1" doc:"The best code's confidence is as high or higher"`
	QuestionOpen    *bool        `json:"question_open,omitempty" doc:"The classification left questions open"`
	JobID           string       `json:"job_id,omitempty" format:"uuid" doc:"The job that made them"`
	From            string       `json:"from,omitempty" doc:"First day (2026-01-31) or instant (RFC 3339)"`
	To              string       `json:"to,omitempty" doc:"Last day, included, or instant, not included"`
}

// query selects what has a suggested code and no decision yet, one more than may be decided at once.
func (f decisionFilter) query(organisationID string) (q jobs.ReviewQuery, err error) {
	from, to, problems := wire.Span(f.From, f.To)
	if len(problems) > 0 {
		for _, p := range problems {
			p.Code, p.Text = fail.CodeValidation, "filter."+p.Text
		}
		return q, wire.Refusal(problems)
	}
	undecided := false
	return jobs.ReviewQuery{
		OrganisationID: organisationID, Text: f.Q, CountryCode: string(f.CountryCode), Chapter: f.Chapter, ConfidenceBelow: f.ConfidenceBelow, ConfidenceFrom: f.ConfidenceFrom,
		QuestionOpen: f.QuestionOpen, Confirmed: &undecided, Suggested: true, JobID: f.JobID, From: from, To: to, Limit: jobs.MaxDecidedAtOnce + 1,
	}, nil
}

type decidedAllOutput struct {
	Body struct {
		Matched int `json:"matched" doc:"How many the filter finds that have a suggested code and no decision yet"`
		Decided int `json:"decided" doc:"How many of them were decided now; 0 with dry_run"`
	}
}

func (s decisions) register(to *route.Router) {
	const records, rows = "/api/v3/tariff/records", "/api/v3/tariff/batch-rows"
	unprocessable := []int{http.StatusNotFound, http.StatusUnprocessableEntity}
	undoes := []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}
	route.Register(to, route.Row{Method: http.MethodPost, Path: records + "/{classification_record_id}/confirm", ID: "confirm-record", Tag: "tariff",
		Summary: "Confirm or correct a classification: it becomes a precedent", Access: gate.Current, Find: s.findRecord, Limited: true,
		Errors: unprocessable}, s.confirmRecord)
	route.Register(to, route.Row{Method: http.MethodPost, Path: records + "/{classification_record_id}/undo", ID: "undo-record", Tag: "tariff",
		Summary: "Take the last decision on a classification back", Access: gate.Current, Find: s.findRecord, Limited: true,
		Errors: undoes}, s.undoRecord)
	route.Register(to, route.Row{Method: http.MethodPost, Path: records + "/confirm", ID: "confirm-records", Tag: "tariff",
		Summary: "Confirm the suggested codes of all classifications that a filter finds", Access: gate.Current, Limited: true,
		Errors: []int{http.StatusUnprocessableEntity}}, s.confirmRecords)
	route.Register(to, route.Row{Method: http.MethodPost, Path: rows + "/{row_id}/confirm", ID: "confirm-batch-row", Tag: "tariff",
		Summary: "Confirm or correct a row of a batch: it becomes a precedent", Access: gate.Current, Find: s.findRow, Limited: true,
		Errors: unprocessable}, s.confirmRow)
	route.Register(to, route.Row{Method: http.MethodPost, Path: rows + "/{row_id}/undo", ID: "undo-batch-row", Tag: "tariff",
		Summary: "Take the last decision on a row of a batch back", Access: gate.Current, Find: s.findRow, Limited: true,
		Errors: undoes}, s.undoRow)
	route.Register(to, route.Row{Method: http.MethodPost, Path: rows + "/confirm", ID: "confirm-batch-rows", Tag: "tariff",
		Summary: "Confirm the suggested codes of all rows that a filter finds", Access: gate.Current, Limited: true,
		Errors: []int{http.StatusUnprocessableEntity}}, s.confirmRows)
}

func (s decisions) confirmRecord(ctx context.Context, in *confirmInput) (*recordOutput, error) {
	k := gate.Of(ctx)
	verdict, err := in.Body.clean(s.Codes, gate.Found[jobs.Record](ctx).CountryCode)
	if err != nil {
		return nil, err
	}
	r, _, err := s.Store.ConfirmRecord(ctx, k.Caller.Organisation.ID, in.RecordID, verdict)
	if err != nil {
		return nil, err
	}
	return s.recordAnswer(ctx, r)
}

func (s decisions) undoRecord(ctx context.Context, in *undoInput) (*recordOutput, error) {
	r, _, err := s.Store.UndoRecord(ctx, gate.Of(ctx).Caller.Organisation.ID, in.RecordID, in.Body.reason())
	if err != nil {
		return nil, err
	}
	return s.recordAnswer(ctx, r)
}

func (s decisions) confirmRow(ctx context.Context, in *confirmRowInput) (*wire.OneOutput[decidedRow], error) {
	k := gate.Of(ctx)
	verdict, err := in.Body.clean(s.Codes, gate.Found[jobs.BatchRow](ctx).CountryCode)
	if err != nil {
		return nil, err
	}
	r, precedent, err := s.Store.ConfirmRow(ctx, k.Caller.Organisation.ID, gate.Found[jobs.BatchRow](ctx).ID(), verdict)
	return wire.One(decidedRow{newRowItem(language.Of(ctx), r), wire.OrNull(precedent)}, err)
}

func (s decisions) undoRow(ctx context.Context, in *undoRowInput) (*wire.OneOutput[decidedRow], error) {
	r, precedent, err := s.Store.UndoRow(ctx, gate.Of(ctx).Caller.Organisation.ID, gate.Found[jobs.BatchRow](ctx).ID(), in.Body.reason())
	return wire.One(decidedRow{newRowItem(language.Of(ctx), r), wire.OrNull(precedent)}, err)
}

// decidedRow is a row with the precedent that the decision on it made.
type decidedRow struct {
	RowItem
	PrecedentID *string `json:"precedent_id" doc:"The precedent of the decision that stands; null where none does"`
}

func (s decisions) confirmRecords(ctx context.Context, in *confirmRecordsInput) (*decidedAllOutput, error) {
	return decideOnAll(ctx, s.Handlers, in.Body.Filter, in.Body.DecideAll, s.Store.Records, func(r jobs.Record) (jobs.Suggestion, string) {
		return jobs.Suggestion{ID: r.ID, HSCode: r.HSCode}, r.CountryCode
	}, s.Store.ConfirmRecords)
}

func (s decisions) confirmRows(ctx context.Context, in *confirmRowsInput) (*decidedAllOutput, error) {
	return decideOnAll(ctx, s.Handlers, in.Body.Filter, in.Body.DecideAll, s.Store.BatchRows, func(r jobs.BatchRow) (jobs.Suggestion, string) {
		return jobs.Suggestion{ID: r.ID(), HSCode: r.HSCode}, r.CountryCode
	}, s.Store.ConfirmRows)
}

// decideOnAll confirms the suggested codes of all that a filter finds. A code that the tariff no longer holds is left undecided.
func decideOnAll[T any](ctx context.Context, s *Handlers, filter decisionFilter, do DecideAll, find func(context.Context, jobs.ReviewQuery) ([]T, error),
	of func(T) (jobs.Suggestion, string), confirm func(context.Context, string, []jobs.Suggestion) (int, error)) (*decidedAllOutput, error) {
	q, err := filter.query(gate.Of(ctx).Caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	found, err := find(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(found) > jobs.MaxDecidedAtOnce {
		return nil, invalid(fmt.Sprintf("filter: finds more than %d that are not decided; narrow it", jobs.MaxDecidedAtOnce))
	}
	wanted := make([]jobs.Suggestion, 0, len(found))
	for _, x := range found {
		if one, country := of(x); s.Codes.Known(country, one.HSCode) {
			wanted = append(wanted, one)
		}
	}
	out := &decidedAllOutput{}
	out.Body.Matched = len(wanted)
	if do.DryRun || len(wanted) == 0 {
		return out, nil
	}
	out.Body.Decided, err = confirm(ctx, q.OrganisationID, wanted)
	return out, err
}

// decided puts the decision in force on a record before its suggestions, and returns the precedent that it made. A
// record without a decision stays as it is.
func (s decisions) decided(ctx context.Context, r jobs.Record) (result json.RawMessage, precedentID string, err error) {
	if r.ConfirmedHSCode == "" {
		return r.Result, "", nil
	}
	d, err := s.Store.Decision(ctx, r.OrganisationID, r.ID)
	if err != nil {
		return nil, "", err
	}
	lead := report.Decided{
		Code: r.ConfirmedHSCode, Action: d.Action, At: d.At, Reason: d.Reason, By: d.ActorName, PrecedentID: d.PrecedentID,
		Language: tariff.Language(r.Provenance.Language),
	}
	if d.ID == "" { // decided before there were trails
		lead.Action = jobs.DecisionConfirmed
		if r.ConfirmedAt != nil {
			lead.At = *r.ConfirmedAt
		}
	}
	if s.Lookup != nil {
		lead.Path = s.Lookup.Path(r.CountryCode, lead.Code)
		if lead.Info, err = s.decidedInfo(r, lead); err != nil {
			return nil, "", err
		}
	}
	result, err = report.Lead(r.Result, lead)
	return result, d.PrecedentID, err
}

// decidedInfo returns the tariff's information about a decided line, where the classification included such
// information for its codes.
func (s decisions) decidedInfo(r jobs.Record, d report.Decided) (json.RawMessage, error) {
	var told struct {
		Suggestions []struct {
			Info json.RawMessage `json:"tariff_info"`
		} `json:"hscodes_array"`
	}
	if err := json.Unmarshal(r.Result, &told); err != nil || len(d.Code) < 8 || len(told.Suggestions) == 0 || len(told.Suggestions[0].Info) <= len("{}") {
		return nil, nil //nolint:nilerr,nilnil // a result that cannot be read has told nothing
	}
	info, err := s.Lookup.Info(r.CountryCode, d.Code, d.Language)
	switch {
	case fail.CodeOf(err) == fail.CodeNotFound:
		return nil, nil //nolint:nilnil // the line is of an older tariff
	case err != nil:
		return nil, err
	}
	return json.Marshal(info)
}
