package accounts

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
)

type keyBody struct {
	KeyID      string            `json:"key_id" format:"uuid" doc:"Id of the API key"`
	Prefix     string            `json:"prefix" doc:"The beginning of the token, to tell keys apart"`
	Type       account.KeyType   `json:"type" doc:"sk for production, st for tests, cmt for the operator's own integrations, cm the compact form"`
	Name       string            `json:"name" doc:"What the key is for, as its maker named it"`
	Status     account.KeyStatus `json:"status" doc:"Whether calls with the key are accepted"`
	CreatedAt  time.Time         `json:"created_at" doc:"When it was made"`
	LastUsedAt *time.Time        `json:"last_used_at" doc:"To the minute; null for never"`
}

type keysOutput struct {
	Body struct {
		Data []keyBody `json:"data" doc:"Every key of the organisation, newest first, revoked ones too"`
	}
}

type createKeyInput struct {
	wire.Common
	Body struct {
		Name string          `json:"name" minLength:"1" maxLength:"100" doc:"What the key is for"`
		Type account.KeyType `json:"type" enum:"sk,st,cm" doc:"Keys of type cmt are made by the operator: 403"`
	}
}

// Resolve implements huma.Resolver. It refuses keys of the operator's own integrations before anything
// else that is wrong with the body.
func (in *createKeyInput) Resolve(ctx huma.Context) []error {
	errs := in.Common.Resolve(ctx)
	if strings.EqualFold(strings.TrimSpace(string(in.Body.Type)), string(account.KeyTypeInternal)) {
		errs = append(errs, &wire.Problem{Code: fail.CodeForbidden, Text: "type: keys of type cmt are made by the operator alone"})
	}
	return errs
}

type createKeyOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		KeyID     string          `json:"key_id" format:"uuid" doc:"Id of the key, to revoke it by"`
		Token     string          `json:"token" doc:"The token in full; shown this once"`
		Prefix    string          `json:"prefix" doc:"The beginning of the token, to tell keys apart"`
		Type      account.KeyType `json:"type" doc:"sk for production, st for tests, cmt for the operator's own integrations, cm the compact form"`
		Name      string          `json:"name" doc:"What the key is for"`
		CreatedAt time.Time       `json:"created_at" doc:"When it was made"`
		Warnings  []string        `json:"warnings,omitempty" doc:"Why the key does not work yet"`
	}
}

