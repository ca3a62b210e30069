package extract_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/extract"
	"tariffdesk/model"
	"tariffdesk/model/modeltest"
)

// served joins the engine with a client of a local server that answers in turn, the last for good.
func served(t *testing.T, cfg model.Config, answers ...http.HandlerFunc) (*extract.Assisted, *model.Client, *atomic.Int64) {
	t.Helper()
	client, calls := modeltest.Serve(t, cfg, answers...)
	return extract.NewAssisted(newEngine(t), client.Complete), client, calls
}

func TestNoMisbehaviourOfAServerFailsAnExtraction(t *testing.T) {
	t.Parallel()
	const unreached, unchecked = "model: the configured model gave no answer about page 1", "model: the configured model gave no answer that passed the check"
	good := modeltest.Completion(orderAnswer, "")
	invented := modeltest.Completion(`{"data":{"z_maker":"Other Inc","order_number":"X-1","z_place":"Paris"}}`, "")
	for name, c := range map[string]struct {
		answers []http.HandlerFunc
		note    string // "" where the model's answer is taken
		calls   int64
	}{
		"behaves":               {[]http.HandlerFunc{good}, "", 1},
		"429, then behaves":     {[]http.HandlerFunc{modeltest.Failing(429, "Retry-After", "1"), good}, "", 2},
		"429":                   {[]http.HandlerFunc{modeltest.Failing(429, "Retry-After", "1")}, unreached, 2},
		"500":                   {[]http.HandlerFunc{modeltest.Failing(500)}, unreached, 2},
		"slow":                  {[]http.HandlerFunc{modeltest.Stall}, unreached, 2},
		"hangs up":              {[]http.HandlerFunc{modeltest.HangUp}, unreached, 2},
		"refuses":               {[]http.HandlerFunc{modeltest.Completion("", "no")}, unreached, 1},
		"broken JSON, then not": {[]http.HandlerFunc{modeltest.Completion(`{"data":{`, ""), good}, "", 2},
		"broken JSON":           {[]http.HandlerFunc{modeltest.Completion(`{"data":{`, "")}, unchecked, 2},
		"wrong shape, then not": {[]http.HandlerFunc{modeltest.Completion(`{"data":{"total":"much"}}`, ""), good}, "", 2},
		"wrong shape":           {[]http.HandlerFunc{modeltest.Completion(`{"data":[]}`, "")}, unchecked, 2},
		"invented, then real":   {[]http.HandlerFunc{invented, good}, "", 2},
		"invented":              {[]http.HandlerFunc{invented}, unchecked, 2},
		"huge":                  {[]http.HandlerFunc{modeltest.Completion(strings.Repeat("x", 1<<20), "")}, unchecked, 2},
		"another key":           {[]http.HandlerFunc{modeltest.Failing(401)}, unreached, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := model.Config{Attempts: 2, CallTimeout: time.Minute, MaxAnswerBytes: 50_000}
			if name == "slow" {
				cfg.CallTimeout = 300 * time.Millisecond
			}
			a, client, calls := served(t, cfg, c.answers...)
			data, got := extracted(t, a, orderRequest())
			if data["order_number"] != "PO-4471" || calls.Load() != c.calls {
				t.Errorf("%s after %d calls", got.Data, calls.Load())
			}
			noted := len(got.Errors) > 0 && strings.HasPrefix(got.Errors[0], "model: ")
			if c.note == "" && (noted || data["z_place"] == nil) || c.note != "" && (!noted || !strings.HasPrefix(got.Errors[0], c.note) || data["z_place"] != nil) {
				t.Errorf("%s %q", got.Data, got.Errors)
			}
			if name == "behaves" && (client.Stats().PromptTokens != 100 || client.Stats().CompletionTokens != 10) {
				t.Errorf("%+v", client.Stats())
			}
		})
	}
}

// TestAServerThatIsDownIsNotAskedAboutEveryPart has a document of many parts.
func TestAServerThatIsDownIsNotAskedAboutEveryPart(t *testing.T) {
	t.Parallel()
	a, _, calls := served(t, model.Config{Attempts: 1}, modeltest.Failing(500))
	pages := make([][]string, 40)
	for i := range pages {
		pages[i] = []string{"Order No: PO-4471", strings.Repeat("something is printed here ", 20)}
		for range 8 {
			pages[i] = append(pages[i], strings.Repeat("more of it on every page ", 20))
		}
	}
	r := orderRequest()
	r.File = textPDF(pages...)
	data, got := extracted(t, a, r)
	if calls.Load() > 4 || data["order_number"] != "PO-4471" {
		t.Errorf("%d calls, %s", calls.Load(), got.Data)
	}
	if n := strings.Count(strings.Join(got.Errors, "\n"), "model: "); n < 1 || n > 2 {
		t.Errorf("%q", got.Errors)
	}
}
