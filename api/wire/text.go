package wire

import (
	"time"

	"github.com/google/uuid"
)

// IsUUID takes the form of 36 characters alone: the others that the package reads are not in use.
func IsUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }

// FirstRunes is the beginning of s, of n characters at most.
func FirstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// OrNull returns a pointer to s, or nil where s is empty.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// UTC returns a copy of t in UTC, or nil where t is nil.
func UTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

// Span reads the ends of a list: from counts, to does not; absent is zero.
func Span(from, to string) (start, end time.Time, problems []*Problem) {
	start, _, ok := Instant(from, time.Time{})
	if !ok {
		problems = append(problems, BadField("from", wantInstant))
	}
	end, whole, ok := Instant(to, time.Time{})
	if !ok {
		problems = append(problems, BadField("to", wantInstant))
	}
	if whole {
		end = end.AddDate(0, 0, 1)
	}
	return start, end, problems
}

const wantInstant = "want a day such as 2026-01-31 or an RFC 3339 time"

// Instant reads a day or a time; day tells which.
func Instant(s string, otherwise time.Time) (t time.Time, day, ok bool) {
	if s == "" {
		return otherwise, false, true
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, true, true
	}
	t, err := time.Parse(time.RFC3339, s)
	return t.UTC(), false, err == nil
}
