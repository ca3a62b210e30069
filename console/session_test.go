package console

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheCookiesOfASessionAreClosedToScriptsAndOtherSites(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.cookies = map[string]string{}
	s.api.answer("POST /api/login", http.StatusOK, tokens{AccessToken: s.token(15 * time.Minute), RefreshToken: "rt_new", ExpiresIn: 900})
	w := s.post("/app/sign-in", "email", "ana@example.com", "password", "right", "return", "/app/records")
	if w.Code != http.StatusSeeOther || len(w.Result().Cookies()) != 2 {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	for _, c := range w.Result().Cookies() {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			t.Errorf("%+v", c)
		}
	}
	if next := s.get("/app/sign-in/done?return=%2Fapp%2Frecords"); next.Header().Get("Location") != "/app/records" {
		t.Errorf("signed in, but sent to %s", next.Header().Get("Location"))
	}
}

func TestABrowserThatDropsTheCookiesIsTold(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.cookies = map[string]string{}
	if w := s.get("/app/sign-in/done?return=%2Fapp%2F"); w.Header().Get("Location") != "/app/sign-in?lost=1&return=%2Fapp%2F" {
		t.Errorf("%s", w.Header().Get("Location"))
	}
	if page := s.get("/app/sign-in?lost=1").Body.String(); !strings.Contains(page, "did not keep the session") {
		t.Errorf("%s", page)
	}
}

func TestStrangersAreSentToTheSignInAndBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.cookies = map[string]string{}
	for path, want := range map[string]string{
		"/app/records?q=shoes": "/app/sign-in?return=%2Fapp%2Frecords%3Fq%3Dshoes", "/app/": "/app/sign-in?return=%2Fapp%2F",
	} {
		if w := s.get(path); w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
	if w := s.post("/app/settings/webhooks/test"); w.Header().Get("Location") != "/app/sign-in?return=%2Fapp%2F" {
		t.Errorf("a button of a stranger: %d %s", w.Code, w.Header().Get("Location"))
	}
}

func TestAFormThatASessionsEndInterruptsComesBackAfterTheSignIn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.cookies = map[string]string{}
	text := "camiseta de algodón <b>" + strings.Repeat("中文 عربي ", 5000)
	page := s.do(postForm("/app/classify", "product_description", text, "country_code", "COL", "@image_files", "x")).Body.String()
	kept := url.Values{"email": {"ana@example.com"}, "password": {"wrong"}}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		kept.Set(m[1], html.UnescapeString(m[2]))
	}
	if !strings.Contains(page, "Your session has ended") || kept.Get("kept") == "" {
		t.Fatalf("nothing is kept: %.3000s", page)
	}
	fields := func() (list []string) {
		for name := range kept {
			list = append(list, name, kept.Get(name))
		}
		return list
	}
	s.api.answer("POST /api/login", http.StatusUnauthorized, `{"error":"Unauthorized"}`)
	if again := s.post("/app/sign-in", fields()...).Body.String(); !strings.Contains(again, `name="kept" value="`) {
		t.Errorf("a wrong password loses the form: %.3000s", again)
	}
	fresh := setup(t)
	fresh.cookies = map[string]string{}
	fresh.api.answer("POST /api/login", http.StatusOK, tokens{AccessToken: s.token(15 * time.Minute), RefreshToken: "rt_new", ExpiresIn: 900})
	w := fresh.post("/app/sign-in", fields()...)
	for _, want := range []string{html.EscapeString(strings.TrimSpace(text)), `value="COL" selected`, "nothing has been sent yet", "Please choose again: image_files"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the form lacks %.60q", want)
		}
	}
	if w.Code != http.StatusOK || fresh.cookies[refreshCookie] != "rt_new" {
		t.Errorf("%d, cookies %v", w.Code, fresh.cookies)
	}
	kept.Set("kept_from", "https://evil.example/")
	kept.Set("kept_action", "//evil.example/app/")
	if w := fresh.post("/app/sign-in", fields()...); w.Code != http.StatusSeeOther {
		t.Errorf("a form of elsewhere: %d", w.Code)
	}
}

func TestATokenThatTheAPIDoesNotKnowEndsTheSession(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.mux = http.NewServeMux()
	s.console.api = s.api.mux
	s.api.answer("GET /api/v3/account", http.StatusUnauthorized, `{"error":"Unauthorized","status_code":401}`)
	w := s.get("/app/classify")
	if w.Code != http.StatusSeeOther || s.cookies[accessCookie] != "" || s.cookies[refreshCookie] != "" {
		t.Errorf("%d, cookies %v", w.Code, s.cookies)
	}
}

