package fail_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"tariffdesk/fail"
)

func TestAnErrorIsFoundByItsCodeAndItsCause(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("read job 7: %w", fail.Wrap(io.ErrUnexpectedEOF, fail.CodeNotFound, "no such job"))
	if !errors.Is(err, fail.New(fail.CodeNotFound, "")) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("code or cause is lost")
	}
	if errors.Is(err, fail.New(fail.CodeConflict, "")) || errors.Is(err, fail.New(fail.CodeNotFound, "another message")) {
		t.Error("matches what it is not")
	}
	if fail.CodeOf(err) != fail.CodeNotFound {
		t.Error(fail.CodeOf(err))
	}
}

func TestAnErrorWithoutACodeIsInternalAndHidesItsText(t *testing.T) {
	t.Parallel()
	e := fail.As(errors.New("password=hunter2"))
	if e.Code != fail.CodeInternal || e.Message != "an internal error occurred" || !errors.Is(e, e) {
		t.Errorf("%+v", e)
	}
}

func TestDetailsAreAddedToACopy(t *testing.T) {
	t.Parallel()
	base := fail.New(fail.CodeValidation, "invalid").With("a: missing")
	more := base.With("b: missing")
	if len(base.Details) != 1 || len(more.Details) != 2 {
		t.Errorf("%v %v", base.Details, more.Details)
	}
}
