package console

import (
	"net/http"
	"net/url"
)

func homeRoutes() []route {
	return []route{{pattern: "GET /app/{$}", handle: homePage}}
}

// homeData is the first page after the sign-in.
type homeData struct {
	Viewer  *viewer
	Nav     []navGroup
	Records []recordRow
}

func homePage(v *visit) error {
	d := &homeData{Viewer: v.viewer, Nav: v.c.navigation("", v.viewer)}
	list, err := v.recordRows(url.Values{"limit": {"5"}})
	if err != nil && refused(err, http.StatusForbidden, http.StatusNotFound) == nil {
		return err // an expired subscription still has a first page
	}
	d.Records = list.Data
	return v.page("home", d)
}
