package route

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tariffdesk/api/wire"
	"tariffdesk/language"
)

// guard bounds each phase of a request, answers preflights, and sets the headers all answers carry.
func (rt *Router) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := *language.With(c.Request()) // net/http's own value stays as it is
		r.RemoteAddr = rt.client(&r)
		c.SetRequest(&r)
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Add("Vary", "Accept-Language")
		rt.allowOrigin(&r, h)
		if err := wire.CheckFrame(&r); err != nil {
			return err
		}
		writer, body := wire.Patient(c.Response().Writer, &r)
		c.Response().Writer = writer
		if r.Method == http.MethodOptions {
			return c.NoContent(http.StatusNoContent)
		}
		r.URL = wire.ReadableURL(r.URL)
		r.Body = body
		defer body.Abandon()
		defer wire.RemoveSpilled(&r)
		return next(c)
	}
}

// client is the address that a request comes from: that of its connection, or, behind proxies that the
// configuration trusts, the last one that they do not vouch for. What others claim is not believed.
func (rt *Router) client(r *http.Request) string {
	at := r.RemoteAddr
	claimed := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, before := range slices.Backward(claimed) {
		named, err := netip.ParseAddr(strings.TrimSpace(before))
		if err != nil || !rt.Trusts(at) {
			break
		}
		at = netip.AddrPortFrom(named.Unmap().WithZone(""), 0).String()
	}
	return at
}

// Trusts reports whether an address is that of a trusted proxy.
func (rt *Router) Trusts(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	return err == nil && slices.ContainsFunc(rt.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(at.Addr().Unmap()) })
}

// allowOrigin answers the origins of the configuration. Tokens travel in a header, never in a
// cookie, so credentials are not allowed for any origin.
func (rt *Router) allowOrigin(r *http.Request, h http.Header) {
	origin := r.Header.Get("Origin")
	if len(rt.CORSOrigins) == 0 || origin == "" {
		return
	}
	h.Add("Vary", "Origin")
	if !slices.Contains(rt.CORSOrigins, origin) && !slices.Contains(rt.CORSOrigins, "*") {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", strings.Join([]string{wire.HeaderRequestID, wire.HeaderCharged, wire.HeaderRemaining,
		wire.HeaderReplayed, wire.HeaderRateLimit, wire.HeaderRatePolicy, "X-Job-ID", "X-Quote-ID", "Location", "Retry-After", "Content-Disposition"}, ", "))
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, "+wire.HeaderRequestID)
		h.Set("Access-Control-Max-Age", "600")
	}
}
