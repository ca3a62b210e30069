package tariffs

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/quote"
	"tariffdesk/tariff"
	"tariffdesk/tariff/search"
)

// Lookup walks and searches the tariffs in force. tariff.WorldCode is the nomenclature alone.
type Lookup interface {
	// Place is CodeNotFound for an unknown code, naming near ones.
	Place(country, code string) (tariff.Place, error)
	// Path is the way to a code that is known.
	Path(country, code string) []tariff.PlaceLevel
	// Origins are the older codes that led to one.
	Origins(country, code string) []tariff.Origin
	// Info returns the duties, taxes and regulations of a line of eight or ten digits.
	Info(country, code string, language tariff.Language) (quote.Info, error)
	// Trade tells rates by agreement and measures of a line.
	Trade(country, code string, language tariff.Language) quote.LineTrade
	// Notes are the notes of the Harmonized System that concern a code, in our own words.
	Notes(code string) []tariff.Note
	// Search finds codes by words or digits, best first; more reports whether there are others.
	Search(country, query string, limit int) (hits []search.Hit, more bool)
}

// codeBody is a code where it stands.
type codeBody struct {
	CountryCode wire.Country `json:"country_code" doc:"Tariff that the code stands in; WORLD is the international nomenclature of six digits"`
	Code        string       `json:"code" doc:"2, 4, 6, 8 or 10 digits"`
	Level       string       `json:"level" enum:"chapter,heading,subheading,line,statistical" doc:"What the code is: a line has eight digits, its statistical subdivision ten"`
	Title       string       `json:"title" doc:"What sets the code apart from those beside it, in our own words"`
	Leaf        bool         `json:"leaf" doc:"Nothing lies below the code"`
	Path        []levelBody  `json:"path" doc:"The way from the chapter down to the code, which is last"`
	Children    []levelBody  `json:"children" doc:"The next level below the code"`
	Siblings    []levelBody  `json:"siblings" doc:"Of a line or subdivision: what it is told apart from"`
	Line        *lineBody    `json:"line" doc:"Of a code of eight or ten digits; null above"`
	Editions    []originBody `json:"editions" doc:"Of six digits and more: the older codes whose goods the code took over, newest edition first"`
	Notes       []string     `json:"notes" doc:"What holds of the whole tariff of the country"`
	Law         []lawBody    `json:"law" doc:"Of a heading and below: notes of the Harmonized System that govern the code or send goods to it, in our own words"`
	Vintage     *string      `json:"source_vintage" format:"date" doc:"The day whose law the lines show; null for WORLD"`
	Source      *string      `json:"source" doc:"The publication the lines were read from; null for WORLD"`
}

// levelBody is one step of the way.
type levelBody struct {
	Code       *string     `json:"code" doc:"Null of a division, a level of the tree that only divides"`
	Level      string      `json:"level" enum:"chapter,heading,subheading,division,line,statistical" doc:"chapter has 2 digits, heading 4, subheading 6, line and statistical the national ones below; a division has no digits of its own"`
	Title      string      `json:"title" doc:"Title of the level, in the language asked for"`
	Requires   string      `json:"requires" doc:"What goods have to be, from the subheading down; empty above"`
	Conditions []string    `json:"conditions" doc:"The conditions of this level as the data files write them, such as screen<=35.56cm or material=cotton; other takes what no sibling takes"`
	Leaf       bool        `json:"leaf" doc:"Whether nothing lies below it in the tariff"`
	Working    bool        `json:"working_title" doc:"The title was made of the conditions of a line that nobody has described yet"`
	Children   []levelBody `json:"children,omitempty" doc:"Of a division among children and siblings: what it divides, as no code leads there"`
}

// lineBody describes a line.
type lineBody struct {
	Code          string     `json:"code" doc:"The eight digits that unit and duty belong to"`
	Unit          string     `json:"unit" doc:"As published; empty where not known"`
	Requires      string     `json:"requires" doc:"What goods of the line have to be, from the subheading down"`
	Conditions    []string   `json:"conditions" doc:"All conditions on the way from the subheading down, as the data files write them"`
	EffectiveFrom string     `json:"effective_from" format:"date" doc:"The first day these rates hold"`
	Certainty     string     `json:"certainty" enum:"verified,secondary,unconfirmed" doc:"How sure the line is: verified in the legal text, secondary for another source, or unconfirmed"`
	Source        string     `json:"source" doc:"Where it differs from that of the tariff, else empty"`
	TariffInfo    quote.Info `json:"tariff_info" doc:"Duties, taxes and regulations, as a classification shows them"`

	Agreements []quote.Agreement   `json:"trade_agreements" doc:"What each agreement makes of the import duty; empty outside Mexico"`
	Measures   []quote.LineMeasure `json:"measures" doc:"Compensatory duties, quotas, seasons, estimated prices and customs offices; empty outside Mexico"`
}

// lawBody is a note of the Harmonized System.
type lawBody struct {
	ID     string   `json:"id" doc:"Section, chapter or heading with the number of its note, such as ch61-n6"`
	Text   string   `json:"text" doc:"The note in our own words"`
	SendTo []string `json:"send_to" doc:"The chapters and headings to which the note sends goods; empty where to none"`
}

// originBody is a piece of the history of a code.
type originBody struct {
	Edition string   `json:"edition" enum:"2017,2012" doc:"Edition of the Harmonized System"`
	Tariff  string   `json:"tariff" enum:"HS,MEX" doc:"HS for subheadings, MEX for lines of the Mexican tariff of that year"`
	Codes   []string `json:"codes" doc:"The code itself among them where it kept its number"`
}

