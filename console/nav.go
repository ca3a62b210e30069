package console

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
)

// navGroup is a group of the navigation; its title is a key of the dictionaries, "" for none.
type navGroup struct {
	Title string
	Items []navItem
}

// navItem leads to a page.
type navItem struct {
	Key     string // nav.<Key> in the dictionaries, and the name of its icon
	Path    string
	Current bool
}

// navigation lists the pages that a viewer may open.
func (c *Console) navigation(path string, who *viewer) []navGroup {
	groups := []navGroup{
		{"", []navItem{{Key: "home", Path: "/app/"}}},
		{"nav.work", []navItem{
			{Key: "shipments", Path: "/app/shipments"}, {Key: "classify", Path: "/app/classify"}, {Key: "extract", Path: "/app/extract"}, {Key: "quote", Path: "/app/quote"}, {Key: "parcel", Path: "/app/parcel"},
			{Key: "batches", Path: "/app/batches"}, {Key: "review", Path: "/app/review"},
		}},
		{"nav.know", []navItem{
			{Key: "records", Path: "/app/records"}, {Key: "quotes", Path: "/app/quotes"}, {Key: "extractions", Path: "/app/extractions"}, {Key: "lookup", Path: "/app/lookup"},
		}},
	}
	if who.Operator() {
		groups = []navGroup{{"", []navItem{{Key: "operations", Path: "/ops"}}}}
	}
	switch {
	case !who.Operator():
		groups = append(groups, navGroup{"nav.account", []navItem{{Key: "settings", Path: "/app/settings"}, {Key: "you", Path: "/app/account"}}})
	case who.Email != "": // the password of the operators has neither an account nor an organisation
		groups = append(groups, navGroup{"nav.account", []navItem{{Key: "you", Path: "/app/account"}}})
	}
	var shown []navGroup
	for _, g := range groups {
		var items []navItem
		for _, i := range g.Items {
			if !c.served(i.Path) {
				continue
			}
			i.Current = path == i.Path || i.Path != "/app/" && strings.HasPrefix(path, i.Path+"/")
			items = append(items, i)
		}
		if len(items) > 0 {
			shown = append(shown, navGroup{g.Title, items})
		}
	}
	return shown
}

func (c *Console) served(path string) bool {
	switch path {
	case "/app/shipments":
		if !c.offered().shipments {
			return false
		}
	case "undo":
		return c.offered().undo
	}
	return c.registry["GET "+path] || c.registry["GET "+path+"{$}"]
}

// document asks the API for its own description, "" where it has none.
func document(api http.Handler) string {
	const path = "/openapi.json"
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, path, http.NoBody)
	if err != nil {
		return ""
	}
	r.RequestURI, r.RemoteAddr = path, "127.0.0.1:0"
	var answer recorder
	api.ServeHTTP(&answer, r)
	if answer.status() != http.StatusOK || answer.overflow {
		return ""
	}
	return answer.body.String()
}

// reviewDefault is the confidence below which a classification is to be reviewed, as the API documents it for workbooks.
func reviewDefault(document string) string {
	var d struct {
		Paths map[string]map[string]struct {
			Body struct {
				Content map[string]struct {
					Schema struct {
						Properties map[string]struct {
							Default json.RawMessage `json:"default"`
						} `json:"properties"`
					} `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
	}
	_ = json.Unmarshal([]byte(document), &d) // other operations may have other shapes
	return string(d.Paths[workbookAPI]["post"].Body.Content["multipart/form-data"].Schema.Properties["review_below"].Default)
}
