package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFramesAreFollowedWhereverTheBytesAreCut feeds requests of one connection in two pieces, cut at every place.
func TestFramesAreFollowedWhereverTheBytesAreCut(t *testing.T) {
	t.Parallel()
	const (
		get     = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
		length  = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\nTransfer-Encoding: x\r\nContent-Length: \r\n\r\n"
		chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n10;a=b\r\nContent-Length: \r\n2\r\n\r\n\r\n0\r\nContent-Length: 7\r\n\r\n"
		both    = "POST / HTTP/1.1\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
		bare    = "POST / HTTP/1.1\nTransfer-Encoding: chunked\nHost: x\nContent-Length:3\n\n0\n\n"
	)
	for name, c := range map[string]struct {
		requests           []string
		heads, twice, lost int
	}{
		"none":                    {[]string{get, length, chunked, get, chunked}, 5, 0, 0},
		"the first":               {[]string{both, get}, 2, 1, 0},
		"behind bodies":           {[]string{length, chunked, get, both}, 4, 4, 0},
		"lines end without CR":    {[]string{chunked, bare, get}, 3, 2, 0},
		"empty lines between":     {[]string{length, "\r\n\r\n", both}, 2, 2, 0},
		"the encoding continues":  {[]string{get, "POST / HTTP/1.1\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n"}, 2, 2, 2},
		"any other encoding":      {[]string{"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, identity\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"}, 1, 1, 0},
		"HTTP/1.0":                {[]string{get, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc"}, 2, 2, 2},
		"two lengths":             {[]string{"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"}, 1, 0, 1},
		"the same length twice":   {[]string{"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", both}, 2, 2, 0},
		"no length":               {[]string{"POST / HTTP/1.1\r\nContent-Length: -3\r\n\r\nabc", both}, 1, 0, 1},
		"no size of a chunk":      {[]string{get, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", both}, 2, 0, 2},
		"a chunk beyond its size": {[]string{"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n"}, 1, 0, 1},
		"a line without end":      {[]string{get, "GET /" + strings.Repeat("x", 2*maxHeadLine)}, 1, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := []byte(strings.Join(c.requests, ""))
			for cut := 0; cut <= min(len(all), 500); cut++ {
				var f frames
				for piece := range slices.Values([][]byte{all[:cut], all[cut:]}) {
					f.scan(piece)
				}
				if got, want := fmt.Sprint(f.heads, f.twice, f.lost), fmt.Sprint(c.heads, c.twice, c.lost); got != want {
					t.Fatalf("cut at %d: heads, twice and lost are %s, want %s", cut, got, want)
				}
			}
		})
	}
}
