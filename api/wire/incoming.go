package wire

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// incoming is a request as its router found it, with the raw values of the parameters in its path.
type incoming struct {
	request       *http.Request
	names, values []string
}

type incomingKey struct{}

// WithIncoming leaves the request to those who read its body and its text.
func WithIncoming(ctx huma.Context, r *http.Request, names, values []string) huma.Context {
	return huma.WithValue(ctx, incomingKey{}, incoming{r, names, values})
}

func incomingOf(ctx context.Context) incoming {
	in, _ := ctx.Value(incomingKey{}).(incoming)
	return in
}
