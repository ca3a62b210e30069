package console

import (
	"encoding/base64"
	"net/url"
)

func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func queryPair(name, value string) string {
	return url.QueryEscape(name) + "=" + url.QueryEscape(value)
}
