package classify

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestTheReadmeShowsTheAnswerOfToday so that whoever tries its call finds what it prints.
func TestTheReadmeShowsTheAnswerOfToday(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	r, err := embeddedEngine(t).Classify(t.Context(), Request{Description: "men's knitted cotton t-shirt", Model: ModelFast})
	if err != nil || len(r.Suggestions) == 0 {
		t.Fatalf("%+v %v", r, err)
	}
	first := r.Suggestions[0]
	for what, text := range map[string]string{
		"chapter": first.Chapter.Name, "heading": first.Heading.Name, "subheading": first.Subheading.Name,
		"confidence": `"overall_confidence": ` + strconv.FormatFloat(first.Confidence, 'f', -1, 64), "justification": first.Reason,
		"others": "… " + strconv.Itoa(len(r.Suggestions)-1) + " more",
	} {
		if !strings.Contains(string(readme), text) {
			t.Errorf("%s: the README does not have %s", what, text)
		}
	}
}
