package webhook

import (
	"crypto/hmac"
	"strconv"
	"strings"
	"time"
)

// Skew is how far the clock of a sender may be from ours; a message that was recorded is of no use later.
const Skew = 5 * time.Minute

// maxSignatures bounds those of one message: a sender that changes its secret signs with two.
const maxSignatures = 10

// Verify reports whether a message that arrived at a time was signed with secret by the rules of
// Standard Webhooks: its id, its timestamp in seconds, and one of its signatures.
func Verify(secret []byte, id, stamp, signatures string, body []byte, at time.Time) bool {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || id == "" || len(secret) == 0 {
		return false
	}
	if d := at.Sub(time.Unix(seconds, 0)); d > Skew || d < -Skew {
		return false
	}
	want := []byte("v1," + sign(secret, id, stamp, body))
	for i, s := range strings.Fields(signatures) {
		if i < maxSignatures && hmac.Equal([]byte(s), want) {
			return true
		}
	}
	return false
}
