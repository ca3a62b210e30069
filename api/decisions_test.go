package api_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/classify"
	"tariffdesk/credit"
)

// anyCode is a nomenclature in which every code exists but those of chapter 99.
type anyCode struct{}

func (anyCode) Known(_, code string) bool { return !strings.HasPrefix(code, "99") }

func (anyCode) Near(_, code string) []string { return []string{"98" + code[2:]} }

// tree is a nomenclature in which 6109.10 has one line with two subdivisions, and nothing else exists.
type tree struct{}

func (tree) Known(country, code string) bool {
	return code == "610910" || country == "MEX" && slices.Contains([]string{"61091003", "6109100301", "6109100399"}, code)
}

func (tree) Near(country, code string) []string {
	switch {
	case country != "MEX":
		return []string{"610910"}
	case len(code) > 8:
		return []string{"6109100301", "6109100399"}
	}
	return []string{"61091003"}
}

type decisionAnswer struct {
	Confirmed   *string `json:"confirmed_hscode"`
	ConfirmedAt *string `json:"confirmed_at"`
	PrecedentID *string `json:"precedent_id"`
	Result      struct {
		Suggestions []classify.Suggestion `json:"hscodes_array"`
		Summary     string                `json:"summary_classification"`
	}
}

// leads is the longest code that a record is led by.
func (a decisionAnswer) leads() string {
	if len(a.Result.Suggestions) == 0 {
		return ""
	}
	s := a.Result.Suggestions[0]
	return cmp.Or(s.Statistical.Code, s.Line.Code, s.Subheading.Code)
}

func TestACodeThatDoesNotExistNamesTheNearest(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) { d.Codes = tree{} })
	mexico, world := s.keepRecord(s.org.ID, "MEX", "cotton shirt", "6109100301", 0.9, false), s.keepRecord(s.org.ID, "WORLD", "cotton shirt", "610910", 0.9, false)
	for _, tc := range []struct{ id, code, said string }{
		{mexico, "6109100377", "near: 6109100301, 6109100399"}, {mexico, "6109.10.77", "near: 61091003"}, {mexico, "6109103", "6, 8 or 10 digits; near: 61091003"},
		{mexico, "610910030100", "6, 8 or 10 digits; near: 6109100301, 6109100399"}, {mexico, "6109", "6, 8 or 10 digits"}, {mexico, "", "6, 8 or 10 digits"},
		{mexico, "610910o3", "6, 8 or 10 digits"}, {world, "61091003", "no code of the Harmonized System; near: 610910"}, {world, "620520", "near: 610910"},
	} {
		a := s.post(recordsPath+"/"+tc.id+"/confirm", s.key, map[string]string{"hscode": tc.code})
		a.fails(422, "ValidationError", "hscode: ")
		if !strings.Contains(string(a.body), tc.said) {
			t.Errorf("%s: %s", tc.code, a.body)
		}
	}
	if got := s.listed(recordsPath+"?confirmed=true", s.key); len(got.Data) > 0 {
		t.Errorf("decided: %+v", got)
	}
	var a decisionAnswer
	s.post(recordsPath+"/"+mexico+"/confirm", s.key, map[string]string{"hscode": "6109.10.03 99"}).want(200).decode(&a)
	if a.Confirmed == nil || *a.Confirmed != "6109100399" {
		t.Errorf("%+v", a)
	}
}

