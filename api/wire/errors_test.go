package wire

import (
	"net"
	"net/http"
	"testing"

	"tariffdesk/fail"
)

func TestAPartThatDoesNotAnswerIsUnavailableNotInternal(t *testing.T) {
	t.Parallel()
	_, err := net.Dial("unix", "/nowhere/socket")
	if b := BodyOf(err); b.StatusCode != http.StatusServiceUnavailable || b.Type != fail.CodeUnavailable {
		t.Errorf("%+v", b)
	}
	if b := BodyOf(fail.Wrap(err, fail.CodeSvcDocsResource, "not reachable")); b.Type != fail.CodeSvcDocsResource {
		t.Errorf("%+v", b)
	}
}
