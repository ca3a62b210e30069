package console

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tariffdesk/client"
)

func lookupRoutes() []route {
	return []route{
		{pattern: "GET /app/lookup", handle: lookupPage},
		{pattern: "GET /app/lookup/suggest", handle: suggestCodes},
		{pattern: "GET /app/lookup/{country}/{code}", handle: codePage},
	}
}

// lookupData is a search of the tariff.
type lookupData struct {
	formPage
	Query     string
	Country   string
	Countries []string
	Hits      []client.HitBody
	More      bool
	Sections  []section          // of the tree, where nothing is searched
	Chapters  []client.LevelBody // of the section that is open
	Section   string
}

// section is a part of the tariff with the chapters it holds.
type section struct {
	Key         string // its number
	First, Last int
}

// sections lists the sections of the Harmonized System.
func sections() []section {
	return []section{
		{"1", 1, 5}, {"2", 6, 14}, {"3", 15, 15}, {"4", 16, 24}, {"5", 25, 27}, {"6", 28, 38}, {"7", 39, 40}, {"8", 41, 43}, {"9", 44, 46}, {"10", 47, 49},
		{"11", 50, 63}, {"12", 64, 67}, {"13", 68, 70}, {"14", 71, 71}, {"15", 72, 83}, {"16", 84, 85}, {"17", 86, 89}, {"18", 90, 92}, {"19", 93, 93}, {"20", 94, 96}, {"21", 97, 97},
	}
}

// openSection finds the chapters of a section; one that the tariff does not have is left out, such as 77.
func (d *lookupData) openSection(v *visit) (err error) {
	for _, s := range d.Sections {
		if s.Key == d.Section {
			d.Chapters, err = v.c.chapters.of(v, d.Country, s)
		}
	}
	return err
}

// chapters remembers the chapters of sections, which only another edition of a tariff changes. Whether a visitor may see a
// tariff is asked each time.
type chapters struct {
	mu   sync.Mutex
	held map[string]heldChapters
}

type heldChapters struct {
	list []client.LevelBody
	at   time.Time
}

// chaptersLife is how long another edition may take to show.
const chaptersLife = 10 * time.Minute

