package gate

import (
	"time"

	"tariffdesk/account"
)

// Access decides whether a known caller may use a route; nil marks a route without a token.
type Access func(c account.Caller, now time.Time) error

// The levels of access. All but accessAccount and accessSession need a current subscription.
func Current(c account.Caller, now time.Time) error { return c.CheckSubscription(now) }

func Paid(c account.Caller, now time.Time) error {
	return First(c.CheckSubscription(now), c.CheckPaid())
}

func Manager(c account.Caller, now time.Time) error {
	return First(c.CheckManager(), c.CheckSubscription(now))
}

// Account is what an expired subscription still reaches, by session: a key needs a current one.
func Account(c account.Caller, now time.Time) error {
	if c.ByKey() {
		return c.CheckSubscription(now)
	}
	return c.CheckMember()
}

func Session(c account.Caller, _ time.Time) error { return c.CheckSession() }

func First(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