type opsKeyInput struct {
	wire.Common
	ID   string `path:"id" doc:"Id of the organisation"`
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"100" doc:"What the key is for"`
	}
}

type cancelKeyInput struct {
	wire.Common
	Body struct {
		KeyID string `json:"key_id,omitempty" maxLength:"100" doc:"Id of the API key; either this or key"`
		Key   string `json:"key,omitempty" maxLength:"100" doc:"The token itself; either this or key_id"`
	}
}

type cancelKeyOutput struct {
	Body struct {
		KeyID     string            `json:"key_id" format:"uuid" doc:"Id of the revoked key"`
		Prefix    string            `json:"prefix" doc:"The beginning of its token"`
		Type      account.KeyType   `json:"type" doc:"sk for production, st for tests, cmt for the operator's own integrations, cm the compact form"`
		Status    account.KeyStatus `json:"status" doc:"revoked: calls with the key get 401 from now on"`
		RevokedAt time.Time         `json:"revoked_at" doc:"When it was revoked; of a key that was revoked before, that time"`
	}
}

// keyHandlers are the handlers of API keys.
type keyHandlers struct {
	accounts *account.Service
	now      func() time.Time
}

func (s *Handlers) registerKeys(to *route.Router) {
	h := keyHandlers{s.Accounts, s.Now}
	route.Register(to, route.Row{Method: http.MethodGet, Path: "/api/keys", ID: "list-keys", Tag: "keys",
		Summary: "List the organisation's API keys, newest first", Access: gate.Manager, Limited: true}, h.list)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/api/keys", ID: "create-key", Tag: "keys",
		Summary: "Create an API key", Access: gate.Manager, Limited: true, Status: http.StatusCreated}, h.create)
	route.Register(to, route.Row{Method: http.MethodPost, Path: "/ops/api/organizations/{id}/keys", ID: "ops-create-key", Tag: "operations", Operators: true, Status: http.StatusCreated,
		Summary: "Create a key of type cmt, for the operator's own integrations", Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity}}, h.createInternal)
	route.Register(to, route.Row{Method: http.MethodPatch, Path: "/api/keys/cancel", ID: "cancel-key", Tag: "keys",
		Summary: "Revoke an API key at once", Access: accessKeyCancel, Limited: true}, h.cancel)
}

// accessKeyCancel admits managers and every API key; a key may then revoke only itself.
func accessKeyCancel(c account.Caller, now time.Time) error {
	if c.ByKey() {
		return c.CheckSubscription(now)
	}
	return gate.Manager(c, now)
}

func (h keyHandlers) list(ctx context.Context, _ *wire.EmptyInput) (*keysOutput, error) {
	keys, err := h.accounts.Keys(ctx, gate.Of(ctx).Caller.Organisation.ID)
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

func (h keyHandlers) create(ctx context.Context, in *createKeyInput) (*createKeyOutput, error) {
	if strings.TrimSpace(in.Body.Name) == "" {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "name: want 1 to 100 characters"}})
	}
	return h.issue(ctx, gate.Of(ctx).Caller.Organisation, in.Body.Name, in.Body.Type)
}

func (h keyHandlers) issue(ctx context.Context, o account.Organisation, name string, t account.KeyType) (*createKeyOutput, error) {
	k, token, err := h.accounts.CreateKey(ctx, account.NewKey{OrganisationID: o.ID, Name: name, Type: t})
	if err != nil {
		return nil, err
	}
	out := &createKeyOutput{CacheControl: "no-store"}
	b := &out.Body
	if warning := o.KeyWarning(h.now()); warning != "" {
		b.Warnings = []string{warning}
	}
	b.KeyID, b.Token, b.Prefix, b.Type, b.Name, b.CreatedAt = k.ID, token, k.Prefix, k.Type, k.Name, k.CreatedAt.UTC()
	return out, nil
}

// createInternal makes a key of the operator's own integrations for an organisation.
func (h keyHandlers) createInternal(ctx context.Context, in *opsKeyInput) (*createKeyOutput, error) {
	if strings.TrimSpace(in.Body.Name) == "" {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "name: want 1 to 100 characters"}})
	}
	if !wire.IsUUID(in.ID) {
		return nil, errNoOrganisation
	}
	o, err := h.accounts.FindOrganisation(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return h.issue(ctx, o, in.Body.Name, account.KeyTypeInternal)
}

var errOwnKeyOnly = fail.New(fail.CodeForbidden, "an API key can cancel itself only: sign in as owner or admin to cancel another")

func (h keyHandlers) cancel(ctx context.Context, in *cancelKeyInput) (*cancelKeyOutput, error) {
	name := in.Body.KeyID + in.Body.Key
	if (in.Body.KeyID == "") == (in.Body.Key == "") {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "key_id, key: want exactly one of them"}})
	}
	caller := gate.Of(ctx).Caller
	found, err := h.accounts.FindKey(ctx, caller.Organisation.ID, name)
	if err != nil {
		return nil, err
	}
	if caller.ByKey() && caller.Key.ID != found.ID {
		return nil, errOwnKeyOnly
	}
	k, err := h.accounts.CancelKey(ctx, caller.Organisation.ID, found.ID)
	if err != nil {
		return nil, err
	}
	out := &cancelKeyOutput{}
	b := &out.Body
	b.KeyID, b.Prefix, b.Type, b.Status, b.RevokedAt = k.ID, k.Prefix, k.Type, k.Status(), k.RevokedAt.UTC()
	return out, nil
}
