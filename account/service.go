package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"tariffdesk/fail"
)

// Store keeps accounts. Every method is one transaction; what does not exist is CodeNotFound.
type Store interface {
	// CreateOrganisation writes the organisation, its subscription, its limits and the first grant;
	// CodeConflict where another has the name, as FoldName compares it.
	CreateOrganisation(ctx context.Context, o Organisation, credits int64, limits map[string]int64) (Organisation, error)
	// Organisation finds an organisation by its id.
	Organisation(ctx context.Context, id string) (Organisation, error)
	// OrganisationsNamed returns those with exactly this name, at most a few.
	OrganisationsNamed(ctx context.Context, name string) ([]Organisation, error)
	// Organisations lists all, oldest first.
	Organisations(ctx context.Context) ([]Organisation, error)
	// SetSubscription replaces the organisation's subscription.
	SetSubscription(ctx context.Context, organisationID string, s Subscription) error
	// Grant adds credits and returns the new balance.
	Grant(ctx context.Context, organisationID string, credits int64, note string) (int64, error)
	// Overview adds up the ledger.
	Overview(ctx context.Context, organisationID string) (Overview, error)
	// Usage adds up the ledger by day and product, oldest first.
	Usage(ctx context.Context, q UsageQuery) ([]UsageDay, error)

	// CreateUser returns CodeConflict where the address is taken.
	CreateUser(ctx context.Context, u User) (User, error)

	// CreateKey stores a key under the hash of its token.
	CreateKey(ctx context.Context, k Key, hash []byte) (Key, error)
	// Keys lists the organisation's keys, newest first.
	Keys(ctx context.Context, organisationID string) ([]Key, error)
	// Key and KeyByHash find a key of any organisation.
	Key(ctx context.Context, id string) (Key, error)
	KeyByHash(ctx context.Context, hash []byte) (Key, error)
	// ListKeys lists keys of all organisations, newest first.
	ListKeys(ctx context.Context, q KeyQuery) ([]ListedKey, error)
	// UnapprovedKeys counts the active keys that wait for an operator's approval.
	UnapprovedKeys(ctx context.Context) (int, error)
	// ApproveKey approves a key; one that needs no approval stays as it is.
	ApproveKey(ctx context.Context, id string) (Key, error)
	// RevokeKey revokes a key; a key already revoked keeps its time.
	RevokeKey(ctx context.Context, id string) (Key, error)

	// SetLimits sets limits by product, in hundredths of a credit, nil for none; others stay.
	SetLimits(ctx context.Context, organisationID string, limits map[string]*int64) error
	// Audit lists what was done, newest first.
	Audit(ctx context.Context, q AuditQuery) ([]AuditEntry, error)
	MemberStore
}

// Service creates and manages accounts, for the API and for the command line. It is safe for
// concurrent use.
type Service struct {
	store  Store
	hasher *Hasher
	now    func() time.Time
}

// stored rounds the times of a clock to microseconds, the precision of the store.
func stored(now func() time.Time) func() time.Time {
	return func() time.Time { return now().Truncate(time.Microsecond) }
}

// NewService returns a service on a store.
func NewService(store Store, now func() time.Time) *Service {
	return &Service{store: store, hasher: NewHasher(), now: stored(now)}
}

// CreateOrganisation creates an organisation with its subscription and its first credits.
func (s *Service) CreateOrganisation(ctx context.Context, n NewOrganisation) (Organisation, error) {
	now := s.now().UTC()
	if err := n.Validate(now); err != nil {
		return Organisation{}, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Organisation{}, fmt.Errorf("create organisation: %w", err)
	}
	return s.store.CreateOrganisation(ctx, Organisation{
		ID: id.String(), Name: strings.TrimSpace(n.Name), CreatedAt: now,
		Subscription: Subscription{Plan: n.Plan, StartsAt: now, EndsAt: n.CurrentPeriodEnd},
	}, n.Credits, n.Limits)
}

// Organisations lists all organisations, oldest first.
func (s *Service) Organisations(ctx context.Context) ([]Organisation, error) {
	return s.store.Organisations(ctx)
}

// FindOrganisation finds an organisation by its id or, where it names exactly one, its name.
func (s *Service) FindOrganisation(ctx context.Context, idOrName string) (Organisation, error) {
	o, err := s.store.Organisation(ctx, idOrName)
	if !errors.Is(err, fail.New(fail.CodeNotFound, "")) {
		return o, err
	}
	named, err := s.store.OrganisationsNamed(ctx, idOrName)
	switch {
	case err != nil:
		return Organisation{}, err
	case len(named) == 0:
		return Organisation{}, fail.Newf(fail.CodeNotFound, "no organisation has the id or name %q", idOrName)
	case len(named) > 1:
		return Organisation{}, fail.Newf(fail.CodeConflict, "more than one organisation has the name %q: give the id", idOrName)
	}
	return named[0], nil
}

// SetSubscription replaces an organisation's plan and dates from now on.
func (s *Service) SetSubscription(ctx context.Context, organisationID string, sub Subscription) error {
	if !sub.Plan.Valid() {
		return fail.New(fail.CodeBadRequest, "plan: want free, pro or enterprise")
	}
	if sub.EndsAt != nil && !sub.EndsAt.After(sub.StartsAt) {
		return fail.New(fail.CodeBadRequest, "current_period_end: want a time after the subscription's start")
	}
	return s.store.SetSubscription(ctx, organisationID, sub)
}

