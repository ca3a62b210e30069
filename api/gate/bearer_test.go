package gate

import (
	"net/http"
	"strings"
	"testing"
)

// FuzzBearer looks for a header that passes for a token and is none.
func FuzzBearer(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x ", "Basic x", "Bearer", "Bearer x y", "Bearer\tx", "", " "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		token := bearer(http.Header{"Authorization": {header}})
		if token == "" || token == "-" {
			return
		}
		if strings.ContainsAny(token, " \t,") || !strings.HasSuffix(strings.TrimSpace(header), token) || !strings.EqualFold(header[:7], "bearer ") {
			t.Fatalf("%q gave %q", header, token)
		}
	})
}
