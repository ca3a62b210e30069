package api

import (
	"time"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/verification"
)

var errOnboarding = fail.New(fail.CodeForbidden, "business verification is for the operator's own integrations (keys cmt_) and for operators")

var errUnapproved = fail.New(fail.CodeForbidden, "this key was made by a user of the organisation: an operator has to approve it before it reaches business verification")

// accessOnboarding lets keys of the operator's own integrations and operators pass.
func accessOnboarding(c account.Caller, now time.Time) error {
	switch {
	case c.CheckOperator() == nil:
		return nil
	case !c.ByKey() || c.Key.Type != account.KeyTypeInternal:
		return errOnboarding
	case c.Key.Unapproved:
		return errUnapproved
	}
	return c.CheckSubscription(now)
}

// onboarder names the caller, for the limits.
func (k *call) onboarder() string { return string(k.mover().Kind) + ":" + k.mover().ID }

// mover is the caller as events name it.
func (k *call) mover() verification.Actor {
	switch {
	case k.operations:
		return verification.Actor{Kind: verification.ActorOperator, ID: "ops"}
	case k.caller.ByKey():
		return verification.Actor{Kind: verification.ActorKey, ID: k.caller.Key.ID}
	}
	return verification.Actor{Kind: verification.ActorOperator, ID: k.caller.UserID}
}

// reach is the organisation whose verifications a caller sees, "" for all.
func (k *call) reach() string {
	if k.caller.ByKey() {
		return k.caller.Organisation.ID
	}
	return ""
}
