package console

import (
	"net/http"
	"strings"
	"testing"
)

func TestEveryPageOfTheFoundationRenders(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("GET /api/v3/account/sessions", http.StatusOK, `{"data":[{"session_id":"01890000-0000-7000-8000-000000000001","created_at":"2026-05-04T09:00:00Z","last_used_at":"2026-05-04T09:00:00Z","current":true}]}`)
	s.api.answer("GET /api/v3/tariff/records", http.StatusOK, `{"data":[{"classification_record_id":"01890000-0000-7000-8000-000000000051","created_at":"2026-05-04T09:00:00Z","country_code":"MEX","product_description":"<script>x</script>","hscode":"61091003","confidence":0.82,"question_open":true}],"has_more":true}`)
	for _, path := range []string{"/app/", "/app/account", "/app/classify", "/app/records"} {
		w := s.get(path)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "</html>") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), "<script>x") {
			t.Errorf("%s: text of a record is not escaped", path)
		}
	}
}

// TestEveryPageParsesWhenItIsFirstShown: a page is parsed with its first visitor, and none may be broken then.
func TestEveryPageParsesWhenItIsFirstShown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for l, pages := range s.console.templates.pages {
		if len(pages) == 0 {
			t.Fatalf("no pages in %s", l)
		}
		for name := range pages {
			page, err := s.console.templates.page(l, name)
			if err != nil {
				t.Fatal(err)
			}
			if page.Lookup("layout") == nil || page.Lookup("content") == nil {
				t.Errorf("%s of %s has no layout or no content", name, l)
			}
		}
	}
	if _, err := s.console.templates.page(languageEnglish, "absent"); err == nil {
		t.Error("a page that does not exist is parsed")
	}
}
