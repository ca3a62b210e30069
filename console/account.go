package console

import (
	"net/http"
	"net/url"
	"time"

	"tariffdesk/client"
)

func accountRoutes() []route {
	return []route{
		{pattern: "GET /app/account", handle: accountPage},
		{pattern: "POST /app/account/password", handle: changePassword},
		{pattern: "POST /app/account/sessions/{id}/end", handle: endSession},
		{pattern: "POST /app/account/sessions/end", handle: endSessions},
	}
}

// accountData is the page of who is signed in.
type accountData struct {
	formPage
	Viewer   *viewer
	Sessions []client.SessionBody
	Mismatch bool // of the new password and its repetition
}

func loadAccount(v *visit) (*accountData, error) {
	var list client.SessionsOutputBody
	if err := v.get("/api/v3/account/sessions", url.Values{"limit": {"100"}}, &list); err != nil {
		return nil, err
	}
	return &accountData{Viewer: v.viewer, Sessions: list.Data}, nil
}

func accountPage(v *visit) error {
	d, err := loadAccount(v)
	if err != nil {
		return err
	}
	return v.page("account", d)
}

func changePassword(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d, err := loadAccount(v)
	if err != nil {
		return err
	}
	// Passwords are taken as they were typed, spaces included.
	given, chosen := v.r.PostFormValue("current_password"), v.r.PostFormValue("new_password")
	if chosen != v.r.PostFormValue("repeat_password") {
		d.Mismatch = true
		return v.pageStatus(http.StatusUnprocessableEntity, "account", d)
	}
	err = v.post("/api/v3/account/password", map[string]string{"current_password": given, "new_password": chosen}, nil)
	if err != nil {
		return err
	}
	return v.done("/app/account", "password")
}

func endSession(v *visit) error {
	path := "/api/v3/account/sessions/" + url.PathEscape(v.r.PathValue("id"))
	if err := v.send(http.MethodDelete, path, nil, nil); err != nil && refused(err, http.StatusNotFound) == nil {
		return err
	}
	return v.done("/app/account", "session")
}

func endSessions(v *visit) error {
	if err := v.send(http.MethodDelete, "/api/v3/account/sessions", nil, nil); err != nil {
		return err
	}
	return v.done("/app/account", "sessions")
}

func preferenceRoutes() []route {
	return []route{{pattern: "POST /app/preferences", open: true, handle: setPreferences}}
}

// preferenceLife is how long a browser keeps language and theme.
const preferenceLife = 365 * 24 * time.Hour

// setPreferences keeps what the buttons of the layout send.
func setPreferences(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	switch l := v.field("language"); l {
	case string(languageEnglish), string(languageSpanish):
		setCookie(v.w, languageCookie, l, preferenceLife)
	}
	switch theme := v.field("theme"); theme {
	case "light", "dark":
		setCookie(v.w, themeCookie, theme, preferenceLife)
	case "system":
		setCookie(v.w, themeCookie, "", -time.Second)
	}
	return v.redirect(returnPath(v.field("return")))
}
