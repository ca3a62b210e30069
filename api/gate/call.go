package gate

import (
	"context"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"tariffdesk/account"
	"tariffdesk/api/limit"
	"tariffdesk/api/wire"
	"tariffdesk/credit"
	"tariffdesk/fail"
)

// Call carries what the gate found out about a request to its handler.
type Call struct {
	Caller     account.Caller
	Actor      account.Actor // who is named in the audit log
	Request    *http.Request
	RequestID  string
	Operations bool      // the caller is the user ops
	Operators  bool      // the route is for operators, who see all organisations
	RefuseAs   fail.Code // what the route calls a body that is wrong
	Job        string    // the job the request made or joined
	Unload     func()    // gives back the memory of what was uploaded; more than once is once
	Owner      any       // of the handlers that are not in a package of their own yet

	known bool  // the caller is
	found []any // what the path names
}

// Origin is where the call comes from.
func (k *Call) Origin() account.Origin { return OriginOf(k.Request) }

// OriginOf is where a request comes from, as the router has found its address.
func OriginOf(r *http.Request) account.Origin {
	return account.NewOrigin(wire.Address(r), r.UserAgent(), account.SourceOf(r.Context()))
}

// ops is the user ops as the audit log names it.
func (k *Call) ops() account.Actor {
	return account.Actor{Kind: account.ActorOperator, Name: "ops", Origin: k.Origin()}
}

type callKey struct{}

// Of returns the call behind a handler's context.
func Of(ctx context.Context) *Call {
	c, _ := ctx.Value(callKey{}).(*Call)
	return c
}

// With leaves the call to the handler.
func With(ctx huma.Context, k *Call) huma.Context { return huma.WithValue(ctx, callKey{}, k) }

// SetFound keeps what a route finds of what its path names.
func (k *Call) SetFound(found any) { k.found = append(k.found, found) }

// Found returns what the path of a call names, where its route has found a value of this type.
func Found[T any](ctx context.Context) T {
	for _, found := range Of(ctx).found {
		if found, ok := found.(T); ok {
			return found
		}
	}
	var none T
	return none
}

// IsKnown reports whether the caller has been found.
func (k *Call) IsKnown() bool { return k.known }

// Name is the caller for limits that count callers of business verification one by one.
func (k *Call) Name() string {
	switch {
	case k.Operations:
		return "operator:ops"
	case k.Caller.ByKey():
		return "key:" + k.Caller.Key.ID
	}
	return "operator:" + k.Caller.UserID
}

// Turn waits for the caller's turn to read a file; release gives the place back. It is CodeUnavailable
// once the wait is over.
func (k *Call) Turn(ctx context.Context, of *limit.Readings) (release func(), err error) {
	return of.Take(ctx, k.Caller.Organisation.ID)
}

// Keep holds what it is given until what was uploaded is stored, or the call ends.
func (k *Call) Keep(release func()) {
	unload := k.Unload
	k.Unload = sync.OnceFunc(func() {
		release()
		unload()
	})
}

// PoorerThan reports whether the caller's organisation could not pay a price.
func (k *Call) PoorerThan(price credit.Amount) bool {
	return credit.Amount(k.Caller.Organisation.Balance) < price
}
