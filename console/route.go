package console

import (
	"errors"
	"net/http"
	"slices"
)

// route is a page or an action of the console.
type route struct {
	pattern string             // of http.ServeMux, such as "GET /app/records/{id}"
	open    bool               // without sign-in
	handle  func(*visit) error // an error becomes the page that fits it
}

// allRoutes lists what the console serves, a slice for each page file.
func allRoutes() []route {
	return slices.Concat(
		homeRoutes(), searchRoutes(), shipmentRoutes(), signInRoutes(), accountRoutes(), invitationRoutes(), preferenceRoutes(),
		classifyRoutes(), recordRoutes(), recordsRoutes(), quoteRoutes(), lookupRoutes(), extractRoutes(), extractionRoutes(), jobRoutes(),
		furtherRoutes(),
	)
}

// serve runs a route: it opens the visit, sends strangers to the sign-in, and shows errors as pages.
func (c *Console) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := c.visit(w, r)
		defer v.close()
		err := v.enter(rt)
		if err == nil {
			err = rt.handle(v)
		}
		if err != nil {
			v.fail(err)
		}
	})
}

// errSignIn sends a visitor to the sign-in, and back to the page afterwards.
var errSignIn = errors.New("not signed in")

// enter makes sure of a session that lives, where the route needs one.
func (v *visit) enter(rt route) error {
	err := v.openSession()
	switch {
	case rt.open:
		return nil
	case err != nil:
		return err
	case v.token == "":
		return errSignIn
	}
	return v.meet()
}

// furtherRoutes lists the pages beside the main flows.
func furtherRoutes() []route {
	return slices.Concat(
		batchRoutes(), reviewRoutes(), settingsRoutes(), usageRoutes(), webhookRoutes(), memberRoutes(), shareLinkRoutes(),
		supplierRoutes(), operationRoutes(), verificationRoutes(),
	)
}
