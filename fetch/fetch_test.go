package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"tariffdesk/fail"
	"tariffdesk/fetch"
)

// local may reach this machine, which the product may not.
func local(t *testing.T) *fetch.Client {
	t.Helper()
	c := fetch.New(fetch.Config{AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowAnyPort: true})
	t.Cleanup(c.Close)
	return c
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestAFileIsFetchedWithItsNameAndSniffedType(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("%PDF-1.7 hello"))
	})
	got, err := local(t).Get(t.Context(), url+"/docs/invoice.pdf?x=1", 100)
	if err != nil || got.Name != "invoice.pdf" || got.MediaType != "application/pdf" || string(got.Bytes) != "%PDF-1.7 hello" {
		t.Errorf("%+v %v", got, err)
	}
}

// TestEveryRefusedOrUnreachableAddressGetsTheSameAnswer also shows that nothing inside is reached.
func TestEveryRefusedOrUnreachableAddressGetsTheSameAnswer(t *testing.T) {
	t.Parallel()
	reached := false
	inside := serve(t, func(http.ResponseWriter, *http.Request) { reached = true })
	port := inside[strings.LastIndexByte(inside, ':'):]
	public := fetch.New(fetch.Config{AllowAnyPort: true})
	t.Cleanup(public.Close)
	missing := serve(t, http.NotFound)
	var messages []string
	note := func(c *fetch.Client, url string) {
		_, err := c.Get(t.Context(), url, 100)
		if fail.CodeOf(err) != fail.CodeSvcDocsResource {
			t.Errorf("%s: %v", url, err)
		}
		messages = append(messages, fail.As(err).Message)
	}
	for _, url := range []string{inside, "http://localhost" + port, "http://[::1]" + port, "http://[::ffff:127.0.0.1]" + port, "http://0.0.0.0" + port,
		"http://2130706433" + port, "http://169.254.169.254/latest/meta-data", "http://[fd00:ec2::254]/latest", "http://10.0.0.1", "http://172.16.0.1", "http://192.168.0.1",
		"http://100.64.0.1", "http://[fe80::1]", "http://[fd12::1]", "http://[64:ff9b::7f00:1]" + port, "http://224.0.0.1", "http://255.255.255.255", "http://0x7f.1" + port, "http://user:pass@127.0.0.1" + port,
		"file:///etc/passwd", "gopher://127.0.0.1" + port, "ftp://127.0.0.1", "//127.0.0.1", "http://", "", "%", "http://" + strings.Repeat("a", 3000)} {
		note(public, url)
	}
	note(local(t), missing)
	for _, m := range messages {
		if m != messages[0] {
			t.Errorf("%q and %q", m, messages[0])
		}
	}
	if reached {
		t.Error("a server inside was reached")
	}
	standard := fetch.New(fetch.Config{AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	t.Cleanup(standard.Close)
	note(standard, inside) // a port other than 80 and 443
	if reached {
		t.Error("another port was reached")
	}
}

func TestARedirectIsJudgedAsTheFirstAddress(t *testing.T) {
	t.Parallel()
	hops := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n := 0
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &n)
		if n == 0 {
			_, _ = w.Write([]byte("here"))
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
	})
	c := local(t)
	if got, err := c.Get(t.Context(), hops+"/5", 100); err != nil || string(got.Bytes) != "here" {
		t.Errorf("five redirects: %v", err)
	}
	if _, err := c.Get(t.Context(), hops+"/6", 100); fail.CodeOf(err) != fail.CodeSvcDocsResource {
		t.Errorf("six redirects: %v", err)
	}
	for _, target := range []string{"http://169.254.169.254/", "http://[::1]/", "file:///etc/passwd", "http://user:pass@127.0.0.1/"} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", target)
			w.WriteHeader(http.StatusFound)
		})
		if _, err := c.Get(t.Context(), url, 100); fail.CodeOf(err) != fail.CodeSvcDocsResource {
			t.Errorf("redirect to %s: %v", target, err)
		}
	}
}

// TestACallEndsWithItsContext has a server that sends the beginning of a file and then nothing.
func TestACallEndsWithItsContext(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("%PDF-1.7"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := local(t).Get(ctx, url, 100); fail.CodeOf(err) != fail.CodeSvcDocsResource || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestANameIsJudgedByTheAddressItHasWhenItIsDialled has a name that leads inside, however often it is asked
// for: an answer judged before could be another one by then.
func TestANameIsJudgedByTheAddressItHasWhenItIsDialled(t *testing.T) {
	t.Parallel()
	reached := false
	inside := serve(t, func(http.ResponseWriter, *http.Request) { reached = true })
	public := fetch.New(fetch.Config{AllowAnyPort: true})
	t.Cleanup(public.Close)
	for range 3 {
		if _, err := public.Get(t.Context(), strings.Replace(inside, "127.0.0.1", "localhost", 1), 100); fail.CodeOf(err) != fail.CodeSvcDocsResource {
			t.Error(err)
		}
	}
	if reached {
		t.Error("a server inside was reached by its name")
	}
}

func TestAFileOverTheLimitIsRefusedAndNeverUnpacked(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			t.Error("asked for a compressed answer")
		}
		_, _ = w.Write(make([]byte, 101))
	})
	c := local(t)
	if _, err := c.Get(t.Context(), url, 100); fail.CodeOf(err) != fail.CodePayloadTooLarge {
		t.Errorf("over the limit: %v", err)
	}
	if got, err := c.Get(t.Context(), url, 101); err != nil || len(got.Bytes) != 101 {
		t.Errorf("at the limit: %v", err)
	}
}

func TestAWebhookIsPostedAndRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/hook" || r.Header.Get("Webhook-Id") != "1" {
			t.Errorf("%s %v", r.URL.Path, r.Header)
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(http.StatusTemporaryRedirect)
		_, _ = w.Write(make([]byte, 10_000))
	})
	status, reply, err := local(t).Post(t.Context(), url+"/hook", http.Header{"Webhook-Id": {"1"}}, []byte("{}"))
	if err != nil || status != 307 || len(reply) > 4096 {
		t.Errorf("%d, %d bytes, %v", status, len(reply), err)
	}
	public := fetch.New(fetch.Config{AllowAnyPort: true})
	t.Cleanup(public.Close)
	if _, _, err := public.Post(t.Context(), url+"/hook", http.Header{"Webhook-Id": {"1"}}, nil); err == nil {
		t.Error("a server inside was reached")
	}
}

func TestAWebhooksURLIsHTTPSAndPublic(t *testing.T) {
	t.Parallel()
	for url, ok := range map[string]bool{
		"https://example.com/hook": true, "https://example.com:8443/hook": true, "http://example.com": false, "https://127.0.0.1": false,
		"https://[::1]/": false, "https://10.1.2.3": false, "https://[::ffff:10.1.2.3]": false, "https://user:x@example.com": false,
		"https://": false, "": false, "https://example.com:22": false, "https://example.com:0443": false,
		"https://localhost/hook": false, "https://app.LOCALHOST.": false, "ftp://example.com": false,
		// Other forms of addresses, which resolvers read as such.
		"https://127.1/": false, "https://127.1./": false, "https://0x7f000001/": false, "https://2130706433": false, "https://0177.0.0.1": false,
		"https://017700000001": false, "https://0x7F.1": false, "https://127.0.0.1.": false, "https://[::ffff:7f00:1]": false, "https://[64:ff9b::7f00:1]": false,
		"https://[::127.0.0.1]": false, "https://[fe80::1%25eth0]": false, "https://\uff11\uff12\uff17.\uff11": false, "https://\u2460.example.com": false, "https://0": false,
		"https://xn--bcher-kva.example": true, "https://1.example.com": true, "https://example.123": false, "https://8.8.8.8": true,
	} {
		if err := fetch.CheckWebhook(url, nil); (err == nil) != ok {
			t.Errorf("%s: %v", url, err)
		}
	}
	allowed := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for url, ok := range map[string]bool{
		"http://10.1.2.3:8080/hook": true, "https://10.1.2.3": true, "https://[::ffff:10.1.2.3]:99": true, "https://11.1.2.3": true, "http://11.1.2.3": false,
		"http://127.0.0.1": false, "http://user:x@10.1.2.3": false, "ftp://10.1.2.3": false, "https://10.1": false,
	} {
		if err := fetch.CheckWebhook(url, allowed); (err == nil) != ok {
			t.Errorf("with 10.0.0.0/8 allowed, %s: %v", url, err)
		}
	}
}

// TestAWebhookReachesTheNetworksAllowedAndNoOther judges what is dialled, however it is written.
func TestAWebhookReachesTheNetworksAllowedAndNoOther(t *testing.T) {
	t.Parallel()
	reached := 0
	url := serve(t, func(http.ResponseWriter, *http.Request) { reached++ })
	port := url[strings.LastIndexByte(url, ':'):]
	trusting := fetch.New(fetch.Config{Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	other := fetch.New(fetch.Config{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	t.Cleanup(trusting.Close)
	t.Cleanup(other.Close)
	if status, _, err := trusting.Post(t.Context(), url, http.Header{}, nil); err != nil || status != 200 {
		t.Errorf("allowed: %d %v", status, err)
	}
	for _, host := range []string{"127.0.0.1", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "localhost", "0"} {
		if _, _, err := other.Post(t.Context(), "http://"+host+port, http.Header{}, nil); err == nil {
			t.Errorf("%s was reached", host)
		}
	}
	if reached != 1 {
		t.Errorf("reached %d times", reached)
	}
}
