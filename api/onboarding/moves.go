package onboarding

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"tariffdesk/api/gate"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/verification"
	"tariffdesk/verification/taxid"
)

type createVerificationInput struct {
	wire.Common
	Body struct {
		Country         string                        `json:"country" enum:"MEX,COL,ARG,USA" doc:"Country where the company is registered"`
		LegalName       string                        `json:"legal_name" minLength:"1" maxLength:"300" doc:"Name of the company as registered"`
		TaxID           string                        `json:"tax_id" minLength:"1" maxLength:"40" doc:"RFC, NIT with its check digit, CUIT or EIN"`
		Representatives []verification.Representative `json:"representatives" maxItems:"20" doc:"Who signs for the company"`
		ExternalID      string                        `json:"external_id,omitempty" maxLength:"128" doc:"Your own id of the verification"`
		Address         string                        `json:"address,omitempty" maxLength:"500" doc:"Compared with what the documents say"`
		OrganisationID  string                        `json:"organization_id,omitempty" format:"uuid" doc:"Operators alone, and required of them: for whom the company is verified"`
	}
}

func (s *Handlers) createVerification(ctx context.Context, in *createVerificationInput) (*verificationOutput, error) {
	k, b := gate.Of(ctx), in.Body
	v, err := verification.Declare(verification.Declaration{Country: taxid.Country(b.Country), LegalName: b.LegalName, TaxID: b.TaxID,
		Address: b.Address, ExternalID: b.ExternalID, Representatives: b.Representatives})
	if err != nil {
		return nil, err
	}
	if v.OrganisationID, err = organisationFor(k, b.OrganisationID); err != nil {
		return nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("id of a verification: %w", err)
	}
	v.ID = id.String()
	lists, err := s.Lists.Current(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now().UTC()
	checks, listed := verification.Screen(v, lists, now)
	v.Listed, v.CheckedLists = listed, lists.Newest()
	made, err := s.Onboarding.CreateVerification(ctx, v, append(verification.Inspect(v, now), checks...), mover(k))
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, made)
}

// organisationFor is for whom a company is verified: of a key its own organisation, of an operator the one named.
func organisationFor(k *gate.Call, named string) (string, error) {
	own := visibleTo(k)
	switch {
	case own == "" && named == "":
		return "", fail.New(fail.CodeValidation, "organization_id: is required of operators")
	case own != "" && named != "" && named != own:
		return "", fail.New(fail.CodeValidation, "organization_id: a key creates for its own organisation")
	case own == "":
		return named, nil
	}
	return own, nil
}

type moveInput struct {
	wire.Common
	ID   string `path:"id" format:"uuid" doc:"Id of the verification"`
	Body *struct {
		Reason string `json:"reason,omitempty" maxLength:"1000" doc:"Why, kept with the event; none where absent"`
	}
}

type decisionInput struct {
	wire.Common
	ID   string `path:"id" format:"uuid" doc:"Id of the verification"`
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"1000" doc:"Kept, and told to the organisation"`
	}
}

// moving makes a move that needs no reason.
func (s *Handlers) moving(m verification.Move) func(context.Context, *moveInput) (*verificationOutput, error) {
	return func(ctx context.Context, in *moveInput) (*verificationOutput, error) {
		reason := ""
		if in.Body != nil {
			reason = in.Body.Reason
		}
		return s.move(ctx, m, reason, false)
	}
}

// deciding makes a move with a reason.
func (s *Handlers) deciding(m verification.Move) func(context.Context, *decisionInput) (*verificationOutput, error) {
	return func(ctx context.Context, in *decisionInput) (*verificationOutput, error) {
		return s.move(ctx, m, in.Body.Reason, true)
	}
}

// move checks the company with the lists of the moment where somebody relies on it afterwards, and
// asks for a reason where an approval goes against a check.
func (s *Handlers) move(ctx context.Context, m verification.Move, text string, required bool) (*verificationOutput, error) {
	k := gate.Of(ctx)
	v := gate.Found[verification.Verification](ctx)
	reason, err := verification.Because(text, required)
	if err != nil {
		return nil, err
	}
	if _, err := v.State.After(m); err != nil {
		return nil, err
	}
	c := verification.Change{Move: m, Reason: reason, By: mover(k)}
	if m == verification.MoveApprove && s.FourEyes {
		if err := secondPair(ctx, s.Onboarding, v, c.By); err != nil {
			return nil, err
		}
	}
	if m == verification.MoveSubmit || m == verification.MoveReview || m == verification.MoveApprove {
		lists, err := s.Lists.Current(ctx)
		if err != nil {
			return nil, err
		}
		c.Checks, c.Listed = verification.Screen(v, lists, s.Now().UTC())
		c.Lists = lists.Newest()
	}
	if m == verification.MoveApprove && reason == "" {
		if err := s.unopposed(ctx, v, c.Checks); err != nil {
			return nil, err
		}
	}
	moved, err := s.Onboarding.MoveVerification(ctx, v, c)
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, moved)
}

var errFourEyes = fail.New(fail.CodeConflict, "who submitted a verification does not approve it: another has to, and all keys of an organisation count as one")

// secondPair refuses an approval by the actor who submitted the verification.
func secondPair(ctx context.Context, o Onboarding, v verification.Verification, by verification.Actor) error {
	submitter, err := o.Submitter(ctx, v.ID)
	if err == nil && submitter.Same(by) {
		err = errFourEyes
	}
	return err
}

// unopposed refuses an approval without a reason where a check has failed; screened are the newest
// of the lists.
func (s *Handlers) unopposed(ctx context.Context, v verification.Verification, screened []verification.Check) error {
	checks, err := s.Onboarding.VerificationChecks(ctx, []string{v.ID})
	if err != nil {
		return err
	}
	for _, c := range checks[v.ID] {
		if c.Name != verification.CheckBlacklist {
			screened = append(screened, c)
		}
	}
	if failed(screened) {
		return fail.New(fail.CodeValidation, "reason: is required, since a check has failed")
	}
	return nil
}
