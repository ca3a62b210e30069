package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// shots is where pictures of the pages go; "" takes none.
var shots = flag.String("shots", "", "folder that pictures of the pages are written to")

// house is what all tests share: one program, one browser. Tests keep apart by organisations of their
// own and by windows, which share no cookie.
type house struct {
	*program
	browser context.Context //nolint:containedctx // chromedp keeps a browser in its context
	windows chan *window    // open ones that no test has
	more    chan struct{}   // how many may still be opened
	hosts   atomic.Int64    // addresses that windows ask from
}

// host is an address that no other window asks from: what is limited by address is limited for each test alone.
func (h *house) host() string {
	n := h.hosts.Add(1)
	return fmt.Sprintf("10.0.%d.%d", n/250, n%250+1)
}

// windowsAtOnce is one more than there are flows that open a second window, so that these never wait for each other.
const windowsAtOnce = 7

var shared house

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "browser")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = os.Chmod(dir, 0o755) // the children of root have to enter it
	}
	if err == nil {
		shared.program, err = startProgram(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, stop, err := startBrowser(filepath.Join(dir, "profile"))
	if err != nil {
		fmt.Fprintln(os.Stderr, errors.Join(err, shared.close()))
		return 1
	}
	shared.browser, shared.windows, shared.more = ctx, make(chan *window, windowsAtOnce), make(chan struct{}, windowsAtOnce)
	for range windowsAtOnce {
		shared.more <- struct{}{}
	}
	code := m.Run()
	stop()
	if err := shared.close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// startBrowser starts chromium with a profile of its own.
func startBrowser(profile string) (ctx context.Context, stop func(), err error) {
	path, err := chromium()
	if err != nil {
		return nil, nil, err
	}
	allocator, release := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.NoSandbox, // Chromium refuses its own sandbox to root, and containers have no other user
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-extensions", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-background-timer-throttling", true), chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-renderer-backgrounding", true), chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints"),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("password-store", "basic"), chromedp.Flag("use-mock-keychain", true),
	)
	ctx, cancel := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		release()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, func() {
		bounded, done := context.WithTimeout(ctx, 20*time.Second)
		defer done()
		_ = chromedp.Cancel(bounded)
		cancel()
		release()
	}, nil
}

// chromium finds a browser. Debian's without windows comes first: it takes the processor a quarter less.
func chromium() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("chromium is not installed: scripts/setup --tests installs it")
}
