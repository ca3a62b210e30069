package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"tariffdesk/client"
)

// verificationRoutes are the pages on which operators decide who may trade.
func verificationRoutes() []route {
	routes := []route{
		{pattern: "GET /ops/verifications", handle: verificationsPage},
		{pattern: "GET /ops/verifications/{id}", handle: verificationPage},
		{pattern: "POST /ops/verifications/{id}/{move}", handle: moveVerification},
		{pattern: "GET /ops/verifications/{id}/documents/{document}/file", handle: verificationFile},
		{pattern: "GET /ops/blacklists", handle: blacklistsPage},
		{pattern: "POST /ops/blacklists", handle: checkBlacklists},
	}
	for i := range routes {
		routes[i].open, routes[i].handle = true, operator(routes[i].handle)
	}
	return routes
}

// verification is a company as it was declared, with what was compared.
type verification struct{ client.VerificationBody }

// Count is how many checks ended so.
func (f verification) Count(outcome string) (n int) {
	for _, c := range f.Checks {
		if string(c.Outcome) == outcome {
			n++
		}
	}
	return n
}

// Declared are the checks of no document, what speaks against the company first.
func (f verification) Declared() []client.VerificationCheck {
	checks := slices.DeleteFunc(slices.Clone(f.Checks), func(c client.VerificationCheck) bool { return c.DocumentId != nil })
	gravest := []string{"failed", "warning", "unknown", "passed"}
	slices.SortStableFunc(checks, func(a, b client.VerificationCheck) int {
		return slices.Index(gravest, string(a.Outcome)) - slices.Index(gravest, string(b.Outcome))
	})
	return checks
}

// Moves lists the moves open to an operator; the API decides.
func (f verification) Moves() []string {
	switch f.State {
	case client.VerificationBodyStateDraft:
		return []string{"submit", "close"}
	case client.VerificationBodyStateSubmitted:
		return []string{"review", "close"}
	case client.VerificationBodyStateInReview:
		return []string{"approve", "reject", "close"}
	case client.VerificationBodyStateApproved, client.VerificationBodyStateRejected, client.VerificationBodyStateClosed:
	}
	return nil
}

type verificationsData struct {
	formPage
	Tabs []settingsTab
	filtered
	Verifications []verification
}

// The states that wait for an operator are shown oldest first; the page begins with what is in review.
const (
	stateOpening = "in_review"
	stateAny     = "any"
)

func verificationsPage(v *visit) error {
	d := &verificationsData{Tabs: opsTabs(v), filtered: v.filter("50", "state", "country", "tax_id", "external_id")}
	switch d.Filter["state"] {
	case "":
		d.Filter["state"] = stateOpening
		d.query.Set("state", stateOpening)
	case stateAny:
		d.query.Del("state")
	}
	if slices.Contains([]string{stateOpening, "submitted"}, d.Filter["state"]) {
		d.query.Set("order", "oldest")
	}
	var list struct {
		Data    []verification `json:"data"`
		HasMore bool           `json:"has_more"`
	}
	if err := v.get("/api/v3/onboarding/verifications", d.query, &list); err != nil {
		return opsAgain(v, err, "ops-verifications", d)
	}
	if d.Verifications = list.Data; len(d.Verifications) > 0 {
		d.more(list.HasMore, d.Verifications[len(d.Verifications)-1].Id.String())
	}
	return v.page("ops-verifications", d)
}

// verificationEvent is something that happened to a verification.
type verificationEvent struct {
	client.EventBody

	Detail *json.RawMessage `json:"detail"`
}

type verificationData struct {
	formPage
	Tabs        []settingsTab
	Business    verification
	Documents   []client.DocumentBody
	Events      []verificationEvent
	First, Next string // pages of the events
	Reason      string
}

func verificationAPI(v *visit) string {
	return "/api/v3/onboarding/verifications/" + url.PathEscape(v.r.PathValue("id"))
}

func verificationPath(v *visit) string {
	return "/ops/verifications/" + url.PathEscape(v.r.PathValue("id"))
}

