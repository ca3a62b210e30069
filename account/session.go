package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// The lives of the tokens of a session.
const (
	AccessTTL  = 15 * time.Minute
	RefreshTTL = 30 * 24 * time.Hour
	reuseGrace = 10 * time.Second
)

// Session is one sign-in of a user.
type Session struct {
	ID           string // UUID
	UserID       string
	Email        string // of the user
	Role         Role
	Organisation Organisation // the zero one of an operator
	Origin       Origin       // of the sign-in, as it is created
	Generation   int          // of the refresh token that may be used next
	RotatedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      *time.Time
}

func (s Session) lives(now time.Time) bool { return s.EndedAt == nil && now.Before(s.ExpiresAt) }

// Tokens are handed out by a sign-in or a refresh.
type Tokens struct {
	Access    string
	Refresh   string
	ExpiresIn time.Duration // of the access token
}

// claims are the content of an access token.
type claims struct {
	jwt.RegisteredClaims        // sub: the user
	Organisation         string `json:"org"`
	Session              string `json:"sid"`
	Role                 Role   `json:"role"`
}

// UnmarshalJSON refuses times that are no numbers: the library takes a string of digits too, which RFC 7519 does not.
func (c *claims) UnmarshalJSON(b []byte) error {
	var times struct {
		ExpiresAt *float64 `json:"exp"`
		IssuedAt  *float64 `json:"iat"`
		NotBefore *float64 `json:"nbf"`
	}
	if err := json.Unmarshal(b, &times); err != nil {
		return err
	}
	type plain claims
	return json.Unmarshal(b, (*plain)(c))
}

// signer makes and checks the tokens of sessions. Nothing of a token is stored: a refresh token is
// the session's id and generation under a MAC, so any genuine older one is recognised as reuse.
type signer struct {
	secret     []byte
	refreshKey []byte
}

func newSigner(secret []byte) signer {
	return signer{secret: secret, refreshKey: mac(secret, []byte("tariffdesk refresh token"))}
}

func (g signer) tokens(s Session, now time.Time) (Tokens, error) {
	access, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: s.UserID, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessTTL)),
		},
		Organisation: s.Organisation.ID, Session: s.ID, Role: s.Role,
	}).SignedString(g.secret)
	if err != nil {
		return Tokens{}, fmt.Errorf("sign token of session %s: %w", s.ID, err)
	}
	refresh, err := g.refresh(s.ID, s.Generation)
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{Access: access, Refresh: refresh, ExpiresIn: AccessTTL}, nil
}

// maxTokenBytes bounds what is parsed as a token; ours have some 400.
const maxTokenBytes = 4096

// parse checks an access token. Its errors are public.
func (g signer) parse(token string, now time.Time) (claims, error) {
	var c claims
	if len(token) > maxTokenBytes {
		return c, errToken
	}
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return g.secret, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(func() time.Time { return now }))
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return c, errTokenExpired
	case err != nil || uuid.Validate(c.Session) != nil:
		return c, errToken
	}
	return c, nil
}

// A refresh token is "rt_" and, in base64url, 16 bytes of session id, 4 of generation, 32 of MAC.
const (
	refreshPrefix = "rt_"
	refreshBody   = 16 + 4
)

func (g signer) refresh(session string, generation int) (string, error) {
	id, err := uuid.Parse(session)
	if err != nil {
		return "", fmt.Errorf("refresh token of session %q: %w", session, err)
	}
	body := binary.BigEndian.AppendUint32(id[:], uint32(generation))
	return refreshPrefix + base64.RawURLEncoding.EncodeToString(append(body, mac(g.refreshKey, body)...)), nil
}

// parseRefresh returns the session and generation of a genuine refresh token.
func (g signer) parseRefresh(token string) (session string, generation int, ok bool) {
	if len(token) > maxTokenBytes || len(token) < len(refreshPrefix) || token[:len(refreshPrefix)] != refreshPrefix {
		return "", 0, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token[len(refreshPrefix):])
	if err != nil || len(raw) != refreshBody+sha256.Size {
		return "", 0, false
	}
	body := raw[:refreshBody]
	if !hmac.Equal(raw[refreshBody:], mac(g.refreshKey, body)) {
		return "", 0, false
	}
	return uuid.UUID(body[:16]).String(), int(binary.BigEndian.Uint32(body[16:])), true
}

func mac(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}

// hashHex keeps addresses and account names out of Redis and its logs.
func hashHex(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