// GrantCredits adds credits, in hundredths, and returns the new balance.
func (s *Service) GrantCredits(ctx context.Context, organisationID string, credits int64, note string) (int64, error) {
	if credits <= 0 || credits > maxGrant {
		return 0, fail.New(fail.CodeBadRequest, "amount: want more than 0 and at most 1000000000 credits")
	}
	return s.store.Grant(ctx, organisationID, credits, note)
}

// SetLimits sets what an organisation may use of products, in hundredths of a credit, nil for no limit.
func (s *Service) SetLimits(ctx context.Context, organisationID string, limits map[string]*int64) error {
	for product, limit := range limits {
		if limit != nil && (*limit < 0 || *limit > maxGrant) {
			return fail.Newf(fail.CodeBadRequest, "limits.%s: want 0 to 1000000000 credits", product)
		}
	}
	return s.store.SetLimits(ctx, organisationID, limits)
}

// Audit lists what was done, newest first.
func (s *Service) Audit(ctx context.Context, q AuditQuery) ([]AuditEntry, error) {
	return s.store.Audit(ctx, q)
}

// Overview returns an organisation with its credits and products.
func (s *Service) Overview(ctx context.Context, organisationID string) (Overview, error) {
	return s.store.Overview(ctx, organisationID)
}

// Usage returns what was used by day and product, oldest first.
func (s *Service) Usage(ctx context.Context, q UsageQuery) ([]UsageDay, error) {
	return s.store.Usage(ctx, q)
}

// CreateUser creates a user who may sign in at once. A taken address is CodeConflict.
func (s *Service) CreateUser(ctx context.Context, n NewUser) (User, error) {
	u, err := s.newUser(ctx, n)
	if err != nil {
		return User{}, err
	}
	return s.store.CreateUser(ctx, u)
}

func (s *Service) newUser(ctx context.Context, n NewUser) (User, error) {
	if err := n.Validate(); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.Hash(ctx, n.Password, "")
	if err != nil {
		return User{}, fmt.Errorf("create user: %w", err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return User{}, fmt.Errorf("create user: %w", err)
	}
	return User{
		ID: id.String(), OrganisationID: n.OrganisationID, Email: normalEmail(n.Email), Name: strings.TrimSpace(n.Name),
		PasswordHash: hash, Role: n.Role, CreatedAt: s.now().UTC(),
	}, nil
}

// CreateKey creates a key and returns its token, which cannot be had again.
func (s *Service) CreateKey(ctx context.Context, n NewKey) (Key, string, error) {
	if err := n.Validate(); err != nil {
		return Key{}, "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return Key{}, "", fmt.Errorf("create key: %w", err)
	}
	token := newToken(n.Type)
	k, err := s.store.CreateKey(ctx, Key{
		ID: id.String(), OrganisationID: n.OrganisationID, Type: n.Type, Name: strings.TrimSpace(n.Name),
		Prefix: displayPrefix(token), CreatedAt: s.now().UTC(),
	}, hashToken(token))
	if err != nil {
		return Key{}, "", err
	}
	return k, token, nil
}

// Keys lists an organisation's keys, newest first.
func (s *Service) Keys(ctx context.Context, organisationID string) ([]Key, error) {
	return s.store.Keys(ctx, organisationID)
}

// ListKeys lists keys of all organisations with who made each, newest first.
func (s *Service) ListKeys(ctx context.Context, q KeyQuery) ([]ListedKey, error) {
	return s.store.ListKeys(ctx, q)
}

// UnapprovedKeys counts the active keys that wait for ApproveKey.
func (s *Service) UnapprovedKeys(ctx context.Context) (int, error) {
	return s.store.UnapprovedKeys(ctx)
}

// ApproveKey lets a key that a user of its organisation made reach business verification. A key of
// another type is CodeBadRequest, a revoked one CodeConflict; one that needs no approval stays as it is.
func (s *Service) ApproveKey(ctx context.Context, idOrToken string) (Key, error) {
	k, err := s.findKey(ctx, idOrToken)
	switch {
	case err != nil:
		return Key{}, err
	case k.Type != KeyTypeInternal:
		return Key{}, fail.Newf(fail.CodeBadRequest, "the key has the type %s: only keys of type %s are approved", k.Type, KeyTypeInternal)
	case k.RevokedAt != nil:
		return Key{}, fail.New(fail.CodeConflict, "the key is revoked: make a new one")
	case !k.Unapproved:
		return k, nil
	}
	return s.store.ApproveKey(ctx, k.ID)
}

// CancelKey revokes a key named by its id or its token, at once in every process. organisationID
// restricts it to one organisation's keys ("" for any): another's is CodeNotFound.
func (s *Service) CancelKey(ctx context.Context, organisationID, idOrToken string) (Key, error) {
	k, err := s.FindKey(ctx, organisationID, idOrToken)
	if err != nil {
		return Key{}, err
	}
	return s.store.RevokeKey(ctx, k.ID)
}

// FindKey finds a key by its id or its token within an organisation ("" for any).
func (s *Service) FindKey(ctx context.Context, organisationID, idOrToken string) (Key, error) {
	k, err := s.findKey(ctx, idOrToken)
	if err != nil {
		return Key{}, err
	}
	if organisationID != "" && k.OrganisationID != organisationID {
		return Key{}, errNoKey
	}
	return k, nil
}

var errNoKey = fail.New(fail.CodeNotFound, "no such API key")

func (s *Service) findKey(ctx context.Context, idOrToken string) (Key, error) {
	if _, isToken := keyType(idOrToken); isToken {
		return s.store.KeyByHash(ctx, hashToken(idOrToken))
	}
	return s.store.Key(ctx, idOrToken)
}
