// Package fetch owns the one way out: the GET of a URL that a user names, and the POST of a webhook.
// Only public addresses are reached, judged when they are dialled, so that neither a redirect nor a
// name that resolves anew leads inside. Everything is bounded: redirects, bytes, headers, time.
//
// It refuses to know what is fetched and why a delivery is due.
package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"code.dny.dev/ssrf"

	"tariffdesk/bounded"
	"tariffdesk/fail"
)

// The bounds of a call.
const (
	timeout        = 30 * time.Second
	dialTimeout    = 5 * time.Second
	headerTimeout  = 15 * time.Second
	maxRedirects   = 5
	maxURLBytes    = 2048
	maxHeaderBytes = 64 << 10
	maxReplyBytes  = 4 << 10 // of a webhook's answer
)

// Config widens what may be reached; the zero value allows public addresses on the usual ports.
type Config struct {
	AllowPrefixes []netip.Prefix // further networks, such as an operator's own
	AllowAnyPort  bool
	Trusted       []netip.Prefix // further networks, at any port
}

// Client fetches. It is safe for concurrent use.
type Client struct{ http *http.Client }

// New returns a client.
func New(cfg Config) *Client {
	guard := ssrf.New(options(cfg)...)
	control := func(network, address string, c syscall.RawConn) error {
		if at, err := netip.ParseAddrPort(address); err == nil && trusted(cfg.Trusted, at.Addr()) {
			return nil
		}
		return guard.Safe(network, address, c)
	}
	dialer := &net.Dialer{Timeout: dialTimeout, Control: control}
	return &Client{&http.Client{
		Timeout:       timeout,
		CheckRedirect: checkRedirect,
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy would dial for us, unjudged
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    dialTimeout,
			ResponseHeaderTimeout:  headerTimeout,
			MaxResponseHeaderBytes: maxHeaderBytes,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        time.Minute,
			DisableCompression:     true, // a small answer must not grow in our memory
		},
	}}
}

// trusted reports whether an address, in whichever form, lies in one of the networks.
func trusted(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(ip.Unmap().WithZone("")) })
}

// ports lists the ports that the web is served at.
func ports() []uint16 { return []uint16{80, 443, 8443} }

func options(cfg Config) []ssrf.Option {
	var v4, v6 []netip.Prefix
	for _, p := range cfg.AllowPrefixes {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	opts := []ssrf.Option{ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...), ssrf.WithPorts(ports()...)}
	if cfg.AllowAnyPort {
		opts = append(opts, ssrf.WithAnyPort())
	}
	return opts
}

var errTarget = errors.New("not an http or https URL without credentials")

// checkTarget refuses what is no plain web address. Where its host lies is judged when it is dialled.
func checkTarget(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return errTarget
	}
	return nil
}

func checkRedirect(r *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	if via[len(via)-1].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return errors.New("redirect from https to http")
	}
	return checkTarget(r.URL)
}

// Content is a fetched file.
type Content struct {
	Name      string // the last element of the URL's path
	MediaType string // by content, not by what the server says
	Bytes     []byte
}

// errUnreachable is the one answer for every address that does not answer or is refused: telling
// them apart would let a caller map the network.
const errUnreachable = "the URL cannot be reached, or does not give a file"

// Get fetches the file at rawURL, of maxBytes at most. Its errors are CodeSvcDocsResource, or
// CodePayloadTooLarge for a larger file.
func (c *Client) Get(ctx context.Context, rawURL string, maxBytes int64) (Content, error) {
	u, err := parse(rawURL)
	if err != nil {
		return Content{}, fail.Wrap(err, fail.CodeSvcDocsResource, errUnreachable)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Content{}, fail.Wrap(err, fail.CodeSvcDocsResource, errUnreachable)
	}
	req.Header.Set("User-Agent", "tariffdesk")
	resp, err := c.http.Do(req)
	if err != nil {
		return Content{}, fail.Wrap(err, fail.CodeSvcDocsResource, errUnreachable)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	if resp.StatusCode != http.StatusOK {
		return Content{}, fail.Wrap(fmt.Errorf("status %d", resp.StatusCode), fail.CodeSvcDocsResource, errUnreachable)
	}
	body, err := bounded.Read(resp.Body, maxBytes)
	switch {
	case errors.Is(err, bounded.ErrTooLarge):
		return Content{}, fail.Newf(fail.CodePayloadTooLarge, "the file at the URL exceeds the limit of %d bytes", maxBytes)
	case err != nil:
		return Content{}, fail.Wrap(err, fail.CodeSvcDocsResource, errUnreachable)
	}
	return Content{Name: path.Base(resp.Request.URL.Path), MediaType: http.DetectContentType(body), Bytes: body}, nil
}

func parse(rawURL string) (*url.URL, error) {
	if len(rawURL) > maxURLBytes {
		return nil, fmt.Errorf("URL of %d bytes", len(rawURL))
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, err
	}
	return u, checkTarget(u)
}

// CheckWebhook refuses a URL that deliveries cannot go to: it must be https, at one of our ports, and
// name a host that is not an address inside. Another host's name is judged when it is dialled. An
// address within allowed, the operator's own networks, may be at any port, and plain http.
func CheckWebhook(rawURL string, allowed []netip.Prefix) error {
	u, err := parse(rawURL)
	if err == nil {
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil && trusted(allowed, ip) {
			return nil
		}
	}
	if err != nil || u.Scheme != "https" {
		return fail.New(fail.CodeValidation, "url: want an https URL without credentials, of at most 2048 bytes")
	}
	if port := cmp.Or(u.Port(), "443"); !slices.ContainsFunc(ports(), func(p uint16) bool { return port == strconv.Itoa(int(p)) }) {
		return fail.Newf(fail.CodeValidation, "url: want one of the ports %v", ports())
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	ip, err := netip.ParseAddr(host)
	inside := host == "localhost" || strings.HasSuffix(host, ".localhost") || err != nil && disguised(host)
	if inside || err == nil && ssrf.New(ssrf.WithAnyPort()).SafeAddr(ip.Unmap()) != nil {
		return fail.New(fail.CodeValidation, "url: want a public address")
	}
	return nil
}

// disguised reports whether a host is an address in another than the usual form, which resolvers
// read as one: 127.1, 0x7f000001, 0177.0.0.1, or digits that are not those of ASCII. No public name
// ends in a number.
func disguised(host string) bool {
	if strings.ContainsFunc(host, func(c rune) bool { return c > unicode.MaxASCII }) {
		return true // a name beyond ASCII has its own form, xn--…
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	return strings.HasPrefix(last, "0x") || strings.Trim(last, "0123456789") == ""
}

// Post delivers body to a webhook and returns the status of the answer and the beginning of its
// body. Redirects are not followed: an answer of 3xx is returned as it is.
func (c *Client) Post(ctx context.Context, rawURL string, header http.Header, body []byte) (status int, reply []byte, err error) {
	u, err := parse(rawURL)
	if err != nil {
		return 0, nil, fmt.Errorf("post webhook: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("post webhook: %w", err)
	}
	req.Header = header.Clone()
	req.Header.Set("User-Agent", "tariffdesk")
	direct := *c.http
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := direct.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("post webhook: %w", err)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	reply, err = io.ReadAll(io.LimitReader(resp.Body, maxReplyBytes))
	if err != nil {
		return resp.StatusCode, nil, fmt.Errorf("read webhook's answer: %w", err)
	}
	return resp.StatusCode, reply, nil
}

// Close releases idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }
