package classify

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tariffdesk/model"
	"tariffdesk/model/modeltest"
	"tariffdesk/tariff"
)

// served joins the engine with a client of a local server that answers in turn, the last for good.
func served(t *testing.T, cfg model.Config, answers ...http.HandlerFunc) (*Assisted, *model.Client, *atomic.Int64) {
	t.Helper()
	client, calls := modeltest.Serve(t, cfg, answers...)
	return NewAssisted(embeddedEngine(t), client.Complete), client, calls
}

func TestNoMisbehaviourOfAServerFailsAClassification(t *testing.T) {
	t.Parallel()
	notes := embeddedEngine(t).words.voices.In(tariff.LanguageEnglish)
	good := modeltest.Completion(chooses("420221", 0.9), "")
	for name, tc := range map[string]struct {
		answers []http.HandlerFunc
		note    string
		calls   int64
	}{
		"behaves":               {[]http.HandlerFunc{good}, notes.Say("model_assisted"), 1},
		"429, then behaves":     {[]http.HandlerFunc{modeltest.Failing(429, "Retry-After", "1"), good}, notes.Say("model_assisted"), 2},
		"500":                   {[]http.HandlerFunc{modeltest.Failing(500)}, notes.Say("model_unreached"), 2},
		"slow":                  {[]http.HandlerFunc{modeltest.Stall}, notes.Say("model_unreached"), 2},
		"hangs up":              {[]http.HandlerFunc{modeltest.HangUp}, notes.Say("model_unreached"), 2},
		"refuses":               {[]http.HandlerFunc{modeltest.Completion("", "no")}, notes.Say("model_unreached"), 1},
		"broken JSON, then not": {[]http.HandlerFunc{modeltest.Completion(`{"ranking":[`, ""), good}, notes.Say("model_assisted"), 2},
		"broken JSON":           {[]http.HandlerFunc{modeltest.Completion(`{"ranking":[`, "")}, notes.Say("model_unreached"), 2},
		"invented, then real":   {[]http.HandlerFunc{modeltest.Completion(chooses("123456", 0.9), ""), good}, notes.Say("model_assisted"), 2},
		"invented codes":        {[]http.HandlerFunc{modeltest.Completion(chooses("123456", 0.9), "")}, notes.Say("model_unchecked"), 2},
		"huge":                  {[]http.HandlerFunc{modeltest.Completion(strings.Repeat("x", 1<<20), "")}, notes.Say("model_unreached"), 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := model.Config{Attempts: 2, CallTimeout: time.Minute, MaxAnswerBytes: 50_000}
			if name == "slow" {
				cfg.CallTimeout = 300 * time.Millisecond
			}
			a, _, calls := served(t, cfg, tc.answers...)
			r := classified(t, a, Request{Description: handbag})
			if r.Suggestions[0].Subheading.Code != "420221" || !strings.Contains(r.Suggestions[0].Advice, tc.note) || calls.Load() != tc.calls {
				t.Errorf("%d calls, %s, %q", calls.Load(), r.Suggestions[0].Subheading.Code, r.Suggestions[0].Advice)
			}
		})
	}
}

func TestABrokenServerIsLeftAloneUntilItRecovers(t *testing.T) {
	t.Parallel()
	cfg := model.Config{Attempts: 1, BreakerFailures: 2, BreakerPause: time.Millisecond}
	a, client, calls := served(t, cfg, modeltest.Failing(500), modeltest.Failing(500), modeltest.Completion(chooses("420221", 0.9), ""))
	for range 2 {
		classified(t, a, Request{Description: handbag})
	}
	if !client.Stats().BreakerOpen {
		t.Fatal("closed after two failures")
	}
	deadline := time.Now().Add(time.Minute)
	for client.Stats().BreakerOpen && time.Now().Before(deadline) { // the pause is over within a millisecond
		classified(t, a, Request{Description: handbag})
	}
	if client.Stats().BreakerOpen || calls.Load() != 3 || a.Stats().Accepted != 1 {
		t.Errorf("open %v after %d calls, %+v", client.Stats().BreakerOpen, calls.Load(), a.Stats())
	}
}
