package account

import (
	"context"
	"time"
)

// ActorKind is the kind of an actor.
type ActorKind string

// The kinds of actors. A supplier answers a share link; the system is a process on its own.
const (
	ActorUser     ActorKind = "user"
	ActorKey      ActorKind = "key"
	ActorOperator ActorKind = "operator"
	ActorSupplier ActorKind = "supplier"
	ActorSystem   ActorKind = "system"
)

// Actor is who does something, and from where.
type Actor struct {
	Kind   ActorKind
	ID     string // of the user or key, "" where there is none
	Name   string // a user's address to sign in, a key's prefix
	Origin        // the zero value where nothing came over the network
}

type actorKey struct{}

// WithActor says on whose behalf calls on ctx are made. It is for the audit log; the one right that
// depends on it is that of Key.Unapproved.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns the actor of ctx, the system where nobody was named.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Kind: ActorSystem}
}

// AuditEntry is a line of the append-only log of what was done to an account.
type AuditEntry struct {
	ID             string
	OrganisationID string // "" for none
	At             time.Time
	Action         string // such as key.created
	Actor          Actor
	Subject        string         // the id of what was acted on
	Details        map[string]any // never a secret
}

// AuditQuery asks for entries, newest first.
type AuditQuery struct {
	OrganisationID string // "" for all
	From, To       time.Time
	Action         string // "" for all; key. asks for those that begin so
	Source         Source // "" for all
	KeyID          string // "" for all; else what a key did and what was done to it
	Limit          int
	StartingAfter  string // an entry's id, "" for the first page
}
