package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tariffdesk/credit"
)

func TestAnswersThatCouldNotBeUsedAreReportedOnTheAnswerTheStreamAndTheRecord(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	var first classifiedFiles
	s.classify(s.key, description("milk")).want(200).decode(&first)
	pairs := func(all ...string) part {
		list := []map[string]string{}
		for i := 0; i < len(all); i += 2 {
			list = append(list, map[string]string{"question": all[i], "answer": all[i+1]})
		}
		raw, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		return part{field: "answers", value: string(raw)}
	}
	record := part{field: "classification_record_id", value: first.RecordID}
	type unused struct {
		Unused []struct{ Question, Answer, Reason string } `json:"unused_answers"`
		Open   []string                                    `json:"required_questions"`
		Record string                                      `json:"classification_record_id"`
	}
	check := func(where string, got unused) {
		t.Helper()
		if len(got.Unused) != 1 || got.Unused[0].Question != first.Questions[0] || got.Unused[0].Answer != "(j)" || got.Unused[0].Reason == "" {
			t.Errorf("%s: %+v", where, got.Unused)
		}
		if len(got.Open) == 0 || got.Open[0] != first.Questions[0] {
			t.Errorf("%s: the question is not open: %q", where, got.Open)
		}
	}
	given := pairs(first.Questions[0], "(j)", "Where is it kept: (a) in the freezer; (b) in the fridge?", "the second")
	var got unused
	s.classify(s.key, record, given).want(200).decode(&got)
	check("answer", got)
	var kept struct{ Result unused }
	s.get("/api/v3/tariff/records/"+got.Record, s.key).want(200).decode(&kept)
	check("record", kept.Result)
	stream := s.classify(s.key, record, given, part{field: "streaming", value: "true"}).want(200)
	if !strings.Contains(string(stream.body), `"unused_answers":[{"question":`) {
		t.Errorf("stream: %s", stream.body)
	}
	many := []string{}
	for range 21 {
		many = append(many, first.Questions[0], "(a)")
	}
	s.classify(s.key, record, pairs(many...)).fails(400, "BadRequest", "21", "20")
	s.classify(s.key, record, pairs("", "(a)")).fails(400, "BadRequest", "answers[0].question")
	s.classify(s.key, record, pairs(first.Questions[0], "\u200f")).fails(400, "BadRequest", "answers[0].answer")
	s.keeps(97 * credit.One)
}

func TestAnAnswerBesideTheQuestionIsReported(t *testing.T) {
	t.Parallel()
	s := setupAttachments(t)
	for goods, said := range map[string]string{"electric motor": "blue", "men's shirt": "pretty"} {
		var first classifiedFiles
		s.classify(s.key, description(goods)).want(200).decode(&first)
		raw, err := json.Marshal([]map[string]string{{"question": first.Questions[0], "answer": said}})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Unused []struct{ Question, Answer string } `json:"unused_answers"`
			Open   []string                            `json:"required_questions"`
		}
		s.classify(s.key, part{field: "classification_record_id", value: first.RecordID}, part{field: "answers", value: string(raw)}).want(200).decode(&got)
		if len(got.Unused) != 1 || got.Unused[0].Question != first.Questions[0] || got.Unused[0].Answer != said || !slices.Contains(got.Open, first.Questions[0]) {
			t.Errorf("%s, %q: %+v", goods, said, got)
		}
	}
}