type codeInput struct {
	wire.Common
	Country  wire.Country `path:"country" doc:"Whose tariff; WORLD is the Harmonized System"`
	Code     string       `path:"code" maxLength:"20" doc:"2, 4, 6, 8 or 10 digits; dots are accepted"`
	Language string       `query:"language" enum:"English,Spanish" default:"English" doc:"Language of titles and names"`
}

// Resolve implements huma.Resolver.
func (in *codeInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if _, ok := lookupCode(in.Code); !ok {
		errs = append(errs, wire.BadField("code", "want 2 to 10 digits, dots allowed"))
	}
	return errs
}

// lookupCode reads a code of two to ten digits.
func lookupCode(s string) (string, bool) {
	code, ok := tariff.CleanCode(s)
	return code, ok && len(code) <= 10
}

type codeOutput struct{ Body codeBody }

func (s *Handlers) registerLookup(to *route.Router) {
	if s.Lookup == nil {
		return
	}
	route.Register(to, route.Row{
		Method: http.MethodGet, Path: "/api/v3/tariff/codes/{country}/{code}", ID: "get-tariff-code", Tag: "tariff",
		Summary: "Look a code up: path, next level, conditions, unit, duties and older editions; no credits",
		Access:  gate.Current, Plan: worldInPath, Limited: true, LookUp: true, Find: s.findPlace,
	}, s.tariffCode)
	s.registerSearch(to)
}

// worldInPath is worldOnFree of a country in the path.
func worldInPath(c account.Caller, r *http.Request) error {
	_, rest, _ := strings.Cut(r.URL.Path, "/tariff/codes/")
	country, _, _ := strings.Cut(rest, "/")
	if !slices.Contains(tariff.Countries(), country) {
		return nil
	}
	return c.CheckCountry(country)
}

// findPlace finds the code that the path names. What is no country or no code is refused later, with
// everything else that is wrong.
func (s *Handlers) findPlace(ctx huma.Context, k *gate.Call) (err error) {
	code, ok := lookupCode(ctx.Param("code"))
	if !ok || !slices.Contains(tariff.Countries(), ctx.Param("country")) {
		return nil
	}
	found, err := s.Lookup.Place(ctx.Param("country"), code)
	k.SetFound(found)
	return err
}

func (s *Handlers) tariffCode(ctx context.Context, in *codeInput) (*codeOutput, error) {
	p, language := gate.Found[tariff.Place](ctx), tariff.Language(in.Language)
	at := newLevel(p.Path[len(p.Path)-1], language)
	out := &codeOutput{codeBody{
		CountryCode: wire.Country(p.Country), Code: p.Code, Level: at.Level, Title: at.Title, Leaf: at.Leaf,
		Path: newLevels(p.Path, language), Children: newLevels(p.Children, language), Siblings: newLevels(p.Siblings, language),
		Editions: []originBody{}, Notes: []string{},
	}}
	for _, o := range s.Lookup.Origins(p.Country, p.Code) {
		out.Body.Editions = append(out.Body.Editions, originBody{string(o.Edition), o.Tariff, o.Codes})
	}
	out.Body.Law = []lawBody{}
	if len(p.Code) >= tariff.HeadingDigits {
		for _, n := range s.Lookup.Notes(p.Code) {
			out.Body.Law = append(out.Body.Law, lawBody{n.ID, n.Text.In(language), append([]string{}, n.Goes...)})
		}
	}
	if p.Schedule != nil {
		out.Body.Notes = append(out.Body.Notes, p.Schedule.Notes...)
		out.Body.Vintage, out.Body.Source = new(string(p.Schedule.Vintage)), &p.Schedule.Source
	}
	if p.Line == nil {
		return out, nil
	}
	info, err := s.Lookup.Info(p.Country, p.Code, language)
	if err != nil {
		return nil, fail.Wrap(err, fail.CodeInternal, "the line has no tariff info")
	}
	out.Body.Line = newLine(p, at, info)
	trade := s.Lookup.Trade(p.Country, p.Code, language)
	out.Body.Line.Agreements, out.Body.Line.Measures = trade.Agreements, trade.Measures
	return out, nil
}

func newLine(p tariff.Place, at levelBody, info quote.Info) *lineBody {
	line := &lineBody{
		Code: p.Line.Code, Unit: info.Unit, Requires: at.Requires, Conditions: []string{}, EffectiveFrom: string(p.Line.From),
		Certainty: string(p.Line.Certainty), Source: p.Line.Source, TariffInfo: info,
	}
	for _, level := range p.Path {
		line.Conditions = append(line.Conditions, level.Conditions...)
	}
	return line
}

func newLevels(list []tariff.PlaceLevel, language tariff.Language) []levelBody {
	out := make([]levelBody, 0, len(list))
	for _, l := range list {
		out = append(out, newLevel(l, language))
	}
	return out
}

func newLevel(l tariff.PlaceLevel, language tariff.Language) levelBody {
	out := levelBody{
		Code: wire.OrNull(l.Code), Level: string(l.Kind), Title: l.Title.In(language), Requires: l.Requires.In(language),
		Conditions: append([]string{}, l.Conditions...), Leaf: l.Leaf, Working: l.Working,
	}
	if len(l.Below) > 0 {
		out.Children = newLevels(l.Below, language)
	}
	return out
}
