package bounded_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"tariffdesk/bounded"
)

func TestTheFirstCharactersAreReturned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text       string
		n          int
		head, clip string
	}{
		{"", 0, "", ""}, {"", 3, "", ""}, {"abc", 3, "abc", "abc"}, {"abcd", 3, "abc", "abc…"}, {"abc", 0, "", "…"},
		{"Maß №", 3, "Maß", "Maß…"}, {"日本語", 2, "日本", "日本…"}, {"日本語", 3, "日本語", "日本語"}, {"a\xffb", 2, "a\xff", "a\xff…"},
	} {
		head, cut := bounded.Cut(c.text, c.n)
		if head != c.head || cut != (head != c.text) || bounded.First(c.text, c.n) != c.head || bounded.Clip(c.text, c.n) != c.clip {
			t.Errorf("%q to %d: %q %v %q %q", c.text, c.n, head, cut, bounded.First(c.text, c.n), bounded.Clip(c.text, c.n))
		}
	}
}

func TestAStreamIsReadUpToItsLimitOrRefused(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int64]error{0: bounded.ErrTooLarge, 1: bounded.ErrTooLarge, 9: bounded.ErrTooLarge, 10: nil, 11: nil, 1 << 40: nil} {
		for name, from := range map[string]io.Reader{
			"at once": strings.NewReader("0123456789"), "by bytes": iotest.OneByteReader(strings.NewReader("0123456789")),
			"data with the end": iotest.DataErrReader(strings.NewReader("0123456789")),
		} {
			got, err := bounded.Read(from, limit)
			if !errors.Is(err, want) || string(got) != "0123456789"[:min(limit, 10)] {
				t.Errorf("%s, limit %d: %q, %v", name, limit, got, err)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := bounded.Read(iotest.ErrReader(broken), 5); !errors.Is(err, broken) {
		t.Error(err)
	}
	r := bounded.NewReader(strings.NewReader("0123"), 2)
	for range 3 { // an excess stays one
		if _, err := io.ReadAll(r); !errors.Is(err, bounded.ErrTooLarge) {
			t.Error(err)
		}
	}
}

func packed(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnArchiveThatUnpacksBeyondItsLimitIsRefused(t *testing.T) {
	t.Parallel()
	bomb := packed(t, make([]byte, 8<<20))
	if len(bomb) > 1<<16 {
		t.Fatalf("%d bytes", len(bomb))
	}
	for limit, want := range map[int64]error{1 << 20: bounded.ErrTooLarge, 8<<20 - 1: bounded.ErrTooLarge, 8 << 20: nil} {
		r, err := bounded.Gunzip(bomb, limit)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, r); !errors.Is(err, want) || n > limit {
			t.Errorf("limit %d: %d bytes, %v", limit, n, err)
		}
	}
	if _, err := bounded.Gunzip([]byte("no archive"), 10); err == nil {
		t.Error("read what is no archive")
	}
	torn, err := bounded.Gunzip(bomb[:len(bomb)-6], 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, torn); err == nil {
		t.Error("read half an archive")
	}
}

func FuzzGunzip(f *testing.F) {
	f.Add(packed(f, []byte("something")), int64(4))
	f.Add([]byte("\x1f\x8b"), int64(4))
	f.Fuzz(func(t *testing.T, content []byte, limit int64) {
		limit = max(0, min(limit, 1<<16))
		if r, err := bounded.Gunzip(content, limit); err == nil {
			if n, _ := io.Copy(io.Discard, r); n > limit {
				t.Errorf("%d bytes, limit %d", n, limit)
			}
		}
	})
}

func FuzzCut(f *testing.F) {
	f.Add("Maß № 5", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = max(0, min(n, 100))
		head, cut := bounded.Cut(s, n)
		if !strings.HasPrefix(s, head) || utf8.RuneCountInString(head) != min(n, utf8.RuneCountInString(s)) || cut != (head != s) {
			t.Errorf("%q to %d: %q %v", s, n, head, cut)
		}
	})
}

func ExampleClip() {
	fmt.Println(bounded.Clip("a long description", 6))
	// Output: a long…
}
