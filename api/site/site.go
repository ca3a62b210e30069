// Package site finds the address at which people reach the service, for links that are sent to them.
package site

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// URL is configured, the APP_URL, or else where r reached the service. The Host of a request is a claim. It
// is believed only if it is a loopback address, which leads nobody elsewhere; otherwise the address that
// the connection arrived at is taken. Behind a trusted proxy (proxied) that address is of an inner network,
// so the result is empty and links are relative.
func URL(r *http.Request, configured string, proxied bool) string {
	if configured != "" {
		return strings.TrimSuffix(configured, "/")
	}
	scheme := "http://"
	if r.TLS != nil || proxied && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https://"
	}
	if isLoopback(r.Host) {
		return scheme + r.Host
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || proxied {
		return ""
	}
	at, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return ""
	}
	return scheme + netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port()).String()
}

// isLoopback reports whether host, with or without a port, names the machine itself and nothing else.
func isLoopback(host string) bool {
	u, err := url.Parse("http://" + host)
	if err != nil || u.Host != host || u.User != nil {
		return false
	}
	if strings.EqualFold(u.Hostname(), "localhost") {
		return true
	}
	at, err := netip.ParseAddr(u.Hostname())
	return err == nil && at.Zone() == "" && at.Unmap().IsLoopback()
}
