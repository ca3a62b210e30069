package shipment

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/shipment"
)

func (s *Handlers) registerMoves(to *route.Router) {
	refused := []int{http.StatusNotFound, http.StatusConflict}
	route.Register(to, route.Row{Method: http.MethodPost, Path: one + "/continue", ID: "continue-operation", Tag: tag, Access: gate.Paid, Find: s.find, RawBody: true,
		Status: http.StatusAccepted, Summary: "Go on after answers, credits or changes, or quote again", Errors: append(refused, http.StatusUnprocessableEntity),
		Document: func(op *huma.Operation, r huma.Registry) {
			if op.RequestBody != nil {
				op.RequestBody.Required = false
				op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[operationContinueDoc](r)}
			}
		}}, s.goOn)
	route.Register(to, route.Row{Method: http.MethodPost, Path: one + "/cancel", ID: "cancel-operation", Tag: tag, Access: gate.Paid, Find: s.find,
		Summary: "Stop an operation; steps that have not begun are refunded", Errors: refused}, s.cancel)
	route.Register(to, route.Row{Method: http.MethodPost, Path: one + "/close", ID: "close-operation", Tag: tag, Access: gate.Paid, Find: s.find,
		Summary: "File an operation: it is not changed any more", Errors: refused}, s.close)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: one, ID: "delete-operation", Tag: tag, Access: gate.Paid, Find: s.find, Status: http.StatusNoContent,
		Summary: "Delete an operation that was closed or cancelled, with its files", Errors: refused}, s.remove)
}

// operationContinueDoc documents the answers to needs.
type operationContinueDoc struct {
	Answers []operationAnswerDoc `json:"answers,omitempty" doc:"Choices of needs; what is left out stays open"`
}

type operationAnswerDoc struct {
	ID     string `json:"id" doc:"Id of the need that it answers"`
	Choice string `json:"choice" doc:"A value of its choices"`
}

type continueInput struct {
	wire.Common
	wire.Idempotent
	PathInput
	RawBody []byte `contentType:"application/json" required:"false"`

	answers []operationAnswerDoc
}

