package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

type keyBody struct {
	KeyID      string            `json:"key_id" format:"uuid"`
	Prefix     string            `json:"prefix" doc:"The beginning of the token, to tell keys apart"`
	Type       account.KeyType   `json:"type"`
	Name       string            `json:"name"`
	Status     account.KeyStatus `json:"status"`
	CreatedAt  time.Time         `json:"created_at"`
	LastUsedAt *time.Time        `json:"last_used_at" doc:"To the minute; null for never"`
}

type keysOutput struct {
	Body struct {
		Data []keyBody `json:"data"`
	}
}

type createKeyInput struct {
	wire.Common
	Body struct {
		Name string          `json:"name" minLength:"1" maxLength:"100"`
		Type account.KeyType `json:"type" enum:"sk,st,cmt,cm"`
	}
}

type createKeyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		KeyID     string          `json:"key_id" format:"uuid"`
		Token     string          `json:"token" doc:"Shown this once"`
		Prefix    string          `json:"prefix"`
		Type      account.KeyType `json:"type"`
		Name      string          `json:"name"`
		CreatedAt time.Time       `json:"created_at"`
	}
}

type cancelKeyInput struct {
	wire.Common
	Body struct {
		KeyID string `json:"key_id,omitempty" maxLength:"100" doc:"Either this or key"`
		Key   string `json:"key,omitempty" maxLength:"100" doc:"The token itself"`
	}
}

type cancelKeyOutput struct {
	Body struct {
		KeyID     string            `json:"key_id" format:"uuid"`
		Prefix    string            `json:"prefix"`
		Type      account.KeyType   `json:"type"`
		Status    account.KeyStatus `json:"status"`
		RevokedAt time.Time         `json:"revoked_at"`
	}
}

func (s *Server) registerKeys() {
	register(s, route{method: http.MethodGet, path: "/api/keys", id: "list-keys", tag: "keys",
		summary: "List the organisation's API keys, newest first", access: accessManager, limited: true}, s.listKeys)
	register(s, route{method: http.MethodPost, path: "/api/keys", id: "create-key", tag: "keys",
		summary: "Create an API key", access: accessManager, limited: true, status: http.StatusCreated}, s.createKey)
	register(s, route{method: http.MethodPatch, path: "/api/keys/cancel", id: "cancel-key", tag: "keys",
		summary: "Revoke an API key at once", access: accessKeyCancel, limited: true}, s.cancelKey)
}

// accessKeyCancel admits managers and every API key; a key may then revoke only itself.
func accessKeyCancel(c account.Caller, now time.Time) error {
	if c.ByKey() {
		return c.CheckSubscription(now)
	}
	return accessManager(c, now)
}

func (s *Server) listKeys(ctx context.Context, _ *emptyInput) (*keysOutput, error) {
	keys, err := s.Accounts.Keys(ctx, callOf(ctx).caller.Organisation.ID)
	if err != nil {
		return nil, err
	}
	out := &keysOutput{}
	out.Body.Data = make([]keyBody, len(keys))
	for i, k := range keys {
		out.Body.Data[i] = keyBody{KeyID: k.ID, Prefix: k.Prefix, Type: k.Type, Name: k.Name, Status: k.Status(),
			CreatedAt: k.CreatedAt.UTC(), LastUsedAt: wire.UTC(k.LastUsedAt)}
	}
	return out, nil
}

func (s *Server) createKey(ctx context.Context, in *createKeyInput) (*createKeyOutput, error) {
	if strings.TrimSpace(in.Body.Name) == "" {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "name: want 1 to 100 characters"}})
	}
	k, token, err := s.Accounts.CreateKey(ctx, account.NewKey{
		OrganisationID: callOf(ctx).caller.Organisation.ID, Name: in.Body.Name, Type: in.Body.Type,
	})
	if err != nil {
		return nil, err
	}
	out := &createKeyOutput{CacheControl: "no-store"}
	b := &out.Body
	b.KeyID, b.Token, b.Prefix, b.Type, b.Name, b.CreatedAt = k.ID, token, k.Prefix, k.Type, k.Name, k.CreatedAt.UTC()
	return out, nil
}

var errOwnKeyOnly = fail.New(fail.CodeForbidden, "an API key can cancel itself only: sign in as owner or admin to cancel another")

func (s *Server) cancelKey(ctx context.Context, in *cancelKeyInput) (*cancelKeyOutput, error) {
	name := in.Body.KeyID + in.Body.Key
	if (in.Body.KeyID == "") == (in.Body.Key == "") {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "key_id, key: want exactly one of them"}})
	}
	caller := callOf(ctx).caller
	found, err := s.Accounts.FindKey(ctx, caller.Organisation.ID, name)
	if err != nil {
		return nil, err
	}
	if caller.ByKey() && caller.Key.ID != found.ID {
		return nil, errOwnKeyOnly
	}
	k, err := s.Accounts.CancelKey(ctx, caller.Organisation.ID, found.ID)
	if err != nil {
		return nil, err
	}
	out := &cancelKeyOutput{}
	b := &out.Body
	b.KeyID, b.Prefix, b.Type, b.Status, b.RevokedAt = k.ID, k.Prefix, k.Type, k.Status(), k.RevokedAt.UTC()
	return out, nil
}
