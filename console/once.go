package console

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"
)

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
