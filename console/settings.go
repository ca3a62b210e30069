package console

import (
	"net/http"
	"net/url"
	"strings"

	"tariffdesk/client"
)

func settingsRoutes() []route {
	return []route{
		{pattern: "GET /app/settings", handle: settingsPage},
		{pattern: "GET /app/settings/keys", handle: keysPage},
		{pattern: "POST /app/settings/keys", handle: createKey},
		{pattern: "POST /app/settings/keys/{id}/cancel", handle: cancelKey},
		{pattern: "GET /app/settings/precedents", handle: precedentsPage},
		{pattern: "POST /app/settings/precedents", handle: importPrecedents},
		{pattern: "POST /app/settings/precedents/remove", handle: removePrecedents},
		{pattern: "GET /app/settings/requests", handle: requestsPage},
		{pattern: "GET /app/settings/audit", handle: auditPage},
		{pattern: "GET /app/settings/audit.csv", handle: auditFile},
	}
}

// settingsData is the first page of the settings: what the viewer may open.
type settingsData struct{ Tabs []settingsTab }

// settingsTab leads to a page of the settings.
type settingsTab struct {
	Key     string
	Path    string
	Current bool
}

// settingsTabs are the pages of the settings that a viewer may open.
func settingsTabs(v *visit) (tabs []settingsTab) {
	for _, t := range []struct {
		key     string
		manager bool
	}{{"keys", true}, {"usage", false}, {"requests", true}, {"webhooks", true}, {"precedents", false}, {"members", true}, {"share_links", false}, {"audit", true}} {
		path := "/app/settings/" + map[bool]string{true: "share-links", false: t.key}[t.key == "share_links"]
		if !t.manager || v.viewer.Manager() {
			tabs = append(tabs, settingsTab{t.key, path, v.r.URL.Path == path})
		}
	}
	return tabs
}

func settingsPage(v *visit) error { return v.page("settings", &settingsData{settingsTabs(v)}) }

// keysData lists the keys; Made is the one that was just made, with its value this once.
type keysData struct {
	formPage
	settingsData
	Keys []apiKey
	Made *apiKey
	Name string
	Type string
	URL  string // of the service, for the example of a call
}

// apiKey is a key; its value is told once, when it is made.
type apiKey struct {
	client.KeyBody

	Token string `json:"token"`
}

func loadKeys(v *visit) (*keysData, error) {
	var list struct {
		Data []apiKey `json:"data"`
	}
	if err := v.get("/api/keys", nil, &list); err != nil {
		return nil, err
	}
	return &keysData{settingsData: settingsData{settingsTabs(v)}, Keys: list.Data, Type: "sk", URL: originOf(v)}, nil
}

// originOf is where the service is reached: as configured, else as the browser did.
func originOf(v *visit) string {
	if v.c.cfg.AppURL != "" {
		return strings.TrimSuffix(v.c.cfg.AppURL, "/")
	}
	return "http://" + v.r.Host
}

func keysPage(v *visit) error {
	d, err := loadKeys(v)
	if err != nil {
		return err
	}
	d.Made = revealed[apiKey](v)
	return v.page("keys", d)
}

// createKey leads to the page that shows the value, this once.
func createKey(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	var made apiKey
	if err := v.post("/api/keys", map[string]string{"name": v.field("name"), "type": v.field("type")}, &made); err != nil {
		return err
	}
	return revealNext(v, "/app/settings/keys", made)
}

func cancelKey(v *visit) error {
	if err := v.send(http.MethodPatch, "/api/keys/cancel", map[string]string{"key_id": v.r.PathValue("id")}, nil); err != nil {
		return err
	}
	return v.done("/app/settings/keys", "key_cancelled")
}

// precedentsData shows what the organisation has classified itself.
type precedentsData struct {
	formPage
	settingsData
	client.PrecedentsOutputBody

	Job     *job // of the import that was just asked for
	Form    string
	Manager bool
}

func loadPrecedents(v *visit) (*precedentsData, error) {
	d := &precedentsData{settingsData: settingsData{settingsTabs(v)}, Form: newFormID(), Manager: v.viewer.Manager()}
	return d, v.get("/api/v3/tariff/precedents", nil, d)
}

func precedentsPage(v *visit) error {
	d, err := loadPrecedents(v)
	if err != nil {
		return err
	}
	if id := v.query("job"); id != "" {
		d.Job = &job{}
		// A short wait: most lists are read by then, and the page shows how it went.
		if err := v.get("/api/v3/jobs/"+url.PathEscape(id), url.Values{"wait": {"5"}}, d.Job); err != nil {
			return err
		}
		if d.Job.Ended() {
			if d2, err := loadPrecedents(v); err == nil {
				d2.Job, d = d.Job, d2
			}
		}
	}
	return v.page("precedents", d)
}

