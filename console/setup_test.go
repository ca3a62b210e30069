package console

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// fake stands for the API: a handler for each "METHOD /path" that a test names; anything else is 404.
type fake struct{ mux *http.ServeMux }

// answer lets the API answer pattern with status and body, JSON where it is no string.
func (f *fake) answer(pattern string, status int, body any) {
	f.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) { writeAnswer(w, status, body) })
}

func writeAnswer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if text, ok := body.(string); ok {
		_, _ = io.WriteString(w, text)
		return
	}
	_ = json.NewEncoder(w).Encode(body)
}

// site is a console over a fake API, with a browser.
type site struct {
	t       *testing.T
	api     *fake
	console *Console
	cookies map[string]string
	now     time.Time
}

// setup signs the browser in as an owner on plan pro; out leaves it a stranger.
func setup(t *testing.T) *site {
	t.Helper()
	s := &site{t: t, api: &fake{mux: http.NewServeMux()}, cookies: map[string]string{}, now: time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)}
	var err error
	if s.console, err = New(Config{Now: func() time.Time { return s.now }, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))}, s.api.mux); err != nil {
		t.Fatal(err)
	}
	s.api.answer("GET /api/v3/account", http.StatusOK, `{"user_id":"01890000-0000-7000-8000-000000000004","email":"ana@example.com","name":"Ana","role":"owner",
		"organization":{"id":"01890000-0000-7000-8000-000000000052","name":"Importadora <b>","plan":"pro","status":"active","credits":{"remaining":998.5}}}`)
	s.cookies[accessCookie], s.cookies[refreshCookie] = s.token(10*time.Minute), "rt_one"
	return s
}

// token is an access token that ends after life.
func (s *site) token(life time.Duration) string {
	claims, _ := json.Marshal(map[string]int64{"exp": s.now.Add(life).Unix()})
	return "e30." + base64url(claims) + ".sig"
}

// get asks for a page with the browser's cookies, and keeps those of the answer.
func (s *site) get(path string) *httptest.ResponseRecorder {
	return s.do(httptest.NewRequest(http.MethodGet, path, nil))
}

// post sends a form.
func (s *site) post(path string, fields ...string) *httptest.ResponseRecorder {
	form := make([]string, 0, len(fields)/2)
	for i := 0; i+1 < len(fields); i += 2 {
		form = append(form, queryPair(fields[i], fields[i+1]))
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(strings.Join(form, "&")))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return s.do(r)
}

func (s *site) do(r *http.Request) *httptest.ResponseRecorder {
	for name, value := range s.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	s.console.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		s.cookies[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(s.cookies, c.Name)
		}
	}
	return w
}
