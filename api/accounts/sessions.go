package accounts

import (
	"context"
	"net/http"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
)

type loginInput struct {
	wire.Common
	Body struct {
		Email    string `json:"email" maxLength:"254" doc:"Address of the user, in any case"`
		Password string `json:"password" maxLength:"1024" doc:"8 to 1,024 bytes"`
	}
}

type refreshInput struct {
	wire.Common
	Body struct {
		RefreshToken string `json:"refresh_token" maxLength:"512" doc:"The one that sign-in or the last refresh gave; it works once"`
	}
}

type tokensOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		AccessToken  string `json:"access_token" doc:"For the header Authorization: Bearer; lives 15 minutes"`
		RefreshToken string `json:"refresh_token" doc:"Exchanged once for a new pair of tokens; lives 30 days"`
		ExpiresIn    int    `json:"expires_in" doc:"Life of the access token in seconds"`
	}
}

func (s *Handlers) registerSessions(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/login", ID: "login", Tag: "sessions",
		Summary: "Sign in with email address and password"}, s.login)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/refresh-token", ID: "refresh-token", Tag: "sessions",
		Summary: "Exchange a refresh token, once, for new tokens"}, s.refresh)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/logout", ID: "logout", Tag: "sessions",
		Summary: "End the session at once", Access: gate.Session, Status: http.StatusNoContent}, s.logout)
}

// Answers to a forgotten password do not reveal whether an account exists.
type resetAskInput struct {
	wire.Common
	Body struct {
		Email string `json:"email" maxLength:"254" doc:"Address that the user signs in with"`
	}
}

type resetAskBody struct {
	Status string `json:"status" enum:"received" doc:"Also where no account has the address"`
}

type resetInput struct {
	wire.Common
	Token string `path:"token" maxLength:"100" doc:"Of the link that was sent"`
	Body  struct {
		New string `json:"new" maxLength:"1024" doc:"The new password, 8 to 1024 bytes"`
	}
}

func (s *Handlers) registerResets(to *route.Router) {
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/password-reset", ID: "ask-password-reset", Tag: "sessions",
		Summary: "Send a link to set another password to an address", ByAddress: true, Status: http.StatusAccepted}, s.askReset)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/password-reset/{token}", ID: "password-reset", Tag: "sessions",
		Summary: "Set another password by such a link, once; every session of the user ends", ByAddress: true, Status: http.StatusNoContent,
		Errors: []int{http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity}}, s.reset)
}

func (s *Handlers) askReset(ctx context.Context, in *resetAskInput) (*wire.OneOutput[resetAskBody], error) {
	return wire.One(resetAskBody{"received"}, s.Resets.Ask(ctx, in.Body.Email, wire.Address(gate.Of(ctx).Request)))
}

func (s *Handlers) reset(ctx context.Context, in *resetInput) (*wire.EmptyOutput, error) {
	ctx = account.WithActor(ctx, account.Actor{Kind: account.ActorUser, Origin: gate.Of(ctx).Origin()})
	return nil, s.Resets.Use(ctx, in.Token, in.Body.New, wire.Address(gate.Of(ctx).Request))
}

func (s *Handlers) login(ctx context.Context, in *loginInput) (*tokensOutput, error) {
	t, err := s.Auth.Login(ctx, in.Body.Email, in.Body.Password, gate.Of(ctx).Origin())
	return tokens(t, err)
}

func (s *Handlers) refresh(ctx context.Context, in *refreshInput) (*tokensOutput, error) {
	t, err := s.Auth.Refresh(ctx, in.Body.RefreshToken)
	return tokens(t, err)
}

func (s *Handlers) logout(ctx context.Context, _ *wire.EmptyInput) (*wire.EmptyOutput, error) {
	return nil, s.Auth.Logout(ctx, gate.Of(ctx).Caller)
}

func tokens(t account.Tokens, err error) (*tokensOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &tokensOutput{CacheControl: "no-store"}
	out.Body.AccessToken, out.Body.RefreshToken, out.Body.ExpiresIn = t.Access, t.Refresh, int(t.ExpiresIn.Seconds())
	return out, nil
}
