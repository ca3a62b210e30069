package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"tariffdesk/fail"
)

// MemberStore keeps the people of organisations. What does not exist, or is another
// organisation's, is CodeNotFound.
type MemberStore interface {
	// Members lists an organisation's users, oldest first.
	Members(ctx context.Context, organisationID string, limit int, after string) ([]User, error)
	Member(ctx context.Context, organisationID, userID string) (User, error)
	// ChangeMember and RemoveMember are CodeConflict where no owner would be left. Removal ends the
	// user's sessions.
	ChangeMember(ctx context.Context, organisationID, userID string, role Role, name string) (User, error)
	RemoveMember(ctx context.Context, organisationID, userID string) error

	CreateInvitation(ctx context.Context, i Invitation, hash []byte) error
	Invitations(ctx context.Context, organisationID string, limit int, after string) ([]Invitation, error)
	// RevokeInvitation is CodeConflict for one that was accepted.
	RevokeInvitation(ctx context.Context, organisationID, id string) error
	InvitationByHash(ctx context.Context, hash []byte) (Invitation, error)
	// AcceptInvitation creates the user and uses the invitation up, CodeGone where it no longer holds.
	AcceptInvitation(ctx context.Context, id string, u User) (User, error)
}

// Invitation lets somebody become a member by setting a password.
type Invitation struct {
	ID               string
	OrganisationID   string
	OrganisationName string // where it was asked for by its token
	Email            string
	Role             Role
	InvitedBy        string
	CreatedAt        time.Time
	ExpiresAt        time.Time
	AcceptedAt       *time.Time
	RevokedAt        *time.Time
}

// InvitationStatus is the public word for what became of an invitation.
type InvitationStatus string

// The states of an invitation.
const (
	InvitationPending  InvitationStatus = "pending"
	InvitationAccepted InvitationStatus = "accepted"
	InvitationRevoked  InvitationStatus = "revoked"
	InvitationExpired  InvitationStatus = "expired"
)

// Status is the invitation's state at t.
func (i Invitation) Status(t time.Time) InvitationStatus {
	switch {
	case i.AcceptedAt != nil:
		return InvitationAccepted
	case i.RevokedAt != nil:
		return InvitationRevoked
	case !t.Before(i.ExpiresAt):
		return InvitationExpired
	}
	return InvitationPending
}

var (
	errOwnersOnly     = fail.New(fail.CodeForbidden, "only an owner makes, changes or removes owners")
	errMadeOperator   = fail.New(fail.CodeForbidden, "role: nobody becomes an operator by invitation or change of role")
	errInvitationGone = fail.New(fail.CodeGone, "the invitation was used or revoked, or has expired: ask for a new one")
)

// checkRank refuses an admin who acts on an owner, or would make one, and anybody who would make an operator.
func checkRank(by Role, roles ...Role) error {
	for _, r := range roles {
		switch {
		case r == RoleOperator:
			return errMadeOperator
		case r == RoleOwner && by != RoleOwner:
			return errOwnersOnly
		}
	}
	return nil
}

// Members lists an organisation's users, oldest first, after the one with the id after.
func (s *Service) Members(ctx context.Context, organisationID string, limit int, after string) ([]User, error) {
	return s.store.Members(ctx, organisationID, limit, after)
}

// AddMember creates a user at once. by is the role of who asks.
func (s *Service) AddMember(ctx context.Context, by Role, n NewUser) (User, error) {
	if err := checkRank(by, n.Role); err != nil {
		return User{}, err
	}
	return s.CreateUser(ctx, n)
}

// ChangeMember sets a member's role and name; nil leaves one as it is. The last owner stays: CodeConflict.
func (s *Service) ChangeMember(ctx context.Context, by Role, organisationID, userID string, role *Role, name *string) (User, error) {
	u, err := s.store.Member(ctx, organisationID, userID)
	if err != nil {
		return User{}, err
	}
	if role != nil {
		if err := checkRank(by, u.Role, *role); err != nil {
			return User{}, err
		}
		u.Role = *role
	}
	if name != nil {
		u.Name = strings.TrimSpace(*name)
	}
	return s.store.ChangeMember(ctx, organisationID, userID, u.Role, u.Name)
}

// RemoveMember removes a user and ends the sessions. The last owner stays: CodeConflict.
func (s *Service) RemoveMember(ctx context.Context, by Role, organisationID, userID string) error {
	u, err := s.store.Member(ctx, organisationID, userID)
	if err != nil {
		return err
	}
	if err := checkRank(by, u.Role); err != nil {
		return err
	}
	return s.store.RemoveMember(ctx, organisationID, userID)
}

// NewSecret returns 256 random bits for a link, and the hash that is stored of them.
func NewSecret() (token string, hash []byte) {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	token = base64.RawURLEncoding.EncodeToString(b)
	return token, hashToken(token)
}

// HashSecret returns the stored form of a token of NewSecret, nil for a text that cannot be one.
func HashSecret(token string) []byte {
	if len(token) != base64.RawURLEncoding.EncodedLen(32) {
		return nil
	}
	return hashToken(token)
}

// Invite makes an invitation and returns its token, which cannot be had again.
func (s *Service) Invite(ctx context.Context, by Role, i Invitation, life time.Duration) (Invitation, string, error) {
	if err := checkRank(by, i.Role); err != nil {
		return Invitation{}, "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Invitation{}, "", fmt.Errorf("invite: %w", err)
	}
	token, hash := NewSecret()
	i.ID, i.Email, i.CreatedAt = id.String(), normalEmail(i.Email), s.now().UTC()
	i.ExpiresAt = i.CreatedAt.Add(life)
	return i, token, s.store.CreateInvitation(ctx, i, hash)
}

// Invitations lists an organisation's invitations, newest first.
func (s *Service) Invitations(ctx context.Context, organisationID string, limit int, after string) ([]Invitation, error) {
	return s.store.Invitations(ctx, organisationID, limit, after)
}

// RevokeInvitation makes an invitation useless; one already revoked stays so.
func (s *Service) RevokeInvitation(ctx context.Context, organisationID, id string) error {
	return s.store.RevokeInvitation(ctx, organisationID, id)
}

// Invitation finds an invitation by its token: CodeNotFound for an unknown one, CodeGone for one
// that no longer holds.
func (s *Service) Invitation(ctx context.Context, token string) (Invitation, error) {
	hash := HashSecret(token)
	if hash == nil {
		return Invitation{}, fail.New(fail.CodeNotFound, "no such invitation")
	}
	i, err := s.store.InvitationByHash(ctx, hash)
	if err == nil && i.Status(s.now()) != InvitationPending {
		err = errInvitationGone
	}
	return i, err
}

// AcceptInvitation creates the invited user, who may then sign in.
func (s *Service) AcceptInvitation(ctx context.Context, token, name, password string) (User, error) {
	i, err := s.Invitation(ctx, token)
	if err != nil {
		return User{}, err
	}
	n := NewUser{OrganisationID: i.OrganisationID, Email: i.Email, Name: name, Password: password, Role: i.Role}
	u, err := s.newUser(ctx, n)
	if err != nil {
		return User{}, err
	}
	return s.store.AcceptInvitation(ctx, i.ID, u)
}
