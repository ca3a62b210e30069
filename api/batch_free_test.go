package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/store/storetest"
)

const (
	tablesPath     = "/api/v3/tariff/tariff-tables"
	precedentsPath = "/api/v3/tariff/precedents"
	webhookPath    = "/api/v3/organization/webhook"
)

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// codes returns the codes of the newest job of tables.
func (s *service) codes() []string {
	s.t.Helper()
	var input []byte
	if err := s.store.QueryRow(s.t.Context(), `SELECT input::text FROM jobs ORDER BY created_at DESC LIMIT 1`, nil, &input); err != nil {
		s.t.Fatal(err)
	}
	var in jobs.TablesInput
	if err := json.Unmarshal(input, &in); err != nil {
		s.t.Fatal(err)
	}
	return in.Codes
}

func TestTablesTakeCodesAsJSONOrFromAFileAndCostNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(nil)
	for name, send := range map[string]func() *response{
		"JSON": func() *response {
			return s.send(http.MethodPost, tablesPath+"?country_code=MEX", s.key, `{"hscodes":["6109.10","0101 21", 610910,"x"]}`)
		},
		"workbook": func() *response {
			return s.upload(s.key, tablesPath+"?country_code=MEX", workbook(t, []string{"Item", "Code"}, []string{"a", "6109.10"}, []string{"b", "0101 21"}, []string{"c", "x"}))
		},
		"CSV": func() *response {
			return s.do1(s.formRequest(tablesPath+"?country_code=MEX", part{field: "file", value: "item;code\na;6109.10\nb;0101 21\nc;x\n", name: "codes.csv"}), s.key)
		},
	} {
		r := send().want(202)
		if got := s.codes(); !slices.Equal(got, []string{"6109.10", "0101 21", "x"}) {
			t.Errorf("%s: %q", name, got)
		}
		if r.header.Get("X-Credits-Charged") != "0" {
			t.Errorf("%s: charged %s", name, r.header.Get("X-Credits-Charged"))
		}
	}
	if got := storetest.Balance(t, s.store, s.org.ID); got != 100*credit.One {
		t.Errorf("balance %s", got)
	}
}

func TestBadTablesAreRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	send := func(query, body string) *response { return s.send(http.MethodPost, tablesPath+query, s.key, body) }
	send("", `{"hscodes":["0101"]}`).fails(400, "BadRequest", "country_code")
	send("?country_code=MEX", `{"hscodes":[`).fails(400, "BadRequest", "body")
	send("?country_code=MEX", `{"hscodes":[]}`).fails(422, "ValidationError", "hscodes")
	send("?country_code=MEX", `{"hscodes":[{}],"more":1}`).fails(422, "ValidationError", "hscodes", "more")
	send("?country_code=MEX", `{"hscodes":"0101"}`).fails(422, "ValidationError", "hscodes")
	var many []string
	for i := range 50_001 {
		many = append(many, fmt.Sprintf(`"%08d"`, i))
	}
	send("?country_code=MEX", `{"hscodes":[`+strings.Join(many, ",")+`]}`).fails(400, "BadRequest", "50000")
	s.upload(s.key, tablesPath+"?country_code=MEX", workbook(t, []string{"Item"}, []string{"shirt"})).fails(400, "BadRequest", "file", "codes")
	s.send(http.MethodPost, tablesPath+"?country_code=MEX", "", `{}`).fails(401, "Unauthorized")
	r := s.request(http.MethodPost, tablesPath+"?country_code=MEX", strings.NewReader("0101"))
	r.Header.Set("Content-Type", "text/plain")
	s.do1(r, s.key).fails(415, "UnsupportedMediaType")
}

func TestPrecedentsAreImportedCountedAndRemoved(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.handle(answered(`{"source":"p.csv","imported":2,"carried":0,"repeated":0,"refused":0,"refused_rows":[]}`))
	send := func(content string) *response {
		return s.do1(s.formRequest(precedentsPath, part{field: "file", value: content, name: "p.csv"}), s.key)
	}
	var j batchBody
	send("description,hs\ncotton shirt,610910\n").want(202).decode(&j)
	s.get("/api/v3/jobs/"+j.JobID+"?wait=10", s.key).want(200)
	if got := string(s.get("/api/v3/jobs/"+j.JobID+"/result", s.key).want(200).body); got != `{"source":"p.csv","imported":2,"carried":0,"repeated":0,"refused":0,"refused_rows":[]}` {
		t.Errorf("report %s", got)
	}
	send("").fails(400, "BadRequest", "file")
	send("description,price\nshirt,12.50\n").fails(400, "BadRequest", "file", "codes")
	s.do1(s.formRequest(precedentsPath), s.key).fails(400, "BadRequest", "file")
	s.post(precedentsPath, s.key, `{}`).fails(415, "UnsupportedMediaType")
	s.get(precedentsPath, "").fails(401, "Unauthorized")
	if got := strings.TrimSpace(string(s.get(precedentsPath, s.key).want(200).body)); got != `{"count":0,"sources":[]}` {
		t.Errorf("none: %s", got)
	}
	s.send(http.MethodDelete, precedentsPath, s.key, "").fails(403, "Forbidden")
	s.send(http.MethodDelete, precedentsPath, s.signIn(s.org.ID, account.RoleMember).Access, "").fails(403, "Forbidden")
	s.send(http.MethodDelete, precedentsPath, s.signIn(s.org.ID, account.RoleOwner).Access, "").want(200)
}

func TestTheWebhookIsSetShownAndRemovedByManagers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner := s.signIn(s.org.ID, account.RoleOwner).Access
	s.get(webhookPath, owner).fails(404, "NotFound")
	for _, url := range []string{"http://example.com/hook", "https://10.0.0.1/x", "https://[::1]/x", "https://user:pass@example.com/", "ftp://example.com", ""} {
		s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": url}).fails(422, "ValidationError", "url")
	}
	var set struct{ URL, Secret string }
	s.send(http.MethodPut, webhookPath, owner, map[string]string{"url": "https://example.com/hook"}).want(200).decode(&set)
	if set.URL != "https://example.com/hook" || !strings.HasPrefix(set.Secret, "whsec_") || len(set.Secret) < 40 {
		t.Errorf("%+v", set)
	}
	var j batchBody
	s.upload(s.key, xlsxPath+"?country_code=WORLD", goods(t)).want(202).decode(&j)
	s.post("/api/v3/jobs/"+j.JobID+"/cancel", s.key, "").want(200)
	shown := s.get(webhookPath, owner).want(200)
	if !strings.Contains(string(shown.body), `"type":"job.cancelled"`) || !strings.Contains(string(shown.body), j.JobID) || strings.Contains(string(shown.body), "whsec_") {
		t.Errorf("%s", shown.body)
	}
	for _, method := range []string{http.MethodPut, http.MethodGet, http.MethodDelete} {
		s.send(method, webhookPath, s.key, map[string]string{"url": "https://example.com"}).fails(403, "Forbidden")
		s.send(method, webhookPath, "", map[string]string{"url": "https://example.com"}).fails(401, "Unauthorized")
	}
	s.send(http.MethodDelete, webhookPath, owner, "").want(204)
	s.send(http.MethodDelete, webhookPath, owner, "").fails(404, "NotFound")
}

func TestFreeEndpointsAreBoundedByTheMinute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	limited := false
	for range 70 {
		if r := s.get(precedentsPath, s.key); r.status == http.StatusTooManyRequests {
			r.fails(429, "RATE_LIMITED")
			limited = true
		}
	}
	if !limited {
		t.Error("70 requests within a minute were all answered")
	}
}
