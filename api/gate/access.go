package gate

import (
	"time"

	"tariffdesk/account"
)

// Access decides whether a known caller may use a route; nil marks a route without a token.
type Access func(c account.Caller, now time.Time) error

// Current admits members with a current subscription. A key also needs a paid plan.
func Current(c account.Caller, now time.Time) error { return c.CheckSubscription(now) }

// Paid admits members with a current subscription to a paid plan.
func Paid(c account.Caller, now time.Time) error {
	return First(c.CheckSubscription(now), c.CheckPaid())
}

// Manager admits sessions of owners and admins with a current subscription.
func Manager(c account.Caller, now time.Time) error {
	return First(c.CheckManager(), c.CheckSubscription(now))
}

// Account checks a call that an expired subscription may still make by session; a key needs a current subscription.
func Account(c account.Caller, now time.Time) error {
	if c.ByKey() {
		return c.CheckSubscription(now)
	}
	return c.CheckMember()
}

// Session admits every session, without a look at the subscription. It refuses keys.
func Session(c account.Caller, _ time.Time) error { return c.CheckSession() }

// First returns the first of errs that is not nil, or nil.
func First(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
