package console

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tariffdesk/client"
)

// visit is one request of a browser: who asks, in which language, and how to answer.
type visit struct {
	c        *Console
	w        http.ResponseWriter
	r        *http.Request
	language language
	theme    string // light, dark, or "" for the system's
	token    string // the access token; "" for a stranger
	refresh  string
	viewer   *viewer // nil for a stranger

	authorization string // sent instead of the access token: that of operators with a password
}

// viewer is who is signed in, as far as pages show it.
type viewer struct{ client.AccountBody }

// Manager reports whether the viewer may change what concerns the whole organisation.
func (w *viewer) Manager() bool { return w != nil && (w.Role == "owner" || w.Role == "admin") }

// Operator reports whether the viewer runs the service.
func (w *viewer) Operator() bool { return w != nil && w.Role == "operator" }

func (c *Console) visit(w http.ResponseWriter, r *http.Request) *visit {
	return &visit{c: c, w: w, r: r, language: languageOf(r), theme: themeOf(r)}
}

// close removes what an upload left on disk.
func (v *visit) close() {
	if v.r.MultipartForm != nil {
		_ = v.r.MultipartForm.RemoveAll()
	}
}

// requestID is the id under which the API logs the request, "" outside of it.
func (v *visit) requestID() string { return v.w.Header().Get("X-Request-ID") }

// meet asks the API who is signed in; an access token that it does not know ends the session here too.
func (v *visit) meet() error {
	var who viewer
	err := v.get("/api/v3/account", nil, &who)
	if r := refused(err, http.StatusUnauthorized); r != nil {
		v.forget()
		return errSignIn
	}
	if refused(err, http.StatusNotFound) != nil {
		who.Role = "owner" // until the API tells
		err = nil
	}
	if err != nil {
		return err
	}
	v.viewer = &who
	return nil
}

// redirect answers a form: the browser asks for path next.
func (v *visit) redirect(path string) error {
	http.Redirect(v.w, v.r, path, http.StatusSeeOther)
	return nil
}

// done redirects to path, which then shows the notice of that name once.
func (v *visit) done(path, notice string) error {
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return v.redirect(path + mark + "done=" + url.QueryEscape(notice))
}

// query is a value of the address, without surrounding space and of bounded length.
func (v *visit) query(name string) string { return bounded(v.r.URL.Query().Get(name)) }

// field is a value of the posted form.
func (v *visit) field(name string) string { return bounded(v.r.PostFormValue(name)) }

// maxFieldBytes is above the longest text that any endpoint takes.
const maxFieldBytes = 1 << 20

func bounded(s string) string {
	if len(s) > maxFieldBytes {
		s = strings.ToValidUTF8(s[:maxFieldBytes], "")
	}
	return strings.TrimSpace(s)
}

// returnPath is where a form wants to go back to: a path of the console, never another host.
func returnPath(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil, u.Scheme != "", u.Host != "", u.User != nil, u.Opaque != "":
		return "/app/"
	case !strings.HasPrefix(u.Path, "/app/") && !strings.HasPrefix(u.Path+"/", "/ops/"), strings.ContainsAny(s, "\\\r\n\t"), strings.Contains(u.Path, "//"), strings.Contains(u.Path, "/.."):
		return "/app/"
	}
	return u.RequestURI()
}

// onceCookie carries what a page shows a single time, such as the value of a new key, over the redirect that follows
// its form: a reload of the page makes no second one.
const onceCookie = "__Host-once"

// onceLife is how long the browser has to follow the redirect.
const onceLife = time.Minute

// revealNext leads to the page at path, which shows value this once.
func revealNext[T any](v *visit, path string, value T) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	http.SetCookie(v.w, &http.Cookie{
		Name: onceCookie, Value: base64.RawURLEncoding.EncodeToString(text), Path: "/", MaxAge: int(onceLife.Seconds()),
		Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	return v.redirect(path)
}

// revealed is the value that the form before has made, nil where it has made none. The browser forgets it.
func revealed[T any](v *visit) *T {
	held := cookie(v.r, onceCookie)
	if held == "" {
		return nil
	}
	setCookie(v.w, onceCookie, "", -time.Second)
	text, err := base64.RawURLEncoding.DecodeString(held)
	value := new(T)
	if err != nil || json.Unmarshal(text, value) != nil {
		return nil
	}
	return value
}
