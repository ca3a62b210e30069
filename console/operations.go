package console

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"tariffdesk/client"
	"tariffdesk/console/internal/number"
)

func operationRoutes() []route {
	routes := []route{
		{pattern: "GET /ops", handle: operationsPage},
		{pattern: "GET /ops/jobs", handle: opsJobsPage},
		{pattern: "GET /ops/jobs/{id}", handle: opsJobPage},
		{pattern: "POST /ops/jobs/{id}/{action}", handle: opsJobAction},
		{pattern: "GET /ops/organisations", handle: opsOrganisationsPage},
		{pattern: "GET /ops/organisations/{id}", handle: opsOrganisationPage},
		{pattern: "POST /ops/organisations/{id}", handle: changeOrganisation},
		{pattern: "POST /ops/organisations/{id}/credits", handle: grantCredits},
		{pattern: "GET /ops/audit", handle: opsAuditPage},
		{pattern: "POST /ops/resume", handle: resumeForm},
		{pattern: "GET /ops/knowledge", handle: opsKnowledgePage},
	}
	for i := range routes {
		routes[i].open, routes[i].handle = true, operator(routes[i].handle)
	}
	return routes
}

// operator lets those who run the service in: by the operations password that their browser knows, or
// by the session of an operator. Others are asked for the password.
func operator(next func(*visit) error) func(*visit) error {
	return func(v *visit) error {
		_, _, basic := v.r.BasicAuth()
		switch {
		case basic:
			v.authorization, v.token = v.r.Header.Get("Authorization"), ""
			v.viewer = &viewer{client.AccountBody{Role: "operator", Name: "ops"}}
		case v.token != "":
			if err := v.meet(); err != nil {
				return err
			}
		}
		err := next(v)
		if refused(err, http.StatusUnauthorized) != nil || refused(err, http.StatusForbidden) != nil && !basic {
			v.viewer = nil
			v.w.Header().Set("WWW-Authenticate", `Basic realm="tariffdesk operations", charset="UTF-8"`)
			return &refusal{Status: http.StatusUnauthorized, Type: "Unauthorized"}
		}
		return err
	}
}

// opsAgain shows the page of a filter with what the API refused of it; whom it refuses altogether,
// operator asks for the password.
func opsAgain(v *visit, err error, page string, data interface{ refuse(*refusal) }) error {
	if refused(err, http.StatusForbidden) != nil {
		return err
	}
	return v.again(err, page, data)
}

// opsTabs are the pages of operators.
func opsTabs(v *visit) (tabs []settingsTab) {
	for _, key := range []string{"", "jobs", "organisations", "verifications", "blacklists", "knowledge", "audit"} {
		path := strings.TrimSuffix("/ops/"+key, "/")
		current := v.r.URL.Path == path || key != "" && strings.HasPrefix(v.r.URL.Path, path+"/")
		tabs = append(tabs, settingsTab{"ops_" + key, path, current})
	}
	return tabs
}

// operationsData is how the service stands.
type operationsData struct {
	Tabs    []settingsTab
	Actions map[string]int     `json:"actions"`
	Loops   map[string]float64 `json:"loops"`
	Jobs    []struct {
		Kind   string   `json:"kind"`
		Status string   `json:"status"`
		Count  int      `json:"count"`
		Oldest *float64 `json:"oldest_seconds"`
	} `json:"jobs"`
}

// Seconds is a span as people read it.
func (operationsData) Seconds(s float64) string {
	return (time.Duration(s*10+0.5) * time.Second / 10).Round(time.Second / 10).String()
}

func operationsPage(v *visit) error {
	d := &operationsData{Tabs: opsTabs(v)}
	if err := v.get("/ops/api/reconciler", nil, d); err != nil {
		return err
	}
	return v.page("operations", d)
}

// importedTable is a table that was imported, which takes the place of the one that the service carries.
type importedTable struct {
	Name    string  `json:"name"`
	Version any     `json:"version"`
	Vintage string  `json:"vintage"`
	Source  *string `json:"source"`
}

// opsKnowledgeData is every table that quotes are made with.
type opsKnowledgeData struct {
	Tabs     []settingsTab
	Tariffs  []importedTable `json:"tariffs"`
	Imported []importedTable `json:"rule_tables"`
	Tables   []struct {
		Kind       string  `json:"kind"`
		Name       string  `json:"name"`
		Rows       int     `json:"rows"`
		Share      float64 `json:"verified_share"`
		SourceDay  string  `json:"source_day"`
		Days       int     `json:"days"`
		NextChange *string `json:"next_change"`
	} `json:"tables"`
}

func opsKnowledgePage(v *visit) error {
	d := &opsKnowledgeData{Tabs: opsTabs(v)}
	if err := v.get("/ops/api/knowledge", nil, d); err != nil {
		return err
	}
	return v.page("ops-knowledge", d)
}

