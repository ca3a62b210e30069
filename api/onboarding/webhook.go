package onboarding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/limit"
	"tariffdesk/api/openapi"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/verification"
	"tariffdesk/webhook"
)

// maxResultBytes is ample for the result of one check.
const maxResultBytes = 64 << 10

type providerInput struct {
	wire.Common
	Provider  string `path:"provider" maxLength:"40" doc:"Name of the provider, as the operator configured it"`
	MessageID string `header:"webhook-id" maxLength:"128" doc:"The same for every attempt"`
	Timestamp string `header:"webhook-timestamp" maxLength:"20" doc:"Seconds since 1970, within five minutes of ours"`
	Signature string `header:"webhook-signature" maxLength:"1024" doc:"v1,<base64 HMAC-SHA256 of id.timestamp.body>; several are parted by spaces"`
	RawBody   []byte `contentType:"application/json"`
}

// resultBody carries the finding of a provider.
type resultBody struct {
	VerificationID string               `json:"verification_id" format:"uuid" doc:"Id of the verification that was checked"`
	Check          string               `json:"check" minLength:"1" maxLength:"60" doc:"Its name, of small letters, digits and underscores"`
	Outcome        verification.Outcome `json:"outcome" enum:"passed,warning,failed,unknown" doc:"What the check found; unknown where it could not be done"`
	Subject        string               `json:"subject,omitempty" maxLength:"300" doc:"company by default, or the name of a representative"`
	Detail         string               `json:"detail,omitempty" maxLength:"1000" doc:"What was found, in words; none where absent"`
	Reference      string               `json:"reference,omitempty" maxLength:"300" doc:"The provider's own reference of the result"`
}

type receivedOutput struct {
	Body struct {
		Status string `json:"status" enum:"received,repeated" doc:"received, or repeated where the same message came before"`
	}
}

func (s *Handlers) registerOnboardingWebhook(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/onboarding/webhooks/{provider}", ID: "receive-check-result", Tag: "onboarding",
		Summary: "Results of outside checks, signed by the rules of Standard Webhooks; 50 a minute", RawBody: true, BodyBytes: maxResultBytes, Strict: true,
		Document: func(op *huma.Operation, r huma.Registry) {
			op.RequestBody.Content["application/json"] = &huma.MediaType{Schema: openapi.SchemaOf[resultBody](r)}
		}}, s.receive)
}

var errSignature = fail.New(fail.CodeUnauthorized, "the signature is missing or wrong")

// receive attaches a provider's result to its verification, once for each message. What is not signed
// counts against its sender's address alone: it must not use up the provider's minute.
func (s *Handlers) receive(ctx context.Context, in *providerInput) (*receivedOutput, error) {
	if _, err := s.Limiter.Operate(ctx, limit.OpWebhook, "address:"+wire.Address(gate.Of(ctx).Request)); err != nil {
		return nil, err
	}
	secret, err := s.Onboarding.ProviderSecret(ctx, in.Provider)
	if err != nil && fail.CodeOf(err) != fail.CodeNotFound {
		return nil, err
	}
	if err != nil || !webhook.Verify(secret, in.MessageID, in.Timestamp, in.Signature, in.RawBody, s.Now()) {
		return nil, errSignature // the same for providers that do not exist
	}
	if _, err := s.Limiter.Operate(ctx, limit.OpWebhook, "provider:"+in.Provider); err != nil {
		return nil, err
	}
	result, err := readResult(in.RawBody)
	if err != nil {
		return nil, err
	}
	repeated, err := s.Onboarding.AttachCheck(ctx, in.Provider, in.MessageID, result.VerificationID, verification.Check{
		Name: in.Provider + ":" + result.Check, Subject: result.Subject, Outcome: result.Outcome, Detail: result.Detail,
		Found: result.Reference, Source: in.Provider, CheckedAt: s.Now().UTC(),
	})
	if err != nil {
		return nil, err
	}
	out := &receivedOutput{}
	if out.Body.Status = "received"; repeated {
		out.Body.Status = "repeated"
	}
	return out, nil
}

var checkName = regexp.MustCompile(`^[a-z0-9_]{1,60}$`)

func readResult(body []byte) (resultBody, error) {
	var r resultBody
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return r, fail.New(fail.CodeValidation, "body: not the JSON of a result")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return r, fail.New(fail.CodeValidation, "body: text behind the object")
	}
	var problems []string
	if !checkName.MatchString(r.Check) {
		problems = append(problems, "check: want up to 60 small letters, digits and underscores")
	}
	switch r.Outcome {
	case verification.OutcomePassed, verification.OutcomeWarning, verification.OutcomeFailed, verification.OutcomeUnknown:
	default:
		problems = append(problems, "outcome: want passed, warning, failed or unknown")
	}
	if r.Subject = strings.TrimSpace(r.Subject); r.Subject == "" {
		r.Subject = verification.SubjectCompany
	}
	for field, of := range map[string]struct {
		text string
		most int
	}{"subject": {r.Subject, 300}, "detail": {r.Detail, 1000}, "reference": {r.Reference, 300}} {
		if utf8.RuneCountInString(of.text) > of.most || strings.ContainsRune(of.text, 0) {
			problems = append(problems, field+": too long, or not text")
		}
	}
	if len(problems) > 0 {
		return r, fail.New(fail.CodeValidation, problems[0]).With(problems...)
	}
	return r, nil
}
