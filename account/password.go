package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"tariffdesk/fail"
	"tariffdesk/turns"
)

// The cost of a password hash: 19 MiB, two passes, one lane, about 35 ms.
const (
	argonMemoryKiB = 19 * 1024
	argonPasses    = 2
	argonLanes     = 1
	argonKeyBytes  = 32
)

// hashers bounds how many passwords are hashed at once, all but one of them of one network address: each
// takes 19 MiB and a core.
const hashers = 3

// hashWait is how long a password may wait for its turn, and hashLine how many of one network address may
// wait at once: 256 take 5 s of two quiet cores. The line bounds the work; the time ends what hangs.
const (
	hashWait = 2 * time.Minute
	hashLine = 256
)

var (
	errHashers  = fail.New(fail.CodeUnavailable, "too many sign-ins at the moment: try again")
	errHashLine = fail.New(fail.CodeRateLimited, "too many sign-ins at once from your network address: try again in a minute")
)

// Hasher hashes and checks passwords with argon2id, a few at a time. Network addresses take turns: a flood
// from one of them delays and refuses its own sign-ins, not those of others.
type Hasher struct {
	places  *turns.Places
	mu      sync.Mutex
	waiting map[string]int // by address
}

// NewHasher returns a hasher.
func NewHasher() *Hasher { return &Hasher{places: turns.New(hashers), waiting: map[string]int{}} }

// Hash returns the PHC form of password under a fresh salt. It fails only where its turn does not
// come within hashWait, CodeUnavailable, too many of the address wait, CodeRateLimited, or ctx ends first.
func (h *Hasher) Hash(ctx context.Context, password, address string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	key, err := h.key(ctx, password, address, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("%s%s$%s", argonPrefix(), b64(salt), b64(key)), nil
}

// absentHash is checked where no user exists, so that the answer takes as long.
var absentHash = argonPrefix() + strings.Repeat("A", 22) + "$" + strings.Repeat("A", 43)

// Matches reports whether password is the one behind hash. An empty hash matches nothing and takes
// as long as any other. It fails as Hash does.
func (h *Hasher) Matches(ctx context.Context, password, hash, address string) (bool, error) {
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
	got, err := h.key(ctx, password, address, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

func (h *Hasher) key(ctx context.Context, password, address string, salt []byte) ([]byte, error) {
	leave, err := h.line(address)
	if err != nil {
		return nil, err
	}
	defer leave()
	waiting, cancel := context.WithTimeoutCause(ctx, hashWait, errHashers)
	defer cancel()
	release, err := h.places.Take(waiting, address)
	if err != nil {
		return nil, fmt.Errorf("wait for a password hasher: %w", err)
	}
	defer release()
	return argon2.IDKey([]byte(password), salt, argonPasses, argonMemoryKiB, argonLanes, argonKeyBytes), nil
}

// line counts a password that waits or is at work for an address; CodeRateLimited beyond hashLine.
func (h *Hasher) line(address string) (leave func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting[address] >= hashLine {
		return nil, errHashLine
	}
	h.waiting[address]++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.waiting[address]--; h.waiting[address] == 0 {
			delete(h.waiting, address)
		}
	}, nil
}

func argonPrefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemoryKiB, argonPasses, argonLanes)
}