func TestADecisionLeadsItsRecordUntilItIsUndone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	suggestion := func(code string, confidence float64) string {
		return fmt.Sprintf(`{"hscode_2digits":{"code":"61","name":"c"},"hscode_4digits":{"code":"6109","name":"h"},"hscode_6digits":{"code":%q,"name":"s"},"hscode_8digits":{"code":%q,"name":"l"},
			"hscode_10digits":{"code":%q,"name":"n"},"overall_confidence":%v,"justification":"because","recommendations":"","tariff_info":{"unit":"Pza"},"line_confidence":0.7}`, code[:6], code[:8], code, confidence)
	}
	id := s.keepRecord(s.org.ID, "MEX", "cotton shirt", "6109100301", 0.9, false)
	err := s.store.Exec(t.Context(), `UPDATE classification_records SET result = $2::json, provenance = '{"language":"Spanish"}' WHERE id = $1`, id,
		`{"hscodes_array":[`+suggestion("6109100301", 0.9)+`,`+suggestion("6109900401", 0.05)+`],"summary_classification":"Lo mejor.","required_questions":[],"own":1}`)
	if err != nil {
		t.Fatal(err)
	}
	path := recordsPath + "/" + id
	decide := func(code string) (a decisionAnswer) {
		s.post(path+"/confirm", s.key, map[string]string{"hscode": code, "reason": "visto"}).want(200).decode(&a)
		return a
	}
	shows := func(a decisionAnswer, leads string, suggested *float64, rest ...string) {
		t.Helper()
		var others []string
		for _, other := range a.Result.Suggestions[1:] {
			others = append(others, other.Statistical.Code)
		}
		first := a.Result.Suggestions[0]
		if a.leads() != leads || !slices.Equal(others, rest) || (first.Decision == nil) != (a.Confirmed == nil) {
			t.Errorf("%s leads %v: %+v", a.leads(), others, first)
		}
		if d := first.Decision; d != nil {
			same := d.SuggestedConfidence == nil && suggested == nil || d.SuggestedConfidence != nil && suggested != nil && *d.SuggestedConfidence == *suggested
			if !same || d.Reason != "visto" || d.PrecedentID == "" || d.PrecedentID != *a.PrecedentID || first.Confidence != 1 || !strings.HasPrefix(a.Result.Summary, "Su organización decidió "+*a.Confirmed) {
				t.Errorf("%+v, %v", d, a.Result.Summary)
			}
		}
	}
	last := decide("6109100399") // other last digits
	shows(last, "6109100399", new(0.9), "6109900401")
	if first := last.Result.Suggestions[0]; string(first.TariffInfo) != `{"unit":"Pza"}` || first.Line.Name != "l" && first.Line.Name != "" || first.LineConfidence != nil {
		t.Errorf("%+v", first)
	}
	shows(decide("610990"), "6109900401", new(0.05), "6109100301") // the second, down to its own line
	shows(decide("42021201"), "42021201", nil, "6109100301", "6109900401")
	var read decisionAnswer
	s.get(path, s.key).want(200).decode(&read)
	shows(read, "42021201", nil, "6109100301", "6109900401")
	if got := s.get(path+"/report?format=html", s.key).want(200); !strings.Contains(string(got.body), "4202.12.01") || !strings.Contains(string(got.body), "visto") {
		t.Errorf("%s", got.body)
	}
	for _, want := range []string{"6109900401", "6109100399", "6109100301"} {
		var a decisionAnswer
		s.post(path+"/undo", s.key, map[string]string{"reason": "error"}).want(200).decode(&a)
		if a.leads() != want {
			t.Errorf("%s leads, want %s", a.leads(), want)
		}
	}
	s.post(path+"/undo", s.key, "").fails(409, "Conflict")
	read = decisionAnswer{}
	s.get(path, s.key).want(200).decode(&read)
	if read.Result.Summary != "Lo mejor." || read.Result.Suggestions[0].Decision != nil {
		t.Errorf("%+v", read)
	}
}

