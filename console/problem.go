package console

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
)

var (
	errNoPage    = &refusal{Status: http.StatusNotFound, Type: "NotFound"}
	errCrossSite = &refusal{Status: http.StatusForbidden, Type: "CrossSite"}
	errRenewing  = &refusal{Status: http.StatusConflict, Type: "Renewing"}
)

// problemPage is the content of the page of an error.
type problemPage struct {
	*refusal
	State   string    // the part of the dictionary's keys that tells the state
	Manager bool      // may look the request up
	Texts   []string  // what somebody wrote into a form that cannot be shown again
	Kept    *keptForm // that form, nil where it cannot be kept
}

// fail shows err as the page that fits it. Nothing of an unknown error reaches the browser.
func (v *visit) fail(err error) {
	if v.r.Context().Err() != nil {
		return // nobody reads it
	}
	if errors.Is(err, errSignIn) {
		signInFirst(v)
		return
	}
	r := refused(err)
	if r == nil {
		v.c.cfg.Log.ErrorContext(v.r.Context(), "page failed", "error", err, "request_id", v.requestID())
		r = &refusal{Status: http.StatusInternalServerError, Type: "InternalServerError"}
	}
	if r.Status == http.StatusUnauthorized && v.viewer != nil && v.token != "" { // the session ended within the call
		v.forget()
		signInFirst(v)
		return
	}
	if r.Status == http.StatusConflict && r.JobID != "" && v.r.Method == http.MethodPost { // this very form is being worked on
		_ = v.redirect(jobPagePath(r.JobID))
		return
	}
	if r == errRenewing && v.r.Method == http.MethodGet {
		v.w.Header().Set("Refresh", "1")
	}
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	if r.RequestID == "" && r.Status >= http.StatusInternalServerError {
		copied := *r
		copied.RequestID = v.requestID()
		r = &copied
	}
	var form *sentForm
	if r != errCrossSite { // a page of somebody else may not fill in ours
		form = sent(v)
	}
	if form != nil && form.returned(r) {
		return
	}
	page := problemPage{r, r.State(), v.viewer.Manager(), form.Texts(), form.resumable()}
	if err := v.pageStatus(r.Status, "problem", page); err != nil {
		v.c.cfg.Log.ErrorContext(v.r.Context(), "page of an error failed", "error", err, "request_id", v.requestID())
		http.Error(v.w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
	}
}

// signInFirst asks for a sign-in; a form that was posted waits on its page.
func signInFirst(v *visit) {
	d := &signInData{Return: v.back(), Kept: sent(v).kept()}
	if d.Kept != nil && v.pageStatus(http.StatusUnauthorized, "sign-in", d) == nil {
		return
	}
	_ = v.redirect("/app/sign-in?return=" + url.QueryEscape(d.Return))
}

// back is where a visitor returns to after the sign-in: the page itself, or the one that a form is of.
func (v *visit) back() string {
	if v.r.Method == http.MethodGet || v.c.registry["GET "+v.r.URL.Path] {
		return returnPath(v.r.URL.RequestURI())
	}
	return "/app/"
}

// State names the states that are designed: their title and text stand in the dictionaries.
func (r *refusal) State() string {
	switch {
	case r.Type == "CrossSite", r.Type == "Renewing":
		return r.Type
	case r.Type == "Forbidden" && r.Status == http.StatusForbidden && isCredit(r.Message):
		return "402" // quotes are refused so
	case r.Status >= http.StatusInternalServerError && r.Status != http.StatusBadGateway && r.Status != http.StatusServiceUnavailable:
		return "500"
	}
	switch r.Status {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound, http.StatusConflict,
		http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable:
		return strconv.Itoa(r.Status)
	}
	return "400"
}

// isCredit tells the refusal of a quote for want of credits from the others with its status.
func isCredit(message string) bool { return says(message, "insufficient credits") }

// again shows the page of a filter once more with what the API refused; other errors are the route's, and so is what
// was posted: its form comes back by itself.
func (v *visit) again(err error, page string, data interface{ refuse(*refusal) }) error {
	r := refused(err)
	if r == nil || v.r.Method != http.MethodGet || r.Status == http.StatusUnauthorized || r.Status == http.StatusNotFound {
		return err
	}
	data.refuse(r)
	if r.RetryAfter != "" {
		v.w.Header().Set("Retry-After", r.RetryAfter)
	}
	return v.pageStatus(r.Status, page, data)
}

// formPage is embedded in the data of every page with a form.
type formPage struct {
	Refusal *refusal
}

func (f *formPage) refuse(r *refusal) { f.Refusal = r }
