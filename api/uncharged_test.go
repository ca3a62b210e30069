package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"tariffdesk/credit"
	"tariffdesk/fail"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

// jobAnswer is what tests read of a job object.
type jobAnswer struct {
	ID      string             `json:"job_id"`
	Status  string             `json:"status"`
	Counts  map[string]int     `json:"counts"`
	Credits map[string]float64 `json:"credits"`
}

// uncharged checks a job that found no code.
func (s *service) uncharged(jobID string) {
	s.t.Helper()
	var j jobAnswer
	s.get("/api/v3/jobs/"+jobID, s.key).want(200).decode(&j)
	if j.Status != "succeeded" || j.Counts["total"] != 1 || j.Counts["completed"] != 0 || j.Counts["failed"] != 0 || j.Counts["unclassified"] != 1 ||
		j.Credits["charged"] != 1 || j.Credits["refunded"] != 1 {
		s.t.Errorf("job %+v", j)
	}
}

// textsWithoutGoods say nothing of goods.
var textsWithoutGoods = []string{".", "12345", "goods", "好", "???", "0", "-", "₿", "x", "   …   ", "7.5", "qwxzv"}

func TestAClassificationWithoutACodeCostsNothing(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	for _, text := range textsWithoutGoods {
		for _, model := range []string{"fast", "pro"} {
			r := s.do1(s.formRequest(classifyPath+"?country_code=WORLD&model="+model, description(text)), s.key).want(200)
			var got classifiedFiles
			r.decode(&got)
			if len(got.Codes) != 0 || len(got.Questions) == 0 || got.RecordID == "" {
				t.Errorf("%q (%s): %d codes, questions %q, record %q", text, model, len(got.Codes), got.Questions, got.RecordID)
				continue
			}
			if r.header.Get("X-Credits-Charged") != "0" || r.header.Get("X-Credits-Remaining") != "100" {
				t.Errorf("%q: %v", text, r.header)
			}
			s.uncharged(r.header.Get("X-Job-ID"))
			s.get("/api/v3/tariff/records/"+got.RecordID, s.key).want(200)
		}
	}
	s.keeps(100 * credit.One)
}

func TestAPhotoWithoutPrintCostsNothingAndItsKeyReplaysTheAnswer(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	storetest.Limit(t, s.store, s.org.ID, credit.ProductClassification, credit.One)
	photo := part{"image_files", blankPage(t), "front.png"}
	first := s.keyed("photo", s.key, "country_code=WORLD", photo).want(200)
	again := s.keyed("photo", s.key, "country_code=WORLD", photo).want(200)
	if again.header.Get("Idempotent-Replayed") != "true" || again.header.Get("X-Credits-Charged") != "0" || !bytes.Equal(first.body, again.body) {
		t.Errorf("%v %s", again.header, again.body)
	}
	if first.header.Get("X-Job-ID") != again.header.Get("X-Job-ID") {
		t.Error("the key was freed")
	}
	s.uncharged(first.header.Get("X-Job-ID"))
	result := s.get("/api/v3/jobs/"+first.header.Get("X-Job-ID")+"/result", s.key).want(200)
	if result.header.Get("X-Credits-Charged") != "0" {
		t.Errorf("result: %v", result.header)
	}
	s.classify(s.key, description("men's knitted cotton t-shirt")).want(200) // the limit of one was given back
	s.keeps(99 * credit.One)
}

func TestAStreamWithoutACodeEndsAsAlwaysAndIsRefunded(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	r := s.classify(s.key, description("goods"), part{field: "streaming", value: "true"}).want(200)
	if r.header.Get("X-Credits-Charged") != "1" { // sent before the work
		t.Errorf("%v", r.header)
	}
	var order []string
	for lines := bufio.NewScanner(bytes.NewReader(r.body)); lines.Scan(); {
		var line struct {
			Status string
			Code   int `json:"http_status_code"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Status != "progress" {
			order = append(order, line.Status)
		}
		if line.Status == "final" && line.Code != 200 {
			t.Errorf("%s", lines.Bytes())
		}
	}
	if got := strings.Join(order, " "); got != "final record_saved" {
		t.Errorf("stream ends with %q", got)
	}
	s.uncharged(r.header.Get("X-Job-ID"))
	s.keeps(100 * credit.One)
}

func TestAProcessingErrorIsAWarningInTheLogAndAnErrorOfTheServiceAnError(t *testing.T) {
	t.Parallel()
	for status, level := range map[int]string{502: "WARN", 500: "ERROR"} {
		s := setup(t)
		s.handle(func(context.Context, jobs.Job, func(jobs.Progress)) (jobs.Outcome, error) {
			if status == 502 {
				return jobs.Outcome{}, fail.New(fail.CodeSvcDocsProcessing, "AI processing failed: the configured model gave no answer, and nothing was found without it")
			}
			return jobs.Outcome{}, errTest
		})
		s.classify(s.key, description("chair")).want(status)
		s.eventually(func() bool {
			for line := range strings.Lines(s.logs.String()) {
				var entry struct {
					Level, Msg string
					Status     int
				}
				if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "request" && entry.Status == status {
					if entry.Level != level {
						t.Errorf("%d is logged at %s", status, entry.Level)
					}
					return true
				}
			}
			return false
		})
	}
}
