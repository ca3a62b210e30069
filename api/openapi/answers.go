package openapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// answerHeaders describes the headers of answers, by name. Those that a caller finds on every answer are required.
var answerHeaders = map[string]*huma.Header{
	wire.HeaderRequestID: {Required: true, Schema: &huma.Schema{Type: huma.TypeString}, Example: exampleRequestID,
		Description: "Names the request in the answer, its error and the log: the caller's own (128 printable characters at most) or a new one"},
	"Vary": {Required: true, Schema: &huma.Schema{Type: huma.TypeString}, Example: "Accept-Language",
		Description: "The headers of the request that an answer may depend on"},
	"Content-Language": {Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"en", "es"}}, Example: "en",
		Description: "The language of message and errors"},
	wire.HeaderCharged: {Schema: &huma.Schema{Type: huma.TypeNumber, Minimum: new(0.0)}, Example: 1,
		Description: "Credits that the call cost, what came back taken off"},
	wire.HeaderRemaining: {Schema: &huma.Schema{Type: huma.TypeNumber, Minimum: new(0.0)}, Example: 998.75,
		Description: "Credits that the organisation has left"},
	wire.HeaderReplayed: {Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"true"}}, Example: "true",
		Description: "The answer is that of an earlier call with the same Idempotency-Key, and was not charged again"},
	"ETag": {Schema: &huma.Schema{Type: huma.TypeString}, Example: `"2"`,
		Description: "The version of what is answered, for If-Match"},
	"X-Job-ID": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uuid"}, Example: ExampleID,
		Description: "The job under which the answer is kept for 30 days"},
	"X-Quote-ID": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uuid"}, Example: ExampleID,
		Description: "Under which the quote is kept for 30 days"},
	"Location": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uri-reference"}, Example: "/api/v3/jobs/" + ExampleID,
		Description: "Where the job is"},
	"Retry-After": {Schema: &huma.Schema{Type: huma.TypeInteger, Minimum: new(1.0)}, Example: 1,
		Description: "Seconds after which it is worth asking again"},
	wire.HeaderRateLimit: {Schema: &huma.Schema{Type: huma.TypeString}, Example: `"minute";r=59;t=60`,
		Description: "What is left of the limit of RateLimit-Policy: r calls, and t seconds until it is whole again"},
	wire.HeaderRatePolicy: {Schema: &huma.Schema{Type: huma.TypeString}, Example: `"minute";q=60;w=60`,
		Description: "The limit that applies: q calls in w seconds"},
	"WWW-Authenticate": {Schema: &huma.Schema{Type: huma.TypeString}, Example: `Bearer realm="tariffdesk"`,
		Description: "How to authenticate"},
	"Content-Disposition": {Schema: &huma.Schema{Type: huma.TypeString}, Example: `attachment; filename="usage.csv"`,
		Description: "The name of the file"},
	"Cache-Control": {Schema: &huma.Schema{Type: huma.TypeString}, Example: "no-store",
		Description: "Whether the answer may be kept on the way"},
	"Content-Security-Policy": {Schema: &huma.Schema{Type: huma.TypeString}, Example: "default-src 'none'; style-src 'unsafe-inline'",
		Description: "What the page may load: nothing"},
}

// Ids of examples.
const (
	ExampleID        = "019a3c1e-8d2b-7c44-9a51-2f6f0d8b7e10"
	ExampleToken     = "mK3v0c9Xq2Rr7yT1uWz5aBdEfGhJkLmNpQrStUvWxYz" // of a link
	exampleRequestID = "f9f409e8-e403-4140-9edb-081340e1f606"
)

// HeadersOf returns references to the named header components. It adds X-Request-ID and Vary, which every answer has.
func HeadersOf(names ...string) map[string]*huma.Header {
	headers := map[string]*huma.Header{}
	for _, name := range append([]string{wire.HeaderRequestID, "Vary"}, names...) {
		headers[name] = &huma.Header{Ref: "#/components/headers/" + name}
	}
	return headers
}

