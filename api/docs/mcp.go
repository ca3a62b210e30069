package docs

import (
	"net/http"

	"tariffdesk/api/route"
)

// registerMCP adds the Model Context Protocol. Each of its tools is a call of this API in the same
// process, which is judged, charged and logged as such; here the caller proves to be one at all.
func (s *Handlers) registerMCP(to *route.Router) {
	if s.MCP == nil {
		return
	}
	to.HandleMember(http.MethodPost, "/mcp", s.MCP)
}
