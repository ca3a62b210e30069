package account

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"
)

// Role decides which actions a user may take within the organisation.
type Role string

// The roles. Owners and admins manage keys, webhooks, members and precedents; members work. An
// operator runs the service and belongs to no organisation.
const (
	RoleOwner    Role = "owner"
	RoleAdmin    Role = "admin"
	RoleMember   Role = "member"
	RoleOperator Role = "operator"
)

// Valid reports whether r is one of the roles within an organisation.
func (r Role) Valid() bool { return r == RoleOwner || r == RoleAdmin || r == RoleMember }

// Manages reports whether r may manage the organisation's keys.
func (r Role) Manages() bool { return r == RoleOwner || r == RoleAdmin }

// User is a person who signs in to one organisation, or an operator.
type User struct {
	ID             string // UUID
	OrganisationID string // "" of an operator
	Email          string // lower case
	Name           string
	PasswordHash   string // argon2id in PHC form
	Role           Role
	CreatedAt      time.Time
	LastSeenAt     *time.Time // when a session was last begun or renewed; in lists alone
}

// NewUser is a request for a user: of an organisation, or an operator without one.
type NewUser struct {
	OrganisationID string
	Email          string
	Name           string
	Password       string
	Role           Role
}

// The bounds of a password: long enough to guess badly, short enough to hash at once.
const (
	minPasswordBytes = 8
	maxPasswordBytes = 1024
)

const maxNameChars = 100

// Validate lists everything that is wrong with n, as one CodeBadRequest error.
func (n NewUser) Validate() error {
	var problems []string
	if a, err := mail.ParseAddress(n.Email); err != nil || a.Address != strings.TrimSpace(n.Email) || len(n.Email) > 254 {
		problems = append(problems, "email: want an address such as name@example.com")
	}
	if len(n.Password) < minPasswordBytes || len(n.Password) > maxPasswordBytes {
		problems = append(problems, "password: want 8 to 1024 bytes")
	}
	if utf8.RuneCountInString(n.Name) > maxNameChars {
		problems = append(problems, "name: want at most 100 characters")
	}
	if operator := n.Role == RoleOperator && n.OrganisationID == ""; !operator && !n.Role.Valid() {
		problems = append(problems, "role: want owner, admin or member")
	}
	return invalid("user", problems)
}

// normalEmail is the form under which an address is stored and looked up.
func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
