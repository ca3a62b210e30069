package limit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"tariffdesk/fail"
)

// Operation is a group of onboarding routes that are limited together.
type Operation string

// The operations and what each caller may do of them in a minute, as the interface has it.
const (
	OpCreate    Operation = "create"
	OpQuery     Operation = "query"
	OpState     Operation = "state"
	OpBlacklist Operation = "blacklist"
	OpDocument  Operation = "document"
	OpClose     Operation = "close"
	OpWebhook   Operation = "webhook"
)

func (o Operation) perMinute() int64 {
	switch o {
	case OpCreate, OpClose:
		return 5
	case OpQuery:
		return 30
	case OpState, OpBlacklist:
		return 10
	case OpDocument:
		return 15
	case OpWebhook:
	}
	return 50
}

// Operate counts an operation of a caller, for all processes. Redis away admits: the limit protects
// capacity, not a secret.
func (l *Limiter) Operate(ctx context.Context, o Operation, caller string) (Window, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	sum := sha256.Sum256([]byte(caller)) // addresses stay out of Redis
	w, _ := minutes{l.minutes.rdb, o.perMinute()}.take(ctx, "onboarding:"+string(o)+":"+hex.EncodeToString(sum[:]))
	return w, w.check(fail.Newf(fail.CodeRateLimited, "more than %d requests a minute of this kind: try again in a minute", o.perMinute()))
}
