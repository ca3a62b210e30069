package browser

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// window is a window of the browser with cookies of its own. Tests use it one after another: to open one takes
// the processor longer than ten pages.
type window struct {
	ctx      context.Context //nolint:containedctx // chromedp keeps a window in its context
	cancel   context.CancelFunc
	watching atomic.Pointer[watch]
}

// freeWindow waits for a window that no test has, and opens one only where none is free.
func freeWindow(ctx context.Context) (*window, error) {
	select {
	case w := <-shared.windows:
		return w, nil
	default:
	}
	select {
	case w := <-shared.windows:
		return w, nil
	case <-shared.more:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w := &window{}
	w.ctx, w.cancel = chromedp.NewContext(shared.browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(func(event any) {
		if watch := w.watching.Load(); watch != nil {
			watch.see(event)
		}
	}))
	if err := chromedp.Do(w.ctx); err != nil { // without a deadline: it would be the window's life
		return nil, err
	}
	return w, chromedp.Do(w.ctx, install())
}

// clearTimeout is how long a window may take to forget before it is closed instead.
const clearTimeout = 20 * time.Second

// free gives the window to the next test, without a page, history, cookie or anything stored. One that does not forget in
// time is closed, and another may be opened.
func (w *window) free() {
	w.watching.Store(nil)
	ctx, cancel := context.WithTimeout(w.ctx, clearTimeout)
	defer cancel()
	err := chromedp.Do(ctx,
		call(network.ClearBrowserCookies, cdp.Empty{}),
		call(storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: shared.url, StorageTypes: "all"}),
		chromedp.Navigate("about:blank"),
		call(page.ResetNavigationHistory, cdp.Empty{}),
	)
	if err != nil {
		w.cancel()
		shared.more <- struct{}{}
		return
	}
	shared.windows <- w
}