// Edition is which edition of a table is in use: "" for the one that the service carries, else the version of an import.
func (d opsKnowledgeData) Edition(kind, name string) string {
	imported := d.Imported
	if kind == "tariff" {
		imported = d.Tariffs
	}
	for _, t := range imported {
		if t.Name == name {
			return fmt.Sprint(t.Version)
		}
	}
	return ""
}

// names remembers what organisations are called, for pages of operators.
type names struct {
	mu   sync.Mutex
	held map[string]string
}

// maxNames bounds what is remembered.
const maxNames = 5000

// of returns the names of the organisations with the ids; one that is gone keeps its id.
func (n *names) of(v *visit, ids ...string) (map[string]string, error) {
	called := map[string]string{}
	for _, id := range ids {
		n.mu.Lock()
		name := n.held[id]
		n.mu.Unlock()
		if id == "" || called[id] != "" {
			continue
		}
		if name == "" {
			var of opsOrganisation
			err := v.get("/ops/api/organizations/"+url.PathEscape(id), nil, &of)
			if err != nil && refused(err, http.StatusNotFound) == nil {
				return nil, err
			}
			name = cmp.Or(of.Name, id)
			n.mu.Lock()
			if n.held == nil || len(n.held) >= maxNames {
				n.held = map[string]string{}
			}
			n.held[id] = name
			n.mu.Unlock()
		}
		called[id] = name
	}
	return called, nil
}

// opsJob is a job as those who run the service see it.
type opsJob struct {
	job
	OrganizationID string  `json:"organization_id"`
	UserIdentifier *string `json:"user_identifier"`
	Attempt        int     `json:"attempt"`
	Generation     int     `json:"generation"`
	History        []struct {
		State string    `json:"state"`
		At    time.Time `json:"at"`
	} `json:"history"`
	Ledger []struct {
		Kind    string    `json:"kind"`
		Part    any       `json:"part"`
		Credits amount    `json:"credits"`
		At      time.Time `json:"at"`
		Note    *string   `json:"note"`
	} `json:"ledger"`
}

type opsJobsData struct {
	formPage
	Tabs []settingsTab
	filtered
	Jobs  []opsJob
	Names map[string]string // of organisations by id
}

func opsJobsPage(v *visit) error {
	d := &opsJobsData{Tabs: opsTabs(v), filtered: v.filter("50", "id", "organization_id", "status", "kind", "from", "to")}
	var list struct {
		Data    []opsJob `json:"data"`
		HasMore bool     `json:"has_more"`
	}
	if err := v.get("/ops/api/jobs", d.query, &list); err != nil {
		return opsAgain(v, err, "ops-jobs", d)
	}
	if d.Jobs = list.Data; len(d.Jobs) > 0 {
		d.more(list.HasMore, d.Jobs[len(d.Jobs)-1].JobId.String())
	}
	ids := []string{d.Filter["organization_id"]}
	for _, j := range d.Jobs {
		ids = append(ids, j.OrganizationID)
	}
	var err error
	if d.Names, err = v.c.names.of(v, ids...); err != nil {
		return err
	}
	return v.page("ops-jobs", d)
}

type opsJobData struct {
	formPage
	Tabs   []settingsTab
	Job    opsJob
	Reason string
	Name   string // of its organisation
}

func loadOpsJob(v *visit) (*opsJobData, error) {
	d := &opsJobData{Tabs: opsTabs(v)}
	if err := v.get("/ops/api/jobs/"+url.PathEscape(v.r.PathValue("id")), nil, &d.Job); err != nil {
		return nil, err
	}
	called, err := v.c.names.of(v, d.Job.OrganizationID)
	d.Name = called[d.Job.OrganizationID]
	return d, err
}

func opsJobPage(v *visit) error {
	d, err := loadOpsJob(v)
	if err != nil {
		return err
	}
	return v.page("ops-job", d)
}

// opsJobAction retries, cancels or refunds a job.
func opsJobAction(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	action := v.r.PathValue("action")
	if !slices.Contains([]string{"retry", "cancel", "refund"}, action) {
		return errNoPage
	}
	var body any
	if action == "refund" {
		body = map[string]string{"reason": v.field("reason")}
	}
	if err := v.post("/ops/api/jobs/"+url.PathEscape(v.r.PathValue("id"))+"/"+action, body, nil); err != nil {
		return err
	}
	return v.done("/ops/jobs/"+url.PathEscape(v.r.PathValue("id")), "ops_"+action)
}

// opsOrganisation is a customer as those who run the service see it.
type opsOrganisation struct {
	ID        string                  `json:"id"`
	Name      string                  `json:"name"`
	CreatedAt time.Time               `json:"created_at"`
	Plan      string                  `json:"plan"`
	Status    string                  `json:"status"`
	End       *time.Time              `json:"current_period_end"`
	Credits   client.CreditsBody      `json:"credits"`
	Limits    map[string]productLimit `json:"limits"`
}

