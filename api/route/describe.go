package route

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/openapi"
	"tariffdesk/api/wire"
)

// limits reports whether calls of a route are counted by the minute.
func (r Row) counted() bool { return r.Limited || r.ByAddress || r.Onboarding != "" }

// refusals are the statuses with which an operation refuses, as they follow from its route.
func (r Row) refusals(op *huma.Operation, doc openapi.Operation) []int {
	all := append([]int{http.StatusBadRequest, http.StatusInternalServerError, http.StatusServiceUnavailable}, r.Errors...)
	if r.Access != nil || r.Operators {
		all = append(all, http.StatusUnauthorized, http.StatusForbidden)
	}
	if strings.Contains(r.Path, "{") || r.Operators || slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "starting_after" }) {
		all = append(all, http.StatusNotFound)
	}
	if op.RequestBody != nil {
		all = append(all, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity)
	}
	if charges(op) {
		all = append(all, http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests)
	}
	if r.counted() {
		all = append(all, http.StatusTooManyRequests)
	}
	return append(all, doc.Also...)
}

// charges reports whether an operation costs credits: then it takes an Idempotency-Key.
func charges(op *huma.Operation) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "Idempotency-Key" })
}

// describe completes what huma knows of an operation, which writes headers on success: every status with its
// headers, examples, what it is for.
func (rt *Router) describe(r Row, op *huma.Operation, headers []string) {
	doc := rt.Words.Operation(r.ID)
	op.Description = doc.About
	for code, answer := range op.Responses {
		if code >= "400" {
			delete(op.Responses, code)
			continue
		}
		names := slices.DeleteFunc(slices.Clone(headers), func(name string) bool {
			return name == "Content-Type" || charges(op) && slices.Contains([]string{"Location", "Retry-After", "X-Quote-ID"}, name)
		})
		names = append(names, doc.Headers...)
		if r.counted() {
			names = append(names, wire.HeaderRateLimit, wire.HeaderRatePolicy)
		}
		if charges(op) {
			names = append(names, wire.HeaderCharged, wire.HeaderRemaining, wire.HeaderReplayed, "X-Job-ID")
		}
		if code == strconv.Itoa(http.StatusAccepted) && charges(op) {
			names = append(names, "Location", "Retry-After")
		}
		answer.Headers = openapi.HeadersOf(names...)
		if kept, ok := rt.Words.Example(r.ID, code); ok && answer.Content["application/json"] != nil {
			answer.Content["application/json"].Example = kept
		}
	}
	for _, code := range r.refusals(op, doc) {
		op.Responses[strconv.Itoa(code)] = &huma.Response{Ref: "#/components/responses/" + openapi.AnswerName(code)}
	}
	for _, p := range op.Parameters {
		if value, ok := doc.Values[p.Name]; ok {
			p.Example = value
		}
		p.Schema.Description = "" // said beside it
	}
	if op.RequestBody != nil && doc.Body != nil {
		for mediaType, content := range op.RequestBody.Content {
			if mediaType == r.mediaType() || len(op.RequestBody.Content) == 1 {
				content.Example = doc.Body
			}
		}
	}
	if r.Access == nil && !r.Operators {
		op.Security = []map[string][]string{}
	}
}
