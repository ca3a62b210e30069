package ops

import (
	"slices"
	"strings"
)

// Worker reports the figures of a worker in the same process to the metrics.
type Worker interface {
	SlotsInUse() int  // handlers at work
	PastContext() int // of these, those whose context has ended
}

// SecretPath reports whether a path may carry the token of a link: a trace would show it.
func SecretPath(path string) bool {
	return slices.ContainsFunc([]string{"/api/v3/sharelink/", "/api/v3/operations-sharelink/", "/api/v3/invitations/", "/api/password-reset/", "/app/s/", "/app/invitation/", "/app/reset/"},
		func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}