// AnswerName names the answer of a status among the components.
func AnswerName(status int) string {
	return strings.ReplaceAll(http.StatusText(status), " ", "")
}

// refusedAnswers are the answers that refuse, by name.
func refusedAnswers() map[string]*huma.Response {
	usual := []string{wire.HeaderCharged, wire.HeaderRemaining, wire.HeaderReplayed, wire.HeaderRateLimit, wire.HeaderRatePolicy}
	later := append(slices.Clone(usual), "Retry-After")
	all := map[string]*huma.Response{}
	for _, a := range []struct {
		body    wire.ErrorBody
		about   string
		headers []string
	}{
		{wire.ErrorBody{Type: fail.CodeBadRequest, Message: "country_code: required query parameter is missing", Errors: []string{"country_code: required query parameter is missing"}},
			"Parameters, headers, or a form or body that cannot be read; InvalidEncoding where text is not UTF-8, SvcDocsResourceError for a file or URL that cannot be read", usual},
		{wire.ErrorBody{Type: fail.CodeUnauthorized, Message: "invalid or expired token"}, "The token or password is missing, wrong, revoked or expired", []string{"WWW-Authenticate"}},
		{wire.ErrorBody{Type: fail.CodeCredit, Message: "insufficient credits"}, "Too few credits: CreditError, of documents SvcDocsCreditError", usual},
		{wire.ErrorBody{Type: fail.CodeForbidden, Message: "the subscription is not active or not pro/enterprise"}, "The plan, the subscription, the role or the kind of token does not allow it; for a quote too few credits as well", usual},
		{wire.ErrorBody{Type: fail.CodeNotFound, Message: "no such job"}, "It does not exist, or belongs to another organisation", usual},
		{wire.ErrorBody{Type: fail.CodeConflict, Message: "the job has not finished"}, "The state does not allow it, or another request waits on the Idempotency-Key (job_id names its job)", later},
		{wire.ErrorBody{Type: fail.CodeGone, Message: "the result has expired"}, "It was there, and is kept no longer", usual},
		{wire.ErrorBody{Type: fail.CodePayloadTooLarge, Message: "body: exceeds the limit of 60 MB"}, "The body, a file or a form is larger than its limit, which the message names", usual},
		{wire.ErrorBody{Type: fail.CodeUnsupportedMedia, Message: "Content-Type: want application/json"}, "Another media type than the operation reads", usual},
		{wire.ErrorBody{Type: fail.CodeValidation, Message: "description: required", Errors: []string{"description: required"}},
			"What the body says is wrong, each problem in errors; of quotes and documents SvcDocsValidationError", usual},
		{wire.ErrorBody{Type: fail.CodeRateLimited, Message: "more than 60 requests a minute: try again in a minute"},
			"A limit of calls (RATE_LIMITED), or of the subscription for the product (SvcDocsLimitError, which a pause does not lift)", later},
		{wire.ErrorBody{Type: fail.CodeInternal, Message: "an internal error occurred"}, "An error of the service; what was charged is given back", usual},
		{wire.ErrorBody{Type: fail.CodeSvcDocsProcessing, Message: "AI processing failed: the configured model gave no answer, and nothing was found without it"}, "A configured model failed and nothing was found without it; the charge is given back", usual},
		{wire.ErrorBody{Type: fail.CodeUnavailable, Message: "the service is not available at the moment"}, "A part of the service is away or overloaded: try again", later},
	} {
		a.body.StatusCode, a.body.RequestID = wire.Status(a.body.Type), exampleRequestID
		all[AnswerName(a.body.StatusCode)] = &huma.Response{Description: a.about, Headers: HeadersOf(append(a.headers, "Content-Language")...), Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Ref: "#/components/schemas/ErrorBody"}, Example: a.body},
		}}
	}
	return all
}
