package shipment

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/language"
	"tariffdesk/quote"
	"tariffdesk/shipment"
	"tariffdesk/tariff"
)

func (s *Handlers) registerChange(to *route.Router) {
	refused := []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}
	route.Register(to, route.Row{Method: http.MethodPatch, Path: one, ID: "change-operation", Tag: tag, Access: gate.Paid, Find: s.find, RawBody: true, Limited: true,
		Summary: "Change the facts of an operation; continue quotes it again", Errors: refused,
		Document: func(op *huma.Operation, r huma.Registry) {
			change := *r.SchemaFromRef(openapi.SchemaOf[shipment.Facts](r).Ref) // its members, none of them required
			change.Required = nil
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: &change}
		}}, s.changeFacts)
	route.Register(to, route.Row{Method: http.MethodPatch, Path: one + "/lines/{line_id}", ID: "change-operation-line", Tag: tag, Access: gate.Paid, Find: s.find, RawBody: true,
		Summary: "Decide the code of a line or correct it; a code becomes a precedent", Errors: refused,
		Document: func(op *huma.Operation, r huma.Registry) {
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[operationChangeDoc](r)}
		}}, s.changeLine)
	conflict := *to.OpenAPI().Components.Responses[openapi.AnswerName(http.StatusConflict)]
	conflict.Content = map[string]*huma.MediaType{"application/json": {Schema: openapi.SchemaOf[lineConflict](to.OpenAPI().Components.Schemas)}}
	to.OpenAPI().Paths[one+"/lines/{line_id}"].Patch.Responses[strconv.Itoa(http.StatusConflict)] = &conflict
}

type factsInput struct {
	wire.Common
	PathInput
	RawBody []byte `contentType:"application/json"`
}

// jsonBody judges a raw body as far as its text goes.
func jsonBody(ctx huma.Context, raw []byte) []error {
	if err := wire.WantJSON(ctx); err != nil {
		return []error{err}
	}
	if p := wire.BodyTextProblem(raw); p != nil {
		return []error{p}
	}
	if !json.Valid(raw) {
		return []error{wire.BadField("body", "not JSON")}
	}
	return nil
}

func invalid(problems []string) []error {
	errs := make([]error, len(problems))
	for i, p := range problems {
		errs[i] = &wire.Problem{Code: fail.CodeValidation, Text: p}
	}
	return errs
}

// Resolve implements huma.Resolver. The merged facts are judged, since members hang together.
func (in *factsInput) Resolve(ctx huma.Context) []error {
	errs := append(in.Common.Resolve(ctx), jsonBody(ctx, in.RawBody)...)
	if len(errs) > 0 {
		return errs
	}
	facts := gate.Found[*shipment.Shipment](ctx.Context()).Facts
	if problems := readFacts(in.RawBody, &facts); problems != nil {
		return invalid(problems)
	}
	return invalid(facts.WithDefaults().Problems())
}

// editable refuses changes while a step works or after the end.
func editable(sh *shipment.Shipment) error {
	if !sh.State.Editable() {
		return fail.Newf(fail.CodeConflict, "the operation is %s: it cannot be changed", sh.State)
	}
	return nil
}

func (s *Handlers) changeFacts(ctx context.Context, in *factsInput) (*wire.OneOutput[OperationBody], error) {
	sh, err := s.Store.ChangeShipment(ctx, gate.Of(ctx).Caller.Organisation.ID, in.ID, "changed", func(sh *shipment.Shipment) (jobs.ShipmentChange, error) {
		if err := editable(sh); err != nil {
			return jobs.ShipmentChange{}, err
		}
		if problems := readFacts(in.RawBody, &sh.Facts); problems != nil {
			return jobs.ShipmentChange{}, fail.New(fail.CodeValidation, problems[0]).With(problems...)
		}
		sh.Facts = sh.Facts.WithDefaults()
		sh.Note(s.event(ctx, "facts", "", wire.FirstRunes(string(in.RawBody), 500)))
		sh.DropMet()
		return jobs.ShipmentChange{}, nil
	})
	if err != nil {
		return nil, err
	}
	return s.body(ctx, &sh)
}

