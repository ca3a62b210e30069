package extract

import (
	"encoding/json"
	"strings"

	"tariffdesk/extract/internal/result"
	"tariffdesk/extract/internal/schema"
	"tariffdesk/fail"
)

// Judgement lists the findings about a schema.
type Judgement struct {
	Valid       bool     // by Draft 7 itself
	Errors      []string // what Draft 7 forbids, each naming its place
	Extractable bool     // Extract takes it
	Limits      []string // why Extract does not, beyond Errors
}

// JudgeSchema judges a schema by Draft 7, and apart from that as Extract would.
func JudgeSchema(raw json.RawMessage) Judgement {
	j := schema.Judge(raw)
	_, err := result.ParseSchema(raw)
	if err != nil && len(j.Errors) == 0 && len(j.Limits) == 0 {
		for _, d := range fail.As(err).Details {
			j.Limits = append(j.Limits, strings.TrimPrefix(d, "json_response: "))
		}
	}
	return Judgement{Valid: len(j.Errors) == 0, Errors: j.Errors, Extractable: err == nil && len(j.Errors) == 0, Limits: j.Limits}
}
