package account

import (
	"net/mail"
	"strings"
	"time"
)

// Role is what a user may do within the organisation.
type Role string

// The roles. Owners and admins manage keys, webhooks and precedents; members work.
const (
	RoleOwner  Role = "owner"
	RoleAdmin  Role = "admin"
	RoleMember Role = "member"
)

// Valid reports whether r is one of the roles.
func (r Role) Valid() bool { return r == RoleOwner || r == RoleAdmin || r == RoleMember }

// Manages reports whether r may manage the organisation's keys.
func (r Role) Manages() bool { return r == RoleOwner || r == RoleAdmin }

// User is a person who signs in to one organisation.
type User struct {
	ID             string // UUID
	OrganisationID string
	Email          string // lower case
	PasswordHash   string // argon2id in PHC form
	Role           Role
	CreatedAt      time.Time
}

// NewUser is a request for a user.
type NewUser struct {
	OrganisationID string
	Email          string
	Password       string
	Role           Role
}

// The bounds of a password: long enough to guess badly, short enough to hash at once.
const (
	minPasswordBytes = 8
	maxPasswordBytes = 1024
)

// Validate lists everything that is wrong with n, as one CodeBadRequest error.
func (n NewUser) Validate() error {
	var problems []string
	if a, err := mail.ParseAddress(n.Email); err != nil || a.Address != strings.TrimSpace(n.Email) || len(n.Email) > 254 {
		problems = append(problems, "email: want an address such as name@example.com")
	}
	if len(n.Password) < minPasswordBytes || len(n.Password) > maxPasswordBytes {
		problems = append(problems, "password: want 8 to 1024 bytes")
	}
	if !n.Role.Valid() {
		problems = append(problems, "role: want owner, admin or member")
	}
	return invalid("user", problems)
}

// normalEmail is the form under which an address is stored and looked up.
func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
