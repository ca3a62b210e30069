package console

import (
	"net/http"
	"net/url"
	"strconv"

	"tariffdesk/client"
)

func shareLinkRoutes() []route {
	return []route{
		{pattern: "GET /app/settings/share-links", handle: shareLinksPage},
		{pattern: "POST /app/settings/share-links", handle: makeShareLink},
		{pattern: "POST /app/settings/share-links/{id}/revoke", handle: revokeShareLink},
	}
}

// shareLinksData lists the links; the form makes one for a record or a job.
type shareLinksData struct {
	formPage
	settingsData
	filtered
	Links       []shareLink
	Made        *shareLink // with its address, this once
	Record      string     // what the form is for, "" for none
	Job         string
	Description string // of the product
	Values      map[string]string
}

// shareLink is a link; its address is told once, when it is made.
type shareLink struct{ client.ShareOutputBody }

// Badge is the kind of the badge of its status.
func (l shareLink) Badge() string {
	return map[string]string{"open": "good", "answered": "", "expired": "warn", "revoked": "warn"}[string(l.Status)]
}

func loadShareLinks(v *visit, record, jobID string) (*shareLinksData, error) {
	d := &shareLinksData{
		settingsData: settingsData{settingsTabs(v)}, filtered: v.filter("25", "classification_record_id"), Record: record, Job: jobID,
		Values: map[string]string{"language": "Spanish", "expires_in_hours": "168", "allow_files": "true"},
	}
	d.path = "/app/settings/share-links" // also after a form
	var list struct {
		Data    []shareLink `json:"data"`
		HasMore bool        `json:"has_more"`
	}
	if err := v.get("/api/v3/sharelink", d.query, &list); err != nil {
		return nil, err
	}
	if d.Links = list.Data; len(d.Links) > 0 {
		d.more(list.HasMore, d.Links[len(d.Links)-1].Id.String())
	}
	if record == "" {
		return d, nil
	}
	var of struct {
		Description string `json:"product_description"`
	}
	err := v.get("/api/v3/tariff/records/"+url.PathEscape(record), nil, &of)
	d.Description = of.Description
	return d, err
}

func shareLinksPage(v *visit) error {
	d, err := loadShareLinks(v, v.query("record"), v.query("job"))
	if err != nil {
		return err
	}
	d.Made = revealed[shareLink](v)
	return v.page("share-links", d)
}

// makeShareLink leads to the page that shows the address, this once.
func makeShareLink(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	record, jobID := v.field("record"), v.field("job")
	body := map[string]any{"language": v.field("language"), "allow_files": v.field("allow_files") != ""}
	if record != "" {
		body["classification_record_id"] = record
	} else {
		body["job_id"] = jobID
	}
	if hours, err := strconv.Atoi(v.field("expires_in_hours")); err == nil {
		body["expires_in_hours"] = hours
	}
	if message := v.field("message"); message != "" {
		body["message"] = message
	}
	var made shareLink
	if err := v.post("/api/v3/sharelink", body, &made); err != nil {
		return err
	}
	return revealLink(v, "/app/settings/share-links", made)
}

// revealLink leads to the page that shows the address of a link. The rest of it may be longer than a cookie.
func revealLink(v *visit, path string, made shareLink) error {
	return revealNext(v, path, shareLink{client.ShareOutputBody{Url: absolute(v, made.Url)}})
}

func revokeShareLink(v *visit) error {
	if err := v.send(http.MethodDelete, "/api/v3/sharelink/"+url.PathEscape(v.r.PathValue("id")), nil, nil); err != nil {
		return err
	}
	return v.done("/app/settings/share-links", "share_link_revoked")
}