func TestTabsOfOneSessionShareARenewal(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var renewed atomic.Int64
	s.api.mux.HandleFunc("POST /api/refresh-token", func(w http.ResponseWriter, r *http.Request) {
		var body map[string]string
		_ = json.NewDecoder(r.Body).Decode(&body)
		if n := renewed.Add(1); n > 1 || body["refresh_token"] != "rt_one" {
			t.Errorf("renewal %d of %v", n, body)
		}
		writeAnswer(w, http.StatusOK, tokens{AccessToken: s.token(15 * time.Minute), RefreshToken: "rt_two", ExpiresIn: 900})
	})
	s.cookies[accessCookie] = s.token(30 * time.Second)
	old := map[string]string{accessCookie: s.cookies[accessCookie], refreshCookie: "rt_one"}
	var tabs sync.WaitGroup
	for range 8 {
		tabs.Go(func() {
			tab := *s
			tab.cookies = map[string]string{accessCookie: old[accessCookie], refreshCookie: old[refreshCookie]}
			if w := tab.get("/app/classify"); w.Code != http.StatusOK || tab.cookies[refreshCookie] != "rt_two" {
				t.Errorf("%d, cookies %v", w.Code, tab.cookies)
			}
		})
	}
	tabs.Wait()
	if renewed.Load() != 1 {
		t.Errorf("renewed %d times", renewed.Load())
	}
}

func TestARenewalThatAnotherProcessMakesIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/refresh-token", http.StatusConflict, `{"error":"Conflict","status_code":409}`)
	s.cookies[accessCookie] = s.token(30 * time.Second)
	if w := s.get("/app/classify"); w.Code != http.StatusOK {
		t.Errorf("the token still lives, but the answer is %d", w.Code)
	}
	s.cookies[accessCookie] = s.token(-time.Second)
	w := s.get("/app/classify")
	if w.Code != http.StatusConflict || w.Header().Get("Refresh") != "1" || s.cookies[refreshCookie] != "rt_one" {
		t.Errorf("%d %v, cookies %v", w.Code, w.Header(), s.cookies)
	}
}

func TestARefusedRenewalSignsOut(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/refresh-token", http.StatusUnauthorized, `{"error":"Unauthorized","status_code":401}`)
	s.cookies[accessCookie] = s.token(-time.Second)
	if w := s.get("/app/classify"); w.Code != http.StatusSeeOther || s.cookies[refreshCookie] != "" {
		t.Errorf("%d, cookies %v", w.Code, s.cookies)
	}
}

func TestWhatIsHeldOfRenewalsIsBounded(t *testing.T) {
	t.Parallel()
	n := newRenewals(time.Now)
	for i := range maxRenewals + 50 {
		_, _ = n.renew(string(rune(i+1)), func() (tokens, error) { return tokens{}, nil })
	}
	if len(n.held) > maxRenewals {
		t.Errorf("%d are held", len(n.held))
	}
}

func TestTheWrongPasswordIsSaidWithoutTheAPIsWords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/login", http.StatusUnauthorized, `{"error":"Unauthorized","message":"secret reason","status_code":401}`)
	w := s.post("/app/sign-in", "email", "ana@example.com", "password", "wr0ng-one")
	body := w.Body.String()
	if w.Code != http.StatusUnauthorized || !strings.Contains(body, "email address or the password is wrong") || strings.Contains(body, "secret reason") || strings.Contains(body, "wr0ng-one") {
		t.Errorf("%d %s", w.Code, body)
	}
}

func TestAForgottenPasswordIsSetByALink(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.mux.HandleFunc("POST /api/password-reset/tok", func(w http.ResponseWriter, r *http.Request) {
		var body map[string]string
		_ = json.NewDecoder(r.Body).Decode(&body)
		switch {
		case r.Header.Get("Authorization") != "":
			t.Error("somebody's session goes along")
		case body["new"] != "  two spaces  first":
			writeAnswer(w, http.StatusUnprocessableEntity, `{"error":"ValidationError","errors":["new: want 8 to 1024 bytes"]}`)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	})
	s.api.answer("POST /api/password-reset", http.StatusAccepted, `{"status":"received"}`)
	if page := s.post("/app/forgotten", "email", "a<b>@example.com").Body.String(); !strings.Contains(page, "If a&lt;b&gt;@example.com has an account") {
		t.Errorf("%s", page)
	}
	if h := s.get("/app/reset/tok").Header(); h.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%v", h)
	}
	if w := s.post("/app/reset/tok", "new_password", "one", "repeat_password", "two"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "not the same") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := s.post("/app/reset/tok", "new_password", "short", "repeat_password", "short")
	if !strings.Contains(w.Body.String(), `href="#f-new_password">New password: needs 8 to 1024 characters`) || strings.Contains(w.Body.String(), `value="short"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = s.post("/app/reset/tok", "new_password", "  two spaces  first", "repeat_password", "  two spaces  first")
	if w.Header().Get("Location") != "/app/sign-in?reset=1" || s.cookies[refreshCookie] != "" {
		t.Errorf("%d %v, cookies %v", w.Code, w.Header(), s.cookies)
	}
}

func TestASessionThatEndsWithinACallKeepsTheForm(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.api.answer("POST /api/v3/tariff/tariff-mini", http.StatusUnauthorized, `{"error":"Unauthorized","message":"the session has ended"}`)
	w := s.do(postForm("/app/classify", "product_description", "my long text"))
	if w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), "Your session has ended") || !strings.Contains(w.Body.String(), "my&#43;long&#43;text") || s.cookies[refreshCookie] != "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s = setup(t)
	s.api.answer("GET /api/v3/tariff/records", http.StatusUnauthorized, `{"error":"Unauthorized"}`)
	if w := s.get("/app/records?q=a"); w.Header().Get("Location") != "/app/sign-in?return=%2Fapp%2Frecords%3Fq%3Da" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
