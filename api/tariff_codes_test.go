package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/quote"
	"tariffdesk/tariff"
	"tariffdesk/tariff/search"
)

// tariffs looks codes up as the product does, in the embedded edition.
type tariffs struct {
	*tariff.Atlas
	*tariff.Editions
	quotes *quote.Engine
	world  *search.Index
	law    *tariff.Law
}

func (l tariffs) Info(country, code string, language tariff.Language) (quote.Info, error) {
	return l.quotes.TariffInfo(code, country, quote.Language(language))
}

func (l tariffs) Trade(country, code string, language tariff.Language) quote.LineTrade {
	return l.quotes.Trade(code, country, quote.Language(language))
}

func (l tariffs) Notes(code string) []tariff.Note { return l.law.Concerning(code) }

func (l tariffs) Search(_, query string, limit int) ([]search.Hit, bool) {
	return l.world.Find(query, limit)
}

// embeddedTariffs is read once for all tests, as it does not change.
var embeddedTariffs = sync.OnceValues(func() (tariffs, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return tariffs{}, err
	}
	national, err := tariff.LoadNational(knowledge.Vocabulary())
	if err != nil {
		return tariffs{}, err
	}
	editions, err := tariff.LoadEditions(knowledge.HasSubheading)
	if err != nil {
		return tariffs{}, err
	}
	rules, err := quote.LoadRules()
	if err != nil {
		return tariffs{}, err
	}
	var schedules []*tariff.Schedule
	for _, country := range tariff.ScheduleCountries() {
		schedules = append(schedules, national.Schedule(country))
	}
	return tariffs{
		tariff.NewAtlas(knowledge, national), editions, quote.New(national.Schedule("MEX"), rules, quote.WithSchedules(schedules...)),
		search.New(knowledge, national, tariff.WorldCode), knowledge.Law(),
	}, nil
})

func lookingUp(t *testing.T) *service {
	t.Helper()
	lookup, err := embeddedTariffs()
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, func(_ *api.Config, d *api.Deps) { d.Lookup = lookup })
}

const (
	codesPath  = "/api/v3/tariff/codes/"
	searchPath = "/api/v3/tariff/search"
)

// level is a step as the API shows it.
type level struct {
	Code       *string
	Level      string
	Title      string
	Requires   string
	Conditions []string
	Leaf       bool
	Children   []level
}

type code struct {
	CountryCode string `json:"country_code"`
	Code        string
	Level       string
	Title       string
	Leaf        bool
	Path        []level
	Children    []level
	Siblings    []level
	Line        *struct {
		Code       string
		Unit       string
		Requires   string
		Conditions []string
		Certainty  string
		TariffInfo quote.Info `json:"tariff_info"`
		Agreements []struct {
			Name, Status string
		} `json:"trade_agreements"`
		Measures []struct {
			Kind, Name string
			Origins    []string
		}
	}
	Law      []struct{ ID, Text string }
	Editions []struct {
		Edition, Tariff string
		Codes           []string
	}
	Vintage *string `json:"source_vintage"`
	Notes   []string
}

func TestALineIsLookedUpWithItsPathDutyAndHistory(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	var c code
	s.get(codesPath+"MEX/0101.29.99", s.key).want(200).decode(&c)
	if c.Code != "01012999" || c.Level != "line" || len(c.Path) < 4 || *c.Path[0].Code != "01" || *c.Path[len(c.Path)-1].Code != "01012999" {
		t.Errorf("%+v", c)
	}
	if c.Line == nil || c.Line.Unit == "" || len(c.Line.TariffInfo.ImportDuty) == 0 || c.Line.Certainty == "" || c.Vintage == nil || len(c.Siblings) == 0 {
		t.Errorf("line %+v", c.Line)
	}
	if got := fmt.Sprint(c.Editions); !strings.Contains(got, "{2012 MEX [01012901") || !strings.Contains(got, "{2017 HS [010129]}") {
		t.Errorf("editions %s", got)
	}
	s.get(codesPath+"USA/6109100012", s.key).want(200).decode(&c)
	if c.Level != "statistical" || !c.Leaf || c.Line.Code != "61091000" || c.Line.TariffInfo.Column2 == nil {
		t.Errorf("%+v", c.Line)
	}
}

func TestALineTellsItsNotesAgreementsAndMeasures(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	var c code
	s.get(codesPath+"MEX/61112012?language=Spanish", s.key).want(200).decode(&c)
	if len(c.Law) == 0 || c.Law[0].ID == "" || c.Line == nil || len(c.Line.Agreements) < 10 || c.Line.Agreements[0].Name == "" || c.Line.Agreements[0].Status == "" {
		t.Errorf("%+v %+v", c.Law, c.Line)
	}
	c.Line = nil
	s.get(codesPath+"MEX/87120005?language=Spanish", s.key).want(200).decode(&c)
	if c.Line == nil || len(c.Line.Measures) == 0 {
		t.Fatalf("%+v", c.Line)
	}
	for _, m := range c.Line.Measures {
		if m.Kind == "" || m.Name == "" {
			t.Errorf("%+v", m)
		}
	}
	c.Line = nil
	if s.get(codesPath+"USA/6109100012", s.key).want(200).decode(&c); len(c.Line.Agreements)+len(c.Line.Measures) != 0 {
		t.Errorf("%+v", c.Line)
	}
}