func (c *chapters) of(v *visit, country string, s section) ([]client.LevelBody, error) {
	var found []client.LevelBody
	key, now := country+" "+s.Key+" "+string(v.language), v.c.cfg.Now()
	for chapter := s.First; chapter <= s.Last; chapter++ {
		one, err := lookUpCode(v, country, fmt.Sprintf("%02d", chapter))
		if err != nil && refused(err, http.StatusNotFound) == nil {
			return nil, err
		}
		c.mu.Lock()
		held := c.held[key]
		c.mu.Unlock()
		if len(held.list) > 0 && now.Sub(held.at) < chaptersLife {
			return held.list, nil
		}
		if err == nil {
			found = append(found, client.LevelBody{Code: &one.Code, Title: one.Title})
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		c.held = map[string]heldChapters{}
	}
	c.held[key] = heldChapters{found, now} // countries, sections and languages are few
	return found, nil
}

// lookUpCode asks for a code of a tariff.
func lookUpCode(v *visit, country, code string) (d codeData, err error) {
	path := "/api/v3/tariff/codes/" + url.PathEscape(country) + "/" + url.PathEscape(code)
	return d, v.get(path, url.Values{"language": {v.language.Name()}}, &d)
}

// searchTariff finds codes by words or digits.
func searchTariff(v *visit, country, words, limit string) (found client.SearchOutputBody, err error) {
	query := url.Values{"country_code": {country}, "q": {words}, "language": {v.language.Name()}, "limit": {limit}}
	return found, v.get("/api/v3/tariff/search", query, &found)
}

// homeCountry is the tariff that a viewer looks at first.
func homeCountry(v *visit) string {
	if o := v.viewer.Organization; o != nil && o.Plan == "free" {
		return "WORLD"
	}
	return "MEX"
}

func lookupPage(v *visit) error {
	d := &lookupData{Query: v.query("q"), Country: v.query("country_code"), Countries: countries()}
	if !slices.Contains(countries(), d.Country) {
		d.Country = homeCountry(v)
	}
	if d.Query == "" {
		d.Sections, d.Section = sections(), v.query("section")
		if err := d.openSection(v); err != nil {
			return v.again(err, "lookup", d)
		}
		return v.page("lookup", d)
	}
	found, err := searchTariff(v, d.Country, d.Query, "40")
	if err != nil {
		return v.again(err, "lookup", d)
	}
	if code := digitsOf(d.Query); len(found.Data) == 0 && len(code) >= 4 {
		return v.redirect("/app/lookup/" + d.Country + "/" + code) // which shows what is near it
	}
	d.Hits, d.More = found.Data, found.HasMore
	return v.page("lookup", d)
}

// digitsOf is the code that a text is, "" where it is something else.
func digitsOf(text string) string {
	if strings.Trim(text, "0123456789. ") != "" {
		return ""
	}
	return strings.Map(digit, text)
}

// suggestCodes completes what is typed, for the script of the search.
func suggestCodes(v *visit) error {
	country := v.query("country_code")
	if !slices.Contains(countries(), country) {
		country = homeCountry(v)
	}
	found, err := searchTariff(v, country, v.query("q"), "8")
	if err != nil {
		return v.failJSON(err)
	}
	type suggestion struct {
		Path  string `json:"path"`
		Code  string `json:"code"`
		Title string `json:"title"`
	}
	list := []suggestion{}
	for _, hit := range found.Data {
		list = append(list, suggestion{"/app/lookup/" + country + "/" + hit.Code, dotted(hit.Code), hit.Title})
	}
	return v.json(http.StatusOK, list)
}

// codeData is a code where it stands in the tree.
type codeData struct {
	client.CodeBody

	Line *codeLine `json:"line"`

	Instead string   `json:"-"` // the code that was asked for and does not exist
	Near    []string `json:"-"` // codes that are like it
}

// codeLine is a line, its duties as the pages of classifications show them.
type codeLine struct {
	client.LineBody

	TariffInfo tariffInfo `json:"tariff_info"`
}

// nearCodes are the codes that a refusal of an unknown one names.
var nearCodes = regexp.MustCompile(`\b\d{4,10}\b`)

func codePage(v *visit) error {
	country, asked := v.r.PathValue("country"), v.r.PathValue("code")
	d, err := lookUpCode(v, country, asked)
	var near []string
	if r := refused(err, http.StatusNotFound); r != nil {
		near = slices.DeleteFunc(nearCodes.FindAllString(r.Message, -1), func(code string) bool { return code == asked })
	}
	// Of a code that does not exist the nearest one above shows what there is.
	for code := strings.Map(digit, asked); refused(err, http.StatusNotFound) != nil && len(code) > 2; {
		code = code[:len(code)-1-(len(code)+1)%2]
		if d, err = lookUpCode(v, country, code); err == nil {
			d.Instead, d.Near = asked, near
		}
	}
	if r := refused(err, http.StatusBadRequest); r != nil {
		return errNoPage // no country or no code
	}
	if err != nil {
		return err
	}
	return v.page("code", &d)
}

func searchRoutes() []route {
	return []route{{pattern: "GET /app/search", handle: searchPage}}
}

// searchData holds the results of one search, of each kind the newest few.
type searchData struct {
	formPage
	Query   string
	Records []recordRow
	Quotes  []client.QuoteSummary
	Jobs    []job
	Country string
	Codes   []client.HitBody
}

// Found reports whether anything is.
func (d *searchData) Found() bool { return len(d.Records)+len(d.Quotes)+len(d.Jobs)+len(d.Codes) > 0 }

// searchMost is how many of a kind are shown.
const searchMost = 8

// identifier is the form of an id.
var identifier = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

func searchPage(v *visit) error {
	d := &searchData{Query: v.query("q"), Country: homeCountry(v)}
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
		Data []job `json:"data"`
	}
	err := v.get("/api/v3/jobs", url.Values{"limit": {"100"}}, &list)
	for _, j := range list.Data {
		if len(d.Jobs) < searchMost && j.FileName != nil && matches(*j.FileName, d.Query) {
			d.Jobs = append(d.Jobs, j)
		}
	}
	return err
}

func (d *searchData) findCodes(v *visit) error {
	words := d.Query
	if digits := digitsOf(words); len(digits) >= 2 {
		words = digits
	}
	found, err := searchTariff(v, d.Country, words, "8")
	d.Codes = found.Data
	return err
}
