package accounts

import (
	"cmp"
	"context"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/site"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// InvitationBody is an invitation as the organisation sees it.
type InvitationBody struct {
	InvitationID string                   `json:"invitation_id" format:"uuid" doc:"Id of the invitation"`
	Email        string                   `json:"email" doc:"Who was invited"`
	Role         account.Role             `json:"role" enum:"owner,admin,member" doc:"What the invited person may do once accepted"`
	Status       account.InvitationStatus `json:"status" enum:"pending,accepted,revoked,expired" doc:"pending until it is accepted, revoked, or expires"`
	CreatedAt    time.Time                `json:"created_at" doc:"When it was sent"`
	ExpiresAt    time.Time                `json:"expires_at" doc:"From when its link no longer works"`
	InvitedBy    string                   `json:"invited_by" doc:"Address of who invited"`
}

func (s *Handlers) newInvitationBody(i account.Invitation) InvitationBody {
	return InvitationBody{i.ID, i.Email, i.Role, i.Status(s.Now()), i.CreatedAt.UTC(), i.ExpiresAt.UTC(), i.InvitedBy}
}

type inviteInput struct {
	wire.Common
	Body struct {
		Email          string       `json:"email" maxLength:"254" doc:"Where the link is sent"`
		Role           account.Role `json:"role" enum:"owner,admin,member" doc:"What the invited person may do"`
		ExpiresInHours int          `json:"expires_in_hours,omitempty" minimum:"1" maximum:"720" doc:"Hours that the link works; 168 where absent"`
	}
}

type inviteOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		InvitationBody
		Token string `json:"token" doc:"The token in full; shown this once"`
		URL   string `json:"url" doc:"Where it is accepted; relative where the service has no APP_URL"`
	}
}

type invitationInput struct {
	wire.Common
	InvitationID string `path:"invitation_id" doc:"Id of a pending invitation"`
}

type invitationTokenInput struct {
	wire.Common
	Token string `path:"token" doc:"Token of the invitation, the last part of its link"`
}

// invitedBody is shown to the invited person.
type invitedBody struct {
	Organization string       `json:"organization" doc:"Name of the organisation"`
	Email        string       `json:"email" doc:"Address that was invited, and that will sign in"`
	Role         account.Role `json:"role" doc:"What the invited person may do once accepted"`
	ExpiresAt    time.Time    `json:"expires_at" doc:"From when the link no longer works"`
}

type acceptInvitationInput struct {
	wire.Common
	Token string `path:"token" doc:"Token of the invitation, the last part of its link"`
	Body  struct {
		Name     string `json:"name,omitempty" maxLength:"100" doc:"Name shown to the other members; empty where absent"`
		Password string `json:"password" maxLength:"1024" doc:"8 to 1024 bytes"`
	}
}

func (s *Handlers) registerInvitations(to *route.Router) {
	const path, public = "/api/v3/organization/invitations", "/api/v3/invitations/{token}"
	gone := []int{http.StatusNotFound, http.StatusGone}
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "list-invitations", Find: gate.StartsAfter(s.Store, jobs.ListInvitations), Tag: "organization",
		Summary: "The organisation's invitations, newest first", Access: gate.Manager, Limited: true}, s.listInvitations)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path, ID: "invite", Tag: "organization",
		Summary: "Invite somebody; the link is shown this once", Access: gate.Manager, Limited: true, Status: http.StatusCreated,
		Errors: []int{http.StatusUnprocessableEntity}}, s.invite)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{invitation_id}", ID: "revoke-invitation", Tag: "organization",
		Summary: "Revoke an invitation", Access: gate.Manager, Limited: true, Status: http.StatusNoContent,
		Errors: []int{http.StatusNotFound, http.StatusConflict}}, s.revokeInvitation)
	route.Register(to, route.Row{Method: http.MethodGet, Path: public, ID: "get-invitation", Tag: "organization",
		Summary: "What the holder of an invitation is invited to", ByAddress: true, Errors: gone}, s.getInvitation)
	route.Register(to, route.Row{Method: http.MethodPost, Path: public + "/accept", ID: "accept-invitation", Tag: "organization",
		Summary: "Set a password and become a member; answers as a sign-in", ByAddress: true,
		Errors: append(gone, http.StatusConflict, http.StatusUnprocessableEntity)}, s.acceptInvitation)
}

func (s *Handlers) listInvitations(ctx context.Context, in *wire.ListQuery) (*wire.ListOutput[InvitationBody], error) {
	found, err := s.Accounts.Invitations(ctx, gate.Of(ctx).Caller.Organisation.ID, in.More(), in.StartingAfter)
	return wire.Page(*in, found, err, s.newInvitationBody)
}

func (s *Handlers) invite(ctx context.Context, in *inviteInput) (*inviteOutput, error) {
	email := strings.TrimSpace(in.Body.Email)
	if a, err := mail.ParseAddress(email); err != nil || a.Address != email {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "email: want an address such as name@example.com"}})
	}
	caller := gate.Of(ctx).Caller
	i, token, err := s.Accounts.Invite(ctx, caller.Role, account.Invitation{
		OrganisationID: caller.Organisation.ID, Email: email, Role: in.Body.Role, InvitedBy: caller.Email,
	}, time.Duration(cmp.Or(in.Body.ExpiresInHours, site.LifeHours))*time.Hour)
	if err != nil {
		return nil, err
	}
	out := &inviteOutput{CacheControl: "no-store"}
	out.Body.InvitationBody, out.Body.Token, out.Body.URL = s.newInvitationBody(i), token, s.Links.To(gate.Of(ctx).Request, "/app/invitation/", token)
	return out, nil
}

func (s *Handlers) revokeInvitation(ctx context.Context, in *invitationInput) (*wire.EmptyOutput, error) {
	return nil, s.Accounts.RevokeInvitation(ctx, gate.Of(ctx).Caller.Organisation.ID, in.InvitationID)
}

func (s *Handlers) getInvitation(ctx context.Context, in *invitationTokenInput) (*wire.OneOutput[invitedBody], error) {
	i, err := s.Accounts.Invitation(ctx, in.Token)
	return wire.One(invitedBody{i.OrganisationName, i.Email, i.Role, i.ExpiresAt.UTC()}, err)
}

func (s *Handlers) acceptInvitation(ctx context.Context, in *acceptInvitationInput) (*tokensOutput, error) {
	from := gate.Of(ctx).Origin()
	ctx = account.WithActor(ctx, account.Actor{Kind: account.ActorUser, Origin: from})
	u, err := s.Accounts.AcceptInvitation(ctx, in.Token, in.Body.Name, in.Body.Password)
	if err != nil {
		return nil, wire.InvalidBody(err)
	}
	return tokens(s.Auth.Begin(ctx, u, from))
}
