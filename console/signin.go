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
		{pattern: "POST /app/sign-out", open: true, handle: signOut},
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
}

func signInPage(v *visit) error {
	if v.token != "" && v.meet() == nil {
		return v.redirect(returnPath(v.query("return")))
	}
	return v.page("sign-in", &signInData{Return: returnPath(v.query("return")), Signed: v.query("out") != "", Lost: v.query("lost") != ""})
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
		if form := d.Kept.form(v); form != nil && form.resumed() {
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
