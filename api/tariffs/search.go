package tariffs

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/tariff"
)

// maxSearchChars is ample for words that goods are looked for by.
const maxSearchChars = 200

// hitBody is a code that a search found.
type hitBody struct {
	Code  string    `json:"code" doc:"The code, digits alone"`
	Level string    `json:"level" enum:"chapter,heading,subheading,line,statistical" doc:"chapter has 2 digits, heading 4, subheading 6, line and statistical the national ones below"`
	Title string    `json:"title" doc:"What sets the code apart from those beside it"`
	Path  []hitStep `json:"path" doc:"From the chapter down to the code, which is last"`
	Score float64   `json:"score" doc:"How well the words match, to compare within one answer; 0 in a search by digits"`
}

// hitStep is one step of the way to a code.
type hitStep struct {
	Code  *string `json:"code" doc:"Null of a level that only divides"`
	Title string  `json:"title" doc:"Title of the level"`
}

type searchInput struct {
	wire.Common
	CountryCode wire.Country `query:"country_code" required:"true" doc:"Whose headings, subheadings and lines; WORLD has no lines"`
	Query       string       `query:"q" required:"true" minLength:"1" maxLength:"200" doc:"Words in English or Spanish, or the first digits of a code (2 to 10)"`
	Language    string       `query:"language" enum:"English,Spanish" default:"English" doc:"Of titles; words are understood in both"`
	Limit       int          `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"The most codes to return"`
}

// Resolve implements huma.Resolver.
func (in *searchInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if in.Query != "" && strings.TrimSpace(in.Query) == "" {
		errs = append(errs, wire.BadField("q", "want words or digits, at most %d characters", maxSearchChars))
	}
	return errs
}

type searchOutput struct {
	Body struct {
		Data    []hitBody `json:"data" doc:"Best first; by digits, in order of code"`
		HasMore bool      `json:"has_more" doc:"The search found more codes than the limit"`
	}
}

func (s *Handlers) registerSearch(to *route.Router) {
	route.Register(to, route.Row{
		Method: http.MethodGet, Path: "/api/v3/tariff/search", ID: "search-tariff", Tag: "tariff",
		Summary: "Find codes by words or by their first digits; no credits",
		Access:  gate.Current, Plan: worldOnFree, Limited: true, LookUp: true,
	}, s.searchTariff)
}

func (s *Handlers) searchTariff(_ context.Context, in *searchInput) (*searchOutput, error) {
	language := tariff.Language(in.Language)
	hits, more := s.Lookup.Search(string(in.CountryCode), in.Query, cmp.Or(in.Limit, 20))
	out := &searchOutput{}
	out.Body.Data, out.Body.HasMore = make([]hitBody, 0, len(hits)), more
	for _, h := range hits {
		path := s.Lookup.Path(string(in.CountryCode), h.Code)
		at := path[len(path)-1]
		body := hitBody{Code: h.Code, Level: string(at.Kind), Title: at.Title.In(language), Score: math.Round(h.Score*100) / 100}
		for _, step := range path {
			body.Path = append(body.Path, hitStep{wire.OrNull(step.Code), step.Title.In(language)})
		}
		out.Body.Data = append(out.Body.Data, body)
	}
	return out, nil
}
