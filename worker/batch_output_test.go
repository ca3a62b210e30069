package worker_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tariffdesk/classify"
	"tariffdesk/credit"
	"tariffdesk/jobs"
	"tariffdesk/tariff"
	"tariffdesk/worker"
)

// exempt answers for every code.
type exempt struct{}

func (exempt) TariffInfo(_ classify.Country, code, _ string, _ tariff.Language) json.RawMessage {
	return fmt.Appendf(nil, `{"unit":"Pza of %s","import_duty":[{"rate_type":"exempt","name":"IGI"}],"taxes":[{"rate_type":"ad_valorem","name":"IVA","rate":0.16}],"regulations":[{"key":"NM"},{"key":"A1"},{"key":"NM"}]}`, code)
}

// The response of a row is that of a single call: rates of every code, not of the best alone. What
// the workbook shows of it is in the caller's language.
func TestAChunkAnswersAsSingleCallsDo(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.batch.Classification.Info = exempt{}
	in, err := json.Marshal(jobs.BatchInput{CountryCode: "MEX", Model: "fast", Language: "Spanish", TariffInfo: true})
	if err != nil {
		t.Fatal(err)
	}
	texts, err := json.Marshal([]jobs.BatchText{text("shirt\nof cotton", 2), text("refuse", 3)})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := b.batch.Rows(t.Context(), seat(t), jobs.Chunk{N: 1, Rows: 2, JobInput: in, Input: texts})
	if err != nil || outcome.Completed != 1 || outcome.Failed != 1 {
		t.Fatalf("%+v %v", outcome, err)
	}
	var list [4]struct { // what is shown and the response, in turns
		Rows   []int          `json:"rows"`
		Error  string         `json:"error"`
		Shown  map[string]any `json:"shown"`
		Result []resultOfARow `json:"hscodes_array"`
	}
	if err := json.Unmarshal(outcome.Output, &list); err != nil {
		t.Fatalf("%v\n%s", err, outcome.Output)
	}
	shown, failed := list[0], list[2]
	if got := fmt.Sprintf("%v %s, %s, %s, %s", shown.Rows, shown.Shown["Unit"], shown.Shown["ImportDuty"], shown.Shown["Taxes"], shown.Shown["Regulations"]); got != "[2] Pza of 610910, exento, IVA 16 %, NM, A1" {
		t.Errorf("shown %s", got)
	}
	if failed.Error != "no goods at all" || failed.Rows[0] != 3 {
		t.Errorf("failed %+v", failed)
	}
	for i, want := range []string{"Pza of 610910", "Pza of 610990"} {
		if got := list[1].Result[i].Info.Unit; got != want {
			t.Errorf("code %d: unit %q", i, got)
		}
	}
}

type resultOfARow struct {
	Info struct {
		Unit string `json:"unit"`
	} `json:"tariff_info"`
}

// A response that breaks no line stays whole whatever the description holds.
func TestLineBreaksInADescriptionStayInItsRow(t *testing.T) {
	t.Parallel()
	b := setupBatch(t)
	b.worker(t, worker.Config{}, nil)
	j := b.ended(t, b.submitRows(t, []string{"shirt\nof \u2028 cotton", "scarf"}, []jobs.BatchText{text("shirt\nof \u2028 cotton", 2), text("scarf", 3)}))
	if j.State != jobs.StateSucceeded || j.Charged != 2*credit.One {
		t.Fatalf("%+v", j)
	}
	if got := b.lines(t, b.files(t, j).NDJSON); got != "2:0000:succeeded:610910\n3:0001:succeeded:610910" {
		t.Errorf("rows\n%s", got)
	}
}
