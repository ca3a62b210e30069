package site

import "net/http"

// LifeHours is how long a link lives unless its maker states otherwise.
const LifeHours = 168

// Links writes the addresses of pages of the console for whoever gets them by mail or chat.
type Links struct {
	Configured string                   // the APP_URL; may be empty
	Trusted    func(remote string) bool // whether a proxy's word on the address counts
}

// To is the address of a page with the token of a link behind it.
func (l Links) To(r *http.Request, path, token string) string {
	return URL(r, l.Configured, l.Trusted(r.RemoteAddr)) + path + token
}
