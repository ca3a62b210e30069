package api

import (
	"context"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// memberBody is a user of the organisation.
type memberBody struct {
	UserID     string       `json:"user_id" format:"uuid"`
	Email      string       `json:"email"`
	Name       string       `json:"name"`
	Role       account.Role `json:"role" enum:"owner,admin,member"`
	CreatedAt  time.Time    `json:"created_at"`
	LastSeenAt *time.Time   `json:"last_seen_at" doc:"When a session was last begun or renewed; null for never"`
}

func newMemberBody(u account.User) memberBody {
	return memberBody{u.ID, u.Email, u.Name, u.Role, u.CreatedAt.UTC(), wire.UTC(u.LastSeenAt)}
}

type addMemberInput struct {
	wire.Common
	Body struct {
		Email    string       `json:"email" maxLength:"254" doc:"The address to sign in with"`
		Name     string       `json:"name,omitempty" maxLength:"100"`
		Role     account.Role `json:"role" enum:"owner,admin,member"`
		Password string       `json:"password" maxLength:"1024" doc:"8 to 1024 bytes; an invitation lets people choose their own"`
	}
}

type changeMemberInput struct {
	wire.Common
	UserID string `path:"user_id"`
	Body   struct {
		Role *account.Role `json:"role,omitempty" enum:"owner,admin,member"`
		Name *string       `json:"name,omitempty" maxLength:"100"`
	}
}

type memberInput struct {
	wire.Common
	UserID string `path:"user_id"`
}

func (s *Server) registerMembers() {
	const path = "/api/v3/organization/members"
	register(s, route{method: http.MethodGet, path: path, id: "list-members", find: s.startsAfter(jobs.ListMembers), tag: "organization",
		summary: "The organisation's members, oldest first", access: accessManager, limited: true}, s.listMembers)
	register(s, route{method: http.MethodPost, path: path, id: "add-member", tag: "organization",
		summary: "Create a member who can sign in at once", access: accessManager, limited: true, status: http.StatusCreated,
		errors: []int{http.StatusConflict, http.StatusUnprocessableEntity}}, s.addMember)
	register(s, route{method: http.MethodPatch, path: path + "/{user_id}", id: "change-member", tag: "organization",
		summary: "Change a member's role or name; one owner stays", access: accessManager, limited: true,
		errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}}, s.changeMember)
	register(s, route{method: http.MethodDelete, path: path + "/{user_id}", id: "remove-member", tag: "organization",
		summary: "Remove a member and end the sessions; one owner stays", access: accessManager, limited: true, status: http.StatusNoContent,
		errors: []int{http.StatusNotFound, http.StatusConflict}}, s.removeMember)
}

func (s *Server) listMembers(ctx context.Context, in *wire.ListQuery) (*wire.ListOutput[memberBody], error) {
	found, err := s.Accounts.Members(ctx, callOf(ctx).caller.Organisation.ID, in.More(), in.StartingAfter)
	return wire.Page(*in, found, err, newMemberBody)
}

func (s *Server) addMember(ctx context.Context, in *addMemberInput) (*wire.OneOutput[memberBody], error) {
	caller := callOf(ctx).caller
	u, err := s.Accounts.AddMember(ctx, caller.Role, account.NewUser{
		OrganisationID: caller.Organisation.ID, Email: in.Body.Email, Name: in.Body.Name, Password: in.Body.Password, Role: in.Body.Role,
	})
	return wire.One(newMemberBody(u), invalidBody(err))
}

func (s *Server) changeMember(ctx context.Context, in *changeMemberInput) (*wire.OneOutput[memberBody], error) {
	if in.Body.Role == nil && in.Body.Name == nil {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "role, name: want one of them at least"}})
	}
	caller := callOf(ctx).caller
	u, err := s.Accounts.ChangeMember(ctx, caller.Role, caller.Organisation.ID, in.UserID, in.Body.Role, in.Body.Name)
	return wire.One(newMemberBody(u), err)
}

func (s *Server) removeMember(ctx context.Context, in *memberInput) (*emptyOutput, error) {
	caller := callOf(ctx).caller
	return nil, s.Accounts.RemoveMember(ctx, caller.Role, caller.Organisation.ID, in.UserID)
}

// invalidBody gives what the domain finds wrong with a body of JSON its status, 422.
func invalidBody(err error) error {
	e := fail.As(err)
	if err == nil || e.Code != fail.CodeBadRequest {
		return err
	}
	return fail.Wrap(err, fail.CodeValidation, e.Message).With(e.Details...)
}
