package account

import (
	"time"

	"tariffdesk/fail"
)

// Caller is who makes a call: a session of a user, or an API key, of one organisation.
type Caller struct {
	Organisation Organisation
	Key          *Key // nil for a session

	UserID    string // the rest is empty for a key
	Email     string
	SessionID string
	Role      Role
}

// ByKey reports whether the caller is an API key.
func (c Caller) ByKey() bool { return c.Key != nil }

// The refusals a caller may meet after it is known.
var (
	errSubscription = fail.New(fail.CodeForbidden, "the subscription is not active or not pro/enterprise")
	errWorldOnly    = fail.New(fail.CodeForbidden, "the current plan allows WORLD classifications only")
	errPlan         = fail.New(fail.CodeForbidden, "the current plan does not include this operation: it needs pro or enterprise")
	errSessionOnly  = fail.New(fail.CodeForbidden, "an API key cannot use this operation: sign in as a user")
	errOperator     = fail.New(fail.CodeForbidden, "an operator belongs to no organisation: this operation is for members")
	errNoOperator   = fail.New(fail.CodeForbidden, "this operation is for operators")
	errRole         = fail.New(fail.CodeForbidden, "this operation needs the role owner or admin")
)

// CheckSubscription refuses a caller whose subscription does not hold at t; a key needs a paid plan too.
func (c Caller) CheckSubscription(t time.Time) error {
	if err := c.CheckMember(); err != nil {
		return err
	}
	s := c.Organisation.Subscription
	if !s.Current(t) || c.ByKey() && !s.Plan.Paid() {
		return errSubscription
	}
	return nil
}

// CheckMember refuses operators.
func (c Caller) CheckMember() error {
	if c.Role == RoleOperator {
		return errOperator
	}
	return nil
}

// CheckOperator refuses all but sessions of operators.
func (c Caller) CheckOperator() error {
	if c.ByKey() || c.Role != RoleOperator {
		return errNoOperator
	}
	return nil
}

// Actor names the caller for the audit log.
func (c Caller) Actor(from Origin) Actor {
	switch {
	case c.ByKey():
		return Actor{ActorKey, c.Key.ID, c.Key.Prefix, from}
	case c.Role == RoleOperator:
		return Actor{ActorOperator, c.UserID, c.Email, from}
	}
	return Actor{ActorUser, c.UserID, c.Email, from}
}

// CheckPaid refuses the plan free.
func (c Caller) CheckPaid() error {
	if !c.Organisation.Subscription.Plan.Paid() {
		return errPlan
	}
	return nil
}

// World is the country code of the international six-digit system, the one that every plan includes.
const World = "WORLD"

// CheckCountry refuses the plan free a country other than WORLD.
func (c Caller) CheckCountry(code string) error {
	if !c.Organisation.Subscription.Plan.Paid() && code != World {
		return errWorldOnly
	}
	return nil
}

// CheckSession refuses API keys.
func (c Caller) CheckSession() error {
	if c.ByKey() {
		return errSessionOnly
	}
	return nil
}

// CheckManager refuses all but sessions of owners and admins.
func (c Caller) CheckManager() error {
	if err := c.CheckSession(); err != nil {
		return err
	}
	if err := c.CheckMember(); err != nil {
		return err
	}
	if !c.Role.Manages() {
		return errRole
	}
	return nil
}
