package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
)

func lookupRoutes() []route {
	return []route{
		{pattern: "GET /app/lookup", handle: lookupPage},
		{pattern: "GET /app/lookup/{country}/{code}", handle: codePage},
	}
}

// lookupData is a search of the tariff.
type lookupData struct {
	formPage
	Query     string
	Country   string
	Countries []string
	Hits      []codeHit
	More      bool
}

// codeHit is a code that a search found.
type codeHit struct {
	Code  string `json:"code"`
	Level string `json:"level"`
	Title string `json:"title"`
	Path  []struct {
		Code  *string `json:"code"`
		Title string  `json:"title"`
	} `json:"path"`
}

// homeCountry is the tariff that a viewer looks at first.
func (v *visit) homeCountry() string {
	if o := v.viewer.Organization; o != nil && o.Plan == "free" {
		return "WORLD"
	}
	return "MEX"
}

func lookupPage(v *visit) error {
	d := &lookupData{Query: v.query("q"), Country: v.query("country_code"), Countries: countries()}
	if !slices.Contains(countries(), d.Country) {
		d.Country = v.homeCountry()
	}
	if d.Query == "" {
		return v.page("lookup", d)
	}
	var found struct {
		Data    []codeHit `json:"data"`
		HasMore bool      `json:"has_more"`
	}
	query := url.Values{"country_code": {d.Country}, "q": {d.Query}, "language": {v.language.Name()}, "limit": {"40"}}
	if err := v.get("/api/v3/tariff/search", query, &found); err != nil {
		return v.again(err, "lookup", d)
	}
	d.Hits, d.More = found.Data, found.HasMore
	return v.page("lookup", d)
}

// codeLevel is a step of the tree.
type codeLevel struct {
	Code     *string     `json:"code"`
	Level    string      `json:"level"`
	Title    string      `json:"title"`
	Requires string      `json:"requires"`
	Leaf     bool        `json:"leaf"`
	Working  bool        `json:"working_title"`
	Children []codeLevel `json:"children"`
}

// codeData is a code where it stands in the tree.
type codeData struct {
	Country  string      `json:"country_code"`
	Code     string      `json:"code"`
	Level    string      `json:"level"`
	Title    string      `json:"title"`
	Leaf     bool        `json:"leaf"`
	Path     []codeLevel `json:"path"`
	Children []codeLevel `json:"children"`
	Siblings []codeLevel `json:"siblings"`
	Line     *struct {
		Code       string          `json:"code"`
		Unit       string          `json:"unit"`
		Requires   string          `json:"requires"`
		Certainty  string          `json:"certainty"`
		TariffInfo json.RawMessage `json:"tariff_info"`
	} `json:"line"`
	Editions []struct {
		Edition string   `json:"edition"`
		Tariff  string   `json:"tariff"`
		Codes   []string `json:"codes"`
	} `json:"editions"`
	Notes  []string   `json:"notes"`
	Source *string    `json:"source"`
	Info   tariffInfo `json:"-"`
}

func codePage(v *visit) error {
	var d codeData
	path := "/api/v3/tariff/codes/" + url.PathEscape(v.r.PathValue("country")) + "/" + url.PathEscape(v.r.PathValue("code"))
	err := v.get(path, url.Values{"language": {v.language.Name()}}, &d)
	if r := refused(err, http.StatusBadRequest); r != nil {
		return errNoPage // no country or no code
	}
	if err != nil {
		return err
	}
	if d.Line != nil {
		d.Info = readInfo(d.Line.TariffInfo)
	}
	return v.page("code", d)
}
