package onboarding

import (
	"time"

	"tariffdesk/account"
	"tariffdesk/api/gate"
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

// mover is the caller as events name it.
func mover(k *gate.Call) verification.Actor {
	switch {
	case k.Operations:
		return verification.Actor{Kind: verification.ActorOperator, ID: "ops"}
	case k.Caller.ByKey():
		return verification.Actor{Kind: verification.ActorKey, ID: k.Caller.Key.ID}
	}
	return verification.Actor{Kind: verification.ActorOperator, ID: k.Caller.UserID}
}

// visibleTo is the organisation whose verifications a caller sees, "" for all.
func visibleTo(k *gate.Call) string {
	if k.Caller.ByKey() {
		return k.Caller.Organisation.ID
	}
	return ""
}
