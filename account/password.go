package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"tariffdesk/fail"
)

// The cost of a password hash: 19 MiB, two passes, one lane, about 35 ms.
const (
	argonMemoryKiB = 19 * 1024
	argonPasses    = 2
	argonLanes     = 1
	argonKeyBytes  = 32
)

// hashers bounds how many passwords are hashed at once: each takes 19 MiB and a core.
const hashers = 2

// hashWait is how long a password may wait for its turn: a flood of sign-ins is refused, not queued.
const hashWait = 5 * time.Second

var errHashers = fail.New(fail.CodeUnavailable, "too many sign-ins at the moment: try again")

// Hasher hashes and checks passwords with argon2id, a few at a time.
type Hasher struct{ slots *semaphore.Weighted }

// NewHasher returns a hasher.
func NewHasher() *Hasher { return &Hasher{semaphore.NewWeighted(hashers)} }

// Hash returns the PHC form of password under a fresh salt. It fails only where its turn does not
// come within hashWait, CodeUnavailable, or ctx ends first.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	key, err := h.key(ctx, password, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("%s%s$%s", argonPrefix(), b64(salt), b64(key)), nil
}

// absentHash is checked where no user exists, so that the answer takes as long.
var absentHash = argonPrefix() + strings.Repeat("A", 22) + "$" + strings.Repeat("A", 43)

// Matches reports whether password is the one behind hash. An empty hash matches nothing and takes
// as long as any other. It is CodeUnavailable where its turn does not come within hashWait.
func (h *Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = absentHash
	}
	encodedSalt, encodedKey, ok := strings.Cut(strings.TrimPrefix(hash, argonPrefix()), "$")
	salt, err1 := base64.RawStdEncoding.DecodeString(encodedSalt)
	want, err2 := base64.RawStdEncoding.DecodeString(encodedKey)
	if !ok || err1 != nil || err2 != nil {
		return false, errors.New("password hash of an unknown form")
	}
	got, err := h.key(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

func (h *Hasher) key(ctx context.Context, password string, salt []byte) ([]byte, error) {
	waiting, cancel := context.WithTimeout(ctx, hashWait)
	defer cancel()
	if err := h.slots.Acquire(waiting, 1); err != nil {
		if ctx.Err() == nil {
			return nil, errHashers
		}
		return nil, fmt.Errorf("wait for a password hasher: %w", err)
	}
	defer h.slots.Release(1)
	return argon2.IDKey([]byte(password), salt, argonPasses, argonMemoryKiB, argonLanes, argonKeyBytes), nil
}

func argonPrefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemoryKiB, argonPasses, argonLanes)
}
