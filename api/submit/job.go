package submit

import (
	"cmp"
	"encoding/json"
	"time"

	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/language"
)

// countsBody adds up to the total once the job has ended.
type countsBody struct {
	Total        int `json:"total" doc:"Parts of the job: rows of a batch, pages or files of a document, else 1"`
	Completed    int `json:"completed" doc:"Parts that succeeded"`
	Failed       int `json:"failed" doc:"Parts that failed; they are refunded"`
	Unclassified int `json:"unclassified" doc:"Classifications that found no code; they are refunded"`
	Unread       int `json:"unread,omitempty" doc:"Pages or files of a document without print; they are refunded. Absent where there are none"`
	Cancelled    int `json:"cancelled,omitempty" doc:"What never ran because the job was cancelled; absent where there is none"`
}

type jobCreditsBody struct {
	Charged  credit.Amount `json:"charged" doc:"Credits charged, before refunds"`
	Refunded credit.Amount `json:"refunded" doc:"Credits given back"`
}

// JobBody is the job object.
type JobBody struct {
	JobID      string          `json:"job_id" format:"uuid" doc:"Id of the job"`
	Kind       jobs.Kind       `json:"kind" doc:"What the job does"`
	Status     jobs.State      `json:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"queued, running, then one of succeeded, failed and cancelled, which are final"`
	Progress   int             `json:"progress" minimum:"0" maximum:"100" doc:"How far the work is, in percent"`
	Counts     countsBody      `json:"counts" doc:"How many parts the job has, and how they ended"`
	Credits    jobCreditsBody  `json:"credits" doc:"What it was charged and given back"`
	CreatedAt  time.Time       `json:"created_at" doc:"When it was asked for"`
	StartedAt  *time.Time      `json:"started_at" doc:"When work on it began; null while it is queued"`
	FinishedAt *time.Time      `json:"finished_at" doc:"When it ended; null until then"`
	ExpiresAt  *time.Time      `json:"expires_at" doc:"When the result is removed"`
	ResultURL  *string         `json:"result_url" doc:"Where the result is; null while there is none, and after expires_at"`
	Error      *wire.ErrorBody `json:"error" doc:"What went wrong; null unless the job failed"`

	RemainingSeconds *int    `json:"remaining_seconds" doc:"What a running batch may still take, by the pace of its rows; null where nothing tells"`
	RetryOf          *string `json:"retry_of" doc:"The batch whose failed rows this one classifies again"`

	FileName     *string  `json:"file_name" doc:"Of the file that the job reads, as its caller named it; null where it reads none"`
	CountryCode  *string  `json:"country_code" doc:"Whose tariff the job classifies in; null of other jobs, and of single ones in lists"`
	UnreadSheets []string `json:"unread_sheets,omitempty" doc:"Of a workbook: its sheets that were not read"`
	ReviewBelow  *float64 `json:"review_below" doc:"Rows of a batch with a lower confidence are to be reviewed; null of other jobs"`
}

func newCountsBody(j jobs.Job) countsBody {
	b := countsBody{Total: j.Total, Completed: j.Completed, Failed: j.Failed, Cancelled: j.Cancelled()}
	switch j.Kind {
	case jobs.KindExtract, jobs.KindDigitize, jobs.KindSplit, jobs.KindShipmentPapers:
		b.Unread = j.Empty
	default:
		b.Unclassified = j.Empty
	}
	return b
}

func jobPath(id string) string { return "/api/v3/jobs/" + id }

// operationOf is the path of the operation that a run is of; "" for other jobs, and in lists, which hold neither input nor
// result: there the result of the job names it.
func operationOf(j jobs.Job) string {
	if j.Kind != jobs.KindShipment {
		return ""
	}
	for _, raw := range []json.RawMessage{j.Result, j.Input} {
		var in jobs.ShipmentInput
		if len(raw) > 0 && json.Unmarshal(raw, &in) == nil && in.ShipmentID != "" {
			return "/api/v3/operations/" + in.ShipmentID
		}
	}
	return ""
}

// In is the body with its error in a language.
func (b JobBody) In(l language.Language) JobBody {
	if b.Error != nil {
		b.Error, _ = b.Error.In(l)
	}
	return b
}

// NewJobBody returns a job as callers see it: times in UTC, and a result URL only where a result is still kept.
func NewJobBody(j jobs.Job) JobBody {
	b := JobBody{
		JobID: j.ID, Kind: j.Kind.Public(), Status: j.State, Progress: j.Progress,
		Counts:    newCountsBody(j),
		Credits:   jobCreditsBody{j.Charged, j.Refunded},
		CreatedAt: j.CreatedAt.UTC(), StartedAt: wire.UTC(j.StartedAt), FinishedAt: wire.UTC(j.FinishedAt), ExpiresAt: wire.UTC(j.ExpiresAt),
	}
	if of := operationOf(j); of != "" {
		b.ResultURL = &of
	} else if j.LeftResult() && !j.Expired {
		url := jobPath(j.ID) + "/result"
		b.ResultURL = &url
	}
	if j.Error != nil {
		b.Error = wire.BodyOf(j.Error)
	}
	if left, ok := j.Left(); ok {
		b.RemainingSeconds = new(int(left.Seconds()))
	}
	b.RetryOf = wire.OrNull(j.RetryOf)
	var about struct {
		Name        string `json:"name"`
		CountryCode string `json:"country_code"`
		Layout      struct{ Unread []string }
		ReviewBelow *float64 `json:"review_below"`
	}
	if err := json.Unmarshal(j.Input, &about); err == nil { // inputs of other kinds have other members
		b.FileName, b.CountryCode, b.UnreadSheets = wire.OrNull(about.Name), wire.OrNull(about.CountryCode), about.Layout.Unread
		if j.Kind == jobs.KindBatch {
			b.ReviewBelow = cmp.Or(about.ReviewBelow, new(jobs.ReviewBelow))
		}
	}
	return b
}
