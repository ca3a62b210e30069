package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"tariffdesk/account"
	"tariffdesk/fail"
	"tariffdesk/verification"
)

// operation is a group of onboarding routes that are limited together.
type operation string

// The operations and what each caller may do of them in a minute, as the interface has it.
const (
	opCreate    operation = "create"
	opQuery     operation = "query"
	opState     operation = "state"
	opBlacklist operation = "blacklist"
	opDocument  operation = "document"
	opClose     operation = "close"
	opWebhook   operation = "webhook"
)

func (o operation) perMinute() int64 {
	switch o {
	case opCreate, opClose:
		return 5
	case opQuery:
		return 30
	case opState, opBlacklist:
		return 10
	case opDocument:
		return 15
	case opWebhook:
	}
	return 50
}

// operate counts an operation of a caller, for all processes. Redis away admits: the limit protects
// capacity, not a secret.
func (l *limiter) operate(ctx context.Context, o operation, caller string) (window, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	sum := sha256.Sum256([]byte(caller)) // addresses stay out of Redis
	w, _ := minutes{l.minutes.rdb, o.perMinute()}.take(ctx, "onboarding:"+string(o)+":"+hex.EncodeToString(sum[:]))
	return w, w.check(fail.Newf(fail.CodeRateLimited, "more than %d requests a minute of this kind: try again in a minute", o.perMinute()))
}

var errOnboarding = fail.New(fail.CodeForbidden, "business verification is for the operator's own integrations (keys cmt_) and for operators")

// accessOnboarding lets keys of the operator's own integrations and operators pass.
func accessOnboarding(c account.Caller, now time.Time) error {
	switch {
	case c.CheckOperator() == nil:
		return nil
	case !c.ByKey() || c.Key.Type != account.KeyTypeInternal:
		return errOnboarding
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