// operationChangeDoc documents the change of a line.
type operationChangeDoc struct {
	Code        *string       `json:"code,omitempty" doc:"8 or 10 digits of the tariff of Mexico; dots and spaces are accepted"`
	Description *string       `json:"description,omitempty" doc:"What the goods are; the line is classified again when the operation continues"`
	Origin      *string       `json:"origin,omitempty" doc:"Country of origin: a name or a code of ISO 3166"`
	Quantity    *quote.Number `json:"quantity,omitempty" doc:"Quantity in unit, above zero"`
	Unit        *string       `json:"unit,omitempty" doc:"Unit of the quantity"`
	Value       *quote.Number `json:"value,omitempty" doc:"Of the whole line in its currency, above zero"`
	Exporter    *string       `json:"exporter,omitempty" doc:"Exporter or producer, on whom compensatory duties depend; the seller of the invoice where it is empty"`
	Facts       goodsFacts    `json:"facts,omitempty" doc:"Facts of the goods that the quote asks for, by the name that its question gives, such as used or alcohol_degrees; null takes one away"`
	Version     *int          `json:"version,omitempty" doc:"Of the line as you saw it, instead of If-Match: 409 where it has changed since"`
}

type lineInput struct {
	wire.Common
	PathInput
	LineID  string `path:"line_id" maxLength:"20" doc:"Id of the line"`
	IfMatch string `header:"If-Match" maxLength:"40" doc:"The version of the line as you saw it"`
	RawBody []byte `contentType:"application/json"`

	change  shipment.Change
	version *int
}

// Resolve implements huma.Resolver.
func (in *lineInput) Resolve(ctx huma.Context) []error {
	errs := append(in.Common.Resolve(ctx), jsonBody(ctx, in.RawBody)...)
	if len(errs) > 0 {
		return errs
	}
	s := handlersOf(gate.Of(ctx.Context()))
	if gate.Found[*shipment.Shipment](ctx.Context()).Line(in.LineID) == nil {
		return []error{errNoLine}
	}
	var body struct {
		shipment.Change
		Version *int `json:"version"`
	}
	if name := wire.RepeatedMember(in.RawBody); name != "" {
		return invalid([]string{wire.FirstRunes(name, 60) + ": " + wire.Repeated})
	}
	d := json.NewDecoder(bytes.NewReader(in.RawBody))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		return invalid([]string{bodyProblem(err)})
	}
	in.change, in.version = body.Change, body.Version
	problems := in.change.Problems(s.Dictionary())
	if c := in.change.Code; c != nil {
		code, problem := s.code(*c)
		if problem != "" {
			problems = append(problems, "code: "+problem)
		}
		in.change.Code = &code
	}
	if tag := strings.Trim(strings.TrimPrefix(in.IfMatch, "W/"), `"`); tag != "" && tag != "*" {
		n, err := strconv.Atoi(tag)
		if err != nil {
			problems = append(problems, "If-Match: want the version of the line, a number")
		}
		in.version = &n
	}
	return invalid(problems)
}

// code reads the code of a line; the problem of one that the tariff does not hold names the nearest.
func (s *Handlers) code(text string) (code, problem string) {
	code, ok := tariff.CleanCode(text)
	if !ok {
		return "", "want 8 or 10 digits"
	}
	near := strings.Join(s.Codes.Near(quote.SupportedCountry, code[:min(len(code), 10)]), ", ")
	switch {
	case len(code) != 8 && len(code) != 10:
		return "", fmt.Sprintf("want 8 or 10 digits; near: %s", near)
	case !s.Codes.Known(quote.SupportedCountry, code):
		return "", fmt.Sprintf("%s is no code of the tariff of %s; near: %s", code, quote.SupportedCountry, near)
	}
	return code, ""
}

