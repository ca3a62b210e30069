package wire

import (
	"net"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// The headers of the answers of charged calls.
const (
	HeaderCharged   = "X-Credits-Charged"
	HeaderRemaining = "X-Credits-Remaining"
	HeaderReplayed  = "Idempotent-Replayed"
)

// The headers of draft-ietf-httpapi-ratelimit-headers, on the answers of calls that are counted.
const (
	HeaderRateLimit  = "RateLimit"
	HeaderRatePolicy = "RateLimit-Policy"
)

const maxKeyBytes = 255

// Idempotent is embedded in the input of every endpoint that charges.
type Idempotent struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"255" doc:"A repeated request with the same key is the same request, for 24 hours"`
}

// HeaderRequestID is the header that carries the id of a request.
const HeaderRequestID = "X-Request-ID"

// Address is the network address that a request comes from; see Server.client.
func Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// RequestID is the id of a request: the caller's own where it is fit for a header and a log, else a new one.
func RequestID(given string) string {
	if given == "" || len(given) > 128 {
		return uuid.NewString()
	}
	for _, c := range []byte(given) {
		if c <= ' ' || c > '~' || strings.IndexByte(`"'\<>`, c) >= 0 {
			return uuid.NewString()
		}
	}
	return given
}
