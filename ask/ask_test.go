package ask_test

import (
	"errors"
	"fmt"
	"testing"

	"tariffdesk/ask"
)

type failure struct{ invalid, rejected bool }

func (failure) Error() string         { return "failed" }
func (f failure) InvalidAnswer() bool { return f.invalid }
func (f failure) Rejected() bool      { return f.rejected }

func TestFailuresAfterWhichToAskOnceMoreAreToldApart(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err               error
		invalid, rejected bool
	}{
		{err: nil},
		{err: errors.New("no route")},
		{err: failure{}},
		{err: failure{invalid: true}, invalid: true},
		{err: fmt.Errorf("page 2: %w", failure{invalid: true}), invalid: true},
		{err: errors.Join(errors.New("first"), failure{rejected: true}), rejected: true},
	} {
		if ask.Invalid(tc.err) != tc.invalid || ask.Rejected(tc.err) != tc.rejected {
			t.Errorf("%v: invalid %v, rejected %v", tc.err, ask.Invalid(tc.err), ask.Rejected(tc.err))
		}
	}
}
