package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// KeyType is the kind of an API key; it is also the prefix of its token, before an underscore.
type KeyType string

// The types of keys: for production, for tests, for the operator's own integrations, and a compact
// one for integrations with a short field.
const (
	KeyTypeSecret   KeyType = "sk"
	KeyTypeTest     KeyType = "st"
	KeyTypeInternal KeyType = "cmt"
	KeyTypeCompact  KeyType = "cm"
)

// Valid reports whether t is one of the types.
func (t KeyType) Valid() bool { return t.secretBytes() != 0 }

// secretBytes is the length of the random part of a token before its hexadecimal form.
func (t KeyType) secretBytes() int {
	switch t {
	case KeyTypeSecret, KeyTypeTest, KeyTypeInternal:
		return 32
	case KeyTypeCompact:
		return 16
	}
	return 0
}

// Key is an API key as it is known after its creation: without its token.
type Key struct {
	ID             string // UUID
	OrganisationID string
	Type           KeyType
	Name           string
	Prefix         string // the token's type and first eight digits
	CreatedAt      time.Time
	LastUsedAt     *time.Time // to the minute
	RevokedAt      *time.Time
	// Unapproved marks a key of the operator's own integrations that, by the audit log, a user of the
	// organisation made. It does not reach business verification until an operator approves it.
	Unapproved bool
}

// ListedKey is a key as operators see it.
type ListedKey struct {
	Key
	Organisation string // its name
	CreatedBy    Actor  // from the audit log; the zero value where that is silent
}

// KeyQuery asks for keys, newest first. Empty fields do not filter.
type KeyQuery struct {
	OrganisationID string
	Type           KeyType
}

// KeyStatus is the public word for whether a key works.
type KeyStatus string

// The states of a key. A revoked key stays revoked.
const (
	KeyActive  KeyStatus = "active"
	KeyRevoked KeyStatus = "revoked"
)

// Status is the key's state.
func (k Key) Status() KeyStatus {
	if k.RevokedAt != nil {
		return KeyRevoked
	}
	return KeyActive
}

// NewKey is a request for an API key.
type NewKey struct {
	OrganisationID string
	Name           string
	Type           KeyType
}

// Validate lists everything that is wrong with n, as one CodeBadRequest error.
func (n NewKey) Validate() error {
	var problems []string
	if name := strings.TrimSpace(n.Name); name == "" || len([]rune(name)) > 100 {
		problems = append(problems, "name: want 1 to 100 characters")
	}
	if !n.Type.Valid() {
		problems = append(problems, "type: want sk, st, cmt or cm")
	}
	return invalid("key", problems)
}

// newToken returns a fresh token of type t.
func newToken(t KeyType) string {
	secret := make([]byte, t.secretBytes())
	_, _ = rand.Read(secret) // never fails: the runtime aborts the process instead
	return string(t) + "_" + hex.EncodeToString(secret)
}

// displayPrefix returns the part of a token that may be shown: its type and 8 of its digits.
func displayPrefix(token string) string {
	return token[:strings.IndexByte(token, '_')+1+8]
}

// hashToken returns the stored form of a token. The token is random, so a plain hash cannot be guessed back.
func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// keyType reads from the prefix of a token whether it claims to be an API key, and of which type.
func keyType(token string) (KeyType, bool) {
	prefix, _, found := strings.Cut(token, "_")
	t := KeyType(prefix)
	return t, found && t.Valid()
}

// wellFormed reports whether token has the shape of a key of type t, so that nothing else costs a query.
func wellFormed(t KeyType, token string) bool {
	secret := token[len(t)+1:]
	return len(secret) == 2*t.secretBytes() && strings.Trim(secret, "0123456789abcdef") == ""
}
