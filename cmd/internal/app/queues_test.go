package app

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestTheQueueDashboardLoadsNothingFromAnotherHostAndChangesNothing(t *testing.T) {
	t.Parallel()
	r := start(t, "")
	ask := func(method, path string) (status int, body string) {
		request, err := http.NewRequestWithContext(t.Context(), method, r.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.SetBasicAuth("ops", "ops-secret")
		return do(request)
	}
	status, page := ask(http.MethodGet, "/ops/queues")
	if status != http.StatusOK || !strings.Contains(page, "Asynq") || regexp.MustCompile(`https?://`).MatchString(page) {
		t.Errorf("%d %s", status, page)
	}
	for _, path := range []string{regexp.MustCompile(`/ops/queues/static/js/main[^"]*`).FindString(page), "/ops/queues/api/queues"} {
		if status, body := ask(http.MethodGet, path); status != http.StatusOK {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
	if status, body := ask(http.MethodDelete, "/ops/queues/api/queues/classify"); status != http.StatusMethodNotAllowed {
		t.Errorf("%d %s", status, body)
	}
}
