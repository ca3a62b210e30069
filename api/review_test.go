package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

const recordsPath = "/api/v3/tariff/records"

type recordItem struct {
	ID         string `json:"classification_record_id"`
	RowID      string `json:"row_id"`
	Row        int
	HSCode     *string
	Confidence *float64
	Question   bool    `json:"question_open"`
	Confirmed  *string `json:"confirmed_hscode"`
	Failed     bool
	Error      *string
}

type recordList struct {
	Data    []recordItem
	HasMore bool `json:"has_more"`
}

func (s *service) listed(path, token string) (l recordList) {
	s.t.Helper()
	s.get(path, token).want(200).decode(&l)
	return l
}

// keepRecord writes a record as a worker does.
func (s *service) keepRecord(organisationID, country, description, code string, confidence float64, open bool) (id string) {
	s.t.Helper()
	id = uuid.NewString()
	err := s.store.Exec(s.t.Context(), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, hscode, confidence, question_open)
		VALUES ($1, $2, $3, 'fast', $4, '{"hscodes_array":[],"required_questions":["Of what?"]}', $5, $6, $7)`, id, organisationID, country, description, code, confidence, open)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

func TestRecordsAreFiltered(t *testing.T) {
	t.Parallel()
	s := setup(t)
	shirt := s.keepRecord(s.org.ID, "MEX", "Camisa de algodón para niño", "61091003", 0.95, false)
	screw := s.keepRecord(s.org.ID, "WORLD", "Steel screw 4 mm", "731815", 0.4, true)
	other, foreign := s.organisation(account.PlanPro, credit.One)
	s.keepRecord(other.ID, "WORLD", "Steel screw", "731815", 0.4, true)
	for query, want := range map[string][]string{
		"":                                       {screw, shirt},
		"q=camis":                                {shirt},
		"q=ALGOD%C3%93N+camisa":                  {shirt},
		"q=%27%29%3B--+%26+%7C":                  {screw, shirt}, // nothing of it is a word
		"q=camisa+screw":                         nil,
		"country_code=MEX":                       {shirt},
		"chapter=73":                             {screw},
		"chapter=61":                             {shirt},
		"chapter=62":                             nil,
		"confidence_below=0.9":                   {screw},
		"confidence_below=1":                     {screw, shirt},
		"question_open=true":                     {screw},
		"question_open=FALSE":                    {shirt},
		"confirmed=1":                            nil,
		"confirmed=0":                            {screw, shirt},
		"job_id=" + uuid.NewString():             nil,
		"from=2099-01-01":                        nil,
		"to=2020-01-01T00:00:00Z":                nil,
		"from=2020-01-01&to=2099-01-01":          {screw, shirt},
		"starting_after=" + screw:                {shirt},
		"chapter=73&question_open=1&q=steel+scr": {screw},
	} {
		got := s.listed(recordsPath+"?"+query, s.key)
		if fmt.Sprint(ids(got)) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", query, ids(got), want)
		}
	}
	if one := s.listed(recordsPath+"?limit=1", s.key); len(one.Data) != 1 || !one.HasMore || *one.Data[0].HSCode != "731815" || !one.Data[0].Question {
		t.Errorf("first page %+v", one)
	}
	if len(s.listed(recordsPath, foreign).Data) != 1 {
		t.Error("another organisation's records are listed")
	}
	s.get(recordsPath+"?chapter=7&confidence_below=2&question_open=perhaps&from=x&to=y&limit=101&country_code=FRA&job_id=z", s.key).
		fails(400, "BadRequest", "chapter", "confidence_below", "question_open", "from", "to", "limit", "country_code", "job_id")
	s.get(recordsPath, "").fails(401, "Unauthorized")
	_, free := s.organisation(account.PlanFree, 0)
	s.get(recordsPath, free).fails(403, "Forbidden")
}

func ids(l recordList) (all []string) {
	for _, r := range l.Data {
		all = append(all, r.ID)
	}
	return all
}

func TestEveryDecisionIsKept(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.keepRecord(s.org.ID, "WORLD", "Steel screw", "731815", 0.4, true)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	path := recordsPath + "/" + id
	s.post(path+"/confirm", owner, map[string]string{"hscode": "731815", "reason": "seen by the buyer"}).want(200)
	s.post(path+"/confirm", s.key, map[string]string{"hscode": "7318.16"}).want(200)
	s.post(path+"/confirm", s.key, map[string]string{"hscode": "731816", "reason": strings.Repeat("x", 501)}).fails(422, "ValidationError", "reason")
	s.post(path+"/confirm", s.key, map[string]any{"hscode": "73", "more": 1}).fails(422, "ValidationError", "more")
	s.post(path+"/confirm", s.key, map[string]any{"hscode": "991816"}).fails(422, "ValidationError", "hscode")
	var history struct {
		Data []struct {
			Action   string
			HSCode   string
			Previous string `json:"previous_hscode"`
			Reason   *string
			By       struct{ Kind, Name string }
		}
	}
	s.get(path+"/history", owner).want(200).decode(&history)
	if len(history.Data) != 2 {
		t.Fatalf("history %+v", history)
	}
	first, second := history.Data[0], history.Data[1]
	if first.Action != "confirmed" || *first.Reason != "seen by the buyer" || first.By.Kind != "user" || first.Previous != "731815" {
		t.Errorf("first %+v", first)
	}
	if second.Action != "corrected" || second.HSCode != "731816" || second.Previous != "731815" || second.By.Kind != "key" || second.Reason != nil {
		t.Errorf("second %+v", second)
	}
	if err := s.store.Exec(t.Context(), `DELETE FROM decisions`); err == nil {
		t.Error("a decision can be deleted")
	}
	if err := s.store.Exec(t.Context(), `UPDATE decisions SET hscode = '010101'`); err == nil {
		t.Error("a decision can be changed")
	}
	_, foreign := s.organisation(account.PlanPro, credit.One)
	s.get(path+"/history", foreign).fails(404, "NotFound")
	s.get(recordsPath+"/x/history", s.key).fails(404, "NotFound")
	if got := s.listed(recordsPath+"?confirmed=true", s.key); len(got.Data) != 1 || *got.Data[0].Confirmed != "731816" {
		t.Errorf("listed %+v", got)
	}
}

// endBatch ends the chunks of the only batch; texts in fails fail.
func (s *service) endBatch(fails map[string]bool) {
	s.t.Helper()
	for {
		c, ok, err := s.store.ClaimChunk(s.t.Context())
		if err != nil || !ok {
			s.t.Fatal(ok, err)
		}
		if c.N == jobs.ChunkAssembly {
			if _, err := s.store.FinishBatch(s.t.Context(), c, []byte(`{"workbook":"results/x","ndjson":"results/y","name":"z"}`)); err != nil {
				s.t.Fatal(err)
			}
			return
		}
		if _, err := s.store.FinishChunk(s.t.Context(), c, rowsOf(s.t, c, fails)); err != nil {
			s.t.Fatal(err)
		}
	}
}

func rowsOf(t *testing.T, c jobs.Chunk, fails map[string]bool) jobs.ChunkOutcome {
	t.Helper()
	o := jobs.ChunkOutcome{Output: []byte("[]")}
	for _, text := range decoded[[]jobs.BatchText](t, c.Input) {
		for _, n := range text.Rows {
			r := jobs.BatchRow{N: n - 1, CountryCode: "WORLD", Description: text.Text, HSCode: "731815", Confidence: new(0.5), Question: "Of what?"}
			if fails[text.Text] {
				r = jobs.BatchRow{N: n - 1, CountryCode: "WORLD", Description: text.Text, Error: "no words"}
				o.Failed++
			} else {
				o.Completed++
			}
			o.Rows = append(o.Rows, r)
		}
	}
	return o
}

func (s *service) items(descriptions ...string) (jobID string) {
	s.t.Helper()
	var items []map[string]string
	for _, d := range descriptions {
		items = append(items, map[string]string{"product_description": d})
	}
	var b batchBody
	s.post(itemsPath+"?country_code=WORLD", s.key, map[string]any{"items": items}).want(202).decode(&b)
	return b.JobID
}

func TestRowsOfABatchAreReviewed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	job := s.items("steel screw", "???", "steel screw", "brass screw")
	s.endBatch(map[string]bool{"???": true})
	const path = "/api/v3/tariff/batch-rows"
	for query, want := range map[string]string{
		"job_id=" + job:                   "[1 2 3 4]",
		"failed=true":                     "[2]",
		"failed=false&question_open=true": "[1 3 4]",
		"q=BRASS":                         "[4]",
		"q=%25":                           "[]",
		"chapter=73&confidence_below=0.6": "[1 3 4]",
		"confirmed=true":                  "[]",
		"limit=2":                         "[1 2]",
		"starting_after=" + job + ".2":    "[3 4]",
		"job_id=" + uuid.NewString():      "[]",
	} {
		numbers := []int{}
		for _, r := range s.listed(path+"?"+query, s.key).Data {
			numbers = append(numbers, r.Row)
		}
		if fmt.Sprint(numbers) != want {
			t.Errorf("%s: %v, want %s", query, numbers, want)
		}
	}
	row := url.PathEscape(job + ".4")
	var confirmed recordItem
	s.post(path+"/"+row+"/confirm", s.key, map[string]string{"hscode": "741533", "reason": "brass"}).want(200).decode(&confirmed)
	s.post(path+"/"+row+"/confirm", s.key, map[string]string{"hscode": "741539"}).want(200).decode(&confirmed)
	if *confirmed.Confirmed != "741539" || confirmed.RowID != job+".4" {
		t.Errorf("confirmed %+v", confirmed)
	}
	var history struct{ Data []struct{ Action string } }
	s.get(path+"/"+row+"/history", s.key).want(200).decode(&history)
	if len(history.Data) != 2 || history.Data[0].Action != "corrected" {
		t.Errorf("history %+v", history)
	}
	var precedents []string
	err := s.store.Precedents(t.Context(), s.org.ID, 0, 100, func(found []classify.Precedent) {
		for _, p := range found {
			precedents = append(precedents, p.Description+" "+p.HS)
		}
	})
	if err != nil || fmt.Sprint(precedents) != "[brass screw 741539]" {
		t.Errorf("precedents %v, %v", precedents, err)
	}
	s.get(path+"?failed=perhaps", s.key).fails(400, "BadRequest", "failed")
	_, foreign := s.organisation(account.PlanPro, credit.One)
	if len(s.listed(path, foreign).Data) != 0 {
		t.Error("another organisation's rows are listed")
	}
	for _, id := range []string{row, job + ".9", job, "x", job + ".-1", job + ".99999999999"} {
		token := s.key
		if id == row {
			token = foreign
		}
		s.post(path+"/"+id+"/confirm", token, map[string]string{"hscode": "741533"}).fails(404, "NotFound")
		s.get(path+"/"+id+"/history", token).fails(404, "NotFound")
	}
	s.post(path+"/"+row+"/confirm", s.key, map[string]string{"hscode": "99"}).fails(422, "ValidationError", "hscode")
}

func TestFailedRowsAreRetriedOnceAndChargedAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	job := s.items("steel screw", "???", "brass screw", "!!!")
	path := "/api/v3/jobs/" + job + "/retry"
	s.post(path, s.key, "").fails(409, "Conflict", "not ended")
	s.endBatch(map[string]bool{"???": true, "!!!": true})
	before := storetest.Balance(t, s.store, s.org.ID)
	found := make([]struct {
		JobID   string `json:"job_id"`
		RetryOf string `json:"retry_of"`
		Counts  struct{ Total int }
	}, 8)
	var asking sync.WaitGroup
	for i := range found {
		asking.Go(func() { s.post(path, s.key, "").want(202).decode(&found[i]) })
	}
	asking.Wait()
	for _, f := range found {
		if f.JobID != found[0].JobID || f.RetryOf != job || f.Counts.Total != 2 {
			t.Errorf("retry %+v", f)
		}
	}
	if got := before - storetest.Balance(t, s.store, s.org.ID); got != 2*credit.One {
		t.Errorf("charged %s", got)
	}
	s.endBatch(map[string]bool{"!!!": true})
	again := "/api/v3/jobs/" + found[0].JobID + "/retry"
	var third batchBody
	s.post(again, s.key, "").want(202).decode(&third) // what failed twice
	s.endBatch(nil)
	s.post("/api/v3/jobs/"+third.JobID+"/retry", s.key, "").fails(409, "Conflict", "no row")
	storetest.CheckInvariants(t, s.store)

	single := s.classify(s.key, description("chair")).want(200)
	var list struct{ Data []batchBody }
	s.get("/api/v3/jobs?limit=1", s.key).want(200).decode(&list)
	s.post("/api/v3/jobs/"+list.Data[0].JobID+"/retry", s.key, "").fails(409, "Conflict", "only a batch")
	_ = single
	_, foreign := s.organisation(account.PlanPro, credit.One)
	s.post(path, foreign, "").fails(404, "NotFound")
	s.post(path, "", "").fails(401, "Unauthorized")
	s.send(http.MethodGet, path, s.key, "").fails(405, "MethodNotAllowed")
}

func TestARetryNeedsCreditsAndAPlan(t *testing.T) {
	t.Parallel()
	s := setup(t)
	o, key := s.organisation(account.PlanPro, credit.One)
	s.key = key
	job := s.items("???")
	s.endBatch(map[string]bool{"???": true})
	var b batchBody
	s.post(itemsPath+"?country_code=WORLD", key, map[string]any{"items": []map[string]string{{"product_description": "chair"}}}).want(202).decode(&b)
	s.post("/api/v3/jobs/"+job+"/retry", key, "").fails(402, "CreditError")
	s.send(http.MethodPost, "/api/v3/jobs/"+b.JobID+"/cancel", key, "").want(200)
	s.post("/api/v3/jobs/"+job+"/retry", key, "").want(202)
	if got := storetest.Balance(t, s.store, o.ID); got != 0 {
		t.Errorf("balance %s", got)
	}
	storetest.CheckInvariants(t, s.store)
}