var errNoLine = fail.New(fail.CodeNotFound, "no such line of the operation")

// bodyProblem names the member that a body cannot be read by.
func bodyProblem(err error) string {
	text := err.Error()
	if _, name, unknown := strings.Cut(text, "unknown field "); unknown {
		return strings.Trim(name, `"`) + ": unknown field"
	}
	var of *json.UnmarshalTypeError
	if e, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // the decoder does not wrap it
		of = e
	}
	if of != nil && of.Field != "" {
		return of.Field + ": want the type that the field has"
	}
	return "body: want a JSON object whose numbers have at most 19 digits"
}

type lineOutput struct {
	ETag string `header:"ETag"`
	Body operationLineBody
}

// lineConflict is a refusal that carries the line as it stands.
type lineConflict struct {
	wire.ErrorBody

	Line *operationLineBody `json:"line,omitempty" doc:"The line as it stands, where it was changed since you read it"`
}

func (s *Handlers) changeLine(ctx context.Context, in *lineInput) (*lineOutput, error) {
	organisation := gate.Of(ctx).Caller.Organisation.ID
	stale := false
	sh, err := s.Store.ChangeShipment(ctx, organisation, in.ID, "line_changed", func(sh *shipment.Shipment) (jobs.ShipmentChange, error) {
		if err := editable(sh); err != nil {
			return jobs.ShipmentChange{}, err
		}
		l := sh.Line(in.LineID)
		if l == nil {
			return jobs.ShipmentChange{}, errNoLine
		}
		if in.version != nil && *in.version != l.Version {
			stale = true
			return jobs.ShipmentChange{}, errStale
		}
		var made jobs.ShipmentChange
		done := s.decide(ctx, sh, l, in.change, &made)
		var members []string
		for member := range done.After {
			members = append(members, member)
		}
		slices.Sort(members)
		sh.Note(s.event(ctx, "line", l.ID, strings.Join(members, ", ")))
		sh.DropMet()
		return made, nil
	})
	if stale {
		return s.staleLine(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	l := sh.Line(in.LineID)
	spanish := language.Of(ctx) == language.Spanish
	return &lineOutput{fmt.Sprintf("%q", strconv.Itoa(l.Version)), newLine(&sh, l, spanish)}, nil
}

// decide changes a line. A code is a verdict on its classification too, and becomes a precedent, also of a line without one.
func (s *Handlers) decide(ctx context.Context, sh *shipment.Shipment, l *shipment.Line, c shipment.Change, made *jobs.ShipmentChange) shipment.Decision {
	done := l.Apply(c, s.Dictionary(), actorName(ctx), s.Now().UTC())
	made.Lines = append(made.Lines, l.ID)
	if c.Code == nil {
		return done
	}
	id := l.RecordID()
	if id == "" && l.Description != "" {
		made.Goods = append(made.Goods, jobs.DecidedGoods{Line: l.ID, Description: l.Description, CountryCode: sh.Facts.CountryCode, HSCode: *c.Code})
	}
	if id != "" {
		if made.Verdicts == nil {
			made.Verdicts = map[string]jobs.Verdict{}
		}
		made.Verdicts[id] = jobs.Verdict{HSCode: *c.Code, Reason: "operation " + sh.ID}
	}
	return done
}

var errStale = fail.New(fail.CodeConflict, "the line was changed since you read it")

func (s *Handlers) staleLine(ctx context.Context, in *lineInput) (*lineOutput, error) {
	k := gate.Of(ctx)
	sh, err := s.Store.Shipment(ctx, k.Caller.Organisation.ID, in.ID)
	if err != nil {
		return nil, err
	}
	l := sh.Line(in.LineID)
	if l == nil {
		return nil, errNoLine
	}
	of := language.Of(ctx)
	refused, _ := wire.BodyOf(errStale).In(of)
	refused.RequestID = k.RequestID
	line := newLine(&sh, l, of == language.Spanish)
	return nil, &lineConflict{*refused, &line}
}
