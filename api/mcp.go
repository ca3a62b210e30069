package api

import "github.com/labstack/echo/v4"

// registerMCP adds the Model Context Protocol. Each of its tools is a call of this API in the same
// process, which is judged, charged and logged as such; here the caller proves to be one at all.
func (s *Server) registerMCP() {
	if s.MCP == nil {
		return
	}
	s.echo.POST("/mcp", func(c echo.Context) error {
		err := s.admit(c, route{access: accessCurrent}, &call{request: c.Request()})
		if err != nil {
			c.Response().Header().Set("WWW-Authenticate", "Bearer")
			s.refuse(c.Response(), err)
			return nil
		}
		s.MCP.ServeHTTP(c.Response(), c.Request())
		return nil
	})
}
