package api_test

import (
	"strings"
	"testing"

	"tariffdesk/api"
	"tariffdesk/quote"
)

type panicking struct{}

func (panicking) Read([]byte, string, bool) (quote.Checked, error) { panic("a secret of the inside") }

func TestAPanicIsA500ThatTellsOnlyTheLog(t *testing.T) {
	t.Parallel()
	s := setup(t, func(_ *api.Config, d *api.Deps) { d.Quotes = panicking{} })
	r := s.post(quotePath, s.key, quoteBody(1))
	r.fails(500, "InternalServerError")
	if strings.Contains(string(r.body), "inside") {
		t.Errorf("shown: %s", r.body)
	}
	if log := s.logs.String(); !strings.Contains(log, "a secret of the inside") || !strings.Contains(log, "panic_test.go") {
		t.Error("the log does not tell where")
	}
	s.get("/health", "").want(200)
}