func TestADecisionIsTakenBackOnceAndByItsOwnOrganisation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.keepRecord(s.org.ID, "WORLD", "Steel screw", "731815", 0.4, true)
	path := recordsPath + "/" + id
	_, foreign := s.organisation(account.PlanPro, credit.One)
	var a decisionAnswer
	s.post(path+"/confirm", s.key, map[string]string{"hscode": "731816"}).want(200).decode(&a)
	for _, p := range []string{path + "/undo", path + "/confirm", recordsPath + "/" + uuid.NewString() + "/undo", recordsPath + "/x/undo"} {
		s.post(p, foreign, map[string]string{"hscode": "731816"}).fails(404, "NotFound")
	}
	precedent := "/api/v3/tariff/precedents/" + *a.PrecedentID
	s.get(precedent, foreign).fails(404, "NotFound")
	s.send("DELETE", precedent, foreign, nil).fails(404, "NotFound")
	var held struct {
		HSCode   string
		Country  string `json:"country_code"`
		RecordID string `json:"classification_record_id"`
		Source   string
	}
	s.get(precedent, s.key).want(200).decode(&held)
	if held.HSCode != "731816" || held.Country != "WORLD" || held.RecordID != id || held.Source != "confirmed" {
		t.Errorf("%+v", held)
	}
	s.post(path+"/undo", s.key, map[string]string{"reason": strings.Repeat("x", 501)}).fails(422, "ValidationError", "reason")
	s.post(path+"/undo", s.key, map[string]string{"hscode": "731815"}).fails(422, "ValidationError", "hscode")
	var undone decisionAnswer
	s.post(path+"/undo", s.key, "").want(200).decode(&undone) // a body may be left out
	if undone.Confirmed != nil || undone.ConfirmedAt != nil || undone.PrecedentID != nil {
		t.Errorf("%+v", undone)
	}
	s.get(precedent, s.key).fails(404, "NotFound")
	s.post(path+"/undo", s.key, "").fails(409, "Conflict")
	var history struct {
		Data []struct {
			Action    string
			HSCode    *string
			Previous  string  `json:"previous_hscode"`
			Precedent *string `json:"precedent_id"`
		}
	}
	s.get(path+"/history", s.key).want(200).decode(&history)
	if len(history.Data) != 2 || history.Data[1].Action != "undone" || history.Data[1].HSCode != nil || history.Data[1].Previous != "731816" || history.Data[0].Precedent != nil {
		t.Errorf("%+v", history)
	}
	s.post(path+"/confirm", s.key, map[string]string{"hscode": "731816"}).want(200).decode(&a)
	s.send("DELETE", "/api/v3/tariff/precedents/"+*a.PrecedentID, s.key, nil).want(204)
	s.get(path, s.key).want(200).decode(&a)
	if a.Confirmed == nil || a.PrecedentID != nil {
		t.Errorf("what was decided went with its precedent: %+v", a)
	}
}

