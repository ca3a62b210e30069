package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tariffdesk/client"
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
	Sections  []section   // of the tree, where nothing is searched
	Chapters  []codeLevel // of the section that is open
	Section   string
}

// section is a part of the tariff with the chapters it holds.
type section struct {
	Key         string // its number
	First, Last int
}

// sections are those of the Harmonized System.
func sections() []section {
	return []section{
		{"1", 1, 5}, {"2", 6, 14}, {"3", 15, 15}, {"4", 16, 24}, {"5", 25, 27}, {"6", 28, 38}, {"7", 39, 40}, {"8", 41, 43}, {"9", 44, 46}, {"10", 47, 49},
		{"11", 50, 63}, {"12", 64, 67}, {"13", 68, 70}, {"14", 71, 71}, {"15", 72, 83}, {"16", 84, 85}, {"17", 86, 89}, {"18", 90, 92}, {"19", 93, 93}, {"20", 94, 96}, {"21", 97, 97},
	}
}

// openSection finds the chapters of a section; one that the tariff does not have is left out, such as 77.
func (d *lookupData) openSection(v *visit) error {
	for _, s := range d.Sections {
		if s.Key != d.Section {
			continue
		}
		for chapter := s.First; chapter <= s.Last; chapter++ {
			found, err := lookUpCode(v, d.Country, fmt.Sprintf("%02d", chapter))
			switch {
			case refused(err, http.StatusNotFound) != nil:
			case err != nil:
				return err
			default:
				d.Chapters = append(d.Chapters, codeLevel{Code: &found.Code, Level: found.Level, Title: found.Title})
			}
		}
	}
	return nil
}

// lookUpCode asks for a code of a tariff.
func lookUpCode(v *visit, country, code string) (d codeData, err error) {
	path := "/api/v3/tariff/codes/" + url.PathEscape(country) + "/" + url.PathEscape(code)
	return d, v.get(path, url.Values{"language": {v.language.Name()}}, &d)
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
		d.Sections, d.Section = sections(), v.query("section")
		if err := d.openSection(v); err != nil {
			return v.again(err, "lookup", d)
		}
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

	Instead string `json:"-"` // the code that was asked for and does not exist
}

func codePage(v *visit) error {
	country, asked := v.r.PathValue("country"), v.r.PathValue("code")
	d, err := lookUpCode(v, country, asked)
	// Of a code that does not exist the nearest one above shows what there is.
	for code := strings.Map(digit, asked); refused(err, http.StatusNotFound) != nil && len(code) > 2; {
		code = code[:len(code)-1-(len(code)+1)%2]
		if d, err = lookUpCode(v, country, code); err == nil {
			d.Instead = asked
		}
	}
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

func searchRoutes() []route {
	return []route{{pattern: "GET /app/search", handle: searchPage}}
}

// searchData is what one text finds, of each kind the newest few.
type searchData struct {
	formPage
	Query   string
	Records []recordRow
	Quotes  []client.QuoteSummary
	Jobs    []batch
	Country string
	Codes   []codeHit
}

// Found reports whether anything is.
func (d *searchData) Found() bool { return len(d.Records)+len(d.Quotes)+len(d.Jobs)+len(d.Codes) > 0 }

// searchMost is how many of a kind are shown.
const searchMost = 8

// identifier is the form of an id.
var identifier = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

func searchPage(v *visit) error {
	d := &searchData{Query: v.query("q"), Country: v.homeCountry()}
	if d.Query == "" {
		return v.page("search", d)
	}
	if identifier.MatchString(d.Query) {
		if path := placeOf(v, d.Query); path != "" {
			return v.redirect(path)
		}
	}
	for _, find := range []func(*visit) error{d.findRecords, d.findQuotes, d.findJobs, d.findCodes} {
		// What a role or plan does not include is not found.
		if err := find(v); err != nil && refused(err, http.StatusForbidden, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound) == nil {
			return v.again(err, "search", d)
		}
	}
	return v.page("search", d)
}

// placeOf is the page of what an id names, "" where it names nothing of the organisation.
func placeOf(v *visit, id string) string {
	for _, place := range []struct{ api, page string }{{recordAPI(id), "/app/records/"}, {quoteAPI(id), "/app/quotes/"}, {"/api/v3/jobs/" + id, "/app/jobs/"}} {
		if v.get(place.api, nil, nil) == nil {
			return place.page + url.PathEscape(id)
		}
	}
	return ""
}

func (d *searchData) findRecords(v *visit) error {
	list, err := recordRows(v, url.Values{"limit": {"8"}, "q": {d.Query}})
	d.Records = list.Data
	return err
}

func (d *searchData) findQuotes(v *visit) error {
	var list struct {
		Data []client.QuoteSummary `json:"data"`
	}
	err := v.get("/api/v3/quoter_v2/quotes", url.Values{"limit": {"100"}}, &list)
	for _, q := range list.Data {
		if len(d.Quotes) < searchMost && matches(q.ProductDescription, d.Query) {
			d.Quotes = append(d.Quotes, q)
		}
	}
	return err
}

func (d *searchData) findJobs(v *visit) error {
	var list struct {
		Data []batch `json:"data"`
	}
	err := v.get("/api/v3/jobs", url.Values{"limit": {"100"}}, &list)
	for _, j := range list.Data {
		if len(d.Jobs) < searchMost && j.FileName != "" && matches(j.FileName, d.Query) {
			d.Jobs = append(d.Jobs, j)
		}
	}
	return err
}

func (d *searchData) findCodes(v *visit) error {
	var found struct {
		Data []codeHit `json:"data"`
	}
	words := d.Query
	if digits := strings.Map(digit, words); len(digits) >= 2 && strings.Trim(words, "0123456789. ") == "" {
		words = digits
	}
	err := v.get("/api/v3/tariff/search", url.Values{"country_code": {d.Country}, "q": {words}, "language": {v.language.Name()}, "limit": {"8"}}, &found)
	d.Codes = found.Data
	return err
}
