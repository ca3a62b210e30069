package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

func jobRoutes() []route {
	return []route{{pattern: "GET /app/jobs/{id}", handle: jobPage}}
}

// job is work of the service as pages show it.
type job struct {
	ID        string    `json:"job_id"`
	Kind      string    `json:"kind"`
	Status    string    `json:"status"`
	Progress  int       `json:"progress"`
	CreatedAt time.Time `json:"created_at"`
	Error     *refusal  `json:"error"`
}

// toJob goes to the page of the job that an answer of 202 names.
func (v *visit) toJob(got *reply) error {
	var j job
	if err := json.Unmarshal(got.body, &j); err != nil {
		return err
	}
	return v.redirect("/app/jobs/" + url.PathEscape(j.ID))
}

// jobPage waits for a call that took longer than a browser should be kept, then goes to its result.
func jobPage(v *visit) error {
	var j job
	id := url.PathEscape(v.r.PathValue("id"))
	if err := v.get("/api/v3/jobs/"+id, nil, &j); err != nil {
		return err
	}
	switch {
	case j.Status == "queued" || j.Status == "running":
		v.w.Header().Set("Refresh", "2")
		return v.page("job", j)
	case j.Kind == "classify" && j.Status == "succeeded":
		got, err := v.ask(call{method: http.MethodGet, path: "/api/v3/jobs/" + id + "/result"})
		if err != nil {
			return err
		}
		return v.toRecord(got)
	case j.Kind == "quote" && j.Status == "succeeded":
		return v.redirect("/app/quotes/" + id)
	case j.Kind == "extract" && j.Status == "succeeded":
		return v.redirect("/app/extractions/" + id)
	case j.Error != nil:
		r := *j.Error
		if r.Status = j.Error.StatusCode; r.Status < http.StatusBadRequest {
			r.Status = http.StatusInternalServerError
		}
		return &r
	}
	return v.page("job", j)
}