// loadVerification reads one with its documents and a page of its events.
func loadVerification(v *visit) (*verificationData, error) {
	d := &verificationData{Tabs: opsTabs(v)}
	if err := v.get(verificationAPI(v), nil, &d.Business); err != nil {
		return nil, err
	}
	var documents struct {
		Data []client.DocumentBody `json:"data"`
	}
	if err := v.get(verificationAPI(v)+"/documents", nil, &documents); err != nil {
		return nil, err
	}
	query := url.Values{"limit": {"100"}}
	if after := v.query("events_after"); after != "" {
		query.Set("starting_after", after)
		d.First = verificationPath(v)
	}
	var events struct {
		Data    []verificationEvent `json:"data"`
		HasMore bool                `json:"has_more"`
	}
	if err := v.get(verificationAPI(v)+"/events", query, &events); err != nil {
		return nil, err
	}
	d.Documents, d.Events = documents.Data, events.Data
	if events.HasMore && len(d.Events) > 0 {
		d.Next = verificationPath(v) + "?" + url.Values{"events_after": {d.Events[len(d.Events)-1].Id}}.Encode()
	}
	return d, nil
}

func verificationPage(v *visit) error {
	d, err := loadVerification(v)
	if err != nil {
		return err
	}
	return v.page("ops-verification", d)
}

// moveVerification submits, takes into review, approves, rejects or closes.
func moveVerification(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	move := v.r.PathValue("move")
	if !slices.Contains([]string{"submit", "review", "approve", "reject", "close"}, move) {
		return errNoPage
	}
	if err := v.post(verificationAPI(v)+"/"+move, map[string]string{"reason": v.field("reason")}, nil); err != nil {
		return err
	}
	return v.done(verificationPath(v), "verification_"+move)
}

// verificationFile passes a document on. It is a stranger's file: nothing in it may run.
func verificationFile(v *visit) error {
	path := verificationAPI(v) + "/documents/" + url.PathEscape(v.r.PathValue("document")) + "/file"
	return v.pass(call{method: http.MethodGet, path: path}, http.Header{
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, "Cache-Control": {"private, no-store"},
	})
}

type blacklistsData struct {
	formPage
	Tabs   []settingsTab
	Lists  []client.BlacklistBody
	Form   map[string]string
	Answer *blacklistAnswer
}

// blacklistAnswer lists the entries of the lists about a company or person; its warnings are sentences of the API.
type blacklistAnswer struct{ client.BlacklistCheckBody }

// Kind is the colour of the answer: what stands against someone is bad, what is only like it or over a
// warning, and not to know is no good news.
func (a blacklistAnswer) Kind() string {
	switch {
	case a.Adverse:
		return "bad"
	case a.Result == "listed", a.Result == "cleared", len(a.Matches) > 0:
		return "warn"
	case a.Result == "not_listed":
		return "good"
	}
	return ""
}

func loadBlacklists(v *visit) (*blacklistsData, error) {
	d := &blacklistsData{Tabs: opsTabs(v), Form: map[string]string{}}
	var list struct {
		Data []client.BlacklistBody `json:"data"`
	}
	err := v.get("/api/v3/onboarding/blacklists", nil, &list)
	d.Lists = list.Data
	return d, err
}

func blacklistsPage(v *visit) error {
	d, err := loadBlacklists(v)
	if err != nil {
		return err
	}
	return v.page("ops-blacklists", d)
}

// checkBlacklists shows what the lists say below the form, which keeps what was asked.
func checkBlacklists(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := loadBlacklists(v)
	if err != nil {
		return err
	}
	body := map[string]string{}
	for _, name := range []string{"country", "tax_id", "name"} {
		if value := v.field(name); value != "" {
			body[name] = value
		}
	}
	d.Form = body
	var answer blacklistAnswer
	if err := v.post("/api/v3/onboarding/blacklist-checks", body, &answer); err != nil {
		return err
	}
	d.Answer = &answer
	return v.page("ops-blacklists", d)
}