// Resolve implements huma.Resolver.
func (in *continueInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if len(in.RawBody) == 0 {
		return errs
	}
	if errs = append(errs, jsonBody(ctx, in.RawBody)...); len(errs) > 0 {
		return errs
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(in.RawBody, &members); err != nil {
		return invalid([]string{"body: want a JSON object"})
	}
	for name := range members {
		if name != "answers" {
			errs = append(errs, invalid([]string{wire.FirstRunes(name, 60) + ": unknown field"})...)
		}
	}
	if raw, ok := members["answers"]; ok {
		if err := json.Unmarshal(raw, &in.answers); err != nil || len(in.answers) > maxAnswers {
			errs = append(errs, invalid([]string{fmt.Sprintf("answers: want at most %d objects with id and choice", maxAnswers)})...)
		}
	}
	return errs
}

const maxAnswers = shipment.MaxLines

func (s *Handlers) goOn(ctx context.Context, in *continueInput) (*acceptedOutput, error) {
	k := gate.Of(ctx)
	sub := jobs.Submission{
		OrganisationID: k.Caller.Organisation.ID, Kind: jobs.KindShipment, Units: 1, UserIdentifier: gate.Found[*shipment.Shipment](ctx).UserIdentifier,
		Input: jobs.ShipmentInput{ShipmentID: in.ID, Language: string(language.Of(ctx))},
	}
	if in.IdempotencyKey != "" {
		f := wire.NewFingerprint(k.Request)
		f.JSON(in.RawBody)
		sub.Idempotency = jobs.Idempotency{Key: in.IdempotencyKey, Fingerprint: f.Sum()}
		// A repetition comes when the operation has moved on: the key finds its run before the state is judged.
		if out, err := s.repeated(ctx, sub); out != nil || err != nil {
			return out, err
		}
	}
	sh, err := s.answered(ctx, in)
	if err != nil {
		return nil, err
	}
	text, err := sh.Header()
	if err != nil {
		return nil, err
	}
	sub.Shipment = &jobs.ShipmentRun{ID: sh.ID, Version: sh.Version, Step: string(sh.Resume()), Header: text}
	return s.run(ctx, sub, nil)
}

// repeated answers with the run that a key has set off already; nil where it has set off none.
func (s *Handlers) repeated(ctx context.Context, sub jobs.Submission) (*acceptedOutput, error) {
	j, found, err := s.Jobs.Repeated(ctx, sub.OrganisationID, sub.Idempotency)
	if err != nil || !found {
		return nil, err
	}
	id, err := shipmentOf(j)
	if err != nil {
		return nil, err
	}
	sh, err := s.Store.Shipment(ctx, sub.OrganisationID, id)
	if err != nil {
		return nil, err
	}
	return &acceptedOutput{Location: path + "/" + sh.ID, RetryAfter: "1", Replayed: "true", Body: operationAcceptedBody{sh.ID, sh.State, sh.JobID}}, nil
}

// answered keeps the answers of a call. The question about the same files is answered by going on.
func (s *Handlers) answered(ctx context.Context, in *continueInput) (shipment.Shipment, error) {
	return s.Store.ChangeShipment(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID, "continued", func(sh *shipment.Shipment) (made jobs.ShipmentChange, err error) {
		if !sh.State.Continues() {
			return made, fail.Newf(fail.CodeConflict, "the operation is %s: it cannot continue", sh.State)
		}
		var problems []string
		for i, a := range in.answers {
			if problem := s.answer(ctx, sh, a, &made); problem != "" {
				problems = append(problems, fmt.Sprintf("answers[%d]: %s", i, problem))
			}
		}
		if len(problems) > 0 {
			return made, fail.New(fail.CodeValidation, problems[0]).With(problems...)
		}
		for _, n := range sh.Needs {
			if n.Kind == shipment.NeedDuplicate {
				if err := sh.Answer(n.ID, shipment.ChoiceGoOn); err != nil {
					return made, err
				}
			}
		}
		sh.Note(s.event(ctx, "continue", "", ""))
		sh.DropMet()
		return made, nil
	})
}

// answer keeps one choice: of a code it is a decision on its line. The problem is "" where it was kept.
func (s *Handlers) answer(ctx context.Context, sh *shipment.Shipment, a operationAnswerDoc, made *jobs.ShipmentChange) (problem string) {
	for _, n := range sh.Needs {
		if n.ID != a.ID || n.Kind != shipment.NeedCode {
			continue
		}
		code, problem := s.code(a.Choice)
		l := sh.Line(n.Line)
		if problem != "" || l == nil {
			return problem
		}
		s.decide(ctx, sh, l, shipment.Change{Code: &code}, made)
		return ""
	}
	if err := sh.Answer(a.ID, a.Choice); err != nil {
		return err.Error()
	}
	return ""
}

func (s *Handlers) cancel(ctx context.Context, in *getInput) (*wire.OneOutput[OperationBody], error) {
	return s.end(ctx, in.ID, shipment.StateCancelled, "cancelled")
}

func (s *Handlers) close(ctx context.Context, in *getInput) (*wire.OneOutput[OperationBody], error) {
	return s.end(ctx, in.ID, shipment.StateClosed, "closed")
}

// end ends a shipment. Jobs of its steps that have not begun are cancelled and refunded; those that run end by
// themselves and keep their charge.
func (s *Handlers) end(ctx context.Context, id string, to shipment.State, action string) (*wire.OneOutput[OperationBody], error) {
	organisation := gate.Of(ctx).Caller.Organisation.ID
	sh, queued, err := s.Store.EndShipment(ctx, organisation, id, to, s.event(ctx, action, "", ""))
	if err != nil {
		return nil, err
	}
	for _, job := range queued {
		if _, err := s.Jobs.Cancel(ctx, organisation, job); err != nil && fail.CodeOf(err) != fail.CodeConflict {
			s.Submits.Log.WarnContext(ctx, "a step of an ended operation was not cancelled", "job_id", job, "error", err)
		}
	}
	return s.body(ctx, &sh)
}

func (s *Handlers) remove(ctx context.Context, in *getInput) (*wire.EmptyOutput, error) {
	return nil, s.Store.DeleteShipment(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID)
}