func TestAWholeFilterIsDecided(t *testing.T) {
	t.Parallel()
	s := setup(t)
	sure, unsure := s.keepRecord(s.org.ID, "MEX", "Camisa de algodón", "61091003", 0.95, false), s.keepRecord(s.org.ID, "WORLD", "Steel screw 4 mm", "731815", 0.4, true)
	s.keepRecord(s.org.ID, "WORLD", "thing", "", 0, true)           // without a suggestion
	s.keepRecord(s.org.ID, "WORLD", "old goods", "990000", 1, true) // of no tariff
	decided := s.keepRecord(s.org.ID, "WORLD", "Steel nut", "731816", 0.9, false)
	s.post(recordsPath+"/"+decided+"/confirm", s.key, map[string]string{"hscode": "731815"}).want(200)
	other, foreign := s.organisation(account.PlanPro, credit.One)
	s.keepRecord(other.ID, "WORLD", "Steel screw", "731815", 0.4, true)
	all := func(token string, filter map[string]any, dry bool) (out struct{ Matched, Decided int }) {
		t.Helper()
		s.post(recordsPath+"/confirm", token, map[string]any{"filter": filter, "action": "suggested", "dry_run": dry}).want(200).decode(&out)
		return out
	}
	for _, tc := range []struct {
		filter           map[string]any
		dry              bool
		matched, decided int
	}{
		{nil, true, 2, 0}, {map[string]any{"chapter": "73"}, true, 1, 0}, {map[string]any{"q": "nut"}, true, 0, 0}, {map[string]any{"to": "2020-01-01"}, true, 0, 0},
		{map[string]any{"confidence_from": 0.9}, false, 1, 1}, {map[string]any{"confidence_from": 0.9}, false, 0, 0},
		{map[string]any{"question_open": true, "country_code": "WORLD", "confidence_below": 0.5}, false, 1, 1}, {map[string]any{}, false, 0, 0},
	} {
		if tc.filter == nil {
			tc.filter = map[string]any{}
		}
		if got := all(s.key, tc.filter, tc.dry); got.Matched != tc.matched || got.Decided != tc.decided {
			t.Errorf("%v: %+v", tc.filter, got)
		}
	}
	for id, want := range map[string]string{sure: "61091003", unsure: "731815", decided: "731815"} {
		var a decisionAnswer
		if s.get(recordsPath+"/"+id, s.key).want(200).decode(&a); *a.Confirmed != want || a.PrecedentID == nil {
			t.Errorf("%+v", a)
		}
	}
	if got := all(foreign, map[string]any{}, true); got.Matched != 1 {
		t.Errorf("another organisation's: %+v", got)
	}
	s.post(recordsPath+"/confirm", s.key, map[string]any{"filter": map[string]any{"chapter": "7", "more": 1, "confidence_from": 2}, "action": "best"}).
		fails(422, "ValidationError", "chapter", "more", "confidence_from", "action")
	s.post(recordsPath+"/confirm", s.key, map[string]any{"action": "suggested"}).fails(422, "ValidationError", "filter")
	s.post(recordsPath+"/confirm", s.key, map[string]any{"filter": map[string]any{"from": "yesterday"}, "action": "suggested"}).fails(422, "ValidationError", "from")

	if err := s.store.Exec(t.Context(), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, hscode, confidence)
		SELECT gen_random_uuid(), $1, 'WORLD', 'fast', 'part ' || i, '{}', '731815', 0.5 FROM generate_series(1, 1001) i`, other.ID); err != nil {
		t.Fatal(err)
	}
	s.post(recordsPath+"/confirm", foreign, map[string]any{"filter": map[string]any{"q": "part"}, "action": "suggested"}).fails(422, "ValidationError", "filter", "1000")
	if got := s.listed(recordsPath+"?confirmed=true&q=part", foreign); len(got.Data) > 0 {
		t.Error("decided beyond the limit")
	}
}

func TestRowsOfABatchAreDecidedAndUndone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	job := s.items("steel screw", "???", "steel screw", "brass screw")
	s.endBatch(map[string]bool{"???": true})
	const path = "/api/v3/tariff/batch-rows"
	var row struct {
		Confirmed   *string `json:"confirmed_hscode"`
		PrecedentID *string `json:"precedent_id"`
	}
	one := path + "/" + job + ".1"
	s.post(one+"/undo", s.key, "").fails(409, "Conflict")
	s.post(one+"/confirm", s.key, map[string]string{"hscode": "731816"}).want(200).decode(&row)
	if row.PrecedentID == nil {
		t.Fatalf("%+v", row)
	}
	s.get("/api/v3/tariff/precedents/"+*row.PrecedentID, s.key).want(200)
	_, foreign := s.organisation(account.PlanPro, credit.One)
	s.post(one+"/undo", foreign, "").fails(404, "NotFound")
	var all struct{ Matched, Decided int }
	body := map[string]any{"filter": map[string]any{"job_id": job}, "action": "suggested"}
	if s.post(path+"/confirm", s.key, body).want(200).decode(&all); all.Matched != 2 || all.Decided != 2 { // neither the failed one nor the decided one
		t.Errorf("%+v", all)
	}
	if s.post(one+"/undo", s.key, map[string]string{"reason": "mistaken"}).want(200).decode(&row); row.Confirmed != nil || row.PrecedentID != nil {
		t.Errorf("%+v", row)
	}
	if s.post(path+"/confirm", s.key, body).want(200).decode(&all); all.Matched != 1 || all.Decided != 1 {
		t.Errorf("undone, and decided again: %+v", all)
	}
	s.post(path+"/"+job+".4/undo", s.key, "").want(200)
}
