package excel

import (
	"context"
	"errors"
	"io"
	"time"

	"tariffdesk/fail"
)

// MaxReadTime is ample for reading the largest workbook that the other bounds admit.
const MaxReadTime = 60 * time.Second

// Timed gives the reading of a workbook so long from now on. Its end is CodeBadRequest.
func Timed(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, most, fail.Newf(fail.CodeBadRequest, "the workbook takes longer than %d seconds to read", int(most.Seconds())))
}

// Within makes every reader of a workbook that is opened on it fail soon after ctx has ended: within
// the few megabytes that the next bytes of r may unpack to.
func Within(ctx context.Context, r io.ReaderAt) io.ReaderAt {
	return readerAt(func(b []byte, at int64) (int, error) {
		if ctx.Err() != nil {
			return 0, interrupted(ctx)
		}
		return r.ReadAt(b, at)
	})
}

type readerAt func(b []byte, at int64) (int, error)

func (f readerAt) ReadAt(b []byte, at int64) (int, error) { return f(b, at) }

// interrupted is the cause where it is meant for the caller, as that of Timed is.
func interrupted(ctx context.Context) error {
	if known, ok := errors.AsType[*fail.Error](context.Cause(ctx)); ok {
		return known
	}
	return fail.Wrap(context.Cause(ctx), fail.CodeUnavailable, "the workbook was not read to its end: try again")
}