type opsOrganisationsData struct {
	formPage
	Tabs []settingsTab
	filtered
	Organisations []opsOrganisation
}

func opsOrganisationsPage(v *visit) error {
	d := &opsOrganisationsData{Tabs: opsTabs(v), filtered: v.filter("50", "q", "plan")}
	var list struct {
		Data    []opsOrganisation `json:"data"`
		HasMore bool              `json:"has_more"`
	}
	if err := v.get("/ops/api/organizations", d.query, &list); err != nil {
		return opsAgain(v, err, "ops-organisations", d)
	}
	if d.Organisations = list.Data; len(d.Organisations) > 0 {
		d.more(list.HasMore, d.Organisations[len(d.Organisations)-1].ID)
	}
	return v.page("ops-organisations", d)
}

type opsOrganisationData struct {
	formPage
	Tabs     []settingsTab
	Org      opsOrganisation
	Products []string
}

func opsOrganisationPath(v *visit) string {
	return "/ops/api/organizations/" + url.PathEscape(v.r.PathValue("id"))
}

func loadOpsOrganisation(v *visit) (*opsOrganisationData, error) {
	d := &opsOrganisationData{Tabs: opsTabs(v)}
	err := v.get(opsOrganisationPath(v), nil, &d.Org)
	for product := range d.Org.Limits {
		d.Products = append(d.Products, product)
	}
	slices.Sort(d.Products)
	return d, err
}

func opsOrganisationPage(v *visit) error {
	d, err := loadOpsOrganisation(v)
	if err != nil {
		return err
	}
	return v.page("ops-organisation", d)
}

// changeOrganisation sets plan, end and limits to what the form says; an empty field is none.
func changeOrganisation(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	body := map[string]any{"plan": v.field("plan"), "current_period_end": nil}
	if end := v.field("end"); end != "" {
		body["current_period_end"] = end + "T00:00:00Z"
	}
	limits := map[string]any{}
	for name := range v.r.PostForm {
		if product, ok := strings.CutPrefix(name, "limit-"); ok {
			limits[product] = nil
			if value := v.field(name); value != "" {
				read, err := typedNumber(v, name, value)
				if err != nil {
					return err
				}
				limits[product] = read
			}
		}
	}
	if len(limits) > 0 {
		body["limits"] = limits
	}
	return organisationChanged(v, v.send(http.MethodPatch, opsOrganisationPath(v), body, nil), "ops_organisation")
}

// grantCredits adds to what an organisation has.
func grantCredits(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	credits, err := typedNumber(v, "credits", v.field("credits"))
	if err != nil {
		return err
	}
	body := map[string]any{"credits": credits, "note": v.field("note")}
	return organisationChanged(v, v.post(opsOrganisationPath(v)+"/credits", body, nil), "ops_credits")
}

// typedNumber reads a number that somebody typed into a field; one that is none, or two, is refused there.
func typedNumber(v *visit, field, typed string) (amount, error) {
	read, err := number.Read(typed)
	why := v.t("quote.no_number")
	if ambiguous, ok := errors.AsType[*number.AmbiguousError](err); ok {
		why = v.t("extraction.two_ways", typed, ambiguous.Whole, ambiguous.Decimal)
	}
	if err != nil {
		return "", &refusal{Status: http.StatusUnprocessableEntity, Type: "ValidationError", Errors: []string{field + ": " + why}}
	}
	return amount(read), nil
}

// organisationChanged leads back to the organisation after a form of it.
func organisationChanged(v *visit, err error, notice string) error {
	if err == nil {
		return v.done("/ops/organisations/"+url.PathEscape(v.r.PathValue("id")), notice)
	}
	return err
}

type opsAuditData struct {
	formPage
	Tabs []settingsTab
	filtered
	Rows  []auditEntry
	Names map[string]string // of organisations by id
}

func opsAuditPage(v *visit) error {
	d := &opsAuditData{Tabs: opsTabs(v), filtered: v.filter("50", "organization_id", "action", "from", "to")}
	var list struct {
		Data    []auditEntry `json:"data"`
		HasMore bool         `json:"has_more"`
	}
	if err := v.get("/ops/api/audit", d.query, &list); err != nil {
		return opsAgain(v, err, "ops-audit", d)
	}
	if d.Rows = list.Data; len(d.Rows) > 0 {
		d.more(list.HasMore, d.Rows[len(d.Rows)-1].Id.String())
	}
	ids := []string{d.Filter["organization_id"]}
	for i := range d.Rows {
		ids = append(ids, plain(d.Rows[i].OrganizationId))
	}
	var err error
	if d.Names, err = v.c.names.of(v, ids...); err != nil {
		return err
	}
	for i := range d.Rows {
		d.Rows[i].Organization = d.Names[plain(d.Rows[i].OrganizationId)]
	}
	return v.page("ops-audit", d)
}
