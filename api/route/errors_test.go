package route

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"

	"tariffdesk/api/wire"
)

func TestATimeThatPassedElsewhereIsNotTakenForALateBody(t *testing.T) {
	t.Parallel()
	store := &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
	for err, want := range map[error]int{
		fmt.Errorf("claim key: %w", store):                      http.StatusServiceUnavailable,
		fmt.Errorf("multipart: NextPart: %w", wire.ErrLateBody): http.StatusBadRequest,
	} {
		if b := wire.BodyOf(toFail(Row{}, http.StatusInternalServerError, "", []error{err})); b.StatusCode != want {
			t.Errorf("%v: %+v", err, b)
		}
	}
}