func TestAChapterAndASubheadingShowTheNextLevel(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	var c code
	s.get(codesPath+"WORLD/01?language=Spanish", s.key).want(200).decode(&c)
	if c.Line != nil || c.Vintage != nil || len(c.Children) != 6 || c.Children[0].Level != "heading" || !strings.Contains(strings.ToLower(c.Title), "animales") {
		t.Errorf("%+v", c)
	}
	s.get(codesPath+"MEX/010129", s.key).want(200).decode(&c)
	if len(c.Children) < 2 || c.Leaf || c.Children[0].Title == "" || c.Children[0].Requires == "" {
		t.Errorf("%+v", c.Children)
	}
}

func TestBadLookUpsAreRefused(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	s.get(codesPath+"MEX/01012998", s.key).fails(404, "NotFound", "01012999")
	s.get(codesPath+"WORLD/851712?language=French", s.key).fails(404, "NotFound", "851713") // 404 goes before 400
	s.get(codesPath+"WORLD/01012999", s.key).fails(404, "NotFound")
	s.get(codesPath+"FRA/0101", s.key).fails(400, "BadRequest", "country")
	s.get(codesPath+"MEX/shirt", s.key).fails(400, "BadRequest", "code", "2 to 10 digits")
	s.get(codesPath+"MEX/1", s.key).fails(400, "BadRequest", "code")
	s.get(codesPath+"MEX/01012999001", s.key).fails(400, "BadRequest", "code")
	s.get(codesPath+"MEX/0101?language=French", s.key).fails(400, "BadRequest", "language")
	s.get(codesPath+"MEX/0101", "").fails(401, "Unauthorized")
	s.post(codesPath+"MEX/0101", s.key, "{}").fails(405, "MethodNotAllowed")
}

func TestTheFreePlanLooksUpTheNomenclatureAlone(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	free, _ := s.organisation(account.PlanFree, 0)
	token := s.signIn(free.ID, account.RoleMember).Access
	s.get(codesPath+"WORLD/0101", token).want(200)
	s.get(searchPath+"?country_code=WORLD&q=horses", token).want(200)
	s.get(codesPath+"MEX/0101", token).fails(403, "Forbidden")
	s.get(codesPath+"MEX/%30101", token).fails(403, "Forbidden")
	s.get(codesPath+"%4DEX/0101", token).fails(403, "Forbidden")
	s.get(searchPath+"?country_code=MEX&q=horses", token).fails(403, "Forbidden")
}

func TestASearchFindsCodesByWordsAndByDigits(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	var found struct {
		Data []struct {
			Code, Level, Title string
			Path               []level
			Score              float64
		}
		HasMore bool `json:"has_more"`
	}
	s.get(searchPath+"?country_code=WORLD&q=caballos+reproductores&language=Spanish&limit=3", s.key).want(200).decode(&found)
	if len(found.Data) != 3 || !found.HasMore || found.Data[0].Code != "010121" || len(found.Data[0].Path) != 3 || found.Data[0].Score <= found.Data[2].Score {
		t.Errorf("%+v", found)
	}
	s.get(searchPath+"?country_code=WORLD&q=01.01", s.key).want(200).decode(&found)
	if len(found.Data) != 5 || found.HasMore || found.Data[0].Code != "0101" || found.Data[0].Level != "heading" {
		t.Errorf("%+v", found)
	}
	if r := s.get(searchPath+"?country_code=WORLD&q=xyzzyplugh", s.key).want(200); !strings.Contains(string(r.body), `"data":[]`) {
		t.Errorf("%s", r.body)
	}
}

func TestBadSearchesAreRefused(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	s.get(searchPath+"?country_code=WORLD", s.key).fails(400, "BadRequest", "q")
	s.get(searchPath+"?country_code=WORLD&q=", s.key).fails(400, "BadRequest", "q")
	s.get(searchPath+"?country_code=WORLD&q=+", s.key).fails(400, "BadRequest", "q")
	s.get(searchPath+"?q=shirt", s.key).fails(400, "BadRequest", "country_code")
	s.get(searchPath+"?country_code=FRA&q=shirt&limit=0&language=x", s.key).fails(400, "BadRequest", "country_code", "limit", "language")
	s.get(searchPath+"?country_code=WORLD&q=shirt&limit=101", s.key).fails(400, "BadRequest", "limit", "100")
	s.get(searchPath+"?country_code=WORLD&q="+strings.Repeat("a", 201), s.key).fails(400, "BadRequest", "q", "200")
	s.get(searchPath+"?country_code=WORLD&q=shirt", "").fails(401, "Unauthorized")
	s.send(http.MethodDelete, searchPath, s.key, "").fails(405, "MethodNotAllowed")
}

func TestLookUpsAreBoundedByTheMinute(t *testing.T) {
	t.Parallel()
	s := lookingUp(t)
	for _, path := range []string{codesPath + "WORLD/01", searchPath + "?country_code=WORLD&q=horse"} {
		limited := false
		for i := range 302 { // in a new minute the count begins again
			switch r := s.get(path, s.key); {
			case r.status == http.StatusTooManyRequests && i < 300:
				t.Fatalf("%s: request %d refused", path, i+1)
			case r.status == http.StatusTooManyRequests:
				r.fails(429, "RATE_LIMITED", "300")
				limited = true
			}
		}
		if !limited {
			t.Errorf("%s: 302 requests within a minute were all answered", path)
		}
		s.get(path, s.signIn(s.org.ID, account.RoleMember).Access).want(200) // another caller of the organisation has a minute of his own
	}
}
