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
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"1024"`
	}
}

type refreshInput struct {
	wire.Common
	Body struct {
		RefreshToken string `json:"refresh_token" maxLength:"512"`
	}
}

type tokensOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
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
