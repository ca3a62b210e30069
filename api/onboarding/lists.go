package onboarding

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/language"
	"tariffdesk/verification"
	"tariffdesk/verification/list"
	"tariffdesk/verification/taxid"
)

type blacklistCheckInput struct {
	wire.Common
	Body struct {
		Country string `json:"country" enum:"MEX,COL,ARG,USA" doc:"Country whose lists are searched"`
		TaxID   string `json:"tax_id,omitempty" maxLength:"40" doc:"Decides where a list has it; one of tax_id and name is required"`
		Name    string `json:"name,omitempty" maxLength:"300" doc:"Compared by likeness, whose score is shown"`
	}
}

// blacklistCheckBody lists the entries found on a day. It never states that a company is clear.
type blacklistCheckBody struct {
	Result  list.Result            `json:"result" enum:"listed,cleared,not_listed,unknown" doc:"cleared: there are matches and none is adverse; unknown: no list of the country is loaded"`
	Message string                 `json:"message" doc:"The result in a sentence"`
	AsOf    *string                `json:"as_of" format:"date" doc:"The oldest day of the lists"`
	Adverse bool                   `json:"adverse" doc:"Whether a listing that decides still stands"`
	Matches []verification.Listing `json:"matches" doc:"Entries found, those by tax id first; empty where none was"`
	Lists   []blacklistBody        `json:"lists" doc:"Lists that were searched"`
	// Warnings names the lists that are too old to rely on.
	Warnings []string `json:"warnings" doc:"A sentence for each list that is stale"`
}

type blacklistBody struct {
	Source     list.Source `json:"source" enum:"sat-69b,sat-69,arca-apoc,dian,us-csl" doc:"The list: sat-69b and sat-69 of Mexico, arca-apoc of Argentina, dian of Colombia, us-csl of the United States"`
	Part       string      `json:"part,omitempty" doc:"Of sat-69: which of its lists"`
	AsOf       string      `json:"as_of" format:"date" doc:"The day as of which its authority published it"`
	Rows       int         `json:"rows" doc:"Entries of the list"`
	Version    int64       `json:"version" doc:"Number of the import; each import raises it by one"`
	AgeDays    int         `json:"age_days" doc:"Since the day of the list"`
	Stale      bool        `json:"stale" doc:"Whether it is older than the operator allows, 45 days by default"`
	ImportedAt *time.Time  `json:"imported_at,omitempty" doc:"When it was imported; absent where nothing tells"`
}

type blacklistCheckOutput struct{ Body blacklistCheckBody }

func (s *Handlers) checkBlacklists(ctx context.Context, in *blacklistCheckInput) (*blacklistCheckOutput, error) {
	q, err := queryOf(taxid.Country(in.Body.Country), in.Body.TaxID, in.Body.Name)
	if err != nil {
		return nil, err
	}
	lists, err := s.Lists.Current(ctx)
	if err != nil {
		return nil, err
	}
	a := lists.Check(q)
	out := &blacklistCheckOutput{blacklistCheckBody{Result: a.Result, Adverse: a.Adverse(), AsOf: wire.OrNull(a.AsOf()), Matches: verification.Listings(a.Matches), Lists: []blacklistBody{}, Warnings: []string{}}}
	for _, v := range a.Lists {
		shown := newListBody(v, s.Now(), s.StaleDays)
		out.Body.Lists = append(out.Body.Lists, shown)
		if shown.Stale {
			out.Body.Warnings = append(out.Body.Warnings, fmt.Sprintf("The list %s is of %s, %d days old: what was published since is not known here.", v.Key(), v.AsOf, shown.AgeDays))
		}
	}
	switch a.Result {
	case list.ResultListed:
		out.Body.Message = "Listed."
	case list.ResultCleared:
		out.Body.Message = "Cleared: listed, and no longer held against it."
	case list.ResultNotListed:
		out.Body.Message = verification.NotListed(a.AsOf())
	case list.ResultUnknown:
		out.Body.Message = "Unknown: no list of the country is loaded."
	}
	l := language.Of(ctx)
	out.Body.Message, _ = language.Text(l, out.Body.Message)
	out.Body.Warnings = language.Texts(l, out.Body.Warnings)
	return out, nil
}

func queryOf(country taxid.Country, taxID, name string) (list.Query, error) {
	q := list.Query{Country: country, Name: strings.TrimSpace(name)}
	var problems []string
	if strings.TrimSpace(taxID) != "" {
		id, err := taxid.Parse(country, taxID)
		if err != nil {
			problems = append(problems, fail.As(err).Message)
		}
		q.TaxID = id.Value
	}
	if q.TaxID == "" && q.Name == "" && len(problems) == 0 {
		problems = append(problems, "tax_id, name: one of them is required")
	}
	if utf8.RuneCountInString(q.Name) > verification.MaxName {
		problems = append(problems, "name: want at most 300 characters")
	}
	if len(problems) > 0 {
		return q, fail.New(fail.CodeValidation, problems[0]).With(problems...)
	}
	return q, nil
}

func newListBody(v list.Version, now time.Time, staleDays int) blacklistBody {
	age := v.AgeDays(now)
	return blacklistBody{Source: v.Source, Part: v.Part, AsOf: v.AsOf, Rows: v.Rows, Version: v.ID, AgeDays: age, Stale: age > staleDays}
}

type blacklistsOutput struct {
	Body struct {
		Data []blacklistBody `json:"data" doc:"Lists in use, by source"`
	}
}

func (s *Handlers) listBlacklists(ctx context.Context, _ *wire.Common) (*blacklistsOutput, error) {
	found, err := s.Onboarding.Blacklists(ctx)
	if err != nil {
		return nil, err
	}
	out := &blacklistsOutput{}
	out.Body.Data = []blacklistBody{}
	for _, v := range found {
		b := newListBody(v.Version, s.Now(), s.StaleDays)
		b.ImportedAt = wire.UTC(&v.ImportedAt)
		out.Body.Data = append(out.Body.Data, b)
	}
	return out, nil
}