func importPrecedents(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	parts := v.fileParts("file")
	c, end, err := multipartCall(call{method: http.MethodPost, path: "/api/v3/tariff/precedents"}, parts)
	defer end()
	if err != nil {
		return err
	}
	var made job
	if err := v.decoded(c, &made); err != nil {
		return err
	}
	return v.redirect("/app/settings/precedents?job=" + made.JobId.String())
}

func removePrecedents(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	if v.field("sure") == "" {
		return v.redirect("/app/settings/precedents")
	}
	if err := v.send(http.MethodDelete, "/api/v3/tariff/precedents", nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/precedents", "precedents_removed")
}

// filtered is a list under a filter whose fields carry the API's names.
type filtered struct {
	Filter      map[string]string
	Next, First string
	query       url.Values
	shown       url.Values
	path        string
}

// filter reads the fields of a filter from the address.
func (v *visit) filter(limit string, names ...string) filtered {
	f := filtered{Filter: map[string]string{}, query: url.Values{"limit": {limit}}, shown: url.Values{}, path: v.r.URL.Path}
	for _, name := range names {
		if value := v.query(name); value != "" {
			f.Filter[name] = value
			f.query.Set(name, value)
			f.shown.Set(name, value)
		}
	}
	if after := v.query("starting_after"); after != "" {
		f.query.Set("starting_after", after)
		f.First = f.path + "?" + f.shown.Encode()
	}
	return f
}

// more fills in the way to what follows the last item.
func (f *filtered) more(hasMore bool, last string) {
	if hasMore {
		next := without(f.shown)
		next.Set("starting_after", last)
		f.Next = f.path + "?" + next.Encode()
	}
}

// requestsData is the log of the organisation's calls.
type requestsData struct {
	formPage
	settingsData
	filtered
	Rows []loggedRequest
}

type loggedRequest struct{ client.CallBody }

// Duration is how long it took, in whole milliseconds.
func (r loggedRequest) Duration() int { return int(r.DurationMs + 0.5) }

// Kind is the badge of its status.
func (r loggedRequest) Kind() string {
	switch {
	case r.Status >= 500:
		return "bad"
	case r.Status >= 400:
		return "warn"
	}
	return "good"
}

func requestsPage(v *visit) error {
	d := &requestsData{settingsData: settingsData{settingsTabs(v)}, filtered: v.filter("50", "status", "path", "key_id", "source", "from", "to", "request_id")}
	query := without(d.query, "request_id", "starting_after")
	switch wanted := d.Filter["request_id"]; {
	case wanted != "":
		d.shown.Del("source")
		query.Del("source")
	case d.Filter["source"] == "any":
		query.Del("source")
	case d.Filter["source"] == "": // the console's own reads drown the others
		d.Filter["source"] = "api"
		query.Set("source", "api")
	}
	keep := func(r loggedRequest) bool {
		return d.Filter["request_id"] == "" || r.RequestId == d.Filter["request_id"]
	}
	rows, last, more, err := lookThrough(v, "/api/v3/organization/requests", query, keep, func(r loggedRequest) string { return r.Id.String() })
	if err != nil {
		return v.again(err, "requests", d)
	}
	d.Rows = rows
	d.more(more, last)
	return v.page("requests", d)
}

// auditData is the log of what concerns the whole organisation.
type auditData struct {
	formPage
	settingsData
	filtered
	Rows []auditEntry
}

type auditEntry struct {
	client.AuditBody

	Organization string `json:"-"` // its name, on pages of operators
}

func auditPage(v *visit) error {
	d := &auditData{settingsData: settingsData{settingsTabs(v)}, filtered: v.filter("50", "action", "from", "to")}
	var list struct {
		Data    []auditEntry `json:"data"`
		HasMore bool         `json:"has_more"`
	}
	if err := v.get("/api/v3/organization/audit", d.query, &list); err != nil {
		return v.again(err, "audit", d)
	}
	if d.Rows = list.Data; len(d.Rows) > 0 {
		d.more(list.HasMore, d.Rows[len(d.Rows)-1].Id.String())
	}
	return v.page("audit", d)
}

func auditFile(v *visit) error {
	f := v.filter("100", "action", "from", "to")
	f.query.Set("format", "csv")
	return v.pass(call{method: http.MethodGet, path: "/api/v3/organization/audit", query: f.query, accept: "text/csv"}, attached("audit.csv"))
}

// attached is the header of a file that is saved, not opened.
func attached(name string) http.Header {
	return http.Header{"Content-Disposition": {`attachment; filename="` + name + `"`}}
}
