package accounts

import (
	"context"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
)

// accountBody is who is signed in.
type accountBody struct {
	UserID       string               `json:"user_id" format:"uuid" doc:"Id of the user"`
	Email        string               `json:"email" doc:"Address that the user signs in with"`
	Name         string               `json:"name" doc:"Name of the user; empty where none was given"`
	Role         account.Role         `json:"role" enum:"owner,admin,member,operator" doc:"What the user may do: owner and admin also manage keys, members and the webhook; operator runs the service"`
	Organization *accountOrganisation `json:"organization" doc:"The user's organisation; null for an operator"`
}

type accountOrganisation struct {
	ID               string                     `json:"id" format:"uuid" doc:"Id of the organisation"`
	Name             string                     `json:"name" doc:"Name of the organisation"`
	Plan             account.Plan               `json:"plan" enum:"free,pro,enterprise" doc:"Plan of the subscription"`
	Status           account.SubscriptionStatus `json:"status" enum:"active,expired" doc:"Whether the subscription still runs: active until current_period_end, then expired"`
	CurrentPeriodEnd *time.Time                 `json:"current_period_end" doc:"When the subscription ends; null where it has no end"`
	Credits          remainingBody              `json:"credits" doc:"Credits of the organisation"`
}

type remainingBody struct {
	Remaining credit.Amount `json:"remaining" doc:"Credits left, to the hundredth"`
}

type passwordInput struct {
	wire.Common
	Body struct {
		Current string `json:"current_password" maxLength:"1024" doc:"The password in force"`
		New     string `json:"new_password" minLength:"8" maxLength:"1024" doc:"8 to 1024 bytes, and another than the current one"`
	}
}

// sessionBody is a sign-in as its user sees it.
type sessionBody struct {
	SessionID  string    `json:"session_id" format:"uuid" doc:"Id of the session"`
	CreatedAt  time.Time `json:"created_at" doc:"When the user signed in"`
	LastUsedAt time.Time `json:"last_used_at" doc:"When its tokens were last renewed"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When the session ends unless it is refreshed before"`
	Current    bool      `json:"current" doc:"Whether it is the session that asks"`
	Address    string    `json:"address" doc:"Network address of the sign-in"`
	UserAgent  string    `json:"user_agent" doc:"What the browser said of itself"`
}

type sessionsOutput struct {
	Body struct {
		Data []sessionBody `json:"data" doc:"The live sessions, newest first"`
	}
}

type endSessionInput struct {
	wire.Common
	SessionID string `path:"session_id" doc:"Id of a session of the signed-in user"`
}

type endedOutput struct {
	Body struct {
		Ended int `json:"ended" doc:"How many sessions were ended"`
	}
}

func (s *Handlers) registerAccount(to *route.Router) {
	const sessions = "/api/v3/account/sessions"
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/v3/account", ID: "get-account", Tag: "account",
		Summary: "Who is signed in, and the plan; also after its end", Access: gate.Session}, s.getAccount)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/v3/account/password", ID: "change-password", Tag: "account",
		Summary: "Set a new password; every other session ends", Access: gate.Session, Limited: true, Status: http.StatusNoContent}, s.changePassword)
	route.Register(to, route.Row{Method: http.MethodGet, Path: sessions, ID: "list-sessions", Tag: "account",
		Summary: "The user's own live sessions", Access: gate.Session, Limited: true}, s.listSessions)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: sessions, ID: "end-sessions", Tag: "account",
		Summary: "End all of the user's sessions but this one", Access: gate.Session, Limited: true}, s.endSessions)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: sessions + "/{session_id}", ID: "end-session", Tag: "account",
		Summary: "End one of the user's own sessions", Access: gate.Session, Limited: true, Status: http.StatusNoContent,
		Errors: []int{http.StatusNotFound}}, s.endSession)
}

func (s *Handlers) getAccount(ctx context.Context, _ *wire.EmptyInput) (*wire.OneOutput[accountBody], error) {
	caller := gate.Of(ctx).Caller
	u, err := s.Auth.User(ctx, caller)
	b := accountBody{UserID: u.ID, Email: u.Email, Name: u.Name, Role: u.Role}
	if o := caller.Organisation; o.ID != "" {
		b.Organization = &accountOrganisation{o.ID, o.Name, o.Subscription.Plan, o.Subscription.Status(s.Now()), wire.UTC(o.Subscription.EndsAt),
			remainingBody{credit.Amount(o.Balance)}}
	}
	return wire.One(b, err)
}

func (s *Handlers) changePassword(ctx context.Context, in *passwordInput) (*wire.EmptyOutput, error) {
	k := gate.Of(ctx)
	return nil, s.Auth.ChangePassword(ctx, k.Caller, in.Body.Current, in.Body.New, wire.Address(k.Request))
}

func (s *Handlers) listSessions(ctx context.Context, _ *wire.EmptyInput) (*sessionsOutput, error) {
	caller := gate.Of(ctx).Caller
	found, err := s.Auth.Sessions(ctx, caller)
	if err != nil {
		return nil, err
	}
	out := &sessionsOutput{}
	out.Body.Data = make([]sessionBody, len(found))
	for i, f := range found {
		out.Body.Data[i] = sessionBody{f.ID, f.CreatedAt.UTC(), f.LastUsedAt.UTC(), f.ExpiresAt.UTC(), f.ID == caller.SessionID, f.Address, f.UserAgent}
	}
	return out, nil
}

func (s *Handlers) endSession(ctx context.Context, in *endSessionInput) (*wire.EmptyOutput, error) {
	return nil, s.Auth.EndOwnSession(ctx, gate.Of(ctx).Caller, in.SessionID)
}

func (s *Handlers) endSessions(ctx context.Context, _ *wire.EmptyInput) (*endedOutput, error) {
	n, err := s.Auth.EndOtherSessions(ctx, gate.Of(ctx).Caller)
	if err != nil {
		return nil, err
	}
	out := &endedOutput{}
	out.Body.Ended = n
	return out, nil
}
