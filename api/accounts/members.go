package accounts

import (
	"context"
	"net/http"
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
	"tariffdesk/api/route"
	"tariffdesk/api/wire"
	"tariffdesk/fail"
	"tariffdesk/jobs"
)

// memberBody is a user of the organisation.
type memberBody struct {
	UserID     string       `json:"user_id" format:"uuid" doc:"Id of the user"`
	Email      string       `json:"email" doc:"Address that the member signs in with"`
	Name       string       `json:"name" doc:"Name of the member; empty where none was given"`
	Role       account.Role `json:"role" enum:"owner,admin,member" doc:"What the member may do"`
	CreatedAt  time.Time    `json:"created_at" doc:"When the member joined"`
	LastSeenAt *time.Time   `json:"last_seen_at" doc:"When a session was last begun or renewed; null for never"`
}

func newMemberBody(u account.User) memberBody {
	return memberBody{u.ID, u.Email, u.Name, u.Role, u.CreatedAt.UTC(), wire.UTC(u.LastSeenAt)}
}

type addMemberInput struct {
	wire.Common
	Body struct {
		Email    string       `json:"email" maxLength:"254" doc:"The address to sign in with"`
		Name     string       `json:"name,omitempty" maxLength:"100" doc:"Name shown to the other members; empty where absent"`
		Role     account.Role `json:"role" enum:"owner,admin,member" doc:"What the member may do"`
		Password string       `json:"password" maxLength:"1024" doc:"8 to 1024 bytes; an invitation lets people choose their own"`
	}
}

type changeMemberInput struct {
	wire.Common
	UserID string `path:"user_id" doc:"Id of the member"`
	Body   struct {
		Role *account.Role `json:"role,omitempty" enum:"owner,admin,member" doc:"The new role; unchanged where absent"`
		Name *string       `json:"name,omitempty" maxLength:"100" doc:"The new name; unchanged where absent"`
	}
}

type memberInput struct {
	wire.Common
	UserID string `path:"user_id" doc:"Id of the member"`
}

func (s *Handlers) registerMembers(to *route.Router) {
	const path = "/api/v3/organization/members"
	route.Register(to, route.Row{Method: http.MethodGet, Path: path, ID: "list-members", Find: gate.StartsAfter(s.Store, jobs.ListMembers), Tag: "organization",
		Summary: "The organisation's members, oldest first", Access: gate.Manager, Limited: true}, s.listMembers)
	route.Register(to, route.Row{Method: http.MethodPost, Path: path, ID: "add-member", Tag: "organization",
		Summary: "Create a member who can sign in at once", Access: gate.Manager, Limited: true, Status: http.StatusCreated,
		Errors: []int{http.StatusConflict, http.StatusUnprocessableEntity}}, s.addMember)
	route.Register(to, route.Row{Method: http.MethodPatch, Path: path + "/{user_id}", ID: "change-member", Tag: "organization",
		Summary: "Change a member's role or name; one owner stays", Access: gate.Manager, Limited: true,
		Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}}, s.changeMember)
	route.Register(to, route.Row{Method: http.MethodDelete, Path: path + "/{user_id}", ID: "remove-member", Tag: "organization",
		Summary: "Remove a member and end the sessions; one owner stays", Access: gate.Manager, Limited: true, Status: http.StatusNoContent,
		Errors: []int{http.StatusNotFound, http.StatusConflict}}, s.removeMember)
}

func (s *Handlers) listMembers(ctx context.Context, in *wire.ListQuery) (*wire.ListOutput[memberBody], error) {
	found, err := s.Accounts.Members(ctx, gate.Of(ctx).Caller.Organisation.ID, in.More(), in.StartingAfter)
	return wire.Page(*in, found, err, newMemberBody)
}

func (s *Handlers) addMember(ctx context.Context, in *addMemberInput) (*wire.OneOutput[memberBody], error) {
	caller := gate.Of(ctx).Caller
	u, err := s.Accounts.AddMember(ctx, caller.Role, account.NewUser{
		OrganisationID: caller.Organisation.ID, Email: in.Body.Email, Name: in.Body.Name, Password: in.Body.Password, Role: in.Body.Role,
	})
	return wire.One(newMemberBody(u), wire.InvalidBody(err))
}

func (s *Handlers) changeMember(ctx context.Context, in *changeMemberInput) (*wire.OneOutput[memberBody], error) {
	if in.Body.Role == nil && in.Body.Name == nil {
		return nil, wire.Refusal([]*wire.Problem{{Code: fail.CodeValidation, Text: "role, name: want one of them at least"}})
	}
	caller := gate.Of(ctx).Caller
	u, err := s.Accounts.ChangeMember(ctx, caller.Role, caller.Organisation.ID, in.UserID, in.Body.Role, in.Body.Name)
	return wire.One(newMemberBody(u), err)
}

func (s *Handlers) removeMember(ctx context.Context, in *memberInput) (*wire.EmptyOutput, error) {
	caller := gate.Of(ctx).Caller
	return nil, s.Accounts.RemoveMember(ctx, caller.Role, caller.Organisation.ID, in.UserID)
}
