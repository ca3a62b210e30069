package console

import (
	"net/http"
	"net/url"
)

func signInRoutes() []route {
	return []route{
		{pattern: "GET /app/sign-in", open: true, handle: signInPage},
		{pattern: "POST /app/sign-in", open: true, handle: signIn},
		{pattern: "GET /app/sign-in/done", open: true, handle: signedIn},
		{pattern: "POST /app/resume", open: true, handle: resumeForm},
		{pattern: "POST /app/sign-out", open: true, handle: signOut},
		{pattern: "GET /app/forgotten", open: true, handle: forgottenPage},
		{pattern: "POST /app/forgotten", open: true, handle: askReset},
		{pattern: "GET /app/reset/{token}", open: true, handle: resetPage},
		{pattern: "POST /app/reset/{token}", open: true, handle: resetPassword},
	}
}

// signInData is the sign-in as it was filled in; the password never comes back.
type signInData struct {
	formPage
	Email  string
	Return string
	Wrong  bool      // address or password
	Signed bool      // out, a moment ago
	Lost   bool      // the browser did not keep the cookie
	Kept   *keptForm // what was posted as the session had ended
	Reset  bool      // the password, a moment ago
}

func signInPage(v *visit) error {
	if v.token != "" && v.meet() == nil {
		return v.redirect(returnPath(v.query("return")))
	}
	return v.page("sign-in", &signInData{Return: returnPath(v.query("return")), Signed: v.query("out") != "", Lost: v.query("lost") != "", Reset: v.query("reset") != ""})
}

func signIn(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	d := &signInData{Email: v.field("email"), Return: returnPath(v.field("return")), Kept: keptFrom(v)}
	var got tokens
	v.token = "" // the old session, if any, has no part in it
	err := v.post("/api/login", map[string]string{"email": d.Email, "password": v.r.PostFormValue("password")}, &got)
	if r := refused(err, http.StatusUnauthorized); r != nil {
		d.Wrong = true
		return v.pageStatus(http.StatusUnauthorized, "sign-in", d)
	}
	if err != nil {
		d.refuse(refused(err))
		if d.Refusal == nil {
			return err
		}
		return v.pageStatus(d.Refusal.Status, "sign-in", d)
	}
	v.keep(got)
	if d.Kept != nil && v.meet() == nil {
		if form := d.Kept.form(v); form != nil && form.resumed(false) {
			return nil
		}
	}
	return v.redirect("/app/sign-in/done?return=" + url.QueryEscape(d.Return))
}

// signedIn tells a browser that has dropped the cookies, as over plain HTTP, from one that keeps them.
func signedIn(v *visit) error {
	to := returnPath(v.query("return"))
	if v.token == "" {
		return v.redirect("/app/sign-in?lost=1&return=" + url.QueryEscape(to))
	}
	return v.redirect(to)
}

func signOut(v *visit) error {
	if v.token != "" {
		if err := v.post("/api/logout", nil, nil); err != nil && refused(err, http.StatusUnauthorized) == nil {
			return err // the session still lives: to say otherwise would be a lie
		}
	}
	v.forget()
	v.w.Header().Set("Clear-Site-Data", `"cache"`)
	return v.redirect("/app/sign-in?out=1")
}

// forgottenData asks for an address to send a link to; Sent is after that, whether an account has the address or not.
type forgottenData struct {
	formPage
	Email string
	Sent  bool
}

func forgottenPage(v *visit) error {
	v.viewer = nil
	return v.page("forgotten", &forgottenData{Email: v.query("email")})
}

func askReset(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	v.token, v.viewer = "", nil
	if err := v.post("/api/password-reset", map[string]string{"email": v.field("email")}, nil); err != nil {
		return err
	}
	return v.page("forgotten", &forgottenData{Email: v.field("email"), Sent: true})
}

// resetData is the form for a new password behind a link that was sent.
type resetData struct {
	formPage
	Mismatch bool // of the new password and its repetition
	Path     string
}

// resetting prepares the page of a link: its address is the secret, which no other page may learn.
func resetting(v *visit) *resetData {
	v.token, v.viewer = "", nil
	v.w.Header().Set("Referrer-Policy", "no-referrer")
	v.w.Header().Set("X-Robots-Tag", "noindex")
	return &resetData{Path: "/app/reset/" + url.PathEscape(v.r.PathValue("token"))}
}

func resetPage(v *visit) error { return v.page("reset", resetting(v)) }

func resetPassword(v *visit) error {
	d := resetting(v)
	if err := v.readForm(); err != nil {
		return err
	}
	// Passwords are taken as they were typed, spaces included.
	chosen := v.r.PostFormValue("new_password")
	if chosen != v.r.PostFormValue("repeat_password") {
		d.Mismatch = true
		return v.pageStatus(http.StatusUnprocessableEntity, "reset", d)
	}
	err := v.post("/api/password-reset/"+url.PathEscape(v.r.PathValue("token")), map[string]string{"new": chosen}, nil)
	if err != nil {
		return err
	}
	v.forget() // every session has ended
	return v.redirect("/app/sign-in?reset=1")
}
