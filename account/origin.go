package account

import (
	"context"
	"strings"
	"unicode"

	"tariffdesk/bounded"
)

// Source is the entry through which a call came.
type Source string

// The entries: pages of the console, tools of the Model Context Protocol, and everything else.
const (
	SourceAPI     Source = "api"
	SourceConsole Source = "console"
	SourceMCP     Source = "mcp"
)

// Origin is where a call came from.
type Origin struct {
	Address   string // of the network, "" where nothing came over it
	UserAgent string // what the program said of itself
	Source    Source // "" where nothing came over the network
}

// maxUserAgentChars bounds what is kept of the name that a program gives itself.
const maxUserAgentChars = 200

// NewOrigin returns an origin whose text is fit for a log: valid, bounded and printable.
func NewOrigin(address, userAgent string, source Source) Origin {
	agent := strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(userAgent, ""))
	return Origin{Address: address, UserAgent: bounded.First(agent, maxUserAgentChars), Source: source}
}

type sourceKey struct{}

// WithSource says through which entry the calls on ctx come. Only the entries themselves do so, in this
// process: nothing that a caller sends has a part in it.
func WithSource(ctx context.Context, s Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, s)
}

// SourceOf returns the entry of ctx, the API where none was named.
func SourceOf(ctx context.Context) Source {
	if s, ok := ctx.Value(sourceKey{}).(Source); ok {
		return s
	}
	return SourceAPI
}
