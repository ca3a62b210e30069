package api_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"tariffdesk/account"
	"tariffdesk/credit"
	"tariffdesk/store/storetest"
)

const opinionResult = `{"hscodes_array":[{"hscode_2digits":{"name":"Prendas de punto","code":"61"},"hscode_4digits":{"name":"Playeras de punto","code":"6109"},
	"hscode_6digits":{"name":"Playeras de algodón, de punto","code":"610910"},"hscode_8digits":{"name":"Prendas","code":"61091003"},"hscode_10digits":{"name":"","code":""},
	"overall_confidence":0.82,"justification":"La mercancía está comprendida en la partida 6109.","recommendations":"","tariff_info":{},
	"evidence":[{"kind":"rule","reference":"GIR 1 and 6","text":"los textos la comprenden","code":"610910","status":"supports","source":"Harmonized System 2022"}]}],
	"summary_classification":"","required_questions":[],"questions":[],"classification_record_id":""}`

func TestAClassificationIsPrintedForTheFile(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := uuid.NewString()
	err := s.store.Exec(t.Context(), `INSERT INTO classification_records (id, organisation_id, country_code, model, product_description, result, provenance)
		VALUES ($1, $2, 'MEX', 'fast', 'playera <b>de</b> algodón. Factura 17', $3,
		'{"language":"Spanish","written":25,"attachments":["factura.txt"],"request_ids":["request-9"],"versions":{"tariff":"HS 2022, MEX 2026-04-01","knowledge":"0a1b2c","program":"v9"}}')`, id, s.org.ID, opinionResult)
	if err != nil {
		t.Fatal(err)
	}
	before := storetest.Balance(t, s.store, s.org.ID)
	path := recordsPath + "/" + id + "/report"
	page := string(s.get(path, s.key).want(200).body)
	for _, part := range []string{"Dictamen de clasificación arancelaria", "6109.10.03", "playera &lt;b&gt;de&lt;/b&gt; algodón", "factura.txt", "Factura 17", "request-9", "0a1b2c", "HS 2022, MEX 2026-04-01", "82 %", "Sección", "XI"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if english := string(s.get(path+"?language=English", s.key).want(200).body); !strings.Contains(english, "Opinion on tariff classification") || !strings.Contains(english, "medium") {
		t.Error("the captions are not in the language asked for")
	}
	if pdf := s.get(path+"?format=pdf", s.key).want(200); !strings.HasPrefix(string(pdf.body), "%PDF-") || pdf.header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%.40q", pdf.body)
	}
	s.get(path+"?format=docx", s.key).fails(400, "BadRequest", "format")
	s.get(path+"?language=French", s.key).fails(400, "BadRequest", "language")
	s.get(path, "").fails(401, "Unauthorized")
	_, other := s.organisation(account.PlanPro, credit.One)
	s.get(path, other).fails(404, "NotFound")
	s.get(recordsPath+"/"+uuid.NewString()+"/report", s.key).fails(404, "NotFound")
	if after := storetest.Balance(t, s.store, s.org.ID); after != before {
		t.Errorf("a report was charged: %v, then %v", before, after)
	}
}

func TestARecordOfBeforeProvenanceIsPrintedToo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.keepRecord(s.org.ID, "WORLD", "Steel screw 4 mm", "", 0, true)
	page := string(s.get(recordsPath+"/"+id+"/report", s.key).want(200).body)
	for _, part := range []string{"Steel screw 4 mm", "not kept", "none: the description does not say"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}
