// Package docs owns what people and tools read about the interface: the OpenAPI document, its pages, the guide, the
// samples, and the Model Context Protocol in front of the handler.
//
// It refuses to load anything from another host.
package docs

import (
	"log/slog"
	"net/http"

	"tariffdesk/api/route"
)

// Handlers are the handlers with what they work with.
type Handlers struct {
	Console http.Handler // optional: serves / and /app/; without it / is a short page
	MCP     http.Handler // optional: the Model Context Protocol, in front of the API
	Version string
	Log     *slog.Logger
}

// Register adds the routes of this subject.
func (s *Handlers) Register(to *route.Router) {
	s.registerMCP(to)
	s.registerPages(to)
}
