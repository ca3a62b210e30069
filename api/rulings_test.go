package api_test

import (
	"sync"
	"testing"

	"tariffdesk/account"
	"tariffdesk/api"
	"tariffdesk/classify"
	"tariffdesk/tariff"
	"tariffdesk/tariff/ruling"
)

// published are rulings in use.
type published struct{ rulings *classify.Rulings }

func (p published) Current() *classify.Rulings { return p.rulings }

var inventedRulings = sync.OnceValues(func() (published, error) {
	knowledge, err := tariff.LoadKnowledge()
	if err != nil {
		return published{}, err
	}
	engine, err := classify.New(knowledge, classify.Options{})
	if err != nil {
		return published{}, err
	}
	of := func(reference, date, code, description string, status ruling.Status) ruling.Ruling {
		return ruling.Ruling{Source: ruling.SourceCROSS, Reference: reference, Date: date, Codes: []string{code}, Today: code[:6], Description: description, Status: status}
	}
	return published{engine.NewRulings([]ruling.Ruling{
		of("N1", "2024-01-02", "9615114000", "moustache comb of hard rubber", ruling.StatusValid),
		of("N2", "2023-01-02", "9615196000", "moustache comb of wood", ruling.StatusRevoked),
		of("N3", "2022-01-02", "8413702004", "zorblat fluid mover", ruling.StatusValid),
	}, nil)}, nil
})

const rulingsPath = "/api/v3/tariff/rulings"

func setupRulings(t *testing.T) *service {
	t.Helper()
	p, err := inventedRulings()
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, func(_ *api.Config, d *api.Deps) { d.Rulings = p })
}

type rulingsFound struct {
	Data []struct {
		ID, Source, Reference, Date, Description, Status string
		Codes                                            []string
		Code                                             *string
		Counts                                           bool
	}
	HasMore bool `json:"has_more"`
}

func TestRulingsAreFoundByWordsAndByCode(t *testing.T) {
	t.Parallel()
	s := setupRulings(t)
	var found rulingsFound
	s.get(rulingsPath+"?q=moustache+combs", s.key).want(200).decode(&found)
	if len(found.Data) != 2 || found.HasMore || found.Data[0].Code == nil {
		t.Fatalf("%+v", found)
	}
	s.get(rulingsPath+"?code=9615.19", s.key).want(200).decode(&found)
	if len(found.Data) != 1 || found.Data[0].ID != "cross:N2" || found.Data[0].Status != "revoked" || found.Data[0].Counts || found.Data[0].Codes[0] != "9615196000" {
		t.Errorf("%+v", found)
	}
	s.get(rulingsPath+"?code=96&limit=1", s.key).want(200).decode(&found)
	if len(found.Data) != 1 || !found.HasMore || found.Data[0].Reference != "N1" {
		t.Errorf("%+v", found)
	}
	s.get(rulingsPath+"?code=96&limit=1&starting_after=cross:N1", s.key).want(200).decode(&found)
	if len(found.Data) != 1 || found.HasMore || found.Data[0].Reference != "N2" {
		t.Errorf("%+v", found)
	}
	free, _ := s.organisation(account.PlanFree, 0)
	s.get(rulingsPath+"?q=comb", s.signIn(free.ID, account.RoleMember).Access).want(200)
}

func TestBadSearchesOfRulingsAreRefused(t *testing.T) {
	t.Parallel()
	s := setupRulings(t)
	s.get(rulingsPath, s.key).fails(400, "BadRequest", "q", "code")
	s.get(rulingsPath+"?q=+", s.key).fails(400, "BadRequest", "q")
	s.get(rulingsPath+"?code=shirt", s.key).fails(400, "BadRequest", "code", "2 to 10 digits")
	s.get(rulingsPath+"?code=9", s.key).fails(400, "BadRequest", "code")
	s.get(rulingsPath+"?q=comb&limit=101", s.key).fails(400, "BadRequest", "limit")
	s.get(rulingsPath+"?q=comb&starting_after=cross:none", s.key).fails(404, "NotFound", "starting_after")
	s.get(rulingsPath+"?q=comb", "").fails(401, "Unauthorized")
	s.post(rulingsPath, s.key, "{}").fails(405, "MethodNotAllowed")
}
