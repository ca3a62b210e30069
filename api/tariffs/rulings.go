package tariffs

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/classify"
	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

// Rulings are the published rulings in use, nil where none were imported.
type Rulings interface {
	Current() *classify.Rulings
}

// rulingBody is a published ruling.
type rulingBody struct {
	ID          string   `json:"id" doc:"Source and reference; what starting_after takes"`
	Source      string   `json:"source" enum:"cross,ebti,atar,plain" doc:"Who published the ruling: cross of the United States, ebti of the European Union, atar of the United Kingdom, plain for what an operator imported"`
	Reference   string   `json:"reference" doc:"Number of the ruling, as its authority writes it"`
	Date        string   `json:"date" format:"date" doc:"The day on which it was issued"`
	Codes       []string `json:"codes" doc:"As published, digits only"`
	Code        *string  `json:"code" doc:"What the codes are in HS 2022: six digits, or the heading or chapter they share where they went to several; null where nothing is shared or known"`
	Description string   `json:"description" doc:"As the authority published it"`
	Status      string   `json:"status" enum:"valid,expired,modified,revoked" doc:"Whether it is in force"`
	Counts      bool     `json:"counts" doc:"The ruling weighs in classifications: it stands or has expired, and its code is known today"`
	URL         string   `json:"url,omitempty" doc:"Page of the ruling; absent where it has none"`
}

type rulingsInput struct {
	wire.ListQuery
	Query string `query:"q" maxLength:"200" doc:"Words of goods; without them the newest rulings come first"`
	Code  string `query:"code" maxLength:"20" doc:"The first 2 to 10 digits of a code, as published or of today; dots are accepted"`
}

// Resolve implements huma.Resolver.
func (in *rulingsInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if code, ok := tariff.CleanCode(in.Code); in.Code != "" && (!ok || len(code) > 10) {
		errs = append(errs, wire.BadField("code", "want 2 to 10 digits"))
	}
	if strings.TrimSpace(in.Query) == "" && in.Code == "" {
		errs = append(errs, wire.BadField("q", "want words, or the first digits of a code in code"))
	}
	return errs
}

func (s *Handlers) registerRulings(to *route.Router) {
	if s.Rulings == nil {
		return
	}
	route.Register(to, route.Row{
		Method: http.MethodGet, Path: "/api/v3/tariff/rulings", ID: "search-rulings", Tag: "tariff",
		Summary: "Find published rulings by words and by code; no credits", Access: gate.Current, Limited: true, Find: s.findRuling,
	}, s.searchRulings)
}

// findRuling refuses a page that starts after a ruling which the search does not find.
func (s *Handlers) findRuling(ctx huma.Context, _ *gate.Call) error {
	after := ctx.Query("starting_after")
	if after == "" {
		return nil
	}
	code, _ := tariff.CleanCode(ctx.Query("code")) // judged later
	if _, known := s.Rulings.Current().Find(ctx.Query("q"), code, after, 0); !known {
		return gate.ErrNotListed
	}
	return nil
}

func (s *Handlers) searchRulings(_ context.Context, in *rulingsInput) (*wire.ListOutput[rulingBody], error) {
	code, _ := tariff.CleanCode(in.Code) // checked
	found, known := s.Rulings.Current().Find(in.Query, code, in.StartingAfter, in.More())
	if !known { // others came into use meanwhile
		return nil, gate.ErrNotListed
	}
	return wire.Page(in.ListQuery, found, nil, newRulingBody)
}

func newRulingBody(r ruling.Ruling) rulingBody {
	return rulingBody{
		ID: r.ID(), Source: string(r.Source), Reference: r.Reference, Date: r.Date, Codes: r.Codes, Code: wire.OrNull(r.Today),
		Description: r.Description, Status: string(r.Status), Counts: r.Counts(), URL: r.URL,
	}
}
