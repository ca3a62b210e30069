package console

import (
	"net/http"
	"net/url"

	"tariffdesk/client"
)

func homeRoutes() []route {
	return []route{{pattern: "GET /app/{$}", handle: homePage}}
}

// homeData is the first page after the sign-in: what waits, what runs, what is left.
type homeData struct {
	Viewer   *viewer
	Start    []navItem // where work begins
	Review   recordList
	Rows     int  // of batches to review, as far as they were counted
	MoreRows bool // there are more
	Running  []job
	Failed   []job
	Records  []recordRow
	Quotes   []client.QuoteSummary
	Low      []productLimit // limits that are nearly used up
}

// On the first page a list shows its newest entries alone.
const (
	homeRows = 5
)

func homePage(v *visit) error {
	d := &homeData{Viewer: v.viewer}
	for _, g := range v.c.navigation("", v.viewer) {
		for _, i := range g.Items {
			if g.Title == "nav.work" && i.Key != "review" || i.Key == "lookup" {
				d.Start = append(d.Start, i)
			}
		}
	}
	if v.viewer.Operator() {
		return v.page("home", d)
	}
	// An expired subscription still has a first page: what it may not read stays empty.
	for _, read := range []func() error{d.readRecords(v), d.readJobs(v), d.readQuotes(v), d.readLimits(v)} {
		if err := read(); err != nil && refused(err, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests) == nil {
			return err
		}
	}
	return v.page("home", d)
}

func (d *homeData) readRecords(v *visit) func() error {
	return func() error {
		latest, err := recordRows(v, url.Values{"limit": {"5"}})
		if err != nil {
			return err
		}
		d.Records = latest.Data
		if d.Review, err = recordRows(v, url.Values{"limit": {"50"}, "confirmed": {"false"}, "confidence_below": {v.c.offered().reviewBelow}}); err != nil {
			return err
		}
		var rows struct {
			Data    []struct{} `json:"data"`
			HasMore bool       `json:"has_more"`
		}
		err = v.get("/api/v3/tariff/batch-rows", url.Values{"limit": {"50"}, "confirmed": {"false"}, "confidence_below": {v.c.offered().reviewBelow}}, &rows)
		d.Rows, d.MoreRows = len(rows.Data), rows.HasMore
		return err
	}
}

func (d *homeData) readJobs(v *visit) func() error {
	return func() error {
		var list struct {
			Data []job `json:"data"`
		}
		err := v.get("/api/v3/jobs", url.Values{"limit": {"50"}}, &list)
		for _, j := range list.Data {
			switch {
			case !j.Ended() && len(d.Running) < homeRows:
				d.Running = append(d.Running, j)
			case j.Status == "failed" && len(d.Failed) < homeRows:
				d.Failed = append(d.Failed, j)
			}
		}
		return err
	}
}

func (d *homeData) readQuotes(v *visit) func() error {
	return func() error {
		var list struct {
			Data []client.QuoteSummary `json:"data"`
		}
		err := v.get("/api/v3/quoter_v2/quotes", url.Values{"limit": {"5"}}, &list)
		d.Quotes = list.Data
		return err
	}
}

// readLimits finds the limits of which less than a tenth is left.
func (d *homeData) readLimits(v *visit) func() error {
	return func() error {
		u := &usageData{}
		err := loadSubscription(v, u)
		for _, p := range u.Products {
			if p.Limit != nil && p.Remaining != nil && hundredthsOf(*p.Remaining)*10 < hundredthsOf(*p.Limit) {
				d.Low = append(d.Low, p)
			}
		}
		return err
	}
}

// JobPath is where a job is looked at.
func (homeData) JobPath(j job) string {
	if j.Kind == "batch" {
		return "/app/batches/" + j.JobId.String()
	}
	return "/app/jobs/" + j.JobId.String()
}

// Count is how many wait, as far as they were counted.
func (d homeData) Count(n int, more bool) string {
	if more {
		return grouped(n) + "+"
	}
	return grouped(n)
}
