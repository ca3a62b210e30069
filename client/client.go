// Package client calls the HTTP interface. It is generated from the OpenAPI document as a server
// serves it, so that it knows every endpoint outside the operators' console; what is not generated
// is how to authenticate.
package client

import (
	"context"
	"net/http"
)

// WithKey sends an API key, or the access token of a session, with each request.
func WithKey(key string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	})
}
