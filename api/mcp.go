package api

import "net/http"

// registerMCP adds the Model Context Protocol. Each of its tools is a call of this API in the same
// process, which is judged, charged and logged as such; here the caller proves to be one at all.
func (s *Server) registerMCP() {
	if s.MCP == nil {
		return
	}
	s.router.HandleMember(http.MethodPost, "/mcp", s.MCP)
}
