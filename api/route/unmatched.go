package route

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

// Alive answers liveness: it depends on nothing.
func Alive(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

var errUnmatched = errors.New("no route matched")

// unmatched answers what no route took, and what a middleware failed with. A path that ends in
// /health is alive whatever stands before it; all else tells nothing before the caller is known.
func (rt *Router) unmatched(err error, c echo.Context) {
	if c.Response().Committed {
		c.Set(errorKey, err)
		return
	}
	he, ok := errors.AsType[*echo.HTTPError](err)
	switch {
	case ok && he.Code == http.StatusNotFound:
		c.Set(errorKey, errUnmatched)
		if strings.HasSuffix(c.Request().URL.Path, "/health") {
			Alive(c.Response(), c.Request())
			return
		}
		err = rt.authenticated(c, wire.ErrNothingHere)
	case ok && he.Code == http.StatusMethodNotAllowed:
		err = fail.New(fail.CodeMethodNotAllowed, "this path does not take the method "+c.Request().Method)
		if !rt.public[c.Path()] {
			err = rt.authenticated(c, err)
		}
	case ok:
		err = fail.Wrap(err, fail.CodeBadRequest, "the request cannot be read")
	default:
		c.Set(errorKey, err)
	}
	body := bodyOf(err, c)
	if body.StatusCode != http.StatusMethodNotAllowed {
		c.Response().Header().Del("Allow") // the router has set it before the caller was known
	}
	wire.SetErrorHeaders(c.Response().Header(), body)
	wire.WriteError(c.Response(), c.Request(), body)
}

// authenticated is err for a known caller with a subscription, else why the caller is refused.
func (rt *Router) authenticated(c echo.Context, err error) error {
	k := &gate.Call{Request: c.Request()}
	defer keepCaller(c, k)
	return cmp.Or(rt.Keeper.AdmitMember(k), err)
}
